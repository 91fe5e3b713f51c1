"""Odd plugins beside good ones: the server starts, the others play, and what fails is a clear problem of its own."""

import os
import random
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import awkward_rules
import httpx
import pytest
from hand_play import ByHand
from odd_plugins import AWKWARD, BROKEN, UPGRADE, counting, remove, shelve
from people_at_a_server import People
from whole_server import importable, start_server, wait_until

from tableshark.testing import prove

ADD = {"type": "add"}
BOT = {"by": "bot", "bot": "stop-at-8"}
DISABLED = {
    **BROKEN,
    "odd-exits": ("raise SystemExit", "SystemExit"),
    "odd-listed": (
        "from tableshark import Bot\n\ndef tableshark_bots():\n"
        "    return [Bot(id='listed', title='Listed', choose=print, rules=['shark-attacks'])]\n",
        "rules ['shark-attacks']",
    ),
}
LEAVES = """
from tableshark import hookimpl

@hookimpl
def tableshark_move_played(header, seat):
    raise SystemExit(70)
"""
"""A follower of every game on the server, whose moves count all the same."""
ALIVE = 3.0
"""Seconds within which anybody else is answered."""


class Shelf:
    """A folder of odd packages and a server that finds them."""

    def __init__(self, folder):
        self.folder = folder
        self.packages = folder / "packages"
        self.packages.mkdir()
        self.server = None

    def start(self):
        port = self.server.port if self.server else None
        environment = {"PYTHONPATH": importable(self.packages), "TABLESHARK_SIMULATION_WORKERS": "0"}
        self.server = start_server(self.folder / "data", self.folder / "log", port=port, **environment)
        return self.server

    def stop(self):
        assert self.server.stop() == 0

    def log(self):
        return self.server.log.read_text()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    made = Shelf(tmp_path_factory.mktemp("shelf"))
    for name, (source, _) in DISABLED.items():
        shelve(made.packages, name, source)
    shelve(made.packages, "odd-unread", "")
    (made.packages / "odd_unread-1.0.dist-info" / "entry_points.txt").write_text("[tableshark]\nit odd_unread\n")
    shelve(made.packages, "leaves", LEAVES)
    shelve(made.packages, "awkward", AWKWARD)
    shelve(made.packages, "lasting", counting("lasting"))
    shelve(made.packages, "frozen", counting("frozen"))
    made.start()
    yield made
    if made.server.process.poll() is None:
        made.stop()


@pytest.fixture
def sit(shelf):
    """Open games all seats of which are ours but for those of bots; their connections are closed at the end."""
    with ExitStack() as stack:
        yield lambda rules, options=None, **seats: stack.enter_context(
            People(shelf.server.url, rules, options=options or {}, others={"by": "me"}, seats=seats)
        )


def problem(answer):
    """A clear problem that names no state: 503, and that the plugin is the cause."""
    assert answer.status_code == 503, answer.text
    told = answer.json()
    assert told["code"] == "rules_away"
    assert "canary" not in answer.text
    assert "Retry-After" in answer.headers
    return told


def others_play(server):
    """A game of ours against a bot, whose moves come, and ours are answered."""
    with ByHand(server.url, random.Random(1), p1=BOT) as person:
        person.pass_on(1)
        began = time.monotonic()
        person.play(1)
        assert time.monotonic() - began < ALIVE


def test_the_catalogue_says_why_each_is_disabled(shelf):
    catalogue = httpx.get(f"{shelf.server.url}/v1/rules").json()
    assert {"awkward", "lasting", "frozen", "shark-attacks"} <= {one["rules"] for one in catalogue["rules"]}
    reasons = {one["plugin"]: one["reason"] for one in catalogue["disabled"]}
    assert set(reasons) == {"odd-unread", *(f"{name}:it" for name in DISABLED)}
    assert reasons["odd-unread"].startswith("its entry points can't be read")
    for name, (_, reason) in DISABLED.items():
        assert reason in reasons[f"{name}:it"]
        assert f"disabled: {name}:it: {reasons[f'{name}:it']}" in shelf.log()
    others_play(shelf.server)


def test_a_follower_that_exits_undoes_no_move(shelf, sit):
    people = sit("lasting")
    for turn in (1, 2, 3):
        for seat in ("a", "b"):
            people.move(seat, turn, ADD).raise_for_status()
    assert people.view()["outcome"]["reason"] == "counted"
    wait_until(lambda: re.search(r"a follower failed.*\n?.*SystemExit", shelf.log()))


