"""Limits: by token, by address, of games and of streams; what is over waits, and nothing else is disturbed."""

import os
import signal
import time

import pytest
import redis
from limits.storage import MemoryStorage, RedisStorage
from tables import MINE, SHARKS, STOP, Table, bearer, check, other

from tableshark.store.memory import MemoryStore
from tableshark_api import limits
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue
from tableshark_api.limits import Allowed, Limits
from tableshark_workers.embedded import EmbeddedStore


@pytest.fixture
def opened(plugins):
    """An API with limits. Games are created and joined by another one over the same store, which has none."""

    def open_one(storage=None, waiters=48, proxies=0, **allowed):
        store = MemoryStore()
        told = Limits(Allowed(**allowed), storage or MemoryStorage())
        limited = create_app(plugins, store, IdleQueue(), limits=told, waiters=waiters, proxies=proxies).test_client()
        limited.free = create_app(plugins, store, IdleQueue()).test_client()
        return limited

    return open_one


def game_at(web):
    """A running game, whose requests count."""
    return Table(web.free, seats=MINE).through(web)


def test_requests_with_one_token(opened):
    table = game_at(opened(token_requests=4, address_requests=50))
    for left in (3, 2, 1, 0):
        answer = table.get("/view", "p0")
        assert answer.status_code == 200
        assert (answer.headers["RateLimit-Limit"], answer.headers["RateLimit-Remaining"]) == ("4", str(left))
    for _ in range(2):
        answer = table.get("/view", "p0")
        check(answer, "too_many_requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        assert (answer.headers["RateLimit-Limit"], answer.headers["RateLimit-Remaining"]) == ("4", "0")
    assert table.get("/view", "p1").status_code == 200, "another token has its own"
    assert table.get("/view").status_code == 200, "and so has whoever has none"


def test_a_refused_move_was_not_played(opened):
    table = game_at(opened(token_requests=1))
    free = table.through(table.web.free)
    seat = free.asked()[0]
    assert table.get("/view", seat).status_code == 200
    check(table.move(seat, 1, STOP), "too_many_requests")
    assert free.view(seat)["turn"] == 1


def test_requests_without_a_token(opened):
    web = opened(address_requests=3)
    table = game_at(web)
    for path in ("/v1/rules", table.path, f"{table.path}/view"):
        answer = web.get(path)
        assert answer.status_code == 200
        assert "RateLimit-Limit" not in answer.headers, "what an address has left is not one client's business"
    for path in ("/v1/rules", table.path, f"{table.path}/view", "/v1/games", "/v1/nothing", f"{table.path}/stream"):
        check(web.get(path), "too_many_requests")
    check(web.post("/v1/games", json=SHARKS), "too_many_requests")
    assert table.get("/view", "p0").status_code == 200, "a token that opens something still does"
    here = {"REMOTE_ADDR": "192.0.2.7"}
    assert web.get("/v1/rules", environ_overrides=here).status_code == 200, "another address has its own"


TRIED = [
    ("/view", lambda n: f"Bearer ts_{n}", "bad_token"),
    ("/view", lambda n: f"Basic {n}", "bad_token"),
    ("/stream", lambda n: f"Bearer ts_{n}", "bad_token"),
    ("/record", lambda n: f"Bearer ts_{n}", "bad_token"),
]


@pytest.mark.parametrize(("path", "header", "code"), TRIED)
def test_whoever_tries_tokens_pays_by_the_address(opened, path, header, code):
    table = game_at(opened(token_requests=100, address_requests=5))
    for n in range(5):
        check(table.get(path, headers={"Authorization": header(n)}), code)
    for n in range(5, 8):
        check(table.get(path, headers={"Authorization": header(n)}), "too_many_requests")
    check(table.get("/view"), "too_many_requests")
    assert table.get("/view", "p0").status_code == 200


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/games", "{game}", "/v1/jobs/x", "/v1/games/" + "0" * 24 + "/view"])
def test_a_new_token_for_each_request_buys_nothing(opened, path):
    web = opened(token_requests=100, address_requests=5)
    path = path.format(game=game_at(web).path)
    answers = [web.get(path, headers=bearer(f"ts_{n}")).status_code for n in range(8)]
    assert answers[5:] == [429] * 3
    assert 429 not in answers[:5]


def test_a_seat_is_not_taken_by_a_request_that_is_refused(opened):
    web = opened(token_requests=100, address_requests=2)
    table = Table(web.free).through(web)
    answers = [table.post("/seats/p0", headers=bearer(f"ts_{n}")) for n in range(4)]
    assert [answer.status_code for answer in answers] == [201, 409, 429, 429]
    assert [place["taken"] for place in table.through(web.free).facts()["seats"]] == [1, 0]
    check(table.post("/seats/p1"), "too_many_requests")
    assert table.through(web.free).place("p1")["taken"] == 0


def test_no_news_costs_nothing(opened):
    table = game_at(opened(token_requests=3, address_requests=3))
    for seat, tag in (("p0", '"p0.1"'), (None, '"-.1"')):
        for _ in range(10):
            assert table.get("/view", seat, headers={"If-None-Match": tag}).status_code == 304
            assert table.get("/view?after=1", seat).status_code == 304
        for _ in range(3):
            assert table.get("/view", seat).status_code == 200
        check(table.get("/view", seat, headers={"If-None-Match": tag}), "too_many_requests")


def test_games_from_one_address(opened):
    web = opened(games=2)
    same = {"Idempotency-Key": "k" * 22}
    made = [web.post("/v1/games", json=SHARKS, headers=headers) for headers in (same, {}, same)]
    assert [answer.status_code for answer in made] == [201, 201, 201], "the first answer again is no new game"
    assert made[0].json == made[2].json
    answer = web.post("/v1/games", json=SHARKS)
    check(answer, "too_many_requests")
    assert 60 < int(answer.headers["Retry-After"]) <= 3600
    check(web.post("/v1/games", json=SHARKS, headers={"Idempotency-Key": "l" * 22}), "too_many_requests")
    assert web.get("/v1/games").json["games"][-1]["game"] == made[0].json["game"]
    assert len(web.get("/v1/games").json["games"]) == 2
    assert web.post("/v1/games", json=SHARKS, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code == 201


def test_streams_of_one_token(opened):
    table = game_at(opened(streams=2))
    first, second = (table.get("/stream", "p0", buffered=False) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    check(table.get("/stream", "p0"), "too_many_requests")
    others = [table.get("/stream", seat, buffered=False) for seat in ("p1", None, None)]
    assert [answer.status_code for answer in others] == [200] * 3
    check(table.get("/stream"), "too_many_requests")
    first.close()
    third = table.get("/stream", "p0", buffered=False)
    assert third.status_code == 200, "one was closed"
    for answer in (second, third, *others):
        answer.close()


def test_streams_of_one_process(opened):
    table = game_at(opened(waiters=2))
    held = [table.get("/stream", seat, buffered=False) for seat in ("p0", "p1")]
    assert [answer.status_code for answer in held] == [200, 200]
    check(table.get("/stream"), "busy")
    check(table.get("/view?after=1&wait=5"), "busy")
    assert table.get("/view", "p0").status_code == 200, "what does not wait is answered"
    held[0].close()
    again = table.get("/stream", "p0", buffered=False)
    assert again.status_code == 200
    for answer in (held[1], again):
        answer.close()


def test_what_is_free(opened):
    web = opened(address_requests=1)
    assert web.get("/v1/rules").status_code == 200
    for path in ("/livez", "/readyz", "/openapi.json", "/docs/", "/docs/index.css"):
        for _ in range(3):
            assert web.get(path, buffered=True).status_code == 200, path
    assert web.get("/").status_code == 302
    assert web.options("/v1/games", headers={"Origin": "http://x"}).status_code == 200
    check(web.get("/v1/rules"), "too_many_requests")


@pytest.mark.parametrize(("proxies", "counted"), [(0, [200, 200, 429]), (1, [200, 200, 200]), (2, [200, 200, 429])])
def test_behind_a_proxy_the_address_is_the_one_that_it_tells(opened, proxies, counted):
    web = opened(address_requests=2, proxies=proxies)
    said = ["10.0.0.9, 192.0.2.1", "10.0.0.9, 192.0.2.2", "10.0.0.9, 192.0.2.3"]
    answers = [web.get("/v1/rules", headers={"X-Forwarded-For": address}).status_code for address in said]
    assert answers == counted


def stored(server):
    """As the server's processes do it: each with connections of its own."""
    pool = redis.Redis.from_url(server.url).connection_pool
    return RedisStorage("redis://", pool, wrap_exceptions=True, key_prefix="test-of-limits")


def test_all_processes_count_together(opened, valkey):
    webs = [opened(storage=stored(valkey), address_requests=3) for _ in range(2)]
    assert [webs[n % 2].get("/v1/rules").status_code for n in range(5)] == [200, 200, 200, 429, 429]


def test_without_its_storage_nothing_is_counted_and_afterwards_it_is(opened, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "REST", 0.2)
    with EmbeddedStore(tmp_path, durable=False) as server:
        table = game_at(opened(storage=stored(server), token_requests=2, address_requests=2, games=2))
        assert [table.get("/view", "p0").status_code for _ in range(3)] == [200, 200, 429]
        os.kill(server.pid, signal.SIGKILL)
        began = time.monotonic()
        for _ in range(5):
            assert table.get("/view", "p0").status_code == 200
            assert table.web.get("/v1/rules").status_code == 200
            assert table.web.post("/v1/games", json=SHARKS).status_code == 201
        assert time.monotonic() - began < 5
        server.spawn()
        deadline = time.monotonic() + 10
        while table.get("/view", other("p0")).status_code != 429:
            assert time.monotonic() < deadline
            time.sleep(0.02)
