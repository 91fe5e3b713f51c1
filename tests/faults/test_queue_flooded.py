"""A queue that is flooded, emptied, killed or full of forgeries: people play on, and bots answer within ten seconds."""

import os
import pickle
import random
import signal
from pathlib import Path

import forged
import httpx
import pytest
import redis
from hand_play import ByHand
from sound_store import breaks, embedded_url, missing
from whole_server import free_port, importable, start_server, wait_until

from tableshark import jobs

BOT = {"by": "bot", "bot": "stop-at-8"}


@pytest.fixture(scope="module")
def mortal(tmp_path_factory):
    """A server of our own, whose processes can import the callbacks that are forged."""
    folder = tmp_path_factory.mktemp("queue")
    metrics = free_port()
    server = start_server(
        folder / "data",
        folder / "log",
        PYTHONPATH=importable(Path(forged.__file__).parent),
        TABLESHARK_METRICS_PORT=str(metrics),
    )
    server.metrics = f"http://127.0.0.1:{metrics}/metrics"
    yield server
    assert server.stop() == 0


@pytest.fixture
def client(mortal):
    with redis.Redis.from_url(embedded_url(mortal.data, "queue")) as client:
        yield client


def check(server, person):
    url = embedded_url(server.data)
    assert missing(url, person.game["game"], person.acknowledged) == []
    assert breaks(url) == []


def test_a_flood_holds_up_neither_people_nor_bots(mortal, client):
    with ByHand(mortal.url, random.Random(1), p1=BOT) as person, ByHand(mortal.url, random.Random(2)) as people:
        for name in (jobs.BOTS, jobs.SIMULATIONS):
            forged.flood(client, name, 700)
        people.play(10)
        person.pass_on(2)
        assert client.llen(f"rq:queue:{jobs.BOTS}"), "they were not held up"
        # Emptied as it is, with an order of ours in it.
        client.flushall()
        person.pass_on(2)
        check(mortal, person)
        check(mortal, people)


def test_a_killed_queue_holds_up_neither_people_nor_bots(mortal):
    with ByHand(mortal.url, random.Random(3), p1=BOT) as person, ByHand(mortal.url, random.Random(4)) as people:
        [pid] = [pid for pid, command in mortal.members().items() if "queue.sock" in command]
        os.kill(pid, signal.SIGKILL)
        people.play(10)
        person.pass_on(3)
        check(mortal, person)


def test_a_bot_that_does_not_answer_in_time_is_seen(mortal):
    """The checks here are not blind."""
    workers = [pid for pid, command in mortal.members().items() if command.endswith("tableshark work")]
    assert workers
    with ByHand(mortal.url, random.Random(5), p1=BOT) as person:
        try:
            for pid in workers:
                os.kill(pid, signal.SIGSTOP)
            with pytest.raises(AssertionError, match="not within"):
                person.pass_on(3, seconds=1.0)
        finally:
            for pid in workers:
                os.kill(pid, signal.SIGCONT)
        person.pass_on(1)


def test_nothing_that_is_forged_is_run_and_it_stops_nobody(mortal, client, tmp_path):
    members = mortal.members()
    told = len(mortal.log.read_text())
    with ByHand(mortal.url, random.Random(6), p1=BOT) as person, ByHand(mortal.url, random.Random(7)) as people:
        queues, files = (jobs.BOTS, jobs.SIMULATIONS), []
        for name in queues:
            files += forged.forge(client, name, tmp_path, people.game["game"]).values()
        # Each is refused; what can't be read at all would empty the queue before they are.
        wait_until(lambda: mortal.log.read_text()[told:].count("none of ours") >= 4 * len(queues))
        for name in queues:
            # The ids of the orders that will come are known to whoever can read the queue.
            forged.spoil(client, name, *[f"{person.game['game']}-p1-1-{attempt}" for attempt in range(4)])
        person.pass_on(4)
        wait_until(lambda: not any(client.llen(f"rq:queue:{name}") for name in queues))
        assert not [file.name for file in files if file.exists()]
        check(mortal, person)
    assert mortal.members() == members, "a process has died of it"
    log = mortal.log.read_text()[told:]
    assert str(tmp_path) not in log
    assert "tableshark_moves_played_total" in httpx.get(mortal.metrics).text


def test_what_is_forged_would_be_run_by_a_worker_as_it_comes(mortal, client, tmp_path):
    """The files above are no blind catcher: RQ's own worker leaves them."""
    files = forged.forge(client, "elsewhere", tmp_path, "0" * 24)
    forged.work_plainly(embedded_url(mortal.data, "queue"), "elsewhere")
    assert [way for way, file in files.items() if not file.exists()] == ["pickle"]
    pickle.loads(pickle.dumps(forged.Touches(files["pickle"]))).close()
    assert files["pickle"].exists()
