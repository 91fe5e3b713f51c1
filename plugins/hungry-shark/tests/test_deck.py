"""The 54 cards: HS-10, and what HS-1 says of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from tableshark_hungry_shark import cards, make_deck
from tableshark_hungry_shark.cards import DECK, FISH, GROTTO, OCEAN
from tableshark_hungry_shark.sight import KINDS, Fish, Octopus, Shark, survivors

BOARDS = 36 * 35 * 18


def test_hs_10_the_script_makes_the_deck_that_is_there():
    """HS-10."""
    assert make_deck.build() == Path(cards.__file__).with_name("deck.json").read_bytes()


def test_hs_1_36_ocean_cards_and_18_grotto_cards():
    """HS-1, HS-10."""
    assert [card.id for card in DECK] == list(range(54))
    assert tuple(range(36)) == OCEAN
    assert tuple(range(36, 54)) == GROTTO
    assert Counter(card.back for card in DECK) == {"ocean": 36, "grotto": 18}


def test_hs_10_every_card_is_different_and_within_bounds():
    """HS-10."""
    assert len({card.slots for card in DECK}) == 54
    for card in DECK:
        kinds = Counter(type(slot) for slot in card.slots)
        assert len(card.slots) == 4
        assert kinds[Shark] <= 1
        assert kinds[Octopus] <= 1
        fish = [slot.count for slot in card.slots if isinstance(slot, Fish)]
        assert all(1 <= count <= 3 for count in fish)
        assert 1 <= sum(fish) <= 6
        assert sum(fish) == FISH[card.id]


def test_hs_10_icons():
    """HS-10."""
    assert all(card.icon is None for card in DECK if card.back == "ocean")
    icons = [card.icon for card in DECK if card.back == "grotto"]
    assert Counter(icon.sign for icon in icons) == {"kind": 4, "not": 4, "all": 4, "most": 3, "least": 3}
    for sign in ("kind", "not"):
        named = {icon.kind for icon in icons if icon.sign == sign}
        assert len(named) == 4
        assert named <= set(KINDS)
    assert all(icon.kind is None for icon in icons if icon.sign not in ("kind", "not"))


def without(kind):
    """The slots of all cards, with this kind of creature taken away."""
    return [tuple([None if type(slot) is kind else slot for slot in card.slots]) for card in DECK]


@pytest.fixture(scope="module")
def proportions():
    """The answers over all boards, and how often they change without sharks, and without octopuses."""
    whole, sharkless, octopusless = [card.slots for card in DECK], without(Shark), without(Octopus)
    answers, sharks, octopuses = Counter(), 0, 0
    for left, right in permutations(OCEAN, 2):
        for centre in GROTTO:
            answer, no_shark, no_octopus = (
                sum(survivors(deck[left] + deck[centre] + deck[right])) for deck in (whole, sharkless, octopusless)
            )
            answers[answer] += 1
            sharks += answer != no_shark
            octopuses += answer != no_octopus
    assert answers.total() == BOARDS
    return answers, sharks / BOARDS, octopuses / BOARDS


def test_hs_10_no_answer_is_right_too_often(proportions):
    """HS-10."""
    answers = proportions[0]
    assert max(answers.values()) / BOARDS == pytest.approx(0.105, abs=0.0005)
    assert max(answers.values()) / BOARDS < 0.25


def test_hs_10_sharks_and_octopuses_matter(proportions):
    """HS-10."""
    _, sharks, octopuses = proportions
    assert (sharks, octopuses) == (pytest.approx(0.655, abs=0.0005), pytest.approx(0.440, abs=0.0005))
    assert min(sharks, octopuses) >= 0.25
