"""Two servers in this process, for games that nobody may be able to tell apart."""

import pytest
from leak_party import open_vault
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
    ):
        yield one.url, other.url


@pytest.fixture(scope="session")
def visits(counters, request):
    sides = [Side(counting) for counting in counters]
    yield Visits(*sides, thorough=request.config.getoption("--twins") >= THOROUGH)
    for side in sides:
        side.connection.close()


@pytest.fixture(scope="session")
def vault(tmp_path_factory):
    with open_vault(tmp_path_factory.mktemp("vault")) as opened:
        yield opened


@pytest.fixture
def seated():
    """Have people sit down at a game, and their connections closed."""
    made = []

    def sit(kind, *where, **body):
        made.append(kind(*where, **body))
        return made[-1]

    yield sit
    for one in made:
        one.wire.http.close()
