"""Clocks and persons who stay away, over HTTP with a real clock and real workers: a bot, an end, or patience."""

import time
from datetime import UTC, datetime

import httpx
import pytest
from tables import MINE, STOP, Table, check, other
from whole_server import wait_until

CLOCK = {"turn_seconds": 1}
BOT = {"turn_seconds": 2, "absent": "bot", "stand_in": {"bot": "stop-at-8"}}


@pytest.fixture(scope="module")
def http(whole):
    with httpx.Client(base_url=whole.url, timeout=30) as one:
        yield one


def ends(view):
    """In how many seconds the question of a view ends by itself."""
    return (datetime.fromisoformat(view["due"]) - datetime.now(UTC)).total_seconds()


def following(table, seat, number):
    """The seat's next view, waited for."""
    for _ in range(2):
        answer = table.get(f"/view?after={number}&wait=20", seat)
        if answer.status_code == 200:
            return answer.json()
        assert answer.status_code == 304, answer.text
    raise AssertionError("nothing happens")


def test_what_was_agreed_on_is_told(web, new_table):
    told = new_table(seats=MINE, **BOT).facts()
    assert (told["turn_seconds"], told["absent"]) == (2, "bot")
    assert told["stand_in"] == {"bot": "stop-at-8", "level": "normal"}
    usual = new_table(seats=MINE).facts()
    assert usual["absent"] == "wait"
    assert not {"turn_seconds", "stand_in"} & set(usual)
    assert new_table(turn_seconds=2.5, absent="end").facts()["turn_seconds"] == 2.5
    assert new_table(turn_seconds=60).facts()["absent"] == "wait"
    anybody = new_table(turn_seconds=60, absent="bot").facts()["stand_in"]["bot"]
    assert anybody in [bot["bot"] for bot in web.get("/v1/rules/shark-attacks").json["bots"]]


@pytest.mark.parametrize(
    ("terms", "code", "pointers"),
    [
        ({"absent": "bot"}, "malformed_body", ["/absent"]),
        ({"absent": "end"}, "malformed_body", ["/absent"]),
        ({"absent": "never", "turn_seconds": 9}, "malformed_body", ["/absent"]),
        ({"turn_seconds": 0.99}, "malformed_body", ["/turn_seconds"]),
        ({"turn_seconds": 604_801}, "malformed_body", ["/turn_seconds"]),
        ({"turn_seconds": "9"}, "malformed_body", ["/turn_seconds"]),
        ({"turn_seconds": True}, "malformed_body", ["/turn_seconds"]),
        ({"turn_seconds": None}, "malformed_body", ["/turn_seconds"]),
        ({**CLOCK, "absent": "end", "stand_in": {"bot": "random"}}, "malformed_body", ["/stand_in"]),
        ({**BOT, "stand_in": {}}, "malformed_body", ["/stand_in/bot"]),
        ({**BOT, "stand_in": {"bot": "random", "depth": 1}}, "malformed_body", ["/stand_in/depth"]),
        ({**BOT, "stand_in": {"bot": "deep-blue"}}, "unknown_bot", None),
        ({**BOT, "stand_in": {"bot": "random", "level": "huge"}}, "unknown_bot", None),
    ],
    ids=str,
)
def test_terms_that_cannot_be(web, kept, terms, code, pointers):
    check(web.post("/v1/games", json={"rules": "shark-attacks", **terms}), code, pointers)
    assert kept() == {}


def test_until_when_one_may_take_ones_time_is_told_to_all(new_table):
    table = new_table(seats=MINE, turn_seconds=600, absent="end")
    for seat in (None, "p0", "p1"):
        assert 590 < ends(table.view(seat)) <= 600
    seat, view = table.asked()
    table.move(seat, view["turn"], STOP)
    for watcher in (None, seat, other(seat)):
        past = table.get("/view?after=0", watcher).json
        assert (past["number"], past["due"]) == (1, None), "a question that is over has no end"
    assert table.view(seat)["due"] is not None
    patient = new_table(seats=MINE, turn_seconds=600)
    assert patient.view()["due"] is None, "nothing happens then"
    bots = new_table(others={"by": "bot", "bot": "random"}, turn_seconds=600, absent="end")
    assert bots.view()["due"] is None, "it is the persons' time"


