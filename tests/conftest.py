"""A whole running Tableshark, as a person would start it."""

import pytest
from whole_server import free_port, start_server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for the tests that do it no harm."""
    folder = tmp_path_factory.mktemp("server")
    metrics = free_port()
    running = start_server(folder / "data", folder / "log", TABLESHARK_METRICS_PORT=str(metrics))
    running.metrics = f"http://127.0.0.1:{metrics}/metrics"
    yield running
    if running.process.poll() is None:
        running.stop()


def pytest_addoption(parser):
    """The long form of the race of simultaneous answers: 500."""
    parser.addoption("--reveals", type=int, default=25, help="simultaneous reveals that are raced")
