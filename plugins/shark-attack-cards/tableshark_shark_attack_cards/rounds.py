"""A round: what may be selected, what is shown, whom the shark takes, and what is dealt next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product

from tableshark import Chance, Seat
from tableshark_shark_attack_cards.cards import (
    CHOSEN,
    DEALT,
    JOKERS,
    LEAST,
    MOST,
    ROUNDS,
    SEATS,
    VALUES,
    Cards,
    Hand,
    in_order,
    total,
)  # fmt: skip
from tableshark_shark_attack_cards.state import JokerValue, Select, State


@lru_cache(maxsize=1 << 10)
def selections(hand: Cards) -> tuple[Select, ...]:
    """List what may be selected of a hand: 20 triples, and with jokers each of their values (1,084 for two)."""
    listed = []
    for cards in combinations(hand, CHOSEN):
        jokers = [card for card in JOKERS if card in cards]
        for values in product(range(LEAST, MOST + 1), repeat=len(jokers)):
            given = [JokerValue(card, value) for card, value in zip(jokers, values, strict=True)]
            listed.append(Select(cards, tuple(given)))  # type: ignore[arg-type]
    return tuple(listed)


def priced(move: Select) -> Hand:
    """Say what each selected card is worth."""
    if not move.values:
        return tuple([(card, VALUES[card]) for card in move.cards])
    given = {one.card: one.value for one in move.values}
    return tuple([(card, given[card] if card in given else VALUES[card]) for card in move.cards])


def singles(hands: Sequence[Hand]) -> list[int]:
    """List what decides among equal totals: the single values of the last hand, the highest first, then of others."""
    return [value for hand in reversed(hands) for value in sorted([value for _, value in hand], reverse=True)]


def highest(shown: Sequence[Sequence[Hand]], turn: int) -> list[int]:
    """Find those at the top after this round, by number: more than one only where every card is equal."""
    totals = {place: total(hands) for place, hands in enumerate(shown) if len(hands) == turn}
    most = max(totals.values())
    tied = [place for place, own in totals.items() if own == most]
    if len(tied) == 1:
        return tied
    keys = [singles(shown[place]) for place in tied]
    top = max(keys)
    return [place for place, own in zip(tied, keys, strict=True) if own == top]


def returned(state: State) -> Cards:
    """List the cards of those who are out: in round 3 they went back into the stock."""
    return in_order(card for place in state.eaten for hand in state.shown[place] for card, _ in hand)


def play(state: State, moves: Mapping[Seat, Select], chance: Chance) -> State:
    """Show what everybody selected; the highest is eaten and the next round dealt, or the game is over."""
    shown, discards = list(state.shown), list(state.discards)
    for place, hand in enumerate(state.hands):
        if hand:
            move = moves[SEATS[place]]
            shown[place] += (priced(move),)
            discards[place] += (tuple([card for card in hand if card not in move.cards]),)
    after = State(
        state.jokers, state.round, state.stock, ((),) * len(SEATS), tuple(shown), tuple(discards), state.eaten
    )
    return after if state.round == ROUNDS else _go_on(after, chance)


def _go_on(state: State, chance: Chance) -> State:
    top = highest(state.shown, state.round)
    eaten = (*state.eaten, top[0] if len(top) == 1 else chance.pick(top))
    state = State(state.jokers, state.round + 1, state.stock, state.hands, state.shown, state.discards, eaten)
    stock = state.stock
    if state.round == ROUNDS:
        stock = chance.shuffle(stock + returned(state))
    hands, stock = deal(stock, [place for place in range(len(SEATS)) if place not in eaten])
    return State(state.jokers, state.round, stock, hands, state.shown, state.discards, eaten)


def deal(stock: Cards, places: Iterable[int]) -> tuple[tuple[Cards, ...], Cards]:
    """Give these players six cards each from the top: all the hands, and what is left of the stock."""
    hands: list[Cards] = [()] * len(SEATS)
    for place in places:
        hands[place], stock = in_order(stock[:DEALT]), stock[DEALT:]
    return tuple(hands), stock
