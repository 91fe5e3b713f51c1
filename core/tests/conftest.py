"""The toys and the hall on the path, and the store that tests run against: in memory, and a real server."""

import sys
from pathlib import Path

import pytest
import redis

SUPPORT = Path(__file__).parent / "support"
sys.path.insert(0, str(SUPPORT))

from tableshark.store.memory import MemoryStore  # noqa: E402
from tableshark.store.redis import RedisStore  # noqa: E402
from tableshark_workers.embedded import EmbeddedStore  # noqa: E402


def pytest_addoption(parser):
    """The long form of the nested calls: 5000."""
    parser.addoption("--nested", type=int, default=240, help="lives of a game in which calls are nested")


@pytest.fixture(scope="session")
def valkey(tmp_path_factory):
    with EmbeddedStore(tmp_path_factory.mktemp("valkey")) as store:
        yield store


@pytest.fixture
def server(valkey):
    """A plain client of an empty server; settings that a test changes are put back."""
    with redis.Redis.from_url(valkey.url) as client:
        client.flushall()
        yield client
        client.config_set("maxmemory", 0)


@pytest.fixture
def redis_store(valkey, server):
    return RedisStore(valkey.url)


@pytest.fixture(params=["memory", "redis"])
def store(request):
    return MemoryStore() if request.param == "memory" else request.getfixturevalue("redis_store")
