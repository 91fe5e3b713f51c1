"""Overtime: code that loops is ended in its thread, waiting is not, and what can't be ended ends the process."""

import subprocess
import sys
import time
from threading import Event, Thread, get_ident

import pytest
from whole_server import wait_until

from tableshark.errors import Overtime
from tableshark.overtime import Watch


@pytest.fixture(scope="module")
def watch():
    return Watch(seconds=0.2)


def loop():
    while True:
        try:
            while True:
                pass
        except Exception:
            continue


def test_a_loop_is_ended(watch):
    with pytest.raises(Overtime), watch.limit():
        loop()


def test_it_is_ended_in_its_own_thread_alone(watch):
    told, ended = [], Event()

    def held_up():
        try:
            with watch.limit():
                loop()
        except Overtime:
            told.append("ended")
        ended.set()

    Thread(target=held_up).start()
    with watch.limit():
        assert ended.wait(20)
    assert told == ["ended"]


def test_what_comes_after_the_end_is_not_felt(watch):
    """The watcher looks at a thread just as its body ends: nothing is raised in what the thread does next."""
    thread, holding = get_ident(), Event()

    def late():
        with watch._lock:
            holding.set()
            wait_until(lambda: sys._current_frames()[thread].f_code.co_name == "_release")
            watch._look_at(thread, 0.1)

    other = Thread(target=late)
    with watch.limit():
        other.start()
        assert holding.wait(20)
    other.join()
    assert thread not in watch._watched


def test_waiting_takes_no_time(watch):
    with watch.limit():
        Event().wait(0.7)


def test_each_body_has_its_own_time(watch):
    began = time.thread_time()
    while time.thread_time() - began < 0.6:
        with watch.limit():
            sum(range(1000))


STUCK = """
import sys
from tableshark.overtime import Watch

def swallows():
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue

def never_lets_go():
    sum(range(10**15))

with Watch(seconds=0.1, stuck=0.5).limit():
    {how}()
"""


@pytest.mark.parametrize("how", ["swallows", "never_lets_go"])
def test_a_process_that_can_not_be_freed_ends(how):
    done = subprocess.run(
        [sys.executable, "-c", STUCK.format(how=how)], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode != 0
    assert "can't be freed" in done.stderr or "in never_lets_go" in done.stderr
