"""Lives of games in which one call of the desk comes in the middle of another's change; and faults that they find."""

from collections import Counter
from contextlib import suppress

import pytest
from msgspec.structs import replace
from nested_life import Life, live

from tableshark import asking, desk, game, life, seating, timing
from tableshark.desk import Desk
from tableshark.errors import AlreadyAnswered
from tableshark.history import History
from tableshark.store.memory import MemoryStore

PARTS = 4
"""Tests that share the lives, so that they can run beside each other."""
PLANTED = 240
"""Within so many lives a planted fault is found: as many as are lived where nothing else is asked for."""
MUST = {
    ("sit", "done"), ("sit", "SeatTaken"), ("leave", "done"), ("leave", "overtaken"), ("exchange", "done"),
    ("answer", "done"), ("answer", "NotHeld"), ("answer", "NotYourTurn"), ("answer", "StaleTurn"), ("repeat", "done"),
    ("order", "done"), ("decide", "done"), ("play", "played"), ("thief", "over"), ("bids", "over"),
}  # fmt: skip
"""What must have come up, or the lives have shown little."""


@pytest.mark.parametrize("part", range(PARTS))
def test_all_holds_whatever_comes_in_the_middle_of_what(part, request):
    Life.seen = Counter()
    live(range(part, request.config.getoption("--nested"), PARTS))
    assert not MUST - {*Life.seen}


class Careless(MemoryStore):
    """Commits what was computed from an older table."""

    def update(self, game, change, seen=None):
        wanted = change(seen or self.load(game))
        if wanted is None:
            return self.load(game)
        return super().update(game, lambda now: wanted._replace(first=len(self.log(game))))


class Trusting(MemoryStore):
    """Takes what somebody has seen for what there is."""

    def update(self, game, change, seen=None):
        if seen is None:
            return super().update(game, change)
        wanted = change(seen)
        return super().update(game, lambda now: wanted and wanted._replace(first=len(self.log(game))))


class Hoarding(MemoryStore):
    """Takes no game out of an index."""

    def update(self, game, change, seen=None):
        def hoarded(before):
            wanted = change(before)
            marks = {} if wanted is None else {index: at for index, at in wanted.marks.items() if at is not None}
            return wanted and wanted._replace(marks=marks)

        return super().update(game, hoarded, seen)


leave, now_asked, check_turn, window_after = seating.leave, asking.now_asked, game.check_turn, History.window_after
answer, give_up = Desk.answer, Desk.give_up


def comes_back_by_leaving(table, seat, key):
    left = leave(table, seat, key)
    return left and seating.absent(left, seat, away=False)


def goes_on_holding(table, seat, key):
    left = leave(table, seat, key)
    return left and replace(left, keys=table.keys)


def keeps_decisions(table, **changed):
    return replace(table, **({"orders": changed["orders"]} if "orders" in changed else changed))


class Whoever(asking.Thought):
    """Equal to the thought of any machine player for its seat and turn."""

    __hash__ = None

    def __eq__(self, other):
        return (self.seat, self.turn) == (other.seat, other.turn)


def asks_whomever(table):
    return [Whoever(*one) for one in asking.wanted(table)]


def lets_all_pass(waiting, until, bots, passed, intending):
    return [
        (seat, must) for seat, must in now_asked(waiting, until, bots, passed, intending) if until == "all" or not must
    ]


def answers_twice(of, seat, turn):
    with suppress(AlreadyAnswered):
        check_turn(of, seat, turn)


def forgets_the_guard(at, name, seat, move, turn, seen, guard):
    return answer(at, name, seat, move, turn, seen)


def gives_up_at_once(at, name, found=None):
    give_up(at, name)


def skips(history, rules, table, seat, number):
    return window_after(history, rules, table, seat, number + (number == 2))


FAULTS = {
    "a store that loses updates": (Life, "store", Careless, "lines of the log|were told that they|and showed"),
    "a store that trusts what was seen": (Life, "store", Trusting, "lines of the log|were told that they|and showed"),
    "an index that nothing leaves": (Life, "store", Hoarding, "the index"),
    "who leaves is away no more": (seating, "leave", comes_back_by_leaving, "and showed"),
    "who leaves may go on": (seating, "leave", goes_on_holding, "keys open"),
    "hidden steps begin the time anew": (life, "_told", lambda *_: True, "and showed"),
    "an order keeps what another decided": (desk, "replace", keeps_decisions, "has an intent of|has passed for"),
    "any machine player decides": (desk, "wanted", asks_whomever, "decides for .* is not asked"),
    "in a race all may pass": (asking, "now_asked", lets_all_pass, "forgotten"),
    "an answer is not final": (game, "check_turn", answers_twice, "answered twice"),
    "what was due waits": (timing, "is_late", lambda *_: False, "is taken after what was due"),
    "a key is looked at too early": (Desk, "answer", forgets_the_guard, "a key that opens nothing any more"),
    "a sweep looks once": (Desk, "give_up", gives_up_at_once, "a game is swept"),
    "history passes over a line": (History, "window_after", skips, "a gap"),
}
"""What is planted where, and what the check says that has to find it."""


@pytest.mark.parametrize("planted", FAULTS)
def test_a_planted_fault_is_caught(planted, monkeypatch):
    where, name, fault, said = FAULTS[planted]
    monkeypatch.setattr(where, name, fault)
    with pytest.raises(AssertionError, match=f"life .*({said})"):
        live(range(PLANTED))
