"""The rules of Hungry Shark: count, and say it first."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from tableshark import Awaiting, Chance, Outcome, Rules, Seat
from tableshark_hungry_shark.answers import CALLED, MOST, Asks, asks, right
from tableshark_hungry_shark.cards import GROTTO, OCEAN, ROUNDS, Numbers
from tableshark_hungry_shark.pace import anybody
from tableshark_hungry_shark.seen import view, worth
from tableshark_hungry_shark.state import NOBODY, SEATS, Call, Declare, Ended, Options, Pass, State, View

AnyMove = Declare | Pass
Decks = tuple[Numbers, Numbers, Numbers]


def seats(options: Options) -> tuple[Seat, ...]:
    return SEATS[: options.players]


def setup(options: Options, chance: Chance) -> State:
    """Shuffle the ocean cards, then the grotto cards, and turn up the first three."""
    decks = _shuffled(OCEAN, GROTTO, chance)
    piles: tuple[Numbers, ...] = ((),) * options.players
    seconds = None if options.round_seconds is None else float(options.round_seconds)
    return State(options.style, seconds, _rest(decks), _tops(decks), 1, (), (), piles)


def status(state: State) -> Awaiting | Outcome:
    if not state.board:
        return _outcome(state.piles)
    heard = [call[0] for call in state.calls]
    silent = frozenset([seat for place, seat in enumerate(SEATS[: len(state.piles)]) if place not in heard])
    return Awaiting(silent, until="any", question=f"round {state.round}", seconds=state.seconds)


def legal(state: State, seat: Seat) -> tuple[AnyMove, ...]:
    """List all that may be said, right or wrong, and the pass."""
    return _legal(state.round, asks(state.style, state.board))


def apply(state: State, moves: Mapping[Seat, AnyMove], chance: Chance) -> State:
    """Hear what one player says, or that time is up; a round that ends turns up the cards of the next."""
    if not moves:
        return _end(state, state.calls, state.lost, state.piles, NOBODY, timeout=True)
    [(seat, move)] = moves.items()
    place, lost, piles = SEATS.index(seat), state.lost, state.piles
    if isinstance(move, Pass):
        calls: tuple[Call, ...] = (*state.calls, (place, None, False))
    else:
        answer = move.kind if move.number is None else move.number
        if answer in right(state.style, state.board):
            return _end(state, (*state.calls, (place, answer, False)), lost, piles, place)
        pile = piles[place]
        if pile:
            lost, piles = (*lost, pile[-1]), _with(piles, place, pile[:-1])
        calls = (*state.calls, (place, answer, bool(pile)))
    if len(calls) == len(piles):
        return _end(state, calls, lost, piles, NOBODY)
    return replace(state, calls=calls, lost=lost, piles=piles)


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """Shuffle what was never turned up: all else, the seat has seen."""
    left, centre, right_ = state.decks
    if not centre:
        return state
    # Sorted first: the redrawn decks must not depend on the true ones.
    return replace(state, decks=_shuffled(tuple(sorted(left + right_)), tuple(sorted(centre)), chance))


def standing(state: State) -> dict[Seat, float]:
    """Judge by the lead in cards."""
    cards = [len(pile) for pile in state.piles]
    return {
        seat: float(own - max(cards[:place] + cards[place + 1 :]))
        for place, (seat, own) in enumerate(zip(SEATS, cards, strict=False))
    }


def _shuffled(ocean: Numbers, grotto: Numbers, chance: Chance) -> Decks:
    sides, half = chance.shuffle(ocean), len(ocean) // 2
    return sides[:half], chance.shuffle(grotto), sides[half:]


def _tops(decks: Decks) -> Numbers:
    return tuple([deck[0] for deck in decks])


def _rest(decks: Decks) -> Decks:
    left, centre, right_ = decks
    return left[1:], centre[1:], right_[1:]


def _end(
    state: State, calls: tuple[Call, ...], lost: Numbers, piles: tuple[Numbers, ...], winner: int, timeout: bool = False
) -> State:
    """Give the cards to the winner, or discard them; turn up the next, unless it was the last round."""
    board, decks = state.board, state.decks
    won = board + lost
    if winner != NOBODY:
        piles = _with(piles, winner, piles[winner] + won)
    last = Ended(state.round, board, calls, winner, len(won), timeout)
    if state.round == ROUNDS:
        return State(state.style, state.seconds, decks, (), ROUNDS, (), (), piles, last)
    return State(state.style, state.seconds, _rest(decks), _tops(decks), state.round + 1, (), (), piles, last)


def _with(piles: tuple[Numbers, ...], place: int, pile: Numbers) -> tuple[Numbers, ...]:
    return (*piles[:place], pile, *piles[place + 1 :])


def _outcome(piles: tuple[Numbers, ...]) -> Outcome:
    """Rank by cards, then by the fish on them."""
    worths = [worth(pile) for pile in piles]
    return Outcome(
        {seat: 1 + sum(other > own for other in worths) for seat, own in zip(SEATS, worths, strict=False)},
        {seat: float(cards) for seat, (cards, _) in zip(SEATS, worths, strict=False)},
        f"{ROUNDS} rounds played",
    )


@lru_cache(maxsize=2 * ROUNDS)
def _legal(turn: int, asked: Asks) -> tuple[AnyMove, ...]:
    if asked == "kind":
        return (*[Declare(turn, kind=kind) for kind in CALLED], Pass(turn))
    return (*[Declare(turn, number=number) for number in range(MOST + 1)], Pass(turn))


RULES: Rules[Options, State, Declare | Pass, View] = Rules(
    id="hungry-shark",
    title="Hungry Shark",
    version=1,
    options=Options,
    state=State,
    move=Declare | Pass,
    seen=View,
    seats=seats,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
    determinize=determinize,
    standing=standing,
    pace=anybody,
)
