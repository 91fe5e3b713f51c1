"""Two servers in this process, for games that nobody may be able to tell apart."""

import pytest
import redis
from leak_sides import Side
from leak_visits import Visits

from tableshark_workers.embedded import EmbeddedStore

THOROUGH = 10
"""From so many times as many pairs on, every asker asks everything, and for the view after each number."""


@pytest.fixture(scope="session")
def counters(tmp_path_factory):
    """A queue's server for each of the two, which counts for the metrics and for the limits."""
    folder = tmp_path_factory.mktemp("counters")
    with (
        EmbeddedStore(folder, name="one", durable=False) as one,
        EmbeddedStore(folder, name="other", durable=False) as other,
        redis.Redis.from_url(one.url) as here,
        redis.Redis.from_url(other.url) as there,
    ):
        yield here, there


@pytest.fixture(scope="session")
def visits(counters, request):
    return Visits(*map(Side, counters), thorough=request.config.getoption("--twins") >= THOROUGH)
