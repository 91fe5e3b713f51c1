"""Past windows: whoever looks late gets every one of them, as they were."""

import dataclasses
import itertools
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hall import Hall
from msgspec.structs import replace
from offers import OFFERS, Offer
from toys import TOYS
from toys.count import Say

from tableshark.history import History
from tableshark.store.memory import MemoryStore


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


def test_windows_of_a_version_with_other_moves_are_not_shown_again(hall):
    game = hall.open("bids")
    hall.say(game, "p0", hall.desk.look(game, "p0")[1].legal[0])
    # They were followed before, too.
    assert hall.desk.follow(hall.table(game), hall.desk.look(game, None)[1], 0).number == 1
    hall.plugins.rules["bids"] = OFFERS
    for seat in ("p1", "p2"):
        present = hall.desk.look(game, seat)[1]
        assert hall.desk.follow(hall.table(game), present, 0) == present
        hall.say(game, seat, Offer(1))


class Shelf:
    """The logs of one store, and how often each line was read; another store may be put in its place."""

    def __init__(self, store):
        self.store, self.read = store, Counter()

    def log(self, game, first=0):
        lines = self.store.log(game, first)
        self.read.update(range(first, first + len(lines)))
        return lines


def story(history, hall, game, seat):
    """Tell all past windows of a seat, one request after the other."""
    table, told, number = hall.table(game), [], 0
    while window := history.window_after(hall.plugins.get(table.header.rules), table, seat, number):
        told.append(window)
        number = window.number
    return told


def test_each_line_is_read_once_for_all_who_look_late(hall):
    shelf = Shelf(hall.store)
    history, game = History(shelf), hall.open("bids")
    for seat in ("p0", "p1", None):
        story(history, hall, game, seat)
    assert shelf.read == {0: 1}
    play(hall, game, {"p0": [], "p1": []})
    told = {seat: story(history, hall, game, seat) for seat in ("p0", "p1", None)}
    assert shelf.read == dict.fromkeys(range(hall.table(game).lines), 1)
    assert told == {seat: story(History(hall.store), hall, game, seat) for seat in told}


def test_a_table_that_was_read_earlier_gets_the_windows_of_its_time(hall):
    history, game = History(hall.store), hall.open("bids")
    rules, early = hall.plugins.get("bids"), hall.table(game)
    play(hall, game, {"p0": []})
    assert len(story(history, hall, game, "p0")) > 1
    assert history.window_after(rules, early, "p0", 0).number == 1
    assert history.window_after(rules, early, "p0", 1) is None


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_log_that_was_put_back_is_played_anew(rounds):
    """Two logs of one game; where they have one length, only their hashes say that they differ."""
    halls = [Hall(MemoryStore()), Hall(MemoryStore())]
    for hall, choice, times in zip(halls, (0, -1), (2, rounds), strict=True):
        game = hall.open("bids")
        for _, seat in itertools.product(range(times), ("p0", "p1", "p2")):
            hall.say(game, seat, hall.desk.look(game, seat)[1].legal[choice])
    shelf = Shelf(halls[0].store)
    history = History(shelf)
    before = story(history, halls[0], game, None)
    shelf.store = halls[1].store
    after = story(history, halls[1], game, None)
    assert after == story(History(halls[1].store), halls[1], game, None)
    assert after[3].view != before[3].view
    # From then on that one is kept.
    shelf.read.clear()
    assert story(history, halls[1], game, None) == after
    assert not shelf.read


def test_only_so_many_positions_are_kept(hall):
    games = [hall.open("bids", seed=bytes([number]) * 32) for number in range(3)]
    for game in games:
        play(hall, game, {"p0": []})
    lines = [hall.table(game).lines for game in games]
    shelf = Shelf(hall.store)
    history = History(shelf, kept=sum(lines) - 1)
    first = [story(history, hall, game, None) for game in games]
    shelf.read.clear()
    # The two that were asked for last are there; the first one is played again, and drives out the third, which
    # nobody has asked for since.
    assert [story(history, hall, games[number], None) for number in (2, 1)] == [first[2], first[1]]
    assert not shelf.read
    assert story(history, hall, games[0], None) == first[0]
    assert story(history, hall, games[1], None) == first[1]
    assert shelf.read.total() == lines[0]


def test_a_game_that_is_longer_than_all_that_may_be_kept_is_told_and_drives_out_no_other(hall):
    long, short = hall.open("pig"), hall.open("bids")
    play(hall, long, {"p0": []})
    shelf = Shelf(hall.store)
    history = History(shelf, kept=hall.table(long).lines - 1)
    told = story(history, hall, short, None)
    assert story(history, hall, long, None) == story(History(hall.store), hall, long, None)
    shelf.read.clear()
    assert story(history, hall, short, None) == told
    assert not shelf.read


def test_many_at_once_are_told_the_same(hall):
    """They drive out each other's games meanwhile."""
    games = [hall.open("bids", seed=bytes([number]) * 32) for number in range(3)]
    for game in games:
        play(hall, game, {"p0": []})
    told = {game: story(History(hall.store), hall, game, "p1") for game in games}
    history = History(hall.store, kept=hall.table(games[0]).lines + 1)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            asked = [(game, pool.submit(story, history, hall, game, "p1")) for game in games * 12]
            assert all(windows.result() == told[game] for game, windows in asked)
    finally:
        sys.setswitchinterval(interval)
