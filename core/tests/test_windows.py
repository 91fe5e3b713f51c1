"""What may be fetched: windows, and moves that are listed or described."""

import dataclasses

import msgspec
import pytest
from toys import BIDS, COUNT, PIG, THIEF
from toys.bids import Bid
from toys.count import Say
from toys.pig import Roll

from tableshark import Where
from tableshark.game import start, submit
from tableshark.windows import EXAMPLES, LISTED, Described, look

SEED = b"w" * 32


def test_a_window_of_the_asked():
    game = start(PIG, PIG.options(), SEED, now=5.0)
    window = look(PIG, game, "p0")
    assert (window.number, window.seat, window.turn) == (1, "p0", 1)
    assert window.legal == (Roll(),)
    assert window.waiting == ("p0",)
    assert window.answered == ()
    assert window.due is None
    assert window.outcome is None


@pytest.mark.parametrize("seat", ["p1", None])
def test_a_window_of_those_who_are_not_asked(seat):
    window = look(PIG, start(PIG, PIG.options(), SEED), seat)
    assert (window.turn, window.legal) == (None, None)
    assert window.waiting == ("p0",)


def test_seats_come_in_seat_order_whatever_their_names():
    rules = dataclasses.replace(BIDS, seats=lambda options: ("p2", "p0", "p1"))
    game = start(rules, BIDS.options(), SEED)
    assert look(rules, game, None).waiting == ("p2", "p0", "p1")
    game = submit(rules, game, "p1", Bid(1), turn=1)
    game = submit(rules, game, "p2", Bid(1), turn=1)
    assert look(rules, game, None).answered == ("p2", "p1")


def test_the_label_of_a_question_is_nowhere():
    game = start(THIEF, THIEF.options(), SEED)
    for seat in (*game.turns, None):
        assert game.awaiting.question not in msgspec.json.encode(look(THIEF, game, seat)).decode()


def test_moves_of_a_where_are_described():
    game = start(COUNT, COUNT.options(), SEED, now=5.0)
    window = look(COUNT, game, "p1")
    assert window.due == 13.0
    assert isinstance(window.legal, Described)
    assert window.legal.schema["properties"]["type"] == {"const": "say"}
    assert len(window.legal.examples) == EXAMPLES
    assert all(isinstance(move, Say) for move in window.legal.examples)
    # The examples say nothing of the game's luck, nor of the state.
    other = start(COUNT, COUNT.options(), b"o" * 32)
    assert look(COUNT, other, "p0").legal.examples == window.legal.examples


@pytest.mark.parametrize("count", [LISTED, LISTED + 1])
def test_too_many_moves_are_described(count):
    many = tuple(Bid(card) for card in range(count))
    rules = dataclasses.replace(BIDS, legal=lambda state, seat: many)
    legal = look(rules, start(rules, BIDS.options(), SEED), "p0").legal
    if count == LISTED:
        assert legal == many
    else:
        assert legal == Described({"$ref": "/openapi.json#/components/schemas/bids.Move"}, many[:EXAMPLES])


def test_a_where_is_asked_and_not_listed():
    evens = Where({}, lambda move: move.number % 2 == 0, lambda chance: Say(2 * chance.below(5)))
    assert Say(4) in evens
    assert Say(5) not in evens
