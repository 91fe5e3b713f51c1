"""Who may watch: where nobody may, a game answers those without a seat as if there were no such game."""

import time

import pytest
from tables import MINE, NOWHERE, bare, bearer, check, other

PATHS = ["/view", "/view?after=0", "/view?after=1&wait=20", "/view?after=x", "/stream", "/record"]
ONE = {"p0": {"by": "me"}}


def brought_to(table, status):
    """Bring a game of two, whose creator has p0, so far."""
    if status != "waiting":
        table.sit("p1")
    if status == "over":
        table.play_out()
    return table


@pytest.mark.parametrize("status", ["waiting", "running", "over"])
def test_without_a_seat_there_is_no_such_game(new_table, web, status):
    table = brought_to(new_table(onlookers="none", seats=ONE, options={"target": 20}), status)
    known = table.view("p0") if status != "waiting" else None
    for path in PATHS:
        for headers in ({}, {"Last-Event-ID": "1"}, {"If-None-Match": '"-.1"'}):
            began = time.monotonic()
            hidden, missing = table.get(path, headers=headers), web.get(NOWHERE + path, headers=headers)
            check(hidden, "unknown_game")
            assert bare(hidden, table.game) == bare(missing, "0" * 24), path
            assert time.monotonic() - began < 5, "nobody waits for what is not to be seen"
    if known:
        assert table.view("p0") == known, "whoever has a seat sees the game"


@pytest.mark.parametrize("status", ["waiting", "running", "over"])
def test_whoever_has_a_seat_is_let_in(new_table, status):
    table = brought_to(new_table(onlookers="none", seats=ONE, options={"target": 20}), status)
    codes = {"waiting": (409, 200, 409), "running": (200, 200, 409), "over": (200, 200, 200)}[status]
    answers = [table.get(path, "p0", buffered=False) for path in ("/view", "/stream", "/record")]
    assert tuple(answer.status_code for answer in answers) == codes
    for answer in answers:
        answer.close()


def test_that_nobody_may_watch_is_told(new_table, web):
    table = new_table(onlookers="none", seats=ONE)
    assert table.made["onlookers"] == table.facts()["onlookers"] == "none"
    assert [game["game"] for game in web.get("/v1/games").json["games"]] == [table.game], "others may still join"
    table.sit("p1")
    check(table.post("/seats/p0"), "seat_taken")
    check(table.get("/view", headers=bearer("ts_wrong")), "bad_token")


def test_where_all_may_watch_they_see_as_much_as_the_least_informed_seat(new_table):
    table = new_table(seats=MINE)
    assert table.made["onlookers"] == "public"
    seat = table.asked()[0]
    watched, seen = table.view(), table.view(other(seat))
    assert {**watched, "seat": None} == {**seen, "seat": None}
    check(table.get("/record"), "not_over")
    assert table.play_out().get("/record").status_code == 200


@pytest.mark.parametrize("policy", ["private", "", None, 1, "Public"])
def test_policies_that_there_are_not(web, policy):
    check(web.post("/v1/games", json={"rules": "shark-attacks", "onlookers": policy}), "malformed_body", ["/onlookers"])
