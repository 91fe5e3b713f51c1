"""A running server without limits, for storms that would meet them first."""

import pytest
from whole_server import start_server

LIMITS = (
    "TOKEN_REQUESTS",
    "ADDRESS_REQUESTS",
    "GAMES_AN_HOUR",
    "STREAMS",
    "SIMULATIONS_AN_HOUR",
    "SIMULATIONS_AT_ONCE",
)
UNLIMITED = {f"TABLESHARK_{name}": "0" for name in LIMITS}


@pytest.fixture(scope="module")
def open_server(tmp_path_factory):
    """`tableshark serve`, as anybody starts it, but for its limits."""
    folder = tmp_path_factory.mktemp("open")
    running = start_server(folder / "data", folder / "log", **UNLIMITED)
    yield running
    if running.process.poll() is None:
        assert running.stop() == 0
    assert "Traceback" not in running.log.read_text()
