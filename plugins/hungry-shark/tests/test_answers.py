"""What is right in each style: HS-6, HS-7 and HS-8."""

from __future__ import annotations

from itertools import permutations

import pytest

from tableshark_hungry_shark.answers import asks, by_icon, right
from tableshark_hungry_shark.cards import DECK, GROTTO, OCEAN, Icon
from tableshark_hungry_shark.sight import KINDS, printed, survivors

BOARDS = [(left, centre, right) for left, right in list(permutations(OCEAN, 2))[::11] for centre in GROTTO]
MIXED = "2r S> 1g 3b | O> 1y 2r <S | - - 1o 1b"
"""Left alive: one blue, orange and yellow, four red, no green."""


def with_sign(*signs):
    return [one for one in BOARDS if DECK[one[1]].icon.sign in signs]


def test_hs_6_childfish_counts_all_fish(raw):
    """HS-6."""
    for one in BOARDS:
        fish = [slot for card in one for slot in raw[card]["slots"] if slot and slot["type"] == "fish"]
        assert right("childfish", one) == (sum(slot["count"] for slot in fish),)
        assert asks("childfish", one) == "number"


def test_hs_6_sharks_and_octopuses_are_no_fish(board):
    """HS-6."""
    assert sum(printed(board("S> 2 O> 1 | <S <O 3 - | - - - -"))) == 6


def test_hs_7_gluttonous_counts_those_that_are_left(swim):
    """HS-7."""
    for one in BOARDS:
        assert right("gluttonous", one) == (sum(swim(one).values()),)
        assert asks("gluttonous", one) == "number"
    # The two styles are not the same game.
    assert sum(right("gluttonous", one) != right("childfish", one) for one in BOARDS) > len(BOARDS) / 4


@pytest.mark.parametrize(
    ("icon", "answers"),
    [
        (Icon("all"), (7,)),
        (Icon("kind", "red"), (4,)),
        (Icon("kind", "green"), (0,)),
        (Icon("not", "red"), (3,)),
        (Icon("not", "blue"), (6,)),
        (Icon("not", "green"), (7,)),
        (Icon("most"), ("red",)),
        (Icon("least"), ("blue", "orange", "yellow")),
    ],
)
def test_hs_8_icons(icon, answers, board):
    """HS-8."""
    assert by_icon(icon, survivors(board(MIXED))) == answers


def test_hs_8_a_tie_of_most(board):
    """HS-8."""
    alive = survivors(board("2r 1g 1g - | 1y - - - | - - - -"))
    assert by_icon(Icon("most"), alive) == ("green", "red")
    assert by_icon(Icon("least"), alive) == ("yellow",)


def test_hs_8_nothing_is_left(board):
    """HS-8."""
    alive = survivors(board("S> 2r 1g 3b | - - - - | - - - -"))
    assert by_icon(Icon("most"), alive) == by_icon(Icon("least"), alive) == ("none",)
    assert by_icon(Icon("all"), alive) == by_icon(Icon("kind", "red"), alive) == by_icon(Icon("not", "red"), alive)
    assert by_icon(Icon("all"), alive) == (0,)


def test_hs_8_one_kind_is_left(board):
    """HS-8."""
    alive = survivors(board("S> 2r 1g <O | 3y S> 1b - | - - - -"))
    assert by_icon(Icon("most"), alive) == ("yellow",)
    assert by_icon(Icon("least"), alive) == ("green",)
    alive = survivors(board("3y S> 1b - | - - - - | - - - -"))
    assert by_icon(Icon("most"), alive) == by_icon(Icon("least"), alive) == ("yellow",)


def test_hs_8_numbers_on_the_deck(swim):
    """HS-8."""
    boards = with_sign("kind", "not", "all")
    assert len(boards) > 1000
    for one in boards:
        left, icon = swim(one), DECK[one[1]].icon
        counted = {
            "all": sum(left.values()),
            "kind": left.get(icon.kind),
            "not": sum(n for kind, n in left.items() if kind != icon.kind),
        }
        assert right("bubbles", one) == (counted[icon.sign],)
        assert asks("bubbles", one) == "number"


def test_hs_8_kinds_on_the_deck(swim):
    """HS-8."""
    boards = with_sign("most", "least")
    assert len(boards) > 500
    ties = empty = 0
    for one in boards:
        left = {kind: n for kind, n in swim(one).items() if n}
        best = (max if DECK[one[1]].icon.sign == "most" else min)(left.values(), default=0)
        tied = {kind for kind, n in left.items() if n == best}
        assert set(right("bubbles", one)) == (tied or {"none"})
        assert asks("bubbles", one) == "kind"
        ties += len(tied) > 1
        empty += not tied
    assert ties > 50
    assert empty > 0


def test_hs_8_five_kinds():
    """HS-8."""
    assert KINDS == ("blue", "green", "orange", "red", "yellow")
