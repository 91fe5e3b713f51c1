"""Every problem: its code, its status, its envelope, and that nothing was changed by what was refused."""

import json
import logging
import re
import time
from pathlib import Path

import pytest
from tables import MINE, NOWHERE, SHARKS, Table, bearer, check

from tableshark import Refused, hookimpl
from tableshark.errors import QueueAway, StoreAway
from tableshark.overtime import Watch
from tableshark.store.memory import MemoryStore
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue
from tableshark_api.problems import KINDS

JSON = {"content_type": "application/json"}


def post(path, code, pointers=None, **more):
    return pytest.param("post", path, more, code, pointers, id=f"{path[-24:]} {str(more)[:60]}")


def new(body, code, *pointers):
    return post("/v1/games", code, pointers, json=body)


GAMES = [
    new({"rules": "chess"}, "unknown_rules", "/rules"),
    new({}, "malformed_body", "/rules"),
    new({"rules": []}, "malformed_body", "/rules"),
    new({"rules": {}}, "malformed_body", "/rules"),
    new([], "malformed_body", ""),
    new("x", "malformed_body", ""),
    post("/v1/games", "malformed_body", [""], data=b"null", **JSON),
    new({**SHARKS, "who": 1, "a/b~": 2}, "malformed_body", "/who", "/a~1b~0"),
    new({**SHARKS, "seed": "ab"}, "malformed_body", "/seed"),
    new({**SHARKS, "seed": "0" * 64 + "\n"}, "malformed_body", "/seed"),
    new({**SHARKS, "seed": "x" * 64}, "malformed_body", "/seed"),
    new({**SHARKS, "options": []}, "malformed_options", "/options"),
    new({**SHARKS, "options": None}, "malformed_options", "/options"),
    new({**SHARKS, "options": {"players": 7}}, "malformed_options", "/options/players"),
    new({**SHARKS, "options": {"players": "2"}}, "malformed_options", "/options/players"),
    new({**SHARKS, "options": {"players": True}}, "malformed_options", "/options/players"),
    new({**SHARKS, "options": {"players": 2.5}}, "malformed_options", "/options/players"),
    new({**SHARKS, "options": {"target": 10**38}}, "malformed_options", "/options/target"),
    new({**SHARKS, "options": {"first_seat": "p5"}}, "malformed_options", "/options"),
    new({**SHARKS, "options": {"nobody": 1}}, "malformed_options", "/options"),
    new({**SHARKS, "options": {"x" * 5000: 1}}, "malformed_options", "/options"),
    new({**SHARKS, "seats": []}, "malformed_seats", "/seats"),
    new({**SHARKS, "seats": {"p0": "me"}}, "malformed_seats", "/seats/p0"),
    new({**SHARKS, "seats": {"p0": {}}}, "malformed_seats", "/seats/p0/by"),
    new({**SHARKS, "seats": {"p0": {"by": []}}}, "malformed_seats", "/seats/p0/by"),
    new({**SHARKS, "seats": {"value": {"by": "x"}}}, "malformed_seats", "/seats/value/by"),
    new({**SHARKS, "seats": {"p0": {"by": "bot"}}}, "malformed_seats", "/seats/p0/bot"),
    new({**SHARKS, "seats": {"p0": {"by": "me", "bot": "random"}}}, "malformed_seats", "/seats/p0/bot"),
    new({**SHARKS, "seats": {"p0": {"by": "open", "level": "normal"}}}, "malformed_seats", "/seats/p0/level"),
    new({**SHARKS, "seats": {"p0": {"by": "bot", "bot": "x", "holders": 2}}}, "malformed_seats", "/seats/p0/holders"),
    new({**SHARKS, "seats": {"p0": {"by": "me", "holders": 0}}}, "malformed_seats", "/seats/p0/holders"),
    new({**SHARKS, "seats": {"p0": {"by": "me", "holders": 10**9}}}, "malformed_seats", "/seats/p0/holders"),
    new({**SHARKS, "seats": {"p2": {"by": "me"}}}, "malformed_seats", "/seats/p2"),
    new({**SHARKS, "seats": {"p0": {"by": "bot", "bot": "deep-blue"}}}, "unknown_bot"),
    new({**SHARKS, "seats": {"p0": {"by": "bot", "bot": "random", "level": "huge"}}}, "unknown_bot"),
]  # fmt: skip

