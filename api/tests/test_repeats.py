"""Requests that are sent again with an Idempotency-Key: one effect, the first answer, and nobody else gets it."""

import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from tables import MINE, NOWHERE, SHARKS, Table, bare, bearer, check, other, told
from wires import REPLY, Wires

from tableshark.errors import StoreAway
from tableshark.store.memory import MemoryStore
from tableshark.store.redis import RedisStore
from tableshark_api import repeats
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue

REPLAYED = "Idempotency-Replayed"
GAME = {**SHARKS, "seats": {"p0": {"by": "me"}, "p1": {"by": "invited"}, "p2": {"by": "open", "holders": 9}}}
GAME["options"] = {"players": 3}
BATCH = {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 2}


def key():
    return {"Idempotency-Key": secrets.token_urlsafe(32)}


class Case:
    """A request that creates something: where it goes, as whom, with what; and another body for the same place."""

    def __init__(self, table, what):
        seat = table.asked()[0]
        turn = {"turn": 1, "bot": "random"}
        self.seat = None if what in ("games", "seats", "simulations") else seat
        self.path, self.body, self.another = {
            "games": ("/v1/games", GAME, {**GAME, "listed": False}),
            "seats": (f"{table.path}/seats/{other(seat)}", {"salt": "a"}, {"salt": "b"}),
            "token": (f"{table.path}/seats/{seat}/token", {}, None),
            "bot-moves": (f"{table.path}/bot-moves", turn, {**turn, "bot": "greedy"}),
            "advice": (f"{table.path}/advice", turn, {**turn, "bot": "greedy"}),
            "simulations": ("/v1/simulations", BATCH, {**BATCH, "episodes": 4}),
        }[what]
        if what == "seats":
            assert table.delete(f"/seats/{other(seat)}", other(seat)).status_code == 204
        self.web = table.web
        self.headers = {} if self.seat is None else bearer(table.tokens[seat])

    def send(self, headers, another=False, web=None, **more):
        body = self.another if another else self.body
        given = {} if body is None else {"json": body}
        return (web or self.web).post(self.path, headers={**self.headers, **headers, **more}, **given)


WHAT = ["games", "seats", "token", "bot-moves", "advice", "simulations"]


@pytest.fixture(params=WHAT)
def case(request, table):
    return Case(table, request.param)


def test_the_same_request_gives_the_first_answer_again(case, kept, store):
    same = key()
    first = case.send(same)
    assert first.status_code in (201, 202)
    assert REPLAYED not in first.headers
    before = kept()
    for _ in range(2):
        again = case.send(same)
        assert again.headers[REPLAYED] == "true"
        assert (again.status_code, told(again)) == (first.status_code, told(first))
        assert again.headers.get("Location") == first.headers.get("Location")
        assert again.headers["Content-Type"] == "application/json"
    assert kept() == before, "it has one effect"
    for value in store._kept.values():
        assert b"ts_" not in value
        assert b"ti_" not in value
        assert b"tm_" not in value


def test_tokens_and_invitations_come_again_and_are_good(web):
    same = key()
    first, again = (told(web.post("/v1/games", json=GAME, headers=same)) for _ in range(2))
    assert first == again
    assert set(again["tokens"]) == {"p0"}
    assert set(again["invites"]) == {"p1"}
    path = f"/v1/games/{again['game']}"
    check(web.get(f"{path}/view", headers=bearer(again["tokens"]["p0"])), "game_not_started")
    taken = web.post(f"{path}/seats/p1", json={"invite": again["invites"]["p1"]})
    assert taken.status_code == 201
    assert len({*first["tokens"].values(), *first["invites"].values(), told(taken)["token"]}) == 3


def test_a_shared_seat_is_taken_once_for_each_key(web, new_table):
    table = new_table(**GAME)
    one, two = key(), key()
    tokens = [told(table.post("/seats/p2", headers=same, json={}))["token"] for same in (one, two, one, two)]
    assert tokens[:2] == tokens[2:]
    assert tokens[0] != tokens[1]
    assert table.place("p2")["taken"] == 2


