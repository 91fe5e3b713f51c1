"""An API in this process over a store in memory, and one that is really served over a real store."""

import secrets
import subprocess
import time
from dataclasses import replace

import pytest
from following import Following
from limits.storage import MemoryStorage
from serving import COMMAND, environment, start
from tables import MINE, PAIRS, Table
from whole_server import start_server

from tableshark.desk import Desk
from tableshark.plugins import Plugins, load
from tableshark.simulations.desk import Simulations
from tableshark.store.memory import MemoryStore
from tableshark_api.app import create_app
from tableshark_api.house import House
from tableshark_api.idle import IdleQueue
from tableshark_api.limits import Allowed, Limits
from tableshark_api.waiting import Waiting
from tableshark_workers.embedded import EmbeddedStore


def pytest_addoption(parser):
    """The long form of the contract test: 50."""
    parser.addoption("--examples", type=int, default=10, help="examples of each operation that schemathesis makes")


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
    simulations = Simulations(store, queue.simulate, time.time)
    building.extensions["tableshark"] = House(
        plugins, desk, simulations, store, queue, Waiting(store.changes, 48), Limits(Allowed(), MemoryStorage())
    )
    return building


@pytest.fixture
def web(app):
    return app.test_client()


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


@pytest.fixture(scope="session")
def served(valkey, tmp_path_factory):
    """The server that most tests share; limits have tests of their own."""
    unlimited = dict.fromkeys(("token_requests", "address_requests", "games_an_hour", "streams"), 0)
    one = start(tmp_path_factory.mktemp("served"), valkey.url, **unlimited)
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
def whole(tmp_path_factory):
    """All processes of a server, with a line in the log for each request."""
    folder = tmp_path_factory.mktemp("whole")
    running = start_server(folder / "data", folder / "log", TABLESHARK_LOG="json", TABLESHARK_BOT_WORKERS="1")
    yield running
    if running.process.poll() is None:
        running.stop()


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
def follow():
    """Open streams of a game on a real server; all are closed at the end."""
    opened = []

    def open_one(table, seat=None, last=None, token=None):
        token = token or table.tokens.get(seat)
        opened.append(Following(str(table.web.base_url), table.game, token, last))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


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
