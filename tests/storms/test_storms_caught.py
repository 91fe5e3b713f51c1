"""What looks for faults finds them: each is planted, and a checker of the storms catches it."""

import json
from contextlib import ExitStack

import msgspec
import pytest
from crowd import Crowd, check_once, check_raced, check_seated
from full_house import DAY, KEPT, Retention, check_queue, check_swept, pass_days
from hostile_bytes import of_bodies
from model_machine import Life, lives
from planted import HOARDER, Careless, in_here, install, lying_rules
from raw_wire import Answer, Wire, at_once
from redis import Redis
from rq.serializers import JSONSerializer
from serving import start
from verdict import GROWTH, LATE, bombard, children, everybody_goes_on, faults, resident

from tableshark import jobs
from tableshark.store.redis import RedisStore
from tableshark_api.problems import KINDS
from tableshark_workers.embedded import EmbeddedStore
from tableshark_workers.work import OurQueue

ME = {"by": "me"}
HANDS = 16
MANY = 4
UNLIMITED = dict.fromkeys(("token_requests", "address_requests", "games_an_hour", "streams"), 0)


@pytest.fixture(scope="module")
def stores(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stores")
    with EmbeddedStore(folder) as store, EmbeddedStore(folder, name="queue", durable=False) as queue:
        yield store, queue


def seated(port):
    crowd = Crowd(port, {"p0": ME, "p1": {"by": "open"}})
    return crowd.storm(crowd.joins("p1", 40))


def raced(port):
    # Both seats are full before the race.
    crowd = Crowd(port, {"p0": {"by": "open", "holders": HANDS}, "p1": ME}, first_seat="p0")
    for join in crowd.joins("p0", HANDS):
        crowd.storm([join])
    seat, view = crowd.asked()
    moves = [view["legal"][n % 2] for n in range(HANDS)]
    return moves, at_once(
        crowd.port, [crowd.move(token, 1, move) for token, move in zip(crowd.tokens[seat], moves, strict=True)]
    )


def test_a_store_that_loses_updates_is_caught():
    with in_here() as true:
        check_seated(seated(true), 1)
        check_raced(*raced(true))
    with in_here(Careless()) as careless:
        with pytest.raises(AssertionError, match="sat down on 1 places"):
            check_seated(seated(careless), 1)
        with pytest.raises(AssertionError, match="two different moves"):
            check_raced(*raced(careless))


def test_a_line_too_many_or_too_few_is_caught():
    with in_here() as true:
        crowd, played = Crowd(true, {"p0": ME, "p1": ME}, target=20), []
        while (asked := crowd.asked()) is not None:
            played.append((asked[0], asked[1]["turn"]))
            crowd.storm([crowd.move(crowd.tokens[asked[0]][0], asked[1]["turn"], asked[1]["legal"][0])])
        found = crowd.record()
    check_once(found, played)
    with pytest.raises(AssertionError, match="one effect"):
        check_once(msgspec.structs.replace(found, lines=(*found.lines, found.lines[-1])), played)
    with pytest.raises(AssertionError, match="one effect"):
        check_once(msgspec.structs.replace(found, lines=found.lines[:-1]), played)


def test_what_the_model_does_not_do_is_caught():
    class Honest(Life):
        kinds, bots = ("shark-attacks",), False

    class Deaf(Honest):
        def send(self, data):
            if data.startswith(b"DELETE"):
                # Nobody leaves, but everybody is told so.
                return Answer(204, {}, b"", 0.0)
            return super().send(data)

    with in_here() as true:
        Honest.server = true
        lives(Honest, MANY)
        with pytest.raises(AssertionError):
            lives(Deaf, MANY)
    with in_here(plugins=lying_rules()) as lying:
        Honest.server = lying
        with pytest.raises(AssertionError, match=r"view|move"):
            lives(Honest, MANY)


def told(code, status):
    problem = {"code": code, "detail": "x", "status": status, "title": KINDS[code].title, "trace": "0123456789abcdef"}
    return json.dumps({**problem, "type": f"urn:tableshark:problem:{code}"}).encode()


def test_what_an_answer_must_not_be_is_caught():
    kind = {"content-type": "application/problem+json"}
    good = Answer(404, kind, told("not_found", 404), 0.1)
    full = Answer(503, {**kind, "retry-after": "1"}, told("busy", 503), 0.1)
    assert faults(good) == faults(full, full=True) == []
    for bad in (
        full,
        full._replace(headers=kind),
        good._replace(status=500),
        good._replace(took=1.1),
        good._replace(status=400),
        good._replace(headers={"content-type": "text/html"}),
        good._replace(body=good.body.replace(b"not_found", b"lost")),
        good._replace(body=good.body.replace(b'"x"', b'"Traceback (most recent call last)"')),
        good._replace(body=good.body.replace(b"0123", b"")),
    ):
        assert faults(bad) != [], bad


def test_a_plugin_that_keeps_every_body_fails_and_dawdles_is_caught(stores, tmp_path, monkeypatch):
    install(tmp_path, "hoarder", HOARDER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    hoarding = start(tmp_path, stores[0].url, queue=stores[1].url, **UNLIMITED)
    try:
        port = hoarding.port = int(hoarding.url.rpartition(":")[2])
        crowd = Crowd(hoarding, {"p0": ME, "p1": ME})
        requests = list(of_bodies(crowd.path, crowd.tokens["p0"][0]))
        wrong, _ = bombard(
            port, [(name, data) for name, data in requests if name.endswith(("pair to games", "NUL to games"))]
        )
        assert any(fault.startswith("half a pair") and "status 500" in fault for fault in wrong), wrong[:20]
        assert any(fault.startswith("NUL") and "it took" in fault for fault in wrong), wrong[:20]
        quick = [(name, data) for name, data in requests if not name.startswith("NUL")]
        worker = children(hoarding.process.pid)[-1]
        before = resident(worker)
        bombard(port, quick)
        assert resident(worker) - before > GROWTH
    finally:
        hoarding.stop()


def test_a_server_without_threads_for_slow_bodies_is_caught(stores, tmp_path):
    few = start(tmp_path, stores[0].url, queue=stores[1].url, api_threads=2, **UNLIMITED)
    try:
        few.port = int(few.url.rpartition(":")[2])
        crowd = Crowd(few, {"p0": ME, "p1": ME})
        everybody_goes_on(crowd)
        with ExitStack() as stack:
            for _ in range(10):
                stack.enter_context(Wire(few.port)).send(LATE)
            with pytest.raises((AssertionError, TimeoutError)):
                everybody_goes_on(crowd)
    finally:
        few.stop()


def test_what_is_not_swept_is_caught(stores):
    store, queue = stores
    with Redis.from_url(store.url) as kept, Redis.from_url(queue.url) as waiting:
        kept.flushall()
        waiting.flushall()
        with in_here(RedisStore(store.url)) as true:
            Crowd(true, {"p0": ME, "p1": ME}, target=20).play_out()
        for forgetful in (Retention(DAY, 30 * DAY, ended=10_000 * DAY), KEPT):
            for months in (1, 2, 3):
                pass_days(store.url, 31 * months, forgetful)
            if forgetful is not KEPT:
                with pytest.raises(AssertionError, match="are gone"):
                    check_swept(kept)
        check_swept(kept)
        # A line of a log that is written after its game was removed; an answer that is kept for ever.
        for name in ("g:{0}:log", "tableshark:kept:answer:0"):
            kept.set(name, b"x")
            with pytest.raises(AssertionError):
                check_swept(kept)
            kept.delete(name)
        check_queue(waiting)
        found = OurQueue(jobs.BOTS, connection=waiting, serializer=JSONSerializer)
        found.enqueue_call(jobs.ADVISE, kwargs={}, job_id="planted", result_ttl=-1, failure_ttl=-1)
        with pytest.raises(AssertionError, match="these stay"):
            check_queue(waiting)