def test_another_body_under_the_same_key_is_refused(case, kept):
    same = key()
    assert case.send(same).status_code in (201, 202)
    before = kept()
    # With an exchanged token nothing else can be asked for.
    check(case.send(same, another=True), "bad_token" if case.path.endswith("/token") else "key_reused")
    assert kept() == before
    assert case.send(same).headers[REPLAYED] == "true"


@pytest.mark.parametrize("bad", ["x", "a" * 21, "a" * 256, "a b" * 10, "é" * 30, "", " " * 30])
def test_a_key_that_is_none_is_refused(case, kept, bad):
    before = kept()
    check(case.send({"Idempotency-Key": bad}), "malformed_key")
    assert kept() == before


def test_nobody_else_gets_the_answer_again(case, new_table):
    stranger = new_table(seats=MINE).tokens["p0"]
    same = key()
    mine = told(case.send(same))
    for authorization in (f"Bearer {stranger}", "Bearer ts_wrong", "Basic x"):
        answer = case.send(same, Authorization=authorization)
        check(answer, "key_reused" if case.seat is None else "bad_token")
        for secret in (*mine.get("tokens", {}).values(), mine.get("token", "-"), mine.get("job", "-")):
            assert secret == "-" or secret not in answer.text


def test_nor_does_another_holder_of_the_same_seat(new_table):
    table = new_table(seats={"p0": {"by": "me", "holders": 2}, "p1": {"by": "me"}}, options={"first_seat": "p0"})
    theirs, same = told(table.post("/seats/p0"))["token"], key()
    question = {"turn": 1, "bot": "random"}
    assert table.post("/bot-moves", "p0", json=question, headers=same).status_code == 202
    for path, body in (("/bot-moves", question), ("/bot-moves", {"turn": 9})):
        check(table.post(path, headers={**same, **bearer(theirs)}, json=body), "key_reused")
    assert table.post("/advice", headers={**same, **bearer(theirs)}, json=question).status_code == 202


def test_who_may_not_is_told_so_whatever_the_key(web, table):
    same = key()
    assert table.post("/advice", table.asked()[0], json={"turn": 1, "bot": "random"}, headers=same).status_code == 202
    for headers in (same, {"Idempotency-Key": "x"}):
        check(table.post("/advice", json={"turn": 1}, headers=headers), "no_token")
        check(table.post("/seats/p9", headers=headers), "unknown_seat")
        check(web.post(f"{NOWHERE}/advice", headers=headers), "unknown_game")
        assert web.options(f"{table.path}/advice", headers=headers).status_code == 200


def test_a_request_that_is_turned_away_leaves_nothing(web, table, store):
    for path in (NOWHERE, table.path):
        assert web.post(f"{path}/advice", headers=key()).status_code in (401, 404)
    assert [name for name in store._kept if name.startswith("answer")] == []


def test_a_key_counts_for_its_place_alone(web, new_table):
    same = key()
    one, two = (new_table(seats={"p0": {"by": "me"}}) for _ in range(2))
    tokens = [told(table.post("/seats/p1", headers=same))["token"] for table in (one, two)]
    assert len(set(tokens)) == 2
    assert web.post("/v1/games", json=SHARKS, headers=same).status_code == 201


def test_where_no_key_is_needed_it_is_passed_over(table):
    seat, view = table.asked()
    body = {"turn": view["turn"], "move": {"type": "stop"}}
    for headers in (key(), {"Idempotency-Key": "x"}):
        answer = table.post("/moves", seat, json=body, headers=headers)
        assert answer.status_code == 200
        assert REPLAYED not in answer.headers
    assert table.get(headers={"Idempotency-Key": "x"}).status_code == 200


def test_without_a_key_each_request_counts(web):
    games = {told(web.post("/v1/games", json=GAME))["game"] for _ in range(2)}
    assert len(games) == 2


