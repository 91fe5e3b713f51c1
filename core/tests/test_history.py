"""Past windows: whoever looks late gets every one of them, as they were."""

import dataclasses
import random

import pytest
from hall import Hall
from msgspec.structs import replace
from toys import TOYS
from toys.count import Say


@pytest.fixture
def hall(store):
    return Hall(store)


def play(hall, game, shown):
    """Play a game to its end, and keep every window of everybody as it is shown."""
    luck = random.Random(7)
    while True:
        for seat, windows in shown.items():
            window = hall.desk.look(game, seat)[1]
            if not windows or window != windows[-1]:
                windows.append(window)
        waiting = hall.game(game).waiting
        if not waiting:
            return
        seat = luck.choice(waiting)
        legal = hall.desk.look(game, seat)[1].legal
        hall.say(game, seat, luck.choice(legal if isinstance(legal, tuple) else legal.examples))


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: rules.id)
def test_no_window_is_passed_over(hall, rules):
    game = hall.open(rules.id)
    shown = {seat: [] for seat in (*rules.seats(rules.options()), None)}
    play(hall, game, shown)
    table = hall.table(game)
    for seat, windows in shown.items():
        assert [window.number for window in windows] == list(range(1, len(windows) + 1))
        present = hall.desk.look(game, seat)[1]
        again, number = [], 0
        while number < present.number:
            window = hall.desk.follow(table, present, number)
            assert window.number == number + 1
            again.append(window)
            number = window.number
        # What was asked then is over: only what is asked now is asked.
        past = [replace(window, due=None, turn=None, legal=None) for window in windows[:-1]]
        assert [replace(window, due=None) for window in again[:-1]] == past
        assert again[-1] == present
        assert hall.desk.follow(table, present, number) == present
        assert hall.desk.follow(table, present, number + 5) == present


def test_a_past_view_tells_the_deadline_of_a_question_that_is_still_open(hall):
    game = hall.open("count", seconds=60.0)
    right = hall.game(game).state.picture.count("o")
    hall.say(game, "p0", Say(right + 1))
    table, present = hall.table(game), hall.desk.look(game, "p1")[1]
    past = hall.desk.follow(table, present, 0)
    assert (past.number, past.turn, past.due) == (1, present.turn, 1060.0)
    hall.say(game, "p1", Say(right))
    present = hall.desk.look(game, "p1")[1]
    assert present.due == 1060.0
    past = hall.desk.follow(hall.table(game), present, 0)
    assert (past.number, past.turn, past.due) == (1, None, None)


def test_what_is_to_be_forgotten_is_not_shown_again(hall):
    hall.plugins.rules["bids"] = dataclasses.replace(hall.plugins.get("bids"), forgets=True)
    game = hall.open("bids")
    play(hall, game, {"p0": []})
    present = hall.desk.look(game, "p0")[1]
    assert hall.desk.follow(hall.table(game), present, 1) == present


def test_windows_of_another_version_are_not_shown_again(hall):
    bids = hall.plugins.get("bids")
    game = hall.open("bids")
    hall.say(game, "p0", bids.legal(hall.game(game).state, "p0")[0])
    hall.plugins.rules["bids"] = dataclasses.replace(bids, version=2, upgrades={1: lambda state: state})
    hall.say(game, "p1", bids.legal(hall.game(game).state, "p1")[0])
    present = hall.desk.look(game, None)[1]
    assert present.number == 4  # the setup, two answers, and the upgrade
    assert hall.desk.follow(hall.table(game), present, 0) == present
