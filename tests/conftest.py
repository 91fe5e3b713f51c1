"""A whole running Tableshark, as a person would start it."""

import pytest
from tools import install_node, install_python, need
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


@pytest.fixture(scope="session")
def python_tools(tmp_path_factory):
    """The programs of a venv with what tests/clients/requirements.txt names."""
    return install_python(tmp_path_factory.mktemp("python") / "venv")


@pytest.fixture(scope="session")
def node_tools(tmp_path_factory):
    """A copy of tests/clients with its npm packages installed."""
    need("node", "npm")
    return install_node(tmp_path_factory.mktemp("node") / "clients")


def pytest_addoption(parser):
    """The long forms: 500 reveals, 500 kills, all twins, 300 lives, 50 rounds."""
    parser.addoption("--reveals", type=int, default=25, help="simultaneous reveals that are raced")
    parser.addoption("--kills", type=int, default=4, help="how often each part of a server under load is killed")
    parser.addoption("--twins", type=int, default=1, help="so many times as many twins are compared over HTTP")
    parser.addoption("--lives", type=int, default=30, help="courses of a game that are compared with the model")
    parser.addoption("--rounds", type=int, default=10, help="tenths of all hostile input after which nothing has grown")
