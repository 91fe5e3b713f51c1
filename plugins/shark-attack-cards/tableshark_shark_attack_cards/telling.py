"""The story of the last step, told from the table: the hands that lie there say everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tableshark import Seat
from tableshark_shark_attack_cards.cards import CHOSEN, DEALT, ROUNDS, SEATS, Cards, Hand, total
from tableshark_shark_attack_cards.news import Dealt, Discarded, Eaten, Lots, Reshuffled, Shown, Story, Tied, Won
from tableshark_shark_attack_cards.rounds import highest, returned
from tableshark_shark_attack_cards.state import State


def tell(state: State) -> Iterator[Story]:
    """Tell the round that ended last, and what was dealt after it."""
    over = not any(state.hands)
    ended = state.round if over else state.round - 1
    if ended:
        yield from _shown(state, ended)
        if not over:
            yield from _eaten(state, ended)
        yield _discarded(state, ended)
    if over:
        yield _won(state)
        return
    if state.round == ROUNDS:
        yield _reshuffled(state)
    yield _dealt(state)


def _shown(state: State, ended: int) -> Iterator[Shown]:
    for place, hands in enumerate(state.shown):
        if len(hands) >= ended:
            seat, points, score = SEATS[place], total(hands[-1:]), total(hands)
            cards, values = zip(*hands[-1], strict=True)
            more = f", {score} in all" if ended > 1 else ""
            text = f"{seat} shows {_named(hands[-1])}: {_count(points, 'point')}{more}."
            yield Shown(text=text, seat=seat, round=ended, cards=cards, values=values, points=points, total=score)


def _eaten(state: State, ended: int) -> Iterator[Story]:
    place = state.eaten[-1]
    seat, most = SEATS[place], total(state.shown[place])
    tied = [SEATS[other] for other, hands in enumerate(state.shown) if len(hands) == ended and total(hands) == most]
    equal = [SEATS[other] for other in highest(state.shown, ended)]
    if len(tied) > 1:
        text = f"{_list(tied)} tie with {_count(most, 'point')}: their single cards decide, the highest first."
        yield Tied(text=text, seats=tuple(tied), total=most)
    if len(equal) > 1:
        text = f"{_list(equal)} are equal in every card and draw lots: it falls on {seat}."
        yield Lots(text=text, seats=tuple(equal), seat=seat)
    text = f"The shark eats {seat}, who had {_count(most, 'point')}."
    yield Eaten(text=text, seat=seat, round=ended, total=most)


def _discarded(state: State, ended: int) -> Discarded:
    count = CHOSEN * sum(len(past) >= ended for past in state.discards)
    discard = CHOSEN * sum(map(len, state.discards))
    text = f"{count} cards that nobody selected are discarded face down, {discard} in all."
    return Discarded(text=text, count=count, discard=discard)


def _reshuffled(state: State) -> Reshuffled:
    cards = returned(state)
    stock = len(state.stock) + sum(map(len, state.hands))
    text = f"The cards of those who are out ({_list(cards)}) are shuffled into the stock, {stock} cards now."
    return Reshuffled(text=text, cards=cards, stock=stock)


def _dealt(state: State) -> Dealt:
    seats: tuple[Seat, ...] = tuple([SEATS[place] for place, hand in enumerate(state.hands) if hand])
    left = len(state.stock)
    text = f"Round {state.round}: {_list(seats)} get {DEALT} cards each, {left} are left in the stock."
    return Dealt(text=text, round=state.round, seats=seats, each=DEALT, stock=left)


def _won(state: State) -> Won:
    totals = {SEATS[place]: total(hands) for place, hands in enumerate(state.shown) if place not in state.eaten}
    most = max(totals.values())
    best = tuple([seat for seat, score in totals.items() if score == most])
    how = "share the win" if len(best) > 1 else "wins"
    return Won(text=f"{_list(best)} {how} with {_count(most, 'point')}.", seats=best, total=most)


def _named(hand: Hand) -> str:
    return _list([f"{card} as {value}" if card.startswith("X") else card for card, value in hand])


def _list(items: Iterable[Seat] | Cards) -> str:
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"