def test_what_was_refused_is_refused_again_and_what_is_unknown_stays_so(web, new_table):
    table, same = new_table(seats=MINE), key()
    for _ in range(2):
        check(table.post("/seats/p0", headers=same), "seat_taken")
    hidden = web.post(f"{NOWHERE}/seats/p0", headers=key())
    check(hidden, "unknown_game")
    again = web.post(f"{NOWHERE}/seats/p0", headers=key())
    assert bare(again) == bare(hidden)


class Forgetful(MemoryStore):
    """A store that dies after the change and before the answer is kept."""

    def replace(self, name, value, seconds):
        raise StoreAway("the store does not answer")


@pytest.mark.parametrize("what", WHAT)
def test_a_crash_between_the_change_and_the_answer_loses_no_seat(plugins, what):
    web = create_app(plugins, Forgetful(), IdleQueue()).test_client()
    case, same = Case(Table(web, seats=MINE), what), key()
    first, again = case.send(same), case.send(same)
    assert first.status_code == again.status_code
    assert told(again) == told(first), "what is done is told, though it was not kept"
    token = told(first).get("token")
    if what == "simulations":
        assert len(told(web.get(case.path, headers=bearer(token)))["simulations"]) == 1
    elif token:
        path = case.path.partition("/seats/")[0]
        assert web.get(f"{path}/view", headers=bearer(token)).status_code in (200, 409)


def test_another_process_knows_the_answer(plugins, store):
    apps = [create_app(plugins, store, IdleQueue()).test_client() for _ in range(2)]
    same = key()
    first, again = (web.post("/v1/games", json=GAME, headers=same) for web in apps)
    assert again.headers[REPLAYED] == "true"
    assert told(first) == told(again)


@pytest.mark.parametrize("what", WHAT)
def test_twenty_at_once_have_one_effect(live, served, valkey, what):
    case, same = Case(live, what), key()

    def send(_):
        with served.client() as own:
            return case.send(same, web=own)

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(send, range(20)))
    assert {answer.status_code for answer in answers} == {201 if what in ("games", "seats", "token") else 202}
    found = [told(answer) for answer in answers]
    assert all(one == found[0] for one in found)
    store = RedisStore(valkey.url)
    if what == "games":
        assert [game for game, _ in store.find("waiting", limit=10_000)].count(found[0]["game"]) == 1
    elif what == "simulations":
        [only] = httpx.get(served.url + case.path, headers=bearer(found[0]["token"])).json()["simulations"]
        assert only["simulation"] == found[0]["simulation"]
    elif what != "advice":
        places = {place["seat"]: place["taken"] for place in live.facts()["seats"]}
        assert places == {"p0": 1, "p1": 1}
    if what in ("seats", "token"):
        assert httpx.get(f"{served.url}{live.path}/view", headers=bearer(found[0]["token"])).status_code == 200


@pytest.mark.parametrize("what", WHAT)
def test_a_lost_reply_loses_nothing(live, served, what):
    case, same = Case(live, what), key()
    with Wires(served.url) as wires, httpx.Client(base_url=wires.url, timeout=30) as away:
        wires.plan(REPLY, "drop")
        with pytest.raises(httpx.TransportError):
            case.send(same, web=away)
        assert wires.done == [(REPLY, "drop")]
        answer = case.send(same, web=away)
    assert answer.status_code in (201, 202)
    assert answer.headers[REPLAYED] == "true", "it was done the first time"
    assert told(answer) == told(case.send(same, web=live.web))
    if what in ("seats", "token"):
        headers = bearer(told(answer)["token"])
        assert live.web.get(f"{live.path}/view", headers=headers).json()["seat"] == told(answer)["seat"]


def test_every_post_that_creates_something_takes_a_key(building):
    marked = {name for name, view in building.view_functions.items() if getattr(view, repeats.MARK, False)}
    posts = {rule.endpoint for rule in building.url_map.iter_rules() if "POST" in rule.methods}
    assert posts - marked == {"moves.play"}, "its turn serves"
    assert len(marked) == len(WHAT)
