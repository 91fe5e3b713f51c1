"""Logs of a whole server: a line for each request with its trace, and no secret, id, move or view in any line."""

import json
import logging
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import breaking_app
import httpx
import pytest
from following import Following
from tables import MINE, Table, bearer, check, drawn, other
from whole_server import free_port, importable, wait_until

from tableshark_api.logs import InJson

SEED = "5ea1" * 16
CANARY = "canary-7f3a"
KEY = f"{CANARY}-of-a-request"
LISTENS = re.compile(r"(tableshark: listening at|Tableshark listens on|Games are kept in) .*")
REQUEST = {"time", "level", "logger", "message", "trace", "method", "route", "status", "milliseconds"}


@pytest.fixture(scope="module")
def http(whole):
    with httpx.Client(base_url=whole.url, timeout=30) as one:
        yield one


@pytest.fixture(scope="module")
def routes(building):
    return {rule.rule for rule in building.url_map.iter_rules()} | {"-"}


class Written:
    """What was logged since the test began, once nothing more of it is to come."""

    def __init__(self, whole, http):
        self.whole, self.http = whole, http
        self.begins = len(whole.log.read_text())

    def lines(self):
        # This request's own line stands after those of all before it.
        trace = self.http.get("/v1/the-end").json()["trace"]
        wait_until(lambda: trace in self.whole.log.read_text()[self.begins :])
        return self.whole.log.read_text()[self.begins :].splitlines()


@pytest.fixture
def written(whole, http):
    return Written(whole, http)


def played(whole, http):
    """A game with everything that must not be logged; gives what that is."""
    seats = {"p0": {"by": "me"}, "p1": {"by": "invited"}, "p2": {"by": "bot", "bot": "stop-at-8"}}
    table = Table(http, seats=seats, seed=SEED, options={"players": 3, "target": 30})
    secrets = {table.game, SEED, *table.tokens.values(), *table.made["invites"].values()}
    body = {"salt": CANARY, "invite": table.made["invites"]["p1"]}
    answer = table.post("/seats/p1", json=body, headers={"Idempotency-Key": KEY})
    table.tokens["p1"] = answer.json()["token"]
    table.tokens["p1"] = table.post("/seats/p1/token", "p1").json()["token"]
    luck, watched = random.Random(1), Following(whole.url, table.game, table.tokens["p0"])
    advised = ordered = False
    while (view := table.view("p0"))["outcome"] is None:
        asked = [seat for seat in view["waiting"] if seat in table.tokens]
        if not asked:
            http.get(f"{table.path}/view?after={view['number']}&wait=20", headers=bearer(table.tokens["p0"]))
            continue
        mine, turn = asked[0], table.view(asked[0])
        if not advised:
            advised = table.post("/advice", mine, json={"turn": turn["turn"], "bot": "random"})
            secrets.add(advised.json()["job"])
            http.get(advised.headers["Location"], headers=bearer(table.tokens[mine]))
        elif not ordered:
            ordered = table.post("/bot-moves", mine, json={"turn": turn["turn"], "bot": "random"})
            secrets.add(ordered.json()["job"])
            continue
        table.move(mine, turn["turn"], drawn(turn["legal"], luck))
    watched.rest()
    watched.close()
    told = table.get("/record").json()
    secrets |= {line["hash"] for line in told["lines"]} | {told["commitment"]}
    return secrets | set(table.tokens.values())


def test_a_whole_game_leaves_nothing_but_its_requests(whole, http, written, routes):
    secrets = played(whole, http) | {CANARY}
    lines = [json.loads(line) for line in written.lines()]
    assert len(lines) > 20
    for line in lines:
        assert REQUEST <= set(line) <= REQUEST | {"code"}
        assert line["route"] in routes
        assert line["message"] == f"{line['method']} {line['route']} {line['status']}"
        assert re.fullmatch("[0-9a-f]{16}", line["trace"])
        assert (line["level"], line["logger"]) == ("info", "tableshark.requests")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])
        assert 0 <= line["milliseconds"] < 60_000
    text = "\n".join(map(json.dumps, lines))
    for secret in secrets:
        assert secret not in text, secret
    assert len({line["trace"] for line in lines}) == len(lines)


