"""The crew's turns: who is next, and what each of the three can do."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark_jaws.amity.deeds import CrewMove, do
from tableshark_jaws.amity.moves import (
    Binoculars,
    Climb,
    Close,
    Drop,
    EndTurn,
    FishFinder,
    GiveBarrels,
    Launch,
    PickUp,
    Rescue,
    Sail,
    Walk,
)
from tableshark_jaws.amity.news import AmityStory, CrewTurnEnded
from tableshark_jaws.amity.state import (
    BRODY,
    HOOPER,
    NOBODY,
    QUINT,
    Amity,
    CrewSoFar,
    allowance,
    event,
    headcount,
    space_of,
)
from tableshark_jaws.amity.tables import (
    NEAR,
    OFFICES,
    PATHS,
    PLACES,
    SAILS,
    SHOP,
    TABLES,
    WATERS,
    beach_at,
    dock_at,
)
from tableshark_jaws.table import CREW

IN_BOATS = (QUINT, HOOPER)
"""The captains, in the order of their boats."""


def begin(stage: Amity) -> Amity:
    """Begin the crew phase."""
    return replace(stage, phase="crew", acted=(), crew_turn=None, extra=NOBODY)


def awaited(stage: Amity) -> tuple[int, ...]:
    """List those who can act now: the one whose turn has begun, or all who have not acted."""
    if stage.crew_turn is not None:
        return (stage.crew_turn.member,)
    return tuple([member for member in range(len(CREW)) if member not in stage.acted])


def actions_left(stage: Amity, member: int) -> int:
    """Count the actions that one of the crew has left this round, with an extra one that is still to be had."""
    if member in stage.acted:
        return 0
    card, turn = event(stage), _turn(stage, member)
    extra = card.extra if card is not None and stage.extra in (NOBODY, member) else 0
    return allowance(stage, CREW[member]) + extra - turn.spent


def legal(stage: Amity, member: int) -> tuple[CrewMove, ...]:
    """List what one of the crew can do."""
    left, turn = actions_left(stage, member), _turn(stage, member)
    if member in IN_BOATS and stage.in_water[IN_BOATS.index(member)]:
        return (Climb(), EndTurn()) if left >= TABLES.crew.climb else (EndTurn(),)
    space = space_of(stage, member)
    moves: list[CrewMove] = []
    if left:
        moves += _afloat(stage, member, space, turn) if member in IN_BOATS else _ashore(stage, space, turn)
    card = event(stage)
    docks = "open" if card is None else card.docks
    if dock_at(space) >= 0 and (left or docks == "free") and docks != "shut":
        moves += _at_dock(stage, member, dock_at(space), turn)
    moves.append(EndTurn())
    return tuple(moves)


def act(stage: Amity, member: int, move: CrewMove) -> tuple[Amity, list[AmityStory]]:
    """Take one action, or end the turn."""
    if isinstance(move, EndTurn):
        name = CREW[member]
        told = CrewTurnEnded(text=f"{name.title()} has finished.", member=name)
        return replace(stage, acted=(*stage.acted, member), crew_turn=None), [told]
    turn = _turn(stage, member)
    turn = replace(turn, spent=turn.spent + _cost(stage, move))
    # Whoever goes beyond what everybody has takes what an event left to one of the crew.
    extra = member if turn.spent > allowance(stage, CREW[member]) else stage.extra
    return do(replace(stage, crew_turn=turn, extra=extra), turn, move)


def _turn(stage: Amity, member: int) -> CrewSoFar:
    turn = stage.crew_turn
    return turn if turn is not None and turn.member == member else CrewSoFar(member)


def _cost(stage: Amity, move: CrewMove) -> int:
    if isinstance(move, Climb):
        return TABLES.crew.climb
    card = event(stage)
    at_dock = isinstance(move, Drop) or (isinstance(move, PickUp) and move.source == "dock")
    return 0 if at_dock and card is not None and card.docks == "free" else 1


def _afloat(stage: Amity, member: int, space: int, turn: CrewSoFar) -> list[CrewMove]:
    """List what a captain can do but at a dock."""
    beach, held = beach_at(space), stage.held[member]
    moves: list[CrewMove] = [Sail(WATERS[to]) for to in SAILS[CREW[member]][space]]
    if beach >= 0 and stage.swimmers[beach]:
        moves.append(Rescue("swimmer"))
    moves += [PickUp("floating", 1 + more) for more in range(stage.floating[space])]
    if member == QUINT:
        return [*moves, *[Launch(WATERS[to]) for to in (space, *NEAR[space]) if held]]
    if stage.boats[0] == space:
        moves += [GiveBarrels(1 + more) for more in range(held)]
    if not turn.asked:
        moves.append(FishFinder())
    return moves


def _ashore(stage: Amity, space: int, turn: CrewSoFar) -> list[CrewMove]:
    """List what Brody can do but at a dock."""
    beach, card = beach_at(space), event(stage)
    moves: list[CrewMove] = [Walk(PLACES[to]) for to in PATHS[space]]  # type: ignore[arg-type]
    if beach >= 0:
        if stage.swimmers[beach]:
            moves.append(Rescue("swimmer"))
        if stage.michael == beach:
            moves.append(Rescue("michael"))
        if not turn.asked:
            moves.append(Binoculars())
    if space == SHOP and stage.shop and stage.held[BRODY] < TABLES.crew.carry:
        moves.append(PickUp("shop", 1))
    if space in OFFICES and not turn.closed and (card is None or card.closing):
        for number, name in enumerate(TABLES.board.beaches):
            if not headcount(stage, number) and number != stage.token:
                moves.append(Close(name))
    return moves


def _at_dock(stage: Amity, member: int, dock: int, turn: CrewSoFar) -> list[CrewMove]:
    """List what one of the crew can do with barrels at a dock that is in use."""
    there = stage.docked[dock]
    if member != BRODY:
        return [PickUp("dock", 1 + more) for more in range(there)]
    moves: list[CrewMove] = []
    if there and stage.held[BRODY] < TABLES.crew.carry and dock not in turn.dropped:
        moves.append(PickUp("dock", 1))
    if stage.held[BRODY] and dock not in turn.taken:
        moves.append(Drop())
    return moves
