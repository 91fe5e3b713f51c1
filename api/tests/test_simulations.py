"""Simulations over HTTP: ordered with what can be run, priced, read while they run, cancelled, listed; and repeated."""

import csv
import hashlib
import io
import json
import time

import httpx
import pytest
from limits.storage import MemoryStorage
from tables import MINE, Table, bearer, check
from whole_server import wait_until

from tableshark.errors import QueueAway
from tableshark.simulations import Playing, rows
from tableshark.simulations.desk import Simulations
from tableshark.store.memory import MemoryStore
from tableshark_api.app import create_app
from tableshark_api.idle import IdleQueue
from tableshark_api.limits import Allowed, Limits
from tableshark_workers.simulations.tasks import play_claim

PATH = "/v1/simulations"
DUEL = {"rules": "shark-attacks", "bots": [{"bot": "stop-at-8"}, {"bot": "random", "level": "normal"}], "episodes": 40}


class Played(IdleQueue):
    """A queue whose slices are played in this process when the test says so; and what an episode costs."""

    def __init__(self):
        self.orders, self.each, self.asked = [], None, []

    def simulate(self, simulation):
        self.orders.append(simulation)

    def price(self, plan, seconds):
        self.asked.append(plan)
        if self.each == "late":
            raise QueueAway("no worker has said in time what an episode costs; try again")
        return self.each


class Bureau:
    """An API over a store in memory, and whoever plays."""

    def __init__(self, plugins, **more):
        self.plugins, self.queue, self.store = plugins, Played(), MemoryStore()
        self.web = create_app(plugins, self.store, self.queue, **more).test_client()
        self.desk = Simulations(self.store, self.queue.simulate, time.time)

    def order(self, token=None, **more):
        body = {**DUEL, "seed": "0", **more}
        return self.web.post(PATH, json=body, headers=bearer(token) if token else {})

    def play(self, slices=10_000):
        while self.queue.orders and slices:
            simulation = self.queue.orders.pop(0)
            slices -= 1
            if play_claim(self.plugins, self.desk, simulation) == "played":
                self.queue.orders.append(simulation)


@pytest.fixture
def bureau(plugins):
    return Bureau(plugins)


def read(bureau, ordered):
    return bureau.web.get(ordered.headers["Location"], headers=bearer(ordered.json["token"])).json


def test_from_an_order_to_its_results(bureau):
    ordered = bureau.order()
    assert ordered.status_code == 202
    told = ordered.json
    assert (told["state"], told["played"], "report" in told, "hash" in told) == ("queued", 0, False, False)
    assert told["plan"]["bots"] == [{"bot": "stop-at-8", "level": "normal"}, {"bot": "random", "level": "normal"}]
    assert told["plan"]["seats"] == ["p0", "p1"]
    assert ordered.headers["Location"] == f"{PATH}/{told['simulation']}"
    bureau.play(slices=1)
    early = read(bureau, ordered)
    assert (early["state"], early["report"]["episodes"]) == ("running", early["played"])
    assert 0 < early["played"] < 40
    assert early["cpu_seconds_left"] > 0
    bureau.play()
    done = read(bureau, ordered)
    assert (done["state"], done["played"]) == ("done", 40)
    assert "token" not in done
    assert done["report"]["players"]["stop-at-8/normal"]["wins"]["mean"] > 0.4
    assert sum(done["report"]["seats"]["p0"]["ranks"].values()) == 40
    assert set(done["thinking"]) == {"stop-at-8/normal", "random/normal"}
    lines = bureau.web.get(f"{ordered.headers['Location']}/episodes", headers=bearer(told["token"]))
    assert lines.headers["Content-Type"] == "application/x-ndjson"
    assert hashlib.sha256(lines.data).hexdigest() == done["hash"], "anybody can check it"


def test_any_episode_can_be_played_again(bureau, plugins):
    ordered = bureau.order(rotation="rotate")
    bureau.play()
    plan = bureau.desk.load(ordered.json["simulation"]).plan
    lines = bureau.web.get(
        f"{ordered.headers['Location']}/episodes?first=7&limit=1", headers=bearer(ordered.json["token"])
    )
    assert lines.data == rows.write([Playing(plugins, plan).play(7)])


