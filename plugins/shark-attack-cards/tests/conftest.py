"""A table to lay cards on, selections written as words, and luck that leaves the cards as they lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tableshark import Chance, Scripted
from tableshark_shark_attack_cards.cards import DECKS, VALUES, in_order
from tableshark_shark_attack_cards.rules import RULES
from tableshark_shark_attack_cards.state import JokerValue, Select, State

NOTHING: Any = ((), (), (), ())
"""What the four seats have shown before round 1 is over."""


def written(cards: str) -> Select:
    """Read a selection: "QS 10H X1=14"."""
    names, values = [], []
    for word in cards.split():
        card, _, value = word.partition("=")
        names.append(card)
        if value:
            values.append(JokerValue(card, int(value)))
    return Select(tuple(names), tuple(values))


@pytest.fixture
def select() -> Callable[[str], Select]:
    """Write a selection as words."""
    return written


@pytest.fixture
def table() -> Callable[..., State]:
    """Lay the table: hands, what was shown so far and who is out; all other cards are stock and discards."""

    def lay(
        hands: list[str], shown: Any = ((), (), (), ()), eaten: tuple[int, ...] = (), jokers: bool = False
    ) -> State:
        held = tuple(in_order(hand.split()) for hand in hands)
        priced = tuple(
            tuple(
                tuple((card, int(value) if value else VALUES[card]) for card, _, value in map(part, hand.split()))
                for hand in past
            )
            for past in shown
        )
        lying = {card for place, past in enumerate(priced) for hand in past for card, _ in hand}
        returned = {card for place in eaten if len(eaten) == 2 for hand in priced[place] for card, _ in hand}
        used = {card for hand in held for card in hand}
        rest = [card for card in DECKS[jokers] if card not in used and card not in lying]
        discards = []
        for past in shown:
            discards.append(tuple(tuple(rest[3 * turn : 3 * turn + 3]) for turn in range(len(past))))
            rest = rest[3 * len(past) :]
        stock = (*rest, *in_order(returned - used))
        return State(jokers, len(eaten) + 1, stock, held, priced, tuple(discards), eaten)

    def part(word: str) -> tuple[str, str, str]:
        return word.partition("=")

    return lay


@pytest.fixture
def as_it_lies() -> Callable[..., Scripted]:
    """Luck that shuffles so many cards into the order in which they lie, after these draws."""

    def script(cards: int = 0, *before: tuple[int, int]) -> Scripted:
        return Scripted([*before, *((n, n - 1) for n in range(cards, 1, -1))])

    return script


@pytest.fixture
def play(as_it_lies: Callable[..., Scripted]) -> Callable[..., State]:
    """Play legal selections of all who are awaited, with exactly this luck (by default, none is asked for)."""

    def step(state: State, moves: Mapping[str, str], chance: Chance | None = None) -> State:
        assert set(moves) == RULES.status(state).seats
        answers = {seat: written(cards) for seat, cards in moves.items()}
        for seat, move in answers.items():
            assert move in RULES.legal(state, seat)
        chance = chance or as_it_lies()
        after = RULES.apply(state, answers, chance)
        assert not getattr(chance, "left", None)
        return after

    return step
