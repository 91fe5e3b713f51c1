"""Who is devoured: HS-9."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tableshark_hungry_shark.cards import EVERY_BOARD, GROTTO, OCEAN, left_alive, slots
from tableshark_hungry_shark.sight import KINDS, Fish, Octopus, Shark, survivors

FACES = st.sampled_from(["left", "right"])
SLOTS = st.one_of(
    st.none(),
    st.builds(Fish, st.sampled_from(KINDS), st.integers(1, 3)),
    st.builds(Shark, FACES),
    st.builds(Octopus, FACES),
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("S> 2 2 2 | O> - - - | - - - -", 0),
        ("3 S> 1 O> | 2 - - - | - - - -", 5),
        ("S> 1 O> 2 | 3 - - <S | - - - -", 5),
    ],
)
def test_hs_9_published_examples(text, left, board):
    """HS-9."""
    assert sum(survivors(board(text))) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("1 2 3 - | - 1 1 1 | 2 - - 3", 14),  # nobody looks
        ("1 <S 2 - | - - - - | - - - 3", 5),  # behind it all is safe
        ("1 S> 2 - | - - - - | - - - 3", 1),  # it sees to the end of the board, across cards
        ("3 - - - | - - - - | - - <S 1", 1),  # and to the left
        ("S> 1 <S 2 | - - - - | - - - -", 2),  # a shark blocks, whichever way it faces
        ("S> 1 S> 2 | - - - - | - - - -", 0),
        ("S> 1 O> 2 | - - - - | - - - -", 2),  # an octopus that looks away blocks too
        ("S> 1 <O 2 | - - - - | - - - -", 3),  # one that looks at the fish guards them
        ("O> 1 S> 2 | - - - - | - - - -", 1),  # behind the shark the octopus sees nothing
        ("O> 1 <S 2 | - - - - | - - - -", 3),
        ("O> 1 O> 2 | <S - - - | - - - -", 3),  # each guards its own stretch
        ("O> 1 <O 2 | <S - - - | - - - -", 1),  # and the near one not what is behind it
        ("S> - - 1 | - - - - | - - <O 2", 3),  # from afar
        ("S> <O 1 <S | 1 - - - | - - - -", 1),  # the octopus next to the shark looks elsewhere
        ("S> O> - - | - - - - | - - - -", 0),
    ],
)
def test_hs_9_sight(text, left, board):
    """HS-9."""
    assert sum(survivors(board(text))) == left


def test_hs_9_counts_by_kind(board):
    """HS-9."""
    counts = survivors(board("2r S> 1g 3b | <O 1y 2r - | - - 1o 1b"))
    assert dict(zip(KINDS, counts, strict=True)) == {"blue": 4, "green": 1, "orange": 1, "red": 4, "yellow": 1}
    counts = survivors(board("2r S> 1g 3b | O> 1y 2r <S | - - 1o 1b"))
    assert dict(zip(KINDS, counts, strict=True)) == {"blue": 1, "green": 0, "orange": 1, "red": 4, "yellow": 1}


def test_hs_9_a_second_count_agrees_on_every_board(swim):
    """HS-9."""
    boards = [(left, centre, right) for left, right in permutations(OCEAN, 2) for centre in GROTTO]
    assert len(boards) == 22_680 < EVERY_BOARD
    assert [one for one in boards if left_alive(one) != tuple(swim(one).values())] == []


@settings(max_examples=150, deadline=None)
@given(st.lists(SLOTS, min_size=12, max_size=12))
def test_hs_9_a_second_count_agrees_on_boards_that_no_deck_has(swim, slots):
    """HS-9."""
    assert survivors(slots) == tuple(swim(msgspec.to_builtins(slots)).values())


@given(st.lists(SLOTS, min_size=12, max_size=12))
def test_hs_9_a_mirror_changes_nothing(slots):
    """HS-9."""
    turned = {"left": "right", "right": "left"}
    mirror = [
        replace(slot, faces=turned[slot.faces]) if isinstance(slot, Shark | Octopus) else slot for slot in slots[::-1]
    ]
    assert survivors(mirror) == survivors(slots)


def test_hs_9_the_board_is_the_slots_of_its_cards_in_order(raw):
    """HS-9."""
    laid = list(msgspec.to_builtins(slots((4, 40, 2))))
    assert laid == [*raw[4]["slots"], *raw[40]["slots"], *raw[2]["slots"]]
    assert len(laid) == 12
