"""A full store: moves are refused with a clear problem, nothing is half written, reads go on, and later all goes on."""

import random
from contextlib import ExitStack

import pytest
import redis
from hand_play import ByHand
from sound_store import breaks, everything, missing
from whole_server import start_server, wait_until

from tableshark_workers.embedded import EmbeddedStore

KEY = {"Idempotency-Key": "the-same-request-again-and-again"}


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A server on a store of somebody else's; gives it with clients of both stores."""
    folder = tmp_path_factory.mktemp("outside")
    with ExitStack() as stack:
        store = stack.enter_context(EmbeddedStore(folder / "stores"))
        queue = stack.enter_context(EmbeddedStore(folder / "stores", name="queue", durable=False))
        server = start_server(folder / "data", folder / "log", TABLESHARK_STORE=store.url, TABLESHARK_QUEUE=queue.url)
        server.store = store
        yield server
        assert server.stop() == 0


@pytest.fixture
def client(outside):
    with redis.Redis.from_url(outside.store.url) as client:
        yield client
        client.config_set("maxmemory", 0)


def refused(answer):
    """A clear problem: which one, that it may pass, and no more than a sentence."""
    assert answer.status_code == 503, answer.text
    problem = answer.json()
    assert problem["code"] == "store_away"
    assert answer.headers["Retry-After"]
    return problem["detail"]


def test_a_full_store_writes_nothing_by_halves_and_goes_on_when_there_is_room(outside, client):
    url = outside.store.url
    with ByHand(outside.url, random.Random(2), p1={"by": "bot", "bot": "stop-at-8"}) as person:
        answer = wait_until(person.next)
        game = {"rules": "jaws", "others": {"by": "me"}}
        batch = {"rules": "shark-attacks", "bots": [{"bot": "random"}, {"bot": "random"}], "episodes": 10}
        client.config_set("maxmemory", 1)
        before = everything(url)
        assert "no room" in refused(person.send(answer))
        assert "no room" in refused(person.http.post("/games", json=game, headers=KEY))
        assert "no room" in refused(person.http.post("/simulations", json=batch, headers=KEY))
        assert "no room" in refused(person.http.get(f"{outside.url}/readyz"))
        assert person.http.get(f"{outside.url}/livez").status_code == 200
        seat, turn, _ = answer
        assert person.view(seat)["turn"] == turn
        assert person.http.get(person.path).json()["status"] == "running"
        assert everything(url) == before
        client.config_set("maxmemory", 0)
        person.send(answer).raise_for_status()
        made = person.http.post("/games", json=game, headers=KEY)
        assert made.status_code == 201
        assert made.headers.get("Idempotency-Replayed") is None
        person.http.post("/simulations", json=batch, headers=KEY).raise_for_status()
        for _ in range(4):
            person.send(wait_until(person.next, seconds=10.0)).raise_for_status()
        assert missing(url, person.game["game"], person.acknowledged) == []
        assert breaks(url) == []


def test_a_store_that_can_not_save_refuses_moves_and_goes_on_later(outside, client):
    """A server that saves snapshots takes no writes while it can't write one."""
    blocked = outside.store.folder / "store.rdb"
    with ByHand(outside.url, random.Random(3)) as person:
        answer = person.next()
        blocked.mkdir()
        client.config_set("save", "3600 1000000")
        client.bgsave()
        wait_until(lambda: client.info("persistence")["rdb_last_bgsave_status"] == "err")
        problem = person.send(answer)
        client.config_set("save", "")
        blocked.rmdir()
        assert "can't keep" in refused(problem)
        person.send(answer).raise_for_status()
        assert missing(outside.store.url, person.game["game"], person.acknowledged) == []


def test_what_is_written_by_halves_is_seen(outside, client):
    """The checks above are not blind."""
    url = outside.store.url
    with ByHand(outside.url, random.Random(4)) as person:
        person.play(3)
        game = person.game["game"]
        before = everything(url)
        assert breaks(url) == []
        client.xadd(f"g:{{{game}}}:log", {"line": "{}"}, id="9-0")
        assert breaks(url) == [f"{game} has 5 lines, and its body counts 4"]
        assert everything(url) != before
        client.xdel(f"g:{{{game}}}:log", "9-0")
        client.zrem("tableshark:running", game)
        assert breaks(url) == [f"{game} stands wrongly in the index running"]
