"""The shark's turn: hidden step by step, and told in a report when it is over."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark_jaws.amity.moves import (
    Eat,
    EndTurn,
    EvasiveMoves,
    FeedingFrenzy,
    OutOfSight,
    SpeedBurst,
    Swim,
    Tip,
)
from tableshark_jaws.amity.news import AmityStory, BoatName, SharkReported
from tableshark_jaws.amity.state import GONE, NOBODY, NOWHERE, Amity, SharkSoFar, allowance, event
from tableshark_jaws.amity.tables import NEAR, NUMBER, TABLES, WATERS, beach_at, titled
from tableshark_jaws.amity.trace import BURST, CLOAK, EVASIVE, FRENZY, TOKENS, Report, Scene, after_turn
from tableshark_jaws.table import listed

SharkMove = Swim | Eat | FeedingFrenzy | EvasiveMoves | OutOfSight | SpeedBurst | Tip | EndTurn

BOATS: tuple[BoatName, BoatName] = ("orca", "hooper")
BOAT_TITLES = ("the Orca", "Hooper's boat")


def _paths(space: int, steps: int) -> list[tuple[int, ...]]:
    longer = [(to, *path) for to in NEAR[space] for path in (_paths(to, steps - 1) if steps > 1 else [])]
    return [*[(to,) for to in NEAR[space]], *longer]


BURSTS = tuple([tuple(sorted(_paths(space, TABLES.shark.burst))) for space in range(len(WATERS))])
"""For each space, the paths of a speed burst from it."""


def begin(stage: Amity) -> Amity:
    """Begin the shark's turn: the mover that showed where it was leaves the board."""
    return replace(stage, phase="shark", revealed=NOWHERE, shark_turn=SharkSoFar((stage.shark,)))


def so_far(stage: Amity) -> SharkSoFar:
    """Give what the shark has done in its turn."""
    assert stage.shark_turn is not None
    return stage.shark_turn


def actions_left(stage: Amity) -> int:
    """Count the shark's actions that are left in its turn."""
    return allowance(stage, "shark") - so_far(stage).spent


def used(stage: Amity) -> int:
    """Give the mask of the power tokens that were used, the one of this turn included."""
    turn = stage.shark_turn
    return stage.used | 1 << turn.token if turn and turn.token != NOBODY else stage.used


def meal(turn: SharkSoFar) -> int:
    """Count the slots of the track that the shark has eaten in a turn."""
    return sum(turn.eaten) + TABLES.swimmers.michael * turn.michael


def named_boats(tipped: tuple[bool, bool]) -> tuple[BoatName, ...]:
    """Name the boats that were tipped."""
    return tuple([name for name, was in zip(BOATS, tipped, strict=True) if was])


def steps_at_most(stage: Amity) -> int:
    """Say how many steps the shark can take in this turn before it ends it: actions, one token, and the boats."""
    return allowance(stage, "shark") + 1 + len(BOATS) * _tipping(stage)


def legal(stage: Amity) -> tuple[SharkMove, ...]:
    """List what the shark can do: one step of its turn."""
    turn, left = so_far(stage), actions_left(stage)
    space = turn.trail[-1]
    beach = beach_at(space)
    swimmers, michael = remaining(stage, turn, beach)
    playable = [turn.token == NOBODY and not stage.used >> token & 1 for token in range(len(TOKENS))]
    moves: list[SharkMove] = []
    if left:
        moves += [Swim(WATERS[to]) for to in NEAR[space]]
        if swimmers:
            moves.append(Eat("swimmer"))
        if michael:
            moves.append(Eat("michael"))
        if playable[FRENZY] and swimmers + michael:
            moves.append(FeedingFrenzy())
        if playable[BURST]:
            moves += _BURST_MOVES[space]
    if playable[EVASIVE]:
        moves.append(EvasiveMoves())
    if playable[CLOAK]:
        moves.append(OutOfSight())
    if _tipping(stage):
        moves += [Tip(name) for boat, name in enumerate(BOATS) if stage.boats[boat] == space and not turn.tipped[boat]]
    moves.append(EndTurn())
    return tuple(moves)


def remaining(stage: Amity, turn: SharkSoFar, beach: int) -> tuple[int, bool]:
    """Count the ordinary swimmers whom the shark has left at a beach, and say whether Michael is there."""
    if beach < 0:
        return 0, False
    return stage.swimmers[beach] - turn.eaten[beach], stage.michael == beach and not turn.michael


