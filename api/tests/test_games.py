"""Games over the real server: the catalogue, creating, seats, views, moves, jobs."""

import http.client
import re
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import pairwise

import httpx
import pytest

from tableshark.store.redis import RedisStore

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_the_catalogue(client):
    told = client.get("/v1/rules").json()
    assert all(one["plugin"] and one["reason"] for one in told["disabled"])
    [sharks] = [one for one in told["rules"] if one["rules"] == "shark-attacks"]
    assert client.get("/v1/rules/shark-attacks").json() == sharks
    assert (sharks["title"], sharks["seats"]) == ("Shark Attacks!", ["p0", "p1"])
    assert {"bot": "stop-at-8", "title": "Stops at 8 swimmers", "levels": ["normal"], "level": "normal"} in sharks[
        "bots"
    ]
    assert {bot["bot"] for bot in sharks["bots"]} >= {"random", "greedy"}
    document = client.get("/openapi.json").json()
    for part in ("options", "move", "view"):
        path = sharks[part]["$ref"].removeprefix("/openapi.json#/components/schemas/")
        assert path in document["components"]["schemas"]


def test_a_disabled_plugin_is_listed(plugins, web):
    assert web.get("/v1/rules").json["disabled"] == [
        {"plugin": broken.plugin, "reason": broken.reason} for broken in plugins.broken
    ]


def test_a_game_from_the_first_seat_to_the_end(live_table, client):
    table = live_table(
        options={"players": 3, "target": 20}, seats={"p1": {"by": "me"}, "p2": {"by": "open", "holders": 2}}
    )
    made = table.made
    assert set(made["tokens"]) == {"p1"}
    assert re.fullmatch(r"ts_[A-Za-z0-9_-]{43}", made["tokens"]["p1"])
    assert TIME.fullmatch(made["created"])
    assert abs(datetime.fromisoformat(made["created"]) - datetime.now(UTC)).total_seconds() < 5
    assert made["status"] == "waiting"
    assert made["options"] == {"players": 3, "target": 20, "first_seat": None}
    assert made["seats"][1] == {
        "seat": "p1", "by": "person", "holders": 1, "taken": 1, "invited": False, "away": False
    }  # fmt: skip
    assert not {"started", "ended", "outcome"} & set(made)
    assert not {"seed", "bot_key", "keys"} & set(made)
    table.sit("p0", "p2")
    assert table.get().json()["status"] == "waiting", "a second person is to share p2"
    table.sit("p2")
    facts = table.get().json()
    assert (facts["status"], facts["seats"][2]["by"], facts["seats"][2]["taken"]) == ("running", "person", 2)
    table.play_out(seed=3)
    facts = table.get().json()
    assert facts["status"] == "over"
    assert sorted(facts["outcome"]["ranks"]) == ["p0", "p1", "p2"]
    assert TIME.fullmatch(facts["ended"])
    window = table.view("p2")
    assert (window["outcome"], window["legal"], window["turn"]) == (facts["outcome"], None, None)
    assert window["waiting"] == []


def test_a_window(live):
    seat, view = live.asked()
    assert " ".join(view) == "game rules status seat number turn view waiting answered away legal due outcome"
    assert (view["seat"], view["turn"], view["number"], view["waiting"]) == (seat, 1, 1, [seat])
    onlooker = live.view()
    assert (onlooker["seat"], onlooker["turn"], onlooker["legal"]) == (None, None, None)
    answer = live.get("/view", seat)
    assert answer.headers["ETag"] == f'"{seat}.1"'
    assert answer.headers["Vary"] == "Authorization"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert live.get("/view").headers["ETag"] == '"-.1"'


def test_not_modified(live):
    seat, view = live.asked()
    for known in (f'"{seat}.1"', f'W/"{seat}.1"', f'"x", "{seat}.1"', "*"):
        answer = live.get("/view", seat, headers={"If-None-Match": known})
        assert (answer.status_code, answer.content) == (304, b""), known
        assert answer.headers["ETag"] == f'"{seat}.1"'
        assert "Content-Type" not in answer.headers
        assert answer.headers.get("Content-Length", "0") == "0"
    assert live.get("/view", seat, headers={"If-None-Match": '"-.1"'}).status_code == 200
    assert live.move(seat, view["turn"], {"type": "stop"}).status_code == 200
    assert live.get("/view", seat, headers={"If-None-Match": f'"{seat}.1"'}).status_code == 200


def test_the_same_move_again(live, valkey):
    seat, view = live.asked()
    first = live.move(seat, view["turn"], {"type": "stop"})
    again = live.move(seat, view["turn"], {"type": "stop"})
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert first.headers["ETag"] == again.headers["ETag"] == f'"{seat}.2"'
    assert len(RedisStore(valkey.url).log(live.game)) == 2


