"""Who waits, and the one reader that rings for them."""

import time
from contextlib import ExitStack
from dataclasses import replace
from queue import SimpleQueue
from threading import Event, Thread

import pytest
from limits.storage import MemoryStorage
from tables import check

from tableshark.errors import StoreAway
from tableshark_api import waiting
from tableshark_api.limits import Allowed, Limits
from tableshark_api.waiting import SHARE, Waiting


class Wire:
    """Word of changes that a test sends, and a line that it can cut."""

    def __init__(self):
        self.line = SimpleQueue()
        self.tries = 0
        self.cut = False

    def changes(self):
        self.tries += 1
        if self.cut:
            raise StoreAway("cut")
        return self.listen()

    def listen(self):
        while (word := self.line.get()) != "cut":
            if word == "broken":
                raise RuntimeError("a fault of the reader's own")
            yield word
        raise StoreAway("cut")


@pytest.fixture
def wire():
    return Wire()


def settle(bell):
    """Wait until the reader listens, which rings once."""
    assert bell.wait(2)
    bell.clear()


def test_only_the_game_that_changed(wire):
    bells = Waiting(wire.changes, 9)
    with bells.bell("a") as first, bells.bell("b") as second:
        settle(first)
        second.clear()
        wire.line.put(None)
        wire.line.put("a")
        assert first.wait(2)
        assert not second.is_set()
    assert wire.tries == 1


def test_a_cut_line_wakes_all_and_is_tried_again_without_haste(wire, monkeypatch):
    monkeypatch.setattr(waiting, "PAUSES", (0.05, 0.1))
    bells = Waiting(wire.changes, 9)
    with bells.bell("a") as bell:
        settle(bell)
        wire.cut = True
        wire.line.put("cut")
        assert bell.wait(2)
        time.sleep(0.5)
        assert 3 <= wire.tries <= 8
        wire.cut = False
        bell.clear()
        settle(bell)
        wire.line.put("a")
        assert bell.wait(2)


def test_a_reader_that_breaks_reads_on(wire, monkeypatch):
    monkeypatch.setattr(waiting, "PAUSES", (0.01,))
    bells = Waiting(wire.changes, 9)
    with bells.bell("a") as bell:
        settle(bell)
        wire.line.put("broken")
        assert bell.wait(2)
        time.sleep(0.1)
        bell.clear()
        wire.line.put("a")
        assert bell.wait(2)


def test_no_more_than_the_slots(wire):
    bells = Waiting(wire.changes, 1)
    with bells.bell("a") as first:
        assert first is not None
        with bells.bell("a") as second:
            assert second is None
    with bells.bell("a") as third:
        assert third is not None


def test_many_wait_for_one_game(wire):
    bells, woken = Waiting(wire.changes, 50), []
    ready = [Event() for _ in range(50)]

    def wait(number):
        with bells.bell("a") as bell:
            ready[number].set()
            while bell.wait(5):
                bell.clear()
                if wire.line.empty() and sent.is_set():
                    woken.append(number)
                    return

    sent = Event()
    threads = [Thread(target=wait, args=(number,)) for number in range(50)]
    for thread in threads:
        thread.start()
    for one in ready:
        one.wait(2)
    sent.set()
    wire.line.put("a")
    for thread in threads:
        thread.join(10)
    assert sorted(woken) == list(range(50))
    assert wire.tries == 1
    assert not bells._bells


def test_one_address_leaves_slots_for_others(wire):
    bells = Waiting(wire.changes, 4)
    with ExitStack() as held:
        crowd = [held.enter_context(bells.bell("a", "10.0.0.1")) for _ in range(4)]
        assert [bell is not None for bell in crowd] == [True, True, True, False]
        assert held.enter_context(bells.bell("a", "10.0.0.2")) is not None
    with ExitStack() as held:
        assert held.enter_context(bells.bell("a", "10.0.0.1")) is not None, "whoever is gone holds none"


def test_requests_that_wait_are_counted_by_their_address(app, web, table):
    house = app.extensions["tableshark"]
    app.extensions["tableshark"] = replace(house, limits=Limits(Allowed(streams=9), MemoryStorage()))
    number = table.view()["number"]
    where = f"{table.path}/view?after={number}&wait=0.2"
    with ExitStack() as held:
        for _ in range(int(48 * SHARE)):
            held.enter_context(house.waiting.bell(table.game, "127.0.0.1"))
        check(web.get(where), "busy")
        assert web.get(where, environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 304
