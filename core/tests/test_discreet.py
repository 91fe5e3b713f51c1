"""Errors that nobody catches are told as all others are: by their kind and place, without their message."""

import subprocess
import sys

import pytest

BEGIN = """
import logging, threading
import pluggy
from tableshark import discreet, hookimpl
from tableshark.plugins import load

handler = logging.StreamHandler()
handler.setFormatter(discreet.Discreet("%(message)s"))
logging.basicConfig(handlers=[handler])
discreet.log_uncaught()

def fails(*args):
    raise ValueError("canary")
"""
CASES = {
    "a thread": (
        "thread = threading.Thread(target=fails); thread.start(); thread.join()",
        "in a thread: ValueError <- ",
    ),
    "a finalizer": ("class Late: __del__ = fails\nLate()", "that nobody gets: ValueError <- "),
    "a hook's end": (
        """
class Late:
    @pluggy.HookimplMarker("tableshark")(hookwrapper=True)
    def tableshark_game_over(self, header, outcome):
        yield
        fails()

plugins = load(only=[])
plugins.manager.register(Late())
try:
    plugins.hook.tableshark_game_over(header=None, outcome=None)
except ValueError as error:
    logging.error("a follower failed", exc_info=True)
""",
        "a follower failed\nValueError <- ",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_error_that_nobody_catches_is_told_without_its_message(case):
    code, told = CASES[case]
    done = subprocess.run([sys.executable, "-c", BEGIN + code], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert told in done.stderr
    assert "canary" not in done.stderr
