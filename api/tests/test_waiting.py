"""Who waits, and the one reader that rings for them."""

import time
from queue import SimpleQueue
from threading import Event, Thread

import pytest

from tableshark.errors import StoreAway
from tableshark_api import waiting
from tableshark_api.waiting import Waiting


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
