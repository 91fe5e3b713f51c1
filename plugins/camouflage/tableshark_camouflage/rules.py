"""The rules of Camouflage: memorise, hide, seek, and pass the shark on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from tableshark import Awaiting, Chance, Outcome, Rules, Seat
from tableshark_camouflage.corals import CORALS, NUMBER, SEATS
from tableshark_camouflage.rounds import beneath, fish, guess, hide, open_game, turn_away
from tableshark_camouflage.sight import determinize, view
from tableshark_camouflage.state import Grid, Guess, Hide, Options, Ready, State, Terms, View

__all__ = ["RULES"]

AnyMove = Ready | Hide | Guess


def seats(options: Options) -> tuple[Seat, ...]:
    return SEATS[: options.players]


def setup(options: Options, chance: Chance) -> State:
    """Lay out the first round."""
    grids = [options.handicap.get(seat, Grid(options.rows, options.columns)) for seat in seats(options)]
    terms = Terms(
        grids=tuple([(grid.rows, grid.columns) for grid in grids]),
        finish=options.finish if options.shark_turns is None else 0,
        shark_turns=options.shark_turns or 0,
        seconds=options.memorize_seconds,
    )
    return open_game(terms, SEATS.index(options.first_shark), chance)


def status(state: State) -> Awaiting | Outcome:
    if state.phase == "over":
        return _outcome(state)
    if state.phase == "hide":
        seat = fish(state.players, state.shark)[len(state.hides)]
        return _asked(seat, f"hide {state.round}", None)
    seconds = state.terms.seconds if state.phase == "memorize" else None
    return _asked(state.shark, f"{state.phase} {state.round}", seconds)


def legal(state: State, seat: Seat) -> tuple[AnyMove, ...]:
    """List what the seat may do; exchanges by space, and corals as they lie in the row."""
    if state.phase == "memorize":
        return (Ready(),)
    spaces = range(len(state.board))
    if state.phase == "seek":
        return tuple([Guess(space) for space in spaces if space not in state.turned])
    taken = beneath(state)
    corals = [CORALS[token] for token in state.row]
    return tuple([Hide(space, coral) for space in spaces if space not in taken for coral in corals])


def apply(state: State, moves: Mapping[Seat, AnyMove], chance: Chance) -> State:
    # No answer: the time to memorise is up, which is as good as `ready`.
    for move in moves.values():
        if type(move) is Hide:
            return hide(state, move.space, NUMBER[move.coral], chance)
        if type(move) is Guess:
            return guess(state, move.space, chance)
    return turn_away(state)


def standing(state: State) -> dict[Seat, float]:
    """Judge by the lead on the track, fish found in this round included: what everybody can see."""
    steps = [0] * len(state.track)
    under = beneath(state)
    for space in state.turned if state.phase == "seek" else ():
        if space in under:
            steps[state.shark] += 1
            # Whoever is found misses the step that all fish still expect.
            steps[under[space]] -= 1
    extra = state.extra or (0,) * len(steps)
    worth = [sum(parts) for parts in zip(state.track, extra, steps, strict=True)]
    lead = [float(own - max(worth[:seat] + worth[seat + 1 :])) for seat, own in enumerate(worth)]
    return dict(zip(SEATS, lead, strict=False))


def _outcome(state: State) -> Outcome:
    # The second track decides only among those who were level on the first; the others stayed at its start.
    extra = state.extra or (0,) * len(state.track)
    reached = list(zip(state.track, extra, strict=True))
    ranks = {seat: 1 + sum(other > own for other in reached) for seat, own in zip(SEATS, reached, strict=False)}
    scores = {seat: float(at) for seat, at in zip(SEATS, state.track, strict=False)}
    turns = state.terms.shark_turns
    ended = f"everyone was the shark {turns} time{'s' * (turns > 1)}" if turns else "finish reached"
    tie = "tie broken" if list(ranks.values()).count(1) == 1 else "still level after the tie-break"
    return Outcome(ranks, scores, f"{ended}, {tie}" if state.extra else ended)


@lru_cache(maxsize=1 << 10)
def _asked(seat: int, label: str, seconds: float | None) -> Awaiting:
    return Awaiting.of(SEATS[seat], question=label, seconds=seconds)


RULES: Rules[Options, State, Ready | Hide | Guess, View] = Rules(
    id="camouflage",
    title="Camouflage",
    version=1,
    options=Options,
    state=State,
    move=Ready | Hide | Guess,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
    standing=standing,
    forgets=True,
)