def act(stage: Amity, move: SharkMove) -> Amity:
    """Take one hidden step: nothing of it is public but the turn's end, which is `report`."""
    turn = so_far(stage)
    space = turn.trail[-1]
    match move:
        case Swim(to):
            turn = replace(turn, trail=(*turn.trail, NUMBER[to]), spent=turn.spent + 1)
        case SpeedBurst(path):
            trail = (*turn.trail, *[NUMBER[to] for to in path])
            turn = replace(turn, trail=trail, spent=turn.spent + 1, token=BURST)
        case Eat(who):
            turn = _eat(turn, beach_at(space), int(who == "swimmer"), who == "michael")
        case FeedingFrenzy():
            beach = beach_at(space)
            turn = replace(_eat(turn, beach, *remaining(stage, turn, beach)), token=FRENZY)
        case EvasiveMoves():
            turn = replace(turn, token=EVASIVE)
        case OutOfSight():
            turn = replace(turn, token=CLOAK)
        case Tip(boat):
            orca, hoopers = turn.tipped
            turn = replace(turn, tipped=(orca or boat == "orca", hoopers or boat == "hooper"))
    return replace(stage, shark_turn=turn)


def report(stage: Amity) -> tuple[Amity, list[AmityStory]]:
    """End the turn: fold what the shark did into what everybody sees, and tell the report."""
    turn = so_far(stage)
    michael = stage.michael if turn.michael else NOWHERE
    n, e, s, w = [count + (beach == michael) for beach, count in enumerate(turn.eaten)]
    visited = sorted(set(turn.trail))
    sensors = () if turn.token == EVASIVE else tuple([space for space in visited if stage.floating[space]])
    facts = Report((n, e, s, w), turn.michael, sensors, turn.tipped, turn.token != NOBODY)
    ghosts = after_turn(stage.ghosts, scene(stage), facts)
    track = stage.track + meal(turn)
    told = _told(stage.round, facts, track)
    n, e, s, w = [there - eaten for there, eaten in zip(stage.swimmers, turn.eaten, strict=True)]
    quint, hooper = stage.in_water
    orca, hoopers = turn.tipped
    stage = replace(
        stage,
        swimmers=(n, e, s, w),
        michael=GONE if turn.michael else stage.michael,
        track=track,
        in_water=(quint or orca, hooper or hoopers),
        report=told,
        ghosts=ghosts,
        shark=turn.trail[-1],
        used=used(stage),
        cloaked=turn.token == CLOAK,
        shark_turn=None,
    )
    return stage, [told]


def scene(stage: Amity) -> Scene:
    """Say what was public when the turn began."""
    floating = tuple([space for space, barrels in enumerate(stage.floating) if barrels])
    boats = stage.boats if _tipping(stage) else None
    return Scene(stage.swimmers, max(stage.michael, NOWHERE), floating, allowance(stage, "shark"), boats)


def _eat(turn: SharkSoFar, beach: int, swimmers: int, michael: bool) -> SharkSoFar:
    n, e, s, w = [eaten + swimmers * (at == beach) for at, eaten in enumerate(turn.eaten)]
    return replace(turn, spent=turn.spent + 1, eaten=(n, e, s, w), michael=turn.michael or michael)


def _tipping(stage: Amity) -> bool:
    card = event(stage)
    return card is not None and card.tipping


def _told(number: int, facts: Report, track: int) -> SharkReported:
    eaten = {TABLES.board.beaches[beach]: count for beach, count in enumerate(facts.eaten) if count}
    parts = ["The shark's turn is over."]
    if eaten:
        meals = tuple([f"{count} at {titled(NUMBER[beach])}" for beach, count in eaten.items()])
        parts.append(f"It ate {listed(meals)}{', Michael among them' * facts.michael}; the track is at {track}.")
    else:
        parts.append("It ate nobody.")
    if facts.sensors:
        parts.append(f"Sensors went off at {listed(tuple([titled(space) for space in facts.sensors]))}.")
    if any(facts.tipped):
        boats = tuple([title for title, tipped in zip(BOAT_TITLES, facts.tipped, strict=True) if tipped])
        parts.append(f"It tipped {listed(boats)}.")
    parts.append("It played a power token." if facts.token else "It played no power token.")
    return SharkReported(
        text=" ".join(parts),
        round=number,
        eaten=eaten,
        michael=facts.michael,
        sensors=tuple([WATERS[space] for space in facts.sensors]),
        tipped=named_boats(facts.tipped),
        token=facts.token,
        track=track,
    )


_BURST_MOVES = tuple([[SpeedBurst(tuple([WATERS[to] for to in path])) for path in paths] for paths in BURSTS])
