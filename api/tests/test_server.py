"""The server process: it starts only where it can serve, says why not in one line, and leaves when told."""

import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tableshark.cli import main
from tableshark_workers.embedded import EmbeddedStore


@pytest.fixture
def careless(tmp_path):
    with EmbeddedStore(tmp_path / "careless", durable=False) as store:
        yield store


@pytest.fixture
def taken():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def one_line(says, code, output, error):
    assert code == 1
    assert output == ""
    assert error.startswith("tableshark: ")
    assert says in error
    assert len(error.splitlines()) == 1, error
    assert "hunter2" not in error


STOPS = [
    ("TABLESHARK_STORE is not set", {"STORE": None}),
    ("TABLESHARK_STORE is no URL", {"STORE": "hunter2"}),
    ("TABLESHARK_QUEUE is no URL", {"QUEUE": "hunter2"}),
    ("the store does not answer", {"STORE": "redis://:hunter2@127.0.0.1:1/0"}),
    ("the store does not answer", {"STORE": "unix:///nowhere/none.sock"}),
    ("TABLESHARK_PORT is 70000", {"PORT": "70000"}),
    ("TABLESHARK_PORT is 'http'", {"PORT": "http"}),
    ("can't listen at 192.0.2.1", {"HOST": "192.0.2.1"}),
    ("can't listen at no-such-host.invalid", {"HOST": "no-such-host.invalid"}),
]


@pytest.mark.parametrize(("says", "settings"), STOPS)
def test_what_stops_the_start(valkey, monkeypatch, capsys, says, settings):
    start_here({"STORE": valkey.url, **settings}, monkeypatch)
    with pytest.raises(SystemExit) as left:
        main()
    one_line(says, left.value.code, *capsys.readouterr())


def start_here(settings, monkeypatch):
    monkeypatch.setattr("sys.argv", ["tableshark", "api"])
    for name in [name for name in os.environ if name.startswith("TABLESHARK_")]:
        monkeypatch.delenv(name)
    for name, value in settings.items():
        if value is not None:
            monkeypatch.setenv(f"TABLESHARK_{name}", value)


def test_a_store_that_would_lose_moves_is_refused(careless, monkeypatch, capsys):
    start_here({"STORE": careless.url}, monkeypatch)
    with pytest.raises(SystemExit) as left:
        main()
    one_line("appendonly is no, not yes", left.value.code, *capsys.readouterr())


def test_a_port_in_use_is_not_shared(run, valkey, taken):
    process = run("api", store=valkey.url, port=taken)
    output, error = process.communicate(timeout=30)
    one_line("Address already in use", process.returncode, output, error)


def test_a_store_that_dies_and_comes_back(mortal):
    store, served = mortal
    with served.client() as client, ThreadPoolExecutor(2) as pool:
        made = client.post("/v1/games", json={"rules": "shark-attacks", "seats": {"p0": {"by": "me"}}}).json()
        path = f"/v1/games/{made['game']}"
        wait = pool.submit(httpx.get, f"{served.url}{path}/view?wait=25", timeout=30)
        time.sleep(0.3)
        os.kill(store.pid, signal.SIGKILL)
        begun = time.monotonic()
        for answer in (wait.result(10), client.get(path), client.post(f"{path}/seats/p1"), client.get("/readyz")):
            assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
            assert answer.headers["Retry-After"] == "1"
        assert time.monotonic() - begun < 8
        assert client.get("/livez").status_code == 200
        store.spawn()
        deadline = time.monotonic() + 10
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert client.get(path).json()["status"] == "waiting", "nothing is lost"
        wait = pool.submit(httpx.get, f"{served.url}{path}/view?wait=25", timeout=30)
        time.sleep(0.3)
        assert client.post(f"{path}/seats/p1").status_code == 201
        begun = time.monotonic()
        assert wait.result(10).json()["number"] == 1
        assert time.monotonic() - begun < 4, "whoever waits hears of changes again"
    assert "Traceback" not in served.log.read_text()


def test_it_leaves_while_requests_wait(mortal):
    _, served = mortal
    with served.client() as client:
        made = client.post("/v1/games", json={"rules": "shark-attacks"}).json()
    with ThreadPoolExecutor(5) as pool:
        for _ in range(5):
            pool.submit(httpx.get, f"{served.url}/v1/games/{made['game']}/view?wait=25", timeout=30)
        time.sleep(0.3)
        begun = time.monotonic()
        assert served.stop() == 0
        assert time.monotonic() - begun < 5
    assert "Traceback" not in served.log.read_text()