RAW = [
    (b"", "malformed_json"),
    (b"{", "malformed_json"),
    (b"\xff\xfe", "malformed_json"),
    (b"\xef\xbb\xbf{}", "malformed_json"),
    (b'{"rules": NaN}', "malformed_json"),
    (b'{"rules": -Infinity}', "malformed_json"),
    (b'{"rules": 1e400}', "malformed_json"),
    (b'{"rules": ' + b"9" * 5000 + b"}", "malformed_json"),
    (b'{"rules": "a", "rules": "shark-attacks"}', "malformed_json"),
    (b'{"rules": "shark-attacks", "options": {"players": 2, "players": 2}}', "malformed_json"),
    (b'{"rules": "\\ud800"}', "malformed_json"),
    (b'{"\\udfff": "\\ud800"}', "malformed_json"),
    (b"[" * 33 + b"]" * 33, "malformed_json"),
    (b"[" * 30_000, "malformed_json"),
    (b'{"a":' * 33 + b"1" + b"}" * 33, "malformed_json"),
    (b"{}" + b" " * 65_535, "body_too_large"),
    (b"[" * 32 + b"]" * 32, "malformed_body"),
    (b'"' + b"[" * 33 + b'"', "malformed_body"),
    (b"{}" + b" " * 65_534, "malformed_body"),
    (b'{"rules": "\\ud83e\\udd88"}', "unknown_rules"),
]


@pytest.mark.parametrize(("method", "path", "more", "code", "pointers"), GAMES)
def test_a_game_that_cannot_be(web, kept, method, path, more, code, pointers):
    check(web.post(path, **more), code, pointers or None)
    assert kept() == {}


@pytest.mark.parametrize(("body", "code"), RAW, ids=lambda value: repr(value)[:40])
def test_a_body_that_cannot_be_read(web, kept, body, code):
    check(web.post("/v1/games", data=body, **JSON), code)
    assert kept() == {}


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_a_body_of_another_type(web, kind):
    check(web.post("/v1/games", data=b"{}", content_type=kind), "not_json")


def test_whole_floats_are_integers(web):
    body = b'{"rules": "shark-attacks", "options": {"players": 3.0, "target": 1e2}}'
    made = web.post("/v1/games", data=body, content_type="application/json; charset=utf-8")
    assert made.json["options"] == {"players": 3, "target": 100, "first_seat": None}


def test_nothing_here(web):
    check(web.get("/v1/nothing"), "not_found")
    check(web.get("/v1/rules/"), "not_found")
    check(web.get("/docs/no-such-file"), "not_found")
    told = check(web.put("/v1/games"), "method_not_allowed")
    assert "errors" not in told
    assert set(web.put("/v1/games").headers["Allow"].split(", ")) == {"GET", "HEAD", "POST", "OPTIONS"}
    check(web.get("/v1/rules/chess"), "unknown_rules")
    for job in ("x", "0" * 24 + "-p0-1-0", "0" * 24 + "-p0-1-" + "9" * 5000, f"{'0' * 24}-p0-١-0"):
        check(web.get(f"/v1/jobs/{job}"), "unknown_job")


@pytest.mark.parametrize("game", ["0" * 24, "x", "%00", "A" * 24, "0" * 5000, "٣" * 24])
def test_an_unknown_game_is_told_first(web, game):
    broken = {"data": b"{" * 99, "content_type": "text/plain"}
    for path in ("/moves", "/bot-moves", "/seats/p0"):
        check(web.post(f"/v1/games/{game}{path}", **broken), "unknown_game")
    for path in ("", "/view?after=x"):
        check(web.get(f"/v1/games/{game}{path}"), "unknown_game")
    check(web.delete(f"/v1/games/{game}/seats/p0"), "unknown_game")


