"""Two requests at once, the one in the middle of the other."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from limits.storage import MemoryStorage
from tables import MINE, STOP, Table, bearer, check, told

from tableshark.errors import StoreAway
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue
from tableshark_api.limits import Allowed, Limits

KEYED = {"Idempotency-Key": "a key of 22 characters".replace(" ", "-")}


@pytest.fixture
def overtaken(app, monkeypatch):
    """Have something else happen after a request is let in, and before the desk does what it asks for."""

    def overtake(method, meanwhile):
        desk = app.extensions["tableshark"].desk
        honest = getattr(desk, method)

        def late(*given, **more):
            monkeypatch.undo()
            # In another thread: in one, the requests of a test client share what each should have for itself.
            with ThreadPoolExecutor(1) as pool:
                pool.submit(meanwhile).result()
            return honest(*given, **more)

        monkeypatch.setattr(desk, method, late)

    return overtake


@pytest.mark.parametrize("way", ["exchanged", "left"])
@pytest.mark.parametrize("what", ["answer", "order"])
def test_a_token_that_opens_nothing_any_more_plays_nothing(new_table, kept, overtaken, what, way):
    table = new_table(seats=MINE)
    seat, view = table.asked()
    after = []

    def change():
        if way == "exchanged":
            assert table.post(f"/seats/{seat}/token", seat).status_code == 201
        else:
            assert table.delete(f"/seats/{seat}", seat).status_code == 204
            assert table.post(f"/seats/{seat}").status_code == 201
        after.append(kept())

    overtaken(what, change)
    if what == "answer":
        check(table.move(seat, view["turn"], STOP), "bad_token")
    else:
        check(table.post("/bot-moves", seat, json={"turn": view["turn"], "bot": "random"}), "bad_token")
    assert kept() == after[0]


@pytest.mark.parametrize("way", ["exchanged", "left"])
def test_a_repeated_request_for_a_seat_sits_down_once_whatever_happens_in_between(new_table, kept, overtaken, way):
    table = new_table(seats={"p0": {"by": "me"}, "p1": {"by": "open", "holders": 2}})
    after = []

    def meanwhile():
        first = told(table.post("/seats/p1", headers=KEYED))
        table.tokens["p1"] = first["token"]
        if way == "exchanged":
            assert table.post("/seats/p1/token", "p1").status_code == 201
        else:
            assert table.delete("/seats/p1", "p1").status_code == 204
        after.append(kept())

    overtaken("take_seat", meanwhile)
    again = table.post("/seats/p1", headers=KEYED)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert told(again)["token"] == table.tokens["p1"]
    assert kept() == after[0]


def test_a_repeated_order_does_not_undo_a_later_one(new_table, app, overtaken):
    table = new_table(seats=MINE)
    seat, view = table.asked()

    def order(bot, **more):
        headers = {**bearer(table.tokens[seat]), **more}
        answer = table.post("/bot-moves", headers=headers, json={"turn": view["turn"], "bot": bot})
        assert answer.status_code == 202

    overtaken("order", lambda: (order("random", **KEYED), order("stop-at-8")))
    order("random", **KEYED)
    assert app.extensions["tableshark"].desk.load(table.game)[1].orders[seat].bot == "stop-at-8"


def test_no_record_is_given_of_a_game_that_is_removed_meanwhile(new_table, store, monkeypatch):
    table = new_table(seats=MINE, options={"target": 20})
    table.play_out()
    honest = store.log

    def late(*given):
        store.delete(table.game)
        return honest(*given)

    monkeypatch.setattr(store, "log", late)
    check(table.get("/record"), "unknown_game")


def test_the_facts_tell_the_first_change_after_an_upgrade_to_nobody(plugins, new_table, store, web):
    table = new_table(seats=MINE)
    rules = plugins.rules["shark-attacks"]
    plugins.rules["shark-attacks"] = replace(rules, version=rules.version + 1, upgrades={rules.version: dict})
    seen = table.facts(), web.get("/v1/games?status=running").json["games"]
    assert seen[0]["version"] == rules.version + 1
    table.play(random.Random(1))
    assert (table.facts(), web.get("/v1/games?status=running").json["games"]) == seen
    plugins.rules.pop("shark-attacks")
    assert table.facts() == seen[0], "no plugin is needed to tell them"


def limited(plugins, store, **allowed):
    return create_app(plugins, store, IdleQueue(), limits=Limits(Allowed(**allowed), MemoryStorage())).test_client()


def test_an_answer_that_is_given_again_costs_what_the_first_one_did(plugins, store):
    table = Table(limited(plugins, store, token_requests=100, address_requests=3), seats=MINE)
    seat, view = table.asked()
    body = {"turn": view["turn"], "bot": "random"}
    asked = [table.post("/bot-moves", headers={**bearer(table.tokens[seat]), **KEYED}, json=body) for _ in range(6)]
    assert [answer.status_code for answer in asked] == [202] * 6


def test_who_exchanges_a_token_again_and_again_gets_no_more_than_others(plugins, store):
    table = Table(limited(plugins, store, token_requests=5, address_requests=100), seats=MINE)
    answered = []
    for _ in range(3):
        answered += [table.get("/view", "p0").status_code for _ in range(2)]
        exchanged = table.post("/seats/p0/token", "p0")
        answered.append(exchanged.status_code)
        table.tokens["p0"] = told(exchanged).get("token", table.tokens["p0"])
    assert answered == [200, 200, 201, 200, 200, 429, 429, 429, 429]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/games", {"rules": "shark-attacks"}),
        ("/v1/simulations", {"rules": "shark-attacks", "bots": [{"bot": "random"}], "episodes": 2}),
    ],
)
def test_what_was_made_already_is_not_refused_for_a_limit(plugins, store, monkeypatch, path, body):
    web = limited(plugins, store, games=1, simulations=1, simulations_at_once=1)

    def away(*given):
        raise StoreAway("the store does not answer")

    with monkeypatch.context() as broken:
        broken.setattr(store, "replace", away)
        first = web.post(path, json=body, headers=KEYED)
    again = web.post(path, json=body, headers=KEYED)
    assert (first.status_code, told(again)) == (again.status_code, told(first))
