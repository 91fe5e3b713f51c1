"""Advice by real workers: a legal move for the seat that asked, in its own time, and nobody else's business."""

import random

import httpx
import pytest
from tables import INSTALLED, MINE, STOP, Table, bare, bearer, check, drawn, other
from whole_server import wait_until

from tableshark.store.queue import Progress

SHORT = {"camouflage": {"finish": 3}}


@pytest.fixture(scope="module")
def http(whole):
    with httpx.Client(base_url=whole.url, timeout=30) as one:
        yield one


def done(table, seat, asked):
    """The finished job of a question."""
    where, headers = asked.headers["Location"], bearer(table.tokens[seat])

    def told():
        job = table.web.get(where, headers=headers).raise_for_status().json()
        return job if job["state"] in ("done", "failed") else None

    return wait_until(told)


@pytest.mark.parametrize("rules", INSTALLED)
def test_the_advised_move_may_be_played(http, rules):
    table, luck = Table(http, rules, options=SHORT.get(rules, {}), others={"by": "me"}), random.Random(4)
    bots = [bot["bot"] for bot in http.get(f"/v1/rules/{rules}").json()["bots"]]
    for bot in bots[:3]:
        seat, view = table.asked()
        asked = table.post("/advice", seat, json={"turn": view["turn"], "bot": bot})
        assert asked.status_code == 202, asked.text
        job = asked.json()
        assert asked.headers["Location"] == f"/v1/jobs/{job['job']}"
        assert (job["game"], job["seat"], job["turn"]) == (table.game, seat, view["turn"])
        found = done(table, seat, asked)
        assert found["state"] == "done", found
        assert table.view(seat)["number"] == view["number"], "nothing was played"
        if isinstance(view["legal"], list):
            assert found["advice"] in view["legal"]
        played = table.move(seat, view["turn"], found["advice"])
        assert played.status_code == 200, played.text
        if played.json()["outcome"]:
            return
        table.play(luck)


def test_the_same_question_is_one_job_with_one_answer(http):
    table = Table(http, seats=MINE)
    seat, view = table.asked()
    question = {"turn": view["turn"], "bot": "random"}
    first = table.post("/advice", seat, json=question)
    answer = done(table, seat, first)
    again = table.post("/advice", seat, json=question)
    assert (again.status_code, again.json()) == (202, answer), "it is told at once"
    assert again.headers["Location"] == first.headers["Location"]
    other_bot = table.post("/advice", seat, json={**question, "bot": "stop-at-8"})
    assert other_bot.headers["Location"] != first.headers["Location"]
    assert done(table, seat, other_bot)["advice"] in view["legal"]
    table.move(seat, view["turn"], STOP)
    assert http.get(first.headers["Location"], headers=bearer(table.tokens[seat])).json() == answer
    check(table.post("/advice", seat, json=question), "stale_turn")


def test_advice_is_the_business_of_its_seat(http):
    table, stranger = Table(http, seats=MINE), Table(http, seats=MINE)
    seat, view = table.asked()
    asked = table.post("/advice", seat, json={"turn": view["turn"], "bot": "random"})
    done(table, seat, asked)
    job = asked.json()["job"]
    theirs, missing = f"/v1/jobs/{job}", f"/v1/jobs/{job.replace('ask-random', 'ask-greedy')}"
    foreign = http.get(theirs, headers=bearer(table.tokens[other(seat)]))
    check(foreign, "unknown_job")
    for headers in (bearer(table.tokens[other(seat)]), bearer(table.tokens[seat])):
        found = http.get(missing, headers=headers)
        check(found, "unknown_job")
        assert bare(found, missing[9:]) == bare(foreign, job)
    for path in (theirs, missing):
        check(http.get(path), "no_token")
        check(http.get(path, headers=bearer(stranger.tokens[seat])), "bad_token")
    nowhere = theirs.replace(table.game, "0" * 24)
    check(http.get(nowhere, headers=bearer(table.tokens[seat])), "unknown_job")


def test_questions_that_cannot_be_put(new_table, kept):
    table, waiting = new_table(seats=MINE), new_table(seats={"p0": {"by": "me"}})
    over = new_table(seats=MINE, options={"target": 20}).play_out()
    seat, view = table.asked()
    before, ask = kept(), {"turn": view["turn"], "bot": "random"}
    check(table.post("/advice", seat, json={**ask, "turn": 9}), "not_your_turn")
    check(table.post("/advice", other(seat), json=ask), "not_your_turn")
    check(table.post("/advice", seat, json={**ask, "bot": "deep-blue"}), "unknown_bot")
    check(table.post("/advice", seat, json={**ask, "level": "huge"}), "unknown_bot")
    check(table.post("/advice", seat, json={**ask, "depth": 9}), "malformed_body", ["/depth"])
    check(table.post("/advice", seat, json={"bot": "random"}), "malformed_body", ["/turn"])
    check(waiting.post("/advice", "p0", json=ask), "game_not_started")
    check(over.post("/advice", "p0", json=ask), "game_over")
    assert kept() == before


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (Progress("queued", 1.0), {"state": "queued"}),
        (Progress("queued", 1.0, lost=True), {"state": "queued"}),
        (Progress("running", 1.0), {"state": "running"}),
        (Progress("done", 1.0, STOP), {"state": "done", "advice": STOP}),
        (Progress("done", 1.0), {"state": "failed", "reason": "the turn was over before the bot was asked"}),
        (Progress("failed", 1.0), {"state": "failed"}),
    ],
    ids=str,
)
def test_how_far_a_question_is(app, table, monkeypatch, known, said):
    seat, view = table.asked()
    monkeypatch.setattr(app.extensions["tableshark"].queue, "progress", lambda job: known, raising=False)
    asked = table.post("/advice", seat, json={"turn": view["turn"], "bot": "random"})
    job = {"job": f"{table.game}-{seat}-1-ask-random-normal", "game": table.game, "seat": seat, "turn": 1, **said}
    assert (asked.status_code, asked.json) == (202, job)
    assert table.web.get(asked.headers["Location"], headers=bearer(table.tokens[seat])).json == job


def test_advice_in_a_game_of_secrets_is_not_told_to_the_others(http):
    table, luck = Table(http, "shark-attack-cards", others={"by": "me"}), random.Random(8)
    view = table.view("p1")
    asked = table.post("/advice", "p1", json={"turn": view["turn"], "bot": "random"})
    advice = done(table, "p1", asked)["advice"]
    assert advice in view["legal"]
    check(http.get(asked.headers["Location"], headers=bearer(table.tokens["p0"])), "unknown_job")
    assert table.move("p1", view["turn"], advice).status_code == 200
    shown = table.view("p0")
    assert shown["answered"] == ["p1"]
    assert table.move("p0", shown["turn"], drawn(shown["legal"], luck)).status_code == 200
