"""The rules of Jaws: which act is played, and what is asked of whom in it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tableshark import Awaiting, Chance, Moves, Outcome, Rules, Seat
from tableshark_jaws import passage
from tableshark_jaws.amity import act as amity
from tableshark_jaws.amity.moves import EndTurn
from tableshark_jaws.amity.state import Amity, AmityView
from tableshark_jaws.orca import act as orca
from tableshark_jaws.state import AnyMove, Options, State, View
from tableshark_jaws.table import SEATS, SHARK, TURN_SECONDS

__all__ = ["RULES"]


def seats(options: Options) -> tuple[Seat, ...]:
    return SEATS


def setup(options: Options, chance: Chance) -> State:
    """Open the first act that is played."""
    if options.acts == "two":
        stage, news = passage.straight_to_sea(chance)
        return State(acts=options.acts, hints=options.hints, stage=stage, news=news)
    island, told = amity.begin(passage.LIMIT[options.acts], chance)
    return State(acts=options.acts, hints=options.hints, stage=island, news=told)


def status(state: State) -> Awaiting | Outcome:
    stage = state.stage
    if isinstance(stage, Amity):
        ending = amity.ending(stage)
        if ending is None:
            return amity.asked(stage)
        return _outcome(crew_wins=ending != "track", reason=amity.REASONS[ending])
    end = orca.ending(stage)
    return orca.asked(stage) if end is None else _outcome(crew_wins=end == "shark", reason=orca.REASONS[end])


def legal(state: State, seat: Seat) -> Moves[AnyMove]:
    stage = state.stage
    return amity.legal(stage, seat) if isinstance(stage, Amity) else orca.legal(stage, seat)


def apply(state: State, moves: Mapping[Seat, AnyMove], chance: Chance) -> State:
    """Play one move; after the last one of act one the shark and the crew put to sea."""
    ((seat, move),) = moves.items()
    if not isinstance(state.stage, Amity):
        # Only moves of the act that is played are legal.
        stage, news = orca.play(state.stage, seat, move, chance)  # type: ignore[arg-type]
        return replace(state, stage=stage, news=news or state.news)
    island, told = amity.play(state.stage, seat, move, chance)
    if state.acts == "one" or amity.ending(island) is None:
        # A hidden step has no news: what was told last stays.
        return replace(state, stage=island, news=told or state.news)
    sea, more = passage.put_to_sea(island, chance)
    return replace(state, stage=sea, news=(*told, *more))


def view(state: State, seat: Seat | None) -> View:
    stage, over = state.stage, isinstance(status(state), Outcome)
    if isinstance(stage, Amity):
        return View(state.acts, 1, amity.view(stage, seat, hints=state.hints, over=over), state.news)
    return View(state.acts, 2, orca.view(stage, seat, over=over), state.news)


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """Redraw what the seat can't know. Once it is over, nothing is hidden."""
    if isinstance(status(state), Outcome):
        return state
    stage = state.stage
    if isinstance(stage, Amity):
        return replace(state, stage=amity.determinize(stage, seat, chance))
    return replace(state, stage=orca.determinize(stage, seat, chance))


def standing(state: State) -> dict[Seat, float]:
    """How well the shark stands, and the crew against it."""
    stage = state.stage
    worth = amity.standing(stage) if isinstance(stage, Amity) else orca.standing(stage)
    return {seat: worth if seat == SHARK else -worth for seat in SEATS}


def pace(seen: View, move: AnyMove, chance: Chance) -> float:
    """End the shark's turn at a time that does not tell how many steps it had: all of them are taken at once."""
    hidden = isinstance(seen.stage, AmityView) and seen.stage.phase == "shark"
    return TURN_SECONDS if hidden and isinstance(move, EndTurn) else 0.0


def _outcome(*, crew_wins: bool, reason: str) -> Outcome:
    return Outcome.highest({seat: float((seat != SHARK) == crew_wins) for seat in SEATS}, reason)


RULES = Rules(
    id="jaws",
    title="Jaws",
    version=1,
    options=Options,
    state=State,
    move=AnyMove,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
    standing=standing,
    pace=pace,
)
"""Jaws, as Tableshark plays it."""