class Unreadable:
    """A body that fails the test when it is read."""

    def read(self, *args):
        raise AssertionError("the body was read")

    readline = read


def test_a_body_for_an_unknown_game_is_not_read(web):
    for path in ("/moves", "/bot-moves", "/seats/p0"):
        environment = {"wsgi.input": Unreadable(), "CONTENT_LENGTH": "9999999999"}
        check(web.post(NOWHERE + path, environ_overrides=environment), "unknown_game")


def test_who_may_not(web, table, new_table, kept):
    other = new_table(seats={"p0": {"by": "me"}})
    before = kept()
    move = {"turn": 1, "move": {"type": "stop"}}
    for path, body in (("/moves", move), ("/bot-moves", {"turn": 1, "bot": "random"}), ("/moves", "not even a body")):
        check(table.post(path, json=body), "no_token")
        for wrong in ("Bearer ts_wrong", "Basic cDA6eA==", "Bearer", "ts_x", "Bearer \udcff", "Bearer a b"):
            check(table.post(path, json=body, headers={"Authorization": wrong}), "bad_token")
        check(table.post(path, json=body, headers={"Authorization": f"Bearer {other.tokens['p0']}"}), "bad_token")
    check(table.get("/view?after=x", headers={"Authorization": "Bearer ts_wrong"}), "bad_token")
    check(table.delete("/seats/p0"), "no_token")
    check(table.delete("/seats/p0", "p1"), "other_seat")
    check(table.delete("/seats/p9", "p1"), "unknown_seat")
    check(table.post("/seats/p9"), "unknown_seat")
    job = f"/v1/jobs/{table.game}-p0-1-1"
    check(web.get(job), "no_token")
    check(web.get(job, headers=bearer(table.tokens["p1"])), "unknown_job")
    check(
        web.get(job.replace("-p0-", "-p9-"), headers={"Authorization": f"Bearer {table.tokens['p1']}"}), "unknown_job"
    )
    asked = table.asked()[0]
    for turn in (1, 2, 0, 10**30):
        path = f"/v1/jobs/{table.game}-{asked}-{turn}-0"
        check(web.get(path, headers={"Authorization": f"Bearer {table.tokens[asked]}"}), "unknown_job")
    assert kept() == before


def test_seats_that_cannot_be_taken(table, new_table, kept):
    open_one = new_table(seats={"p0": {"by": "bot", "bot": "random"}})
    before = kept()
    check(table.post("/seats/p0"), "seat_taken")
    check(open_one.post("/seats/p0"), "seat_taken")
    check(open_one.post("/seats/p1", json={"seat": "p1"}), "malformed_body", ["/seat"])
    check(open_one.post("/seats/p1", json=[]), "malformed_body", [""])
    check(open_one.post("/seats/p1", data=b"{", **JSON), "malformed_json")
    check(open_one.post("/seats/p1", data=b"{}", content_type="text/plain"), "not_json")
    check(open_one.post("/seats/p1", data=b" " * 70_000, **JSON), "body_too_large")
    assert kept() == before
    assert open_one.post("/seats/p1", json={}).status_code == 201


MOVES = [
    ({"type": "stop", "more": 1}, ["/move"]),
    ({"type": "jump"}, ["/move/type"]),
    ({"type": []}, ["/move/type"]),
    ({"type": {}}, ["/move/type"]),
    ({"type": None}, ["/move/type"]),
    ({}, ["/move"]),
    ([], ["/move"]),
    ("stop", ["/move"]),
    (None, ["/move"]),
    ({"type": "take_sign"}, ["/move"]),
    ({"type": "take_sign", "seat": 1}, ["/move/seat"]),
]


