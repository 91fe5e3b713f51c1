"""An API in this process over a store in memory, and one that is really served over a real store."""

import os
import random
import secrets
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import pytest
from limits.storage import MemoryStorage

from tableshark import Awaiting, Data, Move, Outcome, Rules
from tableshark import Options as BaseOptions
from tableshark.desk import Desk
from tableshark.plugins import Plugins, load
from tableshark.store.memory import MemoryStore
from tableshark_api.app import create_app
from tableshark_api.house import House
from tableshark_api.idle import IdleQueue
from tableshark_api.limits import Allowed, Limits
from tableshark_api.waiting import Waiting
from tableshark_workers.embedded import EmbeddedStore


class Pick(Move, frozen=True):
    number: int


class PairsOptions(BaseOptions, frozen=True):
    pass


class Pairs(Data, frozen=True):
    picked: dict[str, int] = {}


SEATS = ("left", "right")

PAIRS = Rules(
    id="pairs",
    title="Pairs: both pick a number at once, twice",
    version=1,
    options=PairsOptions,
    state=Pairs,
    move=Pick,
    seen=Pairs,
    seats=lambda options: SEATS,
    setup=lambda options, chance: Pairs(),
    status=lambda state: (
        Outcome.highest(dict.fromkeys(SEATS, 1.0), "picked") if len(state.picked) > 2 else Awaiting(frozenset(SEATS))
    ),
    legal=lambda state, seat: (Pick(1), Pick(2)),
    apply=lambda state, moves, chance: Pairs(
        {**state.picked, **{f"{seat}{len(state.picked)}": move.number for seat, move in moves.items()}}
    ),
    view=lambda state, seat: state,
)


@pytest.fixture(scope="session")
def installed() -> Plugins:
    """Shark Attacks!, and a toy in which all answer at once."""
    found = load(only=["tableshark-shark-attacks"])
    found.rules["pairs"] = PAIRS
    return found


@pytest.fixture
def plugins(installed):
    """The same, for a test that takes rules away."""
    return replace(installed, rules=dict(installed.rules))


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture(scope="session")
def building(installed):
    return create_app(installed, MemoryStore(), IdleQueue())


@pytest.fixture
def app(building, plugins, store):
    """An app whose house is the test's own; the routes and the document are made once."""
    queue = IdleQueue()
    desk = Desk(plugins, store, queue.wake, time.time, secrets.token_bytes)
    building.extensions["tableshark"] = House(
        plugins, desk, store, queue, Waiting(store.changes, 48), Limits(Allowed(), MemoryStorage())
    )
    return building


@pytest.fixture
def web(app):
    return app.test_client()


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


class Table:
    """A game over Flask's test client or httpx, with a token for each seat."""

    def __init__(self, web, rules="shark-attacks", **body):
        made = web.post("/v1/games", json={"rules": rules, **body})
        assert made.status_code == 201, made.text
        self.web = web
        self.made = made.json() if callable(made.json) else made.json
        self.game = self.made["game"]
        self.tokens = dict(self.made["tokens"])

    def sit(self, *seats):
        for seat in seats:
            answer = self.post(f"/seats/{seat}")
            assert answer.status_code == 201, answer.text
            self.tokens[seat] = _json(answer)["token"]
        return self

    def get(self, path="", seat=None, **more):
        return self.web.get(f"/v1/games/{self.game}{path}", headers=self._headers(seat, more), **more)

    def post(self, path, seat=None, **more):
        return self.web.post(f"/v1/games/{self.game}{path}", headers=self._headers(seat, more), **more)

    def delete(self, path, seat=None, **more):
        return self.web.delete(f"/v1/games/{self.game}{path}", headers=self._headers(seat, more), **more)

    def view(self, seat=None):
        answer = self.get("/view", seat)
        assert answer.status_code == 200, answer.text
        return _json(answer)

    def asked(self):
        """The first seat that is waited for, and its view."""
        seat = self.view()["waiting"][0]
        return seat, self.view(seat)

    def move(self, seat, turn, move):
        return self.post("/moves", seat, json={"turn": turn, "move": move})

    def play_out(self, seed=0):
        luck = random.Random(seed)
        while self.view()["status"] != "over":
            seat, view = self.asked()
            assert self.move(seat, view["turn"], luck.choice(view["legal"])).status_code == 200
        return self

    def _headers(self, seat, more):
        headers = dict(more.pop("headers", {}))
        return headers if seat is None else {**headers, **bearer(self.tokens[seat])}


def _json(answer):
    return answer.json() if callable(answer.json) else answer.json


MINE = {"p0": {"by": "me"}, "p1": {"by": "me"}}


@pytest.fixture
def table(web):
    """A running game of Shark Attacks! of two."""
    return Table(web, seats=MINE)


@pytest.fixture
def new_table(web):
    return lambda rules="shark-attacks", **body: Table(web, rules, **body)


@pytest.fixture
def kept(store):
    """Everything that is stored of all games, to see that nothing has changed."""

    def all_of_it():
        return {game: (store.load(game), store.log(game)) for game in sorted(store._games)}

    return all_of_it


@pytest.fixture(scope="session")
def valkey(tmp_path_factory):
    with EmbeddedStore(tmp_path_factory.mktemp("valkey"), durable=True) as embedded:
        yield embedded


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Served:
    """A server process."""

    process: subprocess.Popen
    url: str
    log: Path

    def client(self, **more):
        return httpx.Client(base_url=self.url, timeout=30, **more)

    def ready(self):
        try:
            return httpx.get(f"{self.url}/readyz").is_success
        except httpx.TransportError:
            return False

    def stop(self):
        """Give the exit code."""
        self.process.terminate()
        try:
            return self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()


def environment(**settings):
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TABLESHARK_")}
    return {**plain, **{f"TABLESHARK_{name.upper()}": str(value) for name, value in settings.items()}}


COMMAND = [sys.executable, "-c", "from tableshark.cli import main; main()"]


def start(folder, store_url):
    port = free_port()
    log = folder / "api.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*COMMAND, "api"], env=environment(store=store_url, port=port), stdout=output, stderr=output
        )
    served = Served(process, f"http://127.0.0.1:{port}", log)
    deadline = time.monotonic() + 60
    while not served.ready():
        if process.poll() is not None or time.monotonic() > deadline:
            served.stop()
            raise AssertionError(f"the server did not start: {log.read_text()}")
        time.sleep(0.05)
    return served


@pytest.fixture(scope="session")
def served(valkey, tmp_path_factory):
    """The server that most tests share."""
    one = start(tmp_path_factory.mktemp("served"), valkey.url)
    yield one
    assert one.stop() == 0, one.log.read_text()


@pytest.fixture(scope="module")
def mortal(tmp_path_factory):
    """A store that may be killed, and a server over it that may be stopped."""
    folder = tmp_path_factory.mktemp("mortal")
    with EmbeddedStore(folder / "store") as store:
        one = start(folder, store.url)
        yield store, one
        one.stop()


@pytest.fixture(scope="session")
def client(served):
    with served.client() as one:
        yield one


@pytest.fixture
def live(client):
    """A running game of two on the real server."""
    return Table(client, seats=MINE)


@pytest.fixture
def live_table(client):
    return lambda rules="shark-attacks", **body: Table(client, rules, **body)


@pytest.fixture
def run():
    """Run `tableshark` with these settings and no others."""
    running = []

    def start_one(*arguments, hash_seed="random", **settings):
        one = subprocess.Popen(
            [*COMMAND, *arguments],
            env={**environment(**settings), "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(one)
        return one

    yield start_one
    for one in running:
        one.kill()
        one.communicate()