def test_episodes_as_csv(bureau):
    ordered = bureau.order()
    bureau.play()
    path, token = f"{ordered.headers['Location']}/episodes", bearer(ordered.json["token"])
    answer = bureau.web.get(f"{path}?format=csv&first=38", headers=token)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    found = list(csv.DictReader(io.StringIO(answer.text)))
    lines = [json.loads(line) for line in bureau.web.get(f"{path}?first=38", headers=token).text.splitlines()]
    assert [(row["episode"], row["p1_score"]) for row in found] == [
        (str(line["episode"]), str(line["scores"]["p1"])) for line in lines
    ]
    assert len(bureau.web.get(f"{path}?limit=3", headers=token).text.splitlines()) == 3
    assert bureau.web.get(f"{path}?first=40", headers=token).text == ""
    for query in ("first=-1", "limit=0", "format=xml", "first=x"):
        check(bureau.web.get(f"{path}?{query}", headers=token), "malformed_query")


def test_without_a_seed_one_is_drawn(bureau):
    seeds = {bureau.web.post(PATH, json=DUEL).json["plan"]["seed"] for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize(
    ("more", "code", "pointer"),
    [
        ({"rules": "nim"}, "unknown_rules", "/rules"),
        ({"options": {"players": 99}}, "malformed_options", "/options/players"),
        ({"bots": []}, "malformed_body", "/bots"),
        ({"bots": [{"bot": "random"}] * 3}, "malformed_plan", "/bots"),
        ({"bots": [{"bot": "random"}, {"bot": "nobody"}]}, "malformed_plan", "/bots/1"),
        ({"bots": [{"bot": "random", "level": "max"}]}, "malformed_plan", "/bots/0"),
        ({"bots": [{"bot": "random/normal"}]}, "malformed_plan", "/bots/0"),
        ({"bots": [{"level": "max"}]}, "malformed_body", "/bots/0/bot"),
        ({"episodes": 0}, "malformed_body", "/episodes"),
        ({"episodes": 10**9}, "malformed_body", "/episodes"),
        ({"episodes": "10"}, "malformed_body", "/episodes"),
        ({"episodes": 5, "rotation": "paired"}, "malformed_plan", "/episodes"),
        ({"rotation": "around"}, "malformed_body", "/rotation"),
        ({"seed": ""}, "malformed_body", "/seed"),
        ({"seed": 7}, "malformed_body", "/seed"),
        ({"steps": 0}, "malformed_body", "/steps"),
        ({"seconds": 0}, "malformed_body", "/seconds"),
        ({"until": {"type": "interval"}}, "malformed_body", "/until/width"),
        ({"until": {"type": "interval", "width": 0.6}}, "malformed_body", "/until/width"),
        ({"until": {"type": "sprt", "low": 0.5}}, "malformed_body", "/until/high"),
        ({"until": {"type": "sprt", "low": 0.5, "high": 0.5}}, "malformed_body", "/until/high"),
        ({"until": {"type": "sprt", "low": 0.4, "high": 0.5, "width": 0.1}}, "malformed_body", "/until/width"),
        ({"until": {"type": "sprt", "low": 0, "high": 0.5}}, "malformed_body", "/until/low"),
        ({"bots": [{"bot": "random"}], "until": {"type": "interval", "width": 0.1}}, "malformed_plan", "/until"),
        ({"until": {"type": "never"}}, "malformed_body", "/until/type"),
        ({"more": 1}, "malformed_body", "/more"),
    ],
    ids=str,
)
def test_what_cannot_be_run_is_told_with_its_place(bureau, more, code, pointer):
    check(bureau.order(**more), code, [pointer])
    assert bureau.queue.orders == []
    assert bureau.store._games == {}


def test_what_would_cost_too_much_is_refused_before_it_is_queued(plugins):
    bureau = Bureau(plugins, most_cpu=100.0)
    bureau.queue.each = 0.5
    told = check(bureau.order(episodes=1000), "too_costly", ["/episodes"])
    assert told["detail"] == "about 500 s of CPU time for 1,000 episodes; 100 s are allowed"
    assert told["errors"][0]["detail"] == "at most about 200 can be played"
    assert bureau.queue.orders == []
    accepted = bureau.order(episodes=200, seed="another", seconds=9)
    assert (accepted.status_code, accepted.json["cpu_seconds_estimated"]) == (202, 100.0)
    assert len(set(bureau.queue.asked)) == 1, "an episode costs the same however many there are"


def test_what_nobody_can_price_in_time_is_not_queued(bureau):
    bureau.queue.each = "late"
    told = check(bureau.order(), "queue_away")
    assert "try again" in told["detail"]
    assert bureau.queue.orders == []
    assert bureau.store._games == {}


def test_where_nobody_says_what_it_costs_it_is_played_within_its_limit(plugins):
    bureau = Bureau(plugins, most_cpu=0.001)
    bureau.desk = Simulations(bureau.store, bureau.queue.simulate, time.time, 0.001)
    ordered = bureau.order(episodes=10_000)
    assert "cpu_seconds_estimated" not in ordered.json
    bureau.play()
    found = read(bureau, ordered)
    assert (found["state"], found["reason"]) == ("failed", "it took more than 0 s of CPU time")
    assert found["played"] > 0, "what was played stays"


def test_cancelled_what_was_found_stays(bureau):
    ordered = bureau.order(episodes=2000)
    bureau.play(slices=2)
    for _ in range(2):
        answer = bureau.web.delete(ordered.headers["Location"], headers=bearer(ordered.json["token"]))
        assert (answer.status_code, answer.json["state"]) == (200, "cancelled")
    assert answer.json["report"]["episodes"] > 0
    bureau.play()
    assert read(bureau, ordered) == answer.json, "nothing is played any more"


def test_a_token_collects_simulations(bureau):
    first = bureau.order()
    token = first.json["token"]
    second = bureau.order(token, episodes=2)
    assert second.status_code == 202
    assert "token" not in second.json, "it is known already"
    other = bureau.order()
    listed = bureau.web.get(PATH, headers=bearer(token)).json["simulations"]
    assert {one["simulation"] for one in listed} == {first.json["simulation"], second.json["simulation"]}
    assert all("report" not in one for one in listed)
    assert bureau.web.get(second.headers["Location"], headers=bearer(token)).status_code == 200
    check(bureau.web.get(other.headers["Location"], headers=bearer(token)), "unknown_simulation")


def test_a_seats_token_orders_nothing(bureau):
    seat = Table(bureau.web, seats=MINE).tokens["p0"]
    check(bureau.order(seat), "bad_token")
    check(bureau.order("tm_made-up"), "bad_token")
    check(bureau.web.get(PATH, headers=bearer(seat)), "bad_token")


def test_an_order_that_is_sent_again_is_one(bureau):
    key = {"Idempotency-Key": "k" * 30}
    answers = [bureau.web.post(PATH, json=DUEL, headers=key) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [202] * 3
    assert answers[1].headers["Idempotency-Replayed"] == "true"
    assert len({answer.json["token"] for answer in answers}) == 1
    assert len({answer.json["simulation"] for answer in answers}) == 1
    token = bearer(answers[2].json["token"])
    assert len(bureau.web.get(PATH, headers=token).json["simulations"]) == 1
    assert answers[0].json["token"] not in str(bureau.store._kept), "hashes alone are kept"
    check(bureau.web.post(PATH, json={**DUEL, "episodes": 2}, headers=key), "key_reused")


def test_limits(plugins):
    allowed = Allowed(simulations=3, simulations_at_once=2)
    bureau = Bureau(plugins, limits=Limits(allowed, MemoryStorage()))
    assert [bureau.order(episodes=1).status_code for _ in range(2)] == [202, 202]
    told = check(bureau.order(), "too_many_requests")
    assert told["detail"] == "2 simulations are being played; try again once one is over"
    bureau.play()
    assert bureau.order(episodes=1).status_code == 202
    bureau.play()
    assert "3 simulations an hour" in check(bureau.order(), "too_many_requests")["detail"]


def test_a_simulation_is_no_game(bureau):
    ordered = bureau.order()
    name, token = ordered.json["simulation"], bearer(ordered.json["token"])
    for path in ("", "/view", "/stream", "/record"):
        check(bureau.web.get(f"/v1/games/{name}{path}", headers=token), "unknown_game")
    for status in ("waiting", "running", "ended"):
        assert bureau.web.get(f"/v1/games?status={status}").json["games"] == []
    table = Table(bureau.web, seats=MINE)
    check(bureau.web.get(f"{PATH}/{table.game}", headers=token), "unknown_simulation")
    check(bureau.web.get(f"{PATH}/sim-{table.game}", headers=token), "unknown_simulation")


def test_all_of_it_on_a_real_server(whole):
    """Every answer is what the workers of a server found."""
    with httpx.Client(base_url=whole.url, timeout=30) as client:
        body = {**DUEL, "seed": "real", "rotation": "paired", "episodes": 400}
        ordered = client.post(PATH, json=body)
        assert ordered.status_code == 202, ordered.text
        assert ordered.json()["cpu_seconds_estimated"] > 0
        where, token = ordered.headers["Location"], bearer(ordered.json()["token"])

        def over():
            found = client.get(where, headers=token).json()
            return found if "ended" in found else None

        done = wait_until(over, 60)
        assert (done["state"], done["played"]) == ("done", 400)
        lines = client.get(f"{where}/episodes", headers=token).content
        assert hashlib.sha256(lines).hexdigest() == done["hash"]
        difference = done["report"]["paired"]["stop-at-8/normal"]["difference"]
        assert difference["low"] > 0, "who stops in time wins more often than by luck"
