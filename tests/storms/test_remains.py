"""Growth: of everything that a server was asked for, nothing is left once it is old, in the store or in the queue."""

import pytest
from crowd import Crowd
from full_house import QUEUES, check_queue, check_swept, full_house, let_hours_pass, pass_days
from raw_wire import ask, bearer, post
from redis import Redis
from rq.serializers import JSONSerializer
from whole_server import wait_until

from tableshark.jobs import Play
from tableshark.store.queue import Queue
from tableshark_workers.work import OurQueue, OurWorker

MANY = 3
ME = {"by": "me"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server that everything was asked of, so many times; its limits are counted as they are by default."""
    with full_house(tmp_path_factory.mktemp("house")) as made:
        made.fill(MANY)
        yield made


def size(house, crowd):
    """How much is stored of a game, less its log."""
    key = f"g:{{{crowd.game}}}"
    return len(house.store.hget(key, "body")), house.store.hlen(key)


def test_a_game_is_no_larger_for_all_who_came_and_went(house):
    crowd = Crowd(house.server, {"p0": ME, "p1": ME}, first_seat="p0")
    before, _ = size(house, crowd)
    for _ in range(40):
        [mine] = crowd.tokens["p0"]
        crowd.tokens["p0"] = [ask(house.port, post(f"{crowd.path}/seats/p0/token", {}, bearer(mine))).json["token"]]
        [other] = crowd.tokens["p1"]
        assert ask(house.port, crowd.leave("p1", other)).status == 204
        crowd.tokens["p1"] = []
        crowd.storm(crowd.joins("p1"))
    after, fields = size(house, crowd)
    assert abs(after - before) < 64
    assert fields <= 64 + 3, "requests are remembered for a while"


def test_what_waits_in_a_lobby_is_no_larger_for_all_salts(house):
    crowd = Crowd(house.server, {"p0": ME, "p1": {"by": "open", "holders": 4}, "p2": {"by": "open"}}, players=3)
    crowd.storm(crowd.joins("p1", 3))
    before, _ = size(house, crowd)
    for _ in range(30):
        token = crowd.tokens["p1"].pop()
        assert ask(house.port, crowd.leave("p1", token)).status == 204
        crowd.storm(crowd.joins("p1"))
    assert size(house, crowd)[0] <= before + 64


def test_nothing_stays_in_the_queue(house):
    queue = Queue(house.queue_url)
    # A job that fails: there is no such game.
    lost = Play("0" * 24, "p0", 1)
    queue.play(lost)
    wait_until(lambda: queue.progress(lost).state == "failed")
    assert len(house.queue.keys("rq:job:*")) > 4 * MANY
    assert house.queue.zcard("rq:failed:bots") == 1
    check_queue(house.queue)
    # One that was killed leaves its name.
    house.queue.sadd("rq:workers", "rq:worker:killed")
    house.queue.sadd("rq:workers:bots", "rq:worker:killed")
    let_hours_pass(house.queue)
    connection = Redis.from_url(house.queue_url)
    for name in QUEUES:
        found = OurQueue(name, connection=connection, serializer=JSONSerializer)
        OurWorker([found], connection=connection, serializer=JSONSerializer).clean_registries()
    connection.close()
    queue.connection.close()
    left = {key.decode() for key in house.queue.scan_iter() if house.queue.ttl(key) == -1}
    assert left <= {"rq:queues", "rq:workers", "rq:workers:bots", "rq:workers:simulations", "tableshark:counts"}
    assert b"rq:worker:killed" not in house.queue.smembers("rq:workers") | house.queue.smembers("rq:workers:bots")
    assert house.queue.hlen("tableshark:counts") <= 4


def test_nothing_stays_in_the_store(house):
    # Last of all here: afterwards nothing is left.
    assert len(house.store.keys("g:*")) > 10 * MANY
    assert len(house.store.keys("tableshark:kept:answer:*")) >= 4 * MANY
    for months in range(1, 5):
        pass_days(house.url, 31 * months)
    check_swept(house.store)