def test_two_plugins_with_one_id_stop_the_start_and_are_named(tmp_path):
    for name in ("one", "other"):
        shelve(tmp_path, name, counting("same"))
    environment = {**os.environ, "PYTHONPATH": importable(tmp_path), "TABLESHARK_DATA": str(tmp_path / "data")}
    command = [sys.executable, "-m", "tableshark", "serve"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    [line] = done.stderr.strip().splitlines()
    assert "'same'" in line
    assert "one:it and other:it" in line


@pytest.mark.parametrize("how", ["raises", "rubbish"])
@pytest.mark.parametrize("verb", ["status", "legal", "apply", "view"])
def test_a_verb_that_fails_is_a_clear_problem_of_its_game(shelf, sit, verb, how):
    people, others = sit("awkward", {"verb": verb, "how": how}), sit("awkward")
    # Which of these meets the fault depends on the verb.
    answers = [people.move("a", 1, ADD), people.answer("b"), people.move("b", 1, ADD)]
    failed = [answer for answer in answers if answer.status_code not in (200, 409)]
    assert failed
    with pytest.raises(AssertionError):
        problem(others.answer("a"))
    traces = [problem(answer)["trace"] for answer in failed]
    wait_until(lambda: all(trace in shelf.log() for trace in traces))
    for seat, turn in (("a", 1), ("b", 1), ("a", 2)):
        others.move(seat, turn, ADD).raise_for_status()


@pytest.mark.parametrize("how", ["raises", "rubbish"])
def test_a_game_that_can_not_be_set_up_is_a_clear_problem(shelf, how):
    body = {"rules": "awkward", "options": {"verb": "setup", "how": how}, "others": {"by": "me"}}
    problem(httpx.post(f"{shelf.server.url}/v1/games", json=body))


@pytest.mark.alone
def test_verbs_that_loop_hold_up_nobody_else(shelf, sit):
    """Neither in a request, nor in a worker that plays a bot, nor where the bot's lost move is looked after."""
    people = sit("awkward", {"verb": "view", "how": "loops"})
    with_bot = sit("awkward", {"verb": "apply", "how": "loops"}, b={"by": "bot", "bot": "first"})
    with_bot.move("a", 1, ADD).raise_for_status()
    with ThreadPoolExecutor(1) as pool:
        met = pool.submit(people.move, "a", 1, ADD)
        while not met.done():
            others_play(shelf.server)
        problem(met.result())
    # Once it is known, nobody waits for it again.
    began = time.monotonic()
    problem(people.answer("b"))
    assert time.monotonic() - began < ALIVE
    # The log says where.
    wait_until(lambda: re.search(r"TooLong in POST .*awkward\.py:\d+ view", shelf.log()))


def test_games_of_a_plugin_that_is_gone_or_too_old_wait_until_it_is_back(shelf, sit):
    """It is taken away, and comes back in a version that brings its games up; another one comes without that."""
    lasting, frozen = sit("lasting"), sit("frozen")
    for people in (lasting, frozen):
        for seat in ("a", "b"):
            people.move(seat, 1, ADD).raise_for_status()
    view = frozen.answer("a").content
    shelf.stop()
    remove(shelf.packages, "lasting")
    shelve(shelf.packages, "frozen", counting("frozen", version=2))
    shelf.start()
    for people in (lasting, frozen):
        problem(people.answer("a"))
        problem(people.move("a", 2, ADD))
        assert people.http.get(people.path).json()["status"] == "running"
    assert "lasting" not in {one["rules"] for one in httpx.get(f"{shelf.server.url}/v1/rules").json()["rules"]}
    assert httpx.get(f"{shelf.server.url}/v1/games").status_code == 200
    others_play(shelf.server)
    shelf.stop()
    shelve(shelf.packages, "lasting", counting("lasting", version=2, upgrades=UPGRADE))
    shelve(shelf.packages, "frozen", counting("frozen"))
    shelf.start()
    assert frozen.answer("a").content == view
    assert lasting.view("a")["view"] == {"count": 2, "how": "aloud"}
    for people in (lasting, frozen):
        for turn in (2, 3):
            for seat in ("a", "b"):
                people.move(seat, turn, ADD).raise_for_status()
        assert people.view()["outcome"]["reason"] == "counted"


def test_a_plugin_that_leaks_on_purpose_does_not_pass_the_kit():
    """Nor one that peeks at what it should redraw; the same game without that does."""
    assert prove(awkward_rules.HONEST, bots=()).played
    with pytest.raises(AssertionError, match="First law of honesty"):
        prove(awkward_rules.LEAKS, bots=())
    with pytest.raises(AssertionError, match="determinize never changed anything"):
        prove(awkward_rules.PEEKS, bots=())