def test_twenty_equal_moves_at_once(live, served, valkey):
    seat, view = live.asked()

    def move(_):
        with served.client() as own:
            body = {"turn": view["turn"], "move": {"type": "stop"}}
            return own.post(
                f"/v1/games/{live.game}/moves", json=body, headers={"Authorization": f"Bearer {live.tokens[seat]}"}
            )

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(move, range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert len(RedisStore(valkey.url).log(live.game)) == 2


def test_a_seat_is_left_and_taken_again(live):
    token = live.tokens["p0"]
    gone = live.delete("/seats/p0", "p0")
    assert (gone.status_code, gone.content) == (204, b"")
    assert (live.place("p0")["by"], live.place("p0")["taken"]) == ("open", 0)
    assert live.get("/view", "p0").status_code == 401, "the old token opens nothing"
    assert live.get("/view").status_code == 200
    assert live.sit("p0").tokens["p0"] != token
    assert live.view("p0")["seat"] == "p0"


def test_a_practice_game_repeats(live_table):
    seed = "5ea" + "0" * 61
    games = [live_table(seed=seed, seats={"p0": {"by": "me"}, "p1": {"by": "me"}}) for _ in range(2)]
    assert all(game.made["seeded"] for game in games)
    assert games[0].view()["view"] == games[1].view()["view"]


def test_a_bots_move_is_ordered(live, client):
    seat, view = live.asked()
    body = {"turn": view["turn"], "bot": "stop-at-8"}
    ordered = live.post("/bot-moves", seat, json=body)
    again = live.post("/bot-moves", seat, json=body)
    assert (ordered.status_code, again.status_code) == (202, 202)
    job = ordered.json()
    assert ordered.headers["Location"] == again.headers["Location"] == f"/v1/jobs/{job['job']}"
    assert job == {"job": job["job"], "game": live.game, "seat": seat, "turn": 1, "state": "queued"}
    headers = {"Authorization": f"Bearer {live.tokens[seat]}"}
    assert client.get(ordered.headers["Location"], headers=headers).json() == job
    live.move(seat, view["turn"], {"type": "stop"})
    assert client.get(ordered.headers["Location"], headers=headers).json() == {**job, "state": "done"}


def test_a_failed_job_whose_turn_is_over_is_done(app, table, web, monkeypatch):
    seat, view = table.asked()
    job = table.post("/bot-moves", seat, json={"turn": view["turn"], "bot": "random"}).headers["Location"]
    headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
    queue = app.extensions["tableshark"].queue
    for state, told in (("running", "running"), ("failed", "failed"), ("done", "queued"), ("queued", "queued")):
        known = type("Known", (), {"state": state, "seconds": 1.0})
        monkeypatch.setattr(type(queue), "progress", lambda self, play, known=known: known)
        assert web.get(job, headers=headers).json["state"] == told
    table.move(seat, view["turn"], {"type": "stop"})
    monkeypatch.setattr(type(queue), "progress", lambda self, play: type("Known", (), {"state": "failed"}))
    assert web.get(job, headers=headers).json["state"] == "done"


@pytest.mark.parametrize(
    "path", ["/v1/rules", "/v1/rules/shark-attacks", "/livez", "/readyz", "/openapi.json", "/docs/"]
)
def test_head_and_options(client, path):
    got, head, options = client.get(path), client.head(path), client.options(path)
    assert (got.status_code, head.status_code, head.content) == (200, 200, b"")
    assert head.headers["Content-Length"] == str(len(got.content))
    assert set(options.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_head_of_a_game(live):
    for path in ("", "/view"):
        answer = live.web.head(f"/v1/games/{live.game}{path}")
        assert (answer.status_code, answer.content) == (200, b"")


def test_health(client):
    assert client.get("/livez").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ok"}


def test_large_bodies_are_refused_however_they_come(client):
    answer = client.post("/v1/games", content=b" " * 5_000_000, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    for size in (65_537, 300_000):
        parts = (b'{"rules": "shark-attacks"}' if not i else b" " * 4096 for i in range(size // 4096 + 2))
        answer = client.post("/v1/games", content=parts, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large"), size
    answer = client.post(
        "/v1/games", content=iter([b'{"rules":', b' "chess"}']), headers={"Content-Type": "application/json"}
    )
    assert answer.json()["code"] == "unknown_rules"
    assert client.get("/livez").status_code == 200


def test_tokens_stand_in_no_address_and_no_log(live, served):
    seat, view = live.asked()
    answers = [
        live.get("/view", seat),
        live.move(seat, view["turn"], {"type": "nonsense"}),
        live.move(seat, 99, {"type": "stop"}),
        live.get(f"/view?token={live.tokens[seat]}"),
    ]
    for answer in answers:
        assert live.tokens[seat] not in answer.text + str(answer.headers)
    assert "ts_" not in served.log.read_text()


def test_a_wait_ends_with_another_seats_move(live, served):
    seat, view = live.asked()
    other = "p1" if seat == "p0" else "p0"
    with ThreadPoolExecutor(1) as pool:
        wait = pool.submit(live.get, "/view?after=1&wait=20", other)
        time.sleep(0.3)
        assert not wait.done()
        begun = time.monotonic()
        with served.client() as own:
            own.post(
                f"/v1/games/{live.game}/moves",
                json={"turn": view["turn"], "move": {"type": "stop"}},
                headers={"Authorization": f"Bearer {live.tokens[seat]}"},
            )
        answer = wait.result(5)
    assert time.monotonic() - begun < 1
    assert (answer.status_code, answer.json()["number"]) == (200, 2)
    assert live.get("/view?after=1&wait=20", other).json()["number"] == 2, "what is there already is not waited for"


def test_a_wait_ends_with_time(live):
    for query in ("after=1&wait=0.3", "after=999&wait=0.3"):
        begun = time.monotonic()
        answer = live.get(f"/view?{query}", "p0")
        assert 0.3 <= time.monotonic() - begun < 2
        assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", '"p0.1"')
    begun = time.monotonic()
    assert live.get("/view?after=1", "p0").status_code == 304
    assert time.monotonic() - begun < 0.2


def test_the_start_is_waited_for(live_table, served):
    table = live_table(seats={"p0": {"by": "me"}})
    begun = time.monotonic()
    assert table.get("/view?wait=0.3", "p0").json()["code"] == "game_not_started"
    assert time.monotonic() - begun >= 0.3
    with ThreadPoolExecutor(1) as pool:
        wait = pool.submit(table.get, "/view?wait=20", "p0")
        time.sleep(0.3)
        httpx.post(f"{served.url}/v1/games/{table.game}/seats/p1")
        assert wait.result(5).json()["number"] == 1


def test_a_wait_of_a_seat_that_is_left_ends(live, served):
    with ThreadPoolExecutor(1) as pool:
        wait = pool.submit(live.get, "/view?after=1&wait=20", "p0")
        time.sleep(0.3)
        with served.client() as own:
            own.delete(f"/v1/games/{live.game}/seats/p0", headers={"Authorization": f"Bearer {live.tokens['p0']}"})
        assert wait.result(5).json()["code"] == "bad_token"


def test_no_view_is_passed_over(table):
    shown = [table.view("p1")]
    while table.view()["status"] != "over":
        seat, view = table.asked()
        assert table.move(seat, view["turn"], view["legal"][0]).status_code == 200
        shown.append(table.view("p1"))
    assert len(shown) > 5
    for before, after in pairwise(shown):
        answer = table.get("/view", "p1", query_string={"after": before["number"]})
        # A question that is over is not put again.
        assert answer.json == {**after, "turn": None, "legal": None}
        assert answer.headers["ETag"] == f'"p1.{after["number"]}"'
    assert table.get("/view", "p1", query_string={"after": shown[-1]["number"]}).status_code == 304


def test_the_other_seats_are_filled_alike(new_table):
    bot = {"by": "bot", "bot": "greedy"}
    table = new_table(options={"players": 4}, seats={"p2": {"by": "me"}}, others=bot)
    assert set(table.tokens) == {"p2"}
    assert [place["by"] for place in table.made["seats"]] == ["bot", "bot", "person", "bot"]
    assert table.made["status"] == "running"


def test_refused_wishes_for_the_others(web):
    for others in ({"by": "bot"}, {"by": "nobody"}, [], {"by": "bot", "bot": "no-such"}):
        answer = web.post("/v1/games", json={"rules": "shark-attacks", "others": others})
        assert answer.status_code == 422, answer.text


def test_a_refusal_leaves_the_connection_open(live, served):
    url = httpx.URL(served.url)
    body = b'{"turn": 1, "move": {"type": "stop"}}'
    head = f"POST /v1/games/{live.game}/moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
    with socket.create_connection((url.host, url.port), timeout=10) as connection:
        for _ in range(3):
            connection.sendall(f"{head}{len(body)}\r\n\r\n".encode())
            # The body comes later than the refusal could be sent. Left unread, it would end the connection.
            early, _, _ = select.select([connection], [], [], 0.3)
            assert not early
            connection.sendall(body)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            assert answer.status == 401
            answer.read()
            answer.close()
