"""Act one as the frame plays it: how it begins, whom it asks, what a move does, and how it ends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tableshark import Awaiting, Chance, Seat
from tableshark_jaws.amity import crew, events, shark, trace
from tableshark_jaws.amity.moves import AmityMove, EndTurn, PickStart
from tableshark_jaws.amity.news import AmityOver, AmityStory, Cause, IslandOpened
from tableshark_jaws.amity.sight import determinize, standing, view
from tableshark_jaws.amity.state import BRODY, Amity
from tableshark_jaws.amity.tables import NUMBER, TABLES, WATERS
from tableshark_jaws.table import CREW, SHARK

__all__ = ["REASONS", "asked", "begin", "determinize", "ending", "legal", "play", "standing", "view"]

REASONS: dict[Cause, str] = {
    "barrels": "two barrels are on the shark",
    "track": "the swimmer track is full",
    "rounds": "the summer is over",
}
"""Why act one ended, as an outcome's reason."""


def begin(limit: int, chance: Chance) -> tuple[Amity, tuple[AmityStory, ...]]:
    """Set the island up; the act is over with this slot of the swimmer track."""
    starts, barrels = TABLES.starts, TABLES.barrels
    stage = Amity(
        limit=limit,
        deck=chance.shuffle([event.card for event in TABLES.events]),
        boats=(NUMBER[starts.quint], NUMBER[starts.hooper]),
        brody=NUMBER[starts.brody],
        held=(barrels.orca, 0, 0),
        shop=barrels.shop,
        floating=(0,) * len(WATERS),
    )
    return stage, (IslandOpened(text="Amity Island opens for the summer. The shark picks in secret where it starts."),)


def asked(stage: Amity) -> Awaiting:
    """Say who is asked. The shark's whole turn is one question, and so is the crew phase."""
    number = stage.round
    match stage.phase:
        case "start":
            return Awaiting.of(SHARK, question="start")
        case "shark":
            return Awaiting.of(SHARK, question=f"shark {number}")
        case "event" if stage.asked == "helicopter":
            return Awaiting.of(CREW[BRODY], question=f"helicopter {number}")
        case "event":
            return Awaiting(frozenset(CREW), until="any", question=f"crew picks {number}")
        case _:
            seats = frozenset([CREW[member] for member in crew.awaited(stage)])
            return Awaiting(seats, until="any", question=f"crew {number}")


def legal(stage: Amity, seat: Seat) -> tuple[AmityMove, ...]:
    """List what an awaited seat can do."""
    match stage.phase:
        case "start":
            return tuple([PickStart(space) for space in WATERS])
        case "event":
            return events.legal(stage)
        case "shark":
            return shark.legal(stage)
        case _:
            return crew.legal(stage, CREW.index(seat))


def play(stage: Amity, seat: Seat, move: Any, chance: Chance) -> tuple[Amity, tuple[AmityStory, ...]]:
    """Play one move; a hidden step of the shark has no news."""
    match stage.phase:
        case "start":
            return _round(_started(stage, move), chance)
        case "event":
            stage, told = events.answer(stage, move)
            return shark.begin(stage), tuple(told)
        case "shark" if isinstance(move, EndTurn):
            stage, told = shark.report(stage)
            stage = crew.begin(stage)
        case "shark":
            return shark.act(stage, move), ()
        case _:
            stage, told = crew.act(stage, CREW.index(seat), move)
    over = _over(stage)
    if over is not None:
        text = f"Act one is over: {REASONS[over]}."
        return replace(stage, phase="over", crew_turn=None), (*told, AmityOver(text=text, because=over))
    if len(stage.acted) == len(CREW):
        stage, more = _round(stage, chance)
        return stage, (*told, *more)
    return stage, tuple(told)


def ending(stage: Amity) -> Cause | None:
    """Say why the act is over, None while it is not."""
    return _over(stage) if stage.phase == "over" else None


def _started(stage: Amity, move: PickStart) -> Amity:
    return replace(stage, shark=NUMBER[move.space], ghosts=trace.anywhere())


def _round(stage: Amity, chance: Chance) -> tuple[Amity, tuple[AmityStory, ...]]:
    """Begin a round: the event, and if it asks nothing the shark's turn."""
    stage = replace(stage, cloaked=False, ghosts=trace.at_rest(stage.ghosts))
    stage, told = events.turn_up(stage, chance)
    return (stage if stage.asked else shark.begin(stage)), tuple(told)


def _over(stage: Amity) -> Cause | None:
    if stage.attached >= TABLES.barrels.attached:
        return "barrels"
    if stage.track >= stage.limit:
        return "track"
    # The last round is over when all three of the crew have acted in it.
    return "rounds" if stage.round >= TABLES.rounds and len(stage.acted) == len(CREW) else None