@pytest.mark.parametrize(("move", "pointers"), MOVES, ids=lambda value: str(value)[:30])
def test_a_move_that_is_none(table, kept, move, pointers):
    before = kept()
    seat, view = table.asked()
    check(table.move(seat, view["turn"], move), "malformed_move", pointers)
    assert kept() == before


TURNS = [
    ({"turn": 1}, ["/move"]),
    ({"move": {"type": "stop"}}, ["/turn"]),
    ({"turn": "1", "move": {"type": "stop"}}, ["/turn"]),
    ({"turn": True, "move": {"type": "stop"}}, ["/turn"]),
    ({"turn": 1.5, "move": {"type": "stop"}}, ["/turn"]),
    ({"turn": 0, "move": {"type": "stop"}}, ["/turn"]),
    ({"turn": 2**53, "move": {"type": "stop"}}, ["/turn"]),
    ({"turn": [], "move": {"type": "stop"}, "x": 1}, ["/turn", "/x"]),
]


@pytest.mark.parametrize(("body", "pointers"), TURNS, ids=lambda value: str(value)[:40])
def test_a_move_in_no_turn(table, kept, body, pointers):
    before = kept()
    code = "malformed_move" if pointers == ["/move"] else "malformed_body"
    check(table.post("/moves", table.asked()[0], json=body), code, pointers)
    assert kept() == before


def test_a_move_at_the_wrong_time(table, new_table, kept):
    waiting = new_table(seats={"p0": {"by": "me"}})
    over = new_table(options={"target": 20}, seats={"p0": {"by": "me"}, "p1": {"by": "me"}}).play_out()
    seat, view = table.asked()
    other = "p1" if seat == "p0" else "p0"
    stop = {"type": "stop"}
    table.move(seat, view["turn"], stop)
    before = kept()
    check(table.move(seat, 1, {"type": "swim_on"}), "stale_turn")
    check(table.move(seat, 2, stop), "not_your_turn")
    check(table.move(other, 2, stop), "not_your_turn")
    check(table.move(other, 1, {"type": "take_sign", "seat": seat}), "illegal_move")
    check(waiting.move("p0", 1, stop), "game_not_started")
    check(waiting.get("/view", "p0"), "game_not_started")
    check(over.move("p0", 99, stop), "game_over")
    check(over.post("/bot-moves", "p0", json={"turn": 99, "bot": "random"}), "game_over")
    for game, code in ((waiting, "game_not_started"), (table, "not_your_turn")):
        check(game.post("/bot-moves", "p0" if game is waiting else seat, json={"turn": 2, "bot": "random"}), code)
    check(table.post("/bot-moves", seat, json={"turn": 1, "bot": "random"}), "stale_turn")
    assert over.delete("/seats/p0", "p0").status_code == 204
    check(over.post("/seats/p0"), "game_over")
    assert {**kept(), over.game: 0} == {**before, over.game: 0}


def test_orders_that_do_not_fit(table, kept):
    seat, view = table.asked()
    before = kept()

    def order(**body):
        return table.post("/bot-moves", seat, json=body)

    check(order(turn=view["turn"], bot="deep-blue"), "unknown_bot")
    check(order(turn=view["turn"], bot="random", level="huge"), "unknown_bot")
    check(order(turn=view["turn"]), "malformed_body", ["/bot"])
    check(order(turn=view["turn"], bot=[], level={}), "malformed_body", ["/bot", "/level"])
    check(order(bot="random"), "malformed_body", ["/turn"])
    check(order(turn=1, bot="random", depth=3), "malformed_body", ["/depth"])
    assert kept() == before


def test_answers_are_final(new_table, kept):
    pairs = new_table("pairs", seats={"left": {"by": "me"}, "right": {"by": "me"}})
    assert pairs.move("left", 1, {"type": "pick", "number": 1}).status_code == 200
    before = kept()
    check(pairs.move("left", 1, {"type": "pick", "number": 2}), "already_answered")
    check(pairs.post("/bot-moves", "left", json={"turn": 1, "bot": "random"}), "already_answered")
    assert pairs.move("left", 1, {"type": "pick", "number": 1}).status_code == 200
    assert pairs.view("right")["answered"] == ["left"]
    assert kept() == before