def test_what_is_sent_amiss_is_not_repeated(http, written):
    table = Table(http, seats=MINE)
    seat = table.asked()[0]
    wrong = [
        http.get(f"{table.path}/view?{CANARY}={CANARY}&after={CANARY}"),
        http.get(f"{table.path}/view", headers=bearer(CANARY)),
        http.get(f"{table.path}/view", headers={"Authorization": CANARY}),
        http.get(f"/v1/{CANARY}"),
        http.get(f"/v1/rules/{CANARY}"),
        http.get(f"/v1/games/{CANARY}"),
        http.get(f"/v1/games?cursor={CANARY}"),
        http.get(f"/v1/jobs/{CANARY}", headers=bearer(CANARY)),
        http.get(f"{table.path}/stream", headers={"Last-Event-ID": CANARY}),
        http.post("/v1/games", json={"rules": "shark-attacks", CANARY: CANARY}),
        http.post("/v1/games", json={"rules": "shark-attacks", "seats": {CANARY: {"by": "me"}}}),
        http.post("/v1/games", content=CANARY, headers={"Content-Type": "application/json"}),
        http.post("/v1/games", content=CANARY, headers={"Content-Type": CANARY}),
        http.post("/v1/games", json={"rules": "shark-attacks"}, headers={"Idempotency-Key": "short" + CANARY[:9]}),
        http.post(f"{table.path}/seats/{CANARY}"),
        table.move(seat, 1, {"type": CANARY}),
        table.move(other(seat), 1, {"type": "stop"}),
        http.request(CANARY.upper(), "/v1/games"),
    ]
    lines = {line["trace"]: line for line in map(json.loads, written.lines())}
    for answer in wrong:
        problem = answer.json()
        line = lines[problem["trace"]]
        assert (line["status"], line["code"]) == (answer.status_code, problem["code"])
    text = json.dumps(list(lines.values()))
    for leak in (CANARY, table.game, *table.tokens.values(), "ts_"):
        assert leak not in text, leak


def test_nothing_else_stands_in_the_log(whole, http, written):
    written.lines()
    for line in whole.log.read_text().splitlines():
        if not LISTENS.fullmatch(line):
            assert json.loads(line)["level"] == "info", line


def test_a_mishap_has_its_request_trace_and_no_message(app, new_table, monkeypatch, capsys):
    table = new_table(seats=MINE)
    seat, view = table.asked()
    handler = logging.StreamHandler()
    handler.setFormatter(InJson())
    logger = logging.getLogger("tableshark_api.problems")
    monkeypatch.setattr(logger, "handlers", [handler])
    monkeypatch.setattr(logger, "propagate", False)

    def fail(*args):
        raise RuntimeError(f"{CANARY} {table.tokens[seat]}")

    monkeypatch.setattr(app.extensions["tableshark"].desk, "answer", fail)
    problem = check(table.move(seat, view["turn"], {"type": "stop"}), "internal")
    [line] = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert (told["trace"], told["level"]) == (problem["trace"], "error")
    assert "RuntimeError" in told["message"]
    for leak in (CANARY, table.tokens[seat], table.game):
        assert leak not in line


def test_an_error_of_somebody_elses_is_told_by_its_kind_alone(capsys):
    handler = logging.StreamHandler()
    handler.setFormatter(InJson())
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed", (), None)
    try:
        int(CANARY)
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)
    handler.emit(record)
    written = json.loads(capsys.readouterr().err)
    assert (written["error"], written["message"]) == ("ValueError", "failed")
    assert CANARY not in json.dumps(written)


def test_an_answer_that_breaks_off_is_told_by_the_server_without_a_message(tmp_path):
    port, log = free_port(), tmp_path / "log"
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--factory", "--port", str(port)]
    path = importable(Path(breaking_app.__file__).parent)
    with log.open("wb") as written:
        server = subprocess.Popen(
            [*command, "breaking_app:build"], env={**os.environ, "PYTHONPATH": path}, stdout=written, stderr=written
        )
    try:
        transport = httpx.HTTPTransport(retries=8)
        with httpx.Client(transport=transport) as http, pytest.raises(httpx.RemoteProtocolError):
            http.get(f"http://127.0.0.1:{port}/")
        wait_until(lambda: "raised an exception" in log.read_text())
    finally:
        server.terminate()
        server.wait()
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    [told] = [line["message"] for line in lines if line["level"] == "error"]
    assert told == "Application callable raised an exception"
    assert breaking_app.MESSAGE not in log.read_text()