def test_a_bot_takes_over_and_gives_back(http):
    table = Table(http, seats=MINE, **BOT)
    seat, first = table.asked()
    there = other(seat)
    assert 0 < ends(first) <= 2
    assert first["away"] == []
    began = time.monotonic()
    view = following(table, seat, first["number"])
    assert 1 < time.monotonic() - began < 10
    assert (view["away"], view["waiting"], view["view"]) == ([seat], [seat], first["view"]), "nothing else has changed"
    # It stops as soon as it may, so that its turn is over after some views.
    while view["waiting"] == [seat]:
        assert table.place(seat)["away"] is True
        assert view["due"] is None, "a bot has its own time"
        view = following(table, seat, view["number"])
    places = {place["seat"]: place["away"] for place in table.facts()["seats"]}
    assert places[seat] is True
    assert table.place(seat)["by"] == "person", "the seat stays the person's"
    # The person comes too late with an answer, and is back by that.
    late = table.move(seat, first["turn"], {"type": "swim_on"})
    assert late.status_code in (200, 409)
    assert late.status_code == 200 or late.json()["code"] in ("stale_turn", "not_your_turn")
    assert table.place(seat)["away"] is False
    # Its next question is its own again: a bot would have answered it at once.
    for _ in range(8):
        asked, view = table.asked()
        if asked == seat:
            break
        answer = table.move(there, view["turn"], STOP)
        assert answer.is_success or answer.json()["code"] in ("stale_turn", "not_your_turn")
    assert asked == seat
    assert 0 < ends(view) <= 2
    assert view["away"] == []
    assert table.move(seat, view["turn"], STOP).status_code == 200
    assert table.place(seat)["away"] is False


def test_the_game_ends_where_that_was_agreed_on_and_who_waits_is_left_alone(http):
    patient = Table(http, seats=MINE, **CLOCK)
    table = Table(http, seats=MINE, absent="end", **CLOCK)
    seat, view = table.asked()
    assert table.move(seat, view["turn"], STOP).status_code == 200
    late = table.asked()[0]
    last = following(table, seat, table.view(seat)["number"])
    assert last["status"] == "abandoned"
    facts = table.facts()
    assert (facts["status"], facts["outcome"]["reason"]) == ("abandoned", "abandoned")
    assert facts["outcome"]["ranks"] == {late: 2, other(late): 1}
    assert last["outcome"] == facts["outcome"]
    check(table.move(late, 99, STOP), "game_over")
    lines = table.get("/record").json()["lines"]
    assert '"abandoned"' in lines[-1]["text"]
    assert http.get("/v1/games?status=ended&limit=1").json()["games"][0]["status"] == "abandoned"
    # Nothing has happened in the game that was asked its question earlier.
    assert (patient.facts()["status"], patient.view()["number"]) == ("running", 1)
    assert [place["away"] for place in patient.facts()["seats"]] == [False, False]


def test_a_seat_that_was_left_is_played_by_the_bot_until_somebody_takes_it(http):
    table = Table(http, seats=MINE, **BOT)
    seat, first = table.asked()
    stays = other(seat)
    assert table.delete(f"/seats/{seat}", seat).status_code == 204
    view = following(table, stays, first["number"])
    while view["waiting"] == [seat]:
        view = following(table, stays, view["number"])
    wait_until(lambda: table.place(seat)["away"])
    table.sit(seat)
    assert table.view(seat)["seat"] == seat
    # Any move brings its holder back, even one in no turn that there is.
    check(table.move(seat, 99, STOP), "not_your_turn")
    assert table.place(seat)["away"] is False
    assert table.view(stays)["away"] == []