QUERIES = [
    "after=x",
    "after=-1",
    "after=1.5",
    "after=",
    "after=1_0",
    "after=١",
    "wait=-1",
    "wait=26",
    "wait=nan",
    "wait=",
]


@pytest.mark.parametrize("query", QUERIES)
def test_queries_that_do_not_fit(table, query):
    told = check(table.get(f"/view?{query}", "p0"), "malformed_query")
    assert [fault["parameter"] for fault in told["errors"]] == [query.split("=")[0]]


def test_more_waits_than_there_are_threads_for(plugins, store):
    web = create_app(plugins, store, IdleQueue(), waiters=0).test_client()
    made = web.post("/v1/games", json={**SHARKS, "seats": {"p0": {"by": "me"}, "p1": {"by": "me"}}}).json
    check(web.get(f"/v1/games/{made['game']}/view?after=1&wait=5"), "busy")
    assert web.get(f"/v1/games/{made['game']}/view?after=0&wait=5").json["number"] == 1
    assert web.get(f"/v1/games/{made['game']}/view?after=1").status_code == 304


class Sunday:
    """A house rule."""

    @hookimpl
    def tableshark_before_move(self, header, seat, move):
        raise Refused("nobody plays on Sundays")


@pytest.fixture
def sunday(plugins):
    plugins.manager.register(Sunday(), "sunday")
    yield
    plugins.manager.unregister(name="sunday")


def test_house_rules(sunday, table, kept):
    before = kept()
    seat, view = table.asked()
    assert check(table.move(seat, view["turn"], {"type": "stop"}), "refused")["detail"] == "nobody plays on Sundays"
    assert kept() == before


class Broken:
    """A house rule that fails."""

    def __init__(self, error):
        self.error = error

    @hookimpl
    def tableshark_before_move(self, header, seat, move):
        raise self.error("canary")


@pytest.mark.parametrize("error", [ValueError, SystemExit, BaseException])
def test_a_house_rule_that_fails(plugins, store, kept, caplog, error):
    table = Table(create_app(plugins, store, IdleQueue(), watch=Watch()).test_client(), seats=MINE)
    before = kept()
    seat, view = table.asked()
    plugins.manager.register(Broken(error), "broken")
    try:
        told = check(table.move(seat, view["turn"], {"type": "stop"}), "rules_away")
    finally:
        plugins.manager.unregister(name="broken")
    assert kept() == before
    assert told["trace"] in caplog.text
    assert "canary" not in caplog.text + told["detail"]
    assert table.move(seat, view["turn"], {"type": "stop"}).status_code == 200


def test_rules_that_are_gone(plugins, web, table):
    seat, view = table.asked()
    plugins.rules.pop("shark-attacks")
    check(table.get("/view"), "rules_away")
    check(table.move(seat, view["turn"], {"type": "stop"}), "rules_away")
    assert table.get().json["rules"] == "shark-attacks", "the public facts need no plugin"
    plugins.rules.clear()
    check(web.get("/readyz"), "rules_away")


class AwayStore(MemoryStore):
    """A store that does not answer."""

    def load(self, game):
        raise StoreAway("the store does not answer")

    def update(self, game, change):
        raise StoreAway("the store does not answer")

    def probe(self):
        raise StoreAway("the store does not answer")


class AwayQueue(IdleQueue):
    """A queue that does not answer."""

    def wake(self, thoughts):
        raise QueueAway("the queue does not answer")

    def progress(self, play):
        raise QueueAway("the queue does not answer")

    def probe(self):
        raise QueueAway("the queue does not answer")


