"""Jokers: SC-9."""

from __future__ import annotations

import msgspec
import pytest

from tableshark_shark_attack_cards.cards import CHOSEN
from tableshark_shark_attack_cards.rules import RULES

HANDS = ["2C 3C 4C 5C 6C X1", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "8S 9S 10S JS QS KS"]
BOTH = ["2C 3C 4C 5C X1 X2", *HANDS[1:]]
REST = {"p1": "3D 4D 5D", "p2": "4H 5H 6H", "p3": "8S 9S 10S"}


@pytest.mark.parametrize(("hands", "count"), [(HANDS, 10 + 10 * 15), (BOTH, 4 + 2 * 6 * 15 + 4 * 15 * 15)])
def test_sc_9_each_value_of_each_joker_is_a_selection(hands, count, table):
    """SC-9."""
    moves = RULES.legal(table(hands, jokers=True), "p0")
    assert len(moves) == len(set(moves)) == count
    for move in moves:
        assert [given.card for given in move.values] == [card for card in ("X1", "X2") if card in move.cards]
        assert all(1 <= given.value <= 15 for given in move.values)


@pytest.mark.parametrize("value", range(1, 16))
def test_sc_9_a_joker_counts_what_it_was_given_and_keeps_it(value, table, play, as_it_lies):
    """SC-9."""
    state = play(table(HANDS, jokers=True), {"p0": f"2C 3C X1={value}", **REST})
    shown = RULES.view(state, "p2").players[0].shown[0]
    assert (shown.cards, shown.values, shown.points) == (("2C", "3C", "X1"), (2, 3, value), 5 + value)
    assert f"X1 as {value}" in RULES.view(state, None).news[0].text
    second = [" ".join(hand[:CHOSEN]) for hand in state.hands]
    later = play(state, {f"p{place}": cards for place, cards in enumerate(second[:3])}, as_it_lies(21))
    assert RULES.view(later, "p2").players[0].shown[0] == shown


def test_sc_9_each_of_two_jokers_has_its_own_value(table, play, select):
    """SC-9."""
    state = play(table(BOTH, jokers=True), {"p0": "2C X1=1 X2=14", **REST})
    assert RULES.view(state, None).players[0].shown[0].values == (2, 1, 14)
    assert select("2C X2=14 X1=1") == select("X1=1 2C X2=14")
    assert select("2C X1=1 X2=14") != select("2C X1=14 X2=1")


@pytest.mark.parametrize(
    "cards",
    [
        "2C 3C X1",  # without a value
        "2C 3C 4C=4",  # a value for a card that has its own
        "2C X1=3 X2",  # one of two without a value
        "2C X1 X2=3",
        "2C 3C X1=0",
        "2C 3C X1=16",
        "2C X1=3 X1=4",
    ],
)
def test_sc_9_other_selections_are_refused(cards, table, select):
    """SC-9."""
    assert select(cards) not in RULES.legal(table(BOTH, jokers=True), "p0")


@pytest.mark.parametrize(
    "values",
    [
        '[{"card": "X2", "value": 3}]',  # another joker's
        '[{"card": "X1", "value": 3}, {"card": "X2", "value": 3}]',
        '[{"card": "X1", "value": 3}, {"card": "X1", "value": 3}]',
        '[{"card": "X1", "value": 3}, {"card": "X1", "value": 4}]',
        "[]",
    ],
)
def test_sc_9_values_are_for_the_selected_jokers_once_each(values, table):
    """SC-9."""
    legal = RULES.legal(table(BOTH, jokers=True), "p0")
    move = msgspec.json.decode(f'{{"type":"select","cards":["2C","3C","X1"],"values":{values}}}', type=RULES.move)
    assert move not in legal
    right = '{"type":"select","cards":["X1","2C","3C"],"values":[{"card":"X1","value":3}]}'
    assert msgspec.json.decode(right, type=RULES.move) in legal


def test_sc_9_no_value_without_a_selected_joker(table):
    """SC-9."""
    written = '{"type":"select","cards":["2C","3C","4C"],"values":[{"card":"X1","value":3}]}'
    move = msgspec.json.decode(written, type=RULES.move)
    assert move not in RULES.legal(table(BOTH, jokers=True), "p0")
    assert move not in RULES.legal(table(["2C 3C 4C 5C 6C 7C", *HANDS[1:]]), "p0")


@pytest.mark.parametrize(
    "given",
    [
        '{"card": "X1", "value": 0}',
        '{"card": "X1", "value": 16}',
        '{"card": "X1", "value": 3.5}',
        '{"card": "X1", "value": "3"}',
        '{"card": "X1", "value": null}',
        '{"card": "X1"}',
        '{"card": "2C", "value": 3}',
        '{"card": "X3", "value": 3}',
        '{"card": "X1", "value": 3, "suit": "C"}',
    ],
)
def test_sc_9_what_is_no_value_cannot_be_read(given):
    """SC-9."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"type":"select","cards":["2C","3C","X1"],"values":[{given}]}}', type=RULES.move)


def test_sc_9_an_unselected_joker_is_discarded_without_a_value(table, play):
    """SC-9."""
    state = play(table(HANDS, jokers=True), {"p0": "2C 3C 4C", **REST})
    assert state.discards[0] == (("5C", "6C", "X1"),)


def test_sc_9_a_joker_that_went_back_has_lost_its_value(table, play, as_it_lies):
    """SC-9."""
    first = [("2C 3C 4C",), ("3D 4D 5D",), ("4H 5H 6H",), ("9S 10S X1=13",)]
    second = ["7C 8C 9C 10C JC QC", "7D 8D 9D 10D JD QD", "7H 8H 9H 10H JH QH", ""]
    before = table(second, first, (3,), jokers=True)
    # The last of those that lie is what came back last: let it be dealt first.
    draws = [(21, 0), *((n, n - 1) for n in range(20, 1, -1))]
    chance = as_it_lies(0, *draws)
    state = play(before, {"p0": "7C 8C 9C", "p1": "7D 8D 9D", "p2": "7H 8H 9H"}, chance)
    assert "X1" in RULES.view(state, None).returned
    assert state.hands[0][-1] == "X1"
    again = {move.values for move in RULES.legal(state, "p0") if move.cards[-1] == "X1"}
    assert [values[0].value for values in sorted(again, key=lambda values: values[0].value)] == list(range(1, 16))
    # What it was worth when it was shown still counts for the one who showed it.
    assert RULES.view(state, None).players[3].total == 32
    cards = [" ".join(state.hands[0][:2]) + " X1=2", " ".join(state.hands[1][:3])]
    over = play(state, {"p0": cards[0], "p1": cards[1]})
    assert RULES.view(over, None).players[0].shown[2].values[-1] == 2
    assert RULES.status(over).scores["p3"] == 32


def test_sc_9_ties_are_broken_by_the_given_value(table, play):
    """SC-9."""
    # 27 points for both: 14, 9, 4 against 10, 9, 8.
    hands = ["4C 9C X1 2C 3C 5C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "8S 9S 10S JS QS KS"]
    state = play(table(hands, jokers=True), {"p0": "4C 9C X1=14", **REST})
    assert state.eaten == (0,)
    lower = ["9C 10C X1 2C 3C 5C", *hands[1:3], "7S 9S JS 10S QS KS"]
    state = play(table(lower, jokers=True), {"p0": "9C 10C X1=8", **REST, "p3": "7S 9S JS"})
    assert state.eaten == (3,)
