"""How to come near a number of points with three of six cards, and which number to aim at."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from tableshark import Chance
from tableshark_shark_attack_cards.cards import CHOSEN, DEALT, JOKERS, LEAST, MOST, ROUNDS, VALUES, Cards
from tableshark_shark_attack_cards.state import JokerValue, Select

ALL = CHOSEN * MOST
"""More than this no selection is worth."""


PLACES = tuple(combinations(range(DEALT), CHOSEN))
"""The triples of a hand, by place."""


class Aims(NamedTuple):
    """How a player plays who reckons with totals alone."""

    first: int = 14
    """Points to come near in round 1."""
    above: int = 13
    """How far above the highest total of the others to come in round 2: they add some more themselves."""


def target(aims: Aims, turn: int, mine: int, others: list[int]) -> int:
    """Say how many points to come near in a round, given the totals of all who are in."""
    if turn == 1:
        return aims.first
    if turn == ROUNDS:
        return ALL
    return max(others) + aims.above - mine


def aim(hand: Cards, points: int) -> Select:
    """Select what comes nearest to so many points; of equals what is worth less, then the more even cards."""
    if hand[-1] in JOKERS:
        return _aim_with_jokers(hand, points)
    # Cards lie in order: the last of a triple is its highest.
    triples = combinations([VALUES[card] for card in hand], CHOSEN)
    *_, place = min([(abs(a + b + c - points), a + b + c, c, place) for place, (a, b, c) in enumerate(triples)])
    return Select(tuple([hand[at] for at in PLACES[place]]))  # type: ignore[arg-type]


def anything(hand: Cards, chance: Chance) -> Select:
    """Select any three cards, each triple as likely; a joker gets any value."""
    cards = tuple([hand[at] for at in chance.pick(PLACES)])
    values = [JokerValue(card, LEAST + chance.below(MOST)) for card in JOKERS if card in cards]
    return Select(cards, tuple(values))  # type: ignore[arg-type]


def _aim_with_jokers(hand: Cards, points: int) -> Select:
    """Let the jokers that are selected make up for what the others lack, as far as they can."""
    ways = []
    for cards in combinations(hand, CHOSEN):
        base = [VALUES[card] for card in cards if card in VALUES]
        jokers, worth = CHOSEN - len(base), sum(base)
        if jokers:
            worth = min(max(points, worth + LEAST * jokers), worth + MOST * jokers)
        ways.append((abs(worth - points), worth, max(base), cards, worth - sum(base)))
    *_, cards, left = min(ways)
    return _select(cards, left)


def _select(cards: Cards, left: int) -> Select:
    """Make the move; what the jokers have to be worth together is parted evenly among them."""
    jokers = [card for card in JOKERS if card in cards]
    values = [JokerValue(card, (left + place) // len(jokers)) for place, card in enumerate(jokers)]
    return Select(cards, tuple(values))  # type: ignore[arg-type]