def test_a_store_that_is_away(plugins):
    web = create_app(plugins, AwayStore(), IdleQueue()).test_client()
    check(web.post("/v1/games", json=SHARKS), "store_away")
    for path in ("", "/view", "/view?after=0&wait=5"):
        check(web.get(NOWHERE + path), "store_away")
    check(web.post(f"{NOWHERE}/moves"), "store_away")
    check(web.get("/readyz"), "store_away")
    assert web.get("/livez").json == {"status": "ok"}


def test_a_queue_that_is_away_breaks_no_move(plugins, store):
    web = create_app(plugins, store, AwayQueue()).test_client()
    seats = {"p0": {"by": "me"}, "p1": {"by": "bot", "bot": "random"}}
    made = web.post("/v1/games", json={**SHARKS, "options": {"first_seat": "p0"}, "seats": seats}).json
    token = {"Authorization": f"Bearer {made['tokens']['p0']}"}
    ordered = web.post(f"/v1/games/{made['game']}/bot-moves", json={"turn": 1, "bot": "random"}, headers=token)
    assert (ordered.status_code, ordered.json["state"]) == (202, "queued")
    assert web.get(ordered.headers["Location"], headers=token).json == ordered.json
    played = web.post(f"/v1/games/{made['game']}/moves", json={"turn": 1, "move": {"type": "stop"}}, headers=token)
    assert played.status_code == 200
    assert web.get(ordered.headers["Location"], headers=token).json["state"] == "done"
    check(web.get("/readyz"), "queue_away")


def test_what_is_unexpected_tells_no_secret(app, web, table, monkeypatch, caplog):
    seat, view = table.asked()
    secret = f"seed 1234 of {table.tokens[seat]}"

    def fail(*args):
        raise RuntimeError(secret)

    monkeypatch.setattr(app.extensions["tableshark"].desk, "answer", fail)
    with caplog.at_level(logging.INFO):
        answer = table.move(seat, view["turn"], {"type": "stop"})
    told = check(answer, "internal")
    assert told["trace"] in caplog.text
    assert "RuntimeError" in caplog.text
    for leak in (secret, "seed 1234", table.tokens[seat], table.game):
        assert leak not in caplog.text + answer.text


def test_every_code_is_met_here():
    tests = [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")]
    assert set(KINDS) - set(re.findall(r'"([a-z_]+)"', "\n".join(tests))) == set()


def test_faults_are_not_told_without_end(web):
    told = check(web.post("/v1/games", json={f"a{i}": i for i in range(2000)}), "malformed_body")
    assert len(told["errors"]) == 20
    assert len(json.dumps(told)) < 5000


HOSTILE = {
    "an open string of quotes": b"[" * 33 + b'"' + b'\\"' * 32_600,
    "quotes without an end": b'{"rules": "' + b'\\"' * 32_600,
    "brackets": b"[" * 65_000,
    "a place in a value": json.dumps(
        {"rules": "shark-attacks", "options": {"first_seat": " - at `$" * 8000}}, separators=(",", ":")
    ).encode()[:65_000],
    "many digits": b'{"rules": ' + b"9" * 65_000 + b"}",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_body_is_refused_within_a_second(web, what):
    began = time.monotonic()
    answer = web.post("/v1/games", data=HOSTILE[what], **JSON)
    # Promised: no answer takes longer, whatever is sent.
    assert time.monotonic() - began < 1.0
    assert answer.status_code in (400, 422), answer.text
    assert len(answer.data) < 2000


@pytest.mark.parametrize("seed", ["0" * 63 + "\n", "0" * 64 + "\n", "A" * 64, "0" * 63, ""])
def test_a_seed_that_is_none(web, seed):
    check(web.post("/v1/games", json={"rules": "shark-attacks", "seed": seed}), "malformed_body", ["/seed"])


def test_a_place_cannot_be_forged(web):
    for name in ("zz - at `$.players", "zz - at `$.players`"):
        answer = web.post("/v1/games", json={"rules": "shark-attacks", "options": {name: 1, "players": 3}})
        assert answer.status_code == 422
        assert "``" not in str([fault["pointer"] for fault in answer.json["errors"]])
