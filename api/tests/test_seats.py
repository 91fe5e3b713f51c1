"""Seats: kept for the invited, shared, left, taken again; and exchanged tokens, of which the old ones open nothing."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tables import MINE, STOP, bearer, check, other, told

TOKEN = re.compile(r"ts_[A-Za-z0-9_-]{43}")
INVITED = {"p0": {"by": "me"}, "p1": {"by": "invited"}, "p2": {"by": "invited"}}
THREE = {"options": {"players": 3}}


def test_a_seat_is_kept_for_whoever_brings_its_invitation(new_table, kept):
    table = new_table(seats=INVITED, **THREE)
    invites = table.made["invites"]
    assert set(invites) == {"p1", "p2"}
    assert all(re.fullmatch(r"ti_[A-Za-z0-9_-]{43}", invite) for invite in invites.values())
    assert [place["invited"] for place in table.made["seats"]] == [False, True, True]
    assert "invites" not in table.facts()
    before = kept()
    for body in ({}, {"invite": ""}, {"invite": "ti_x"}, {"invite": invites["p2"]}, {"invite": table.tokens["p0"]}):
        check(table.post("/seats/p1", json=body), "not_invited")
    check(table.post("/seats/p1"), "not_invited")
    check(table.post("/seats/p1", headers=bearer(invites["p1"])), "not_invited")
    check(table.post("/seats/p1", json={"invite": 1}), "malformed_body", ["/invite"])
    assert kept() == before
    table.sit("p1", invite=invites["p1"])
    check(table.post("/seats/p1", json={"invite": invites["p1"]}), "seat_taken")
    table.sit("p2", invite=invites["p2"])
    assert table.facts()["status"] == "running"


def test_an_invitation_is_no_token(new_table):
    table = new_table(seats=INVITED, **THREE)
    table.tokens["guest"] = table.made["invites"]["p1"]
    for answer in (
        table.get("/view", "guest"),
        table.post("/seats/p1/token", "guest"),
        table.delete("/seats/p1", "guest"),
    ):
        check(answer, "bad_token")


def test_an_invited_seat_that_was_left_needs_its_invitation_again(new_table):
    table = new_table(seats=INVITED, **THREE)
    invite = table.made["invites"]["p1"]
    table.sit("p1", invite=invite)
    assert table.delete("/seats/p1", "p1").status_code == 204
    check(table.post("/seats/p1"), "not_invited")
    table.sit("p1", invite=invite)


def test_all_who_share_a_seat_see_and_play_it(new_table):
    table = new_table(seats={"p0": {"by": "me"}, "p1": {"by": "invited", "holders": 3}})
    invite, tokens = table.made["invites"]["p1"], []
    for taken in (1, 2, 3):
        tokens.append(told(table.post("/seats/p1", json={"invite": invite}))["token"])
        assert table.place("p1")["taken"] == taken
        assert table.facts()["status"] == ("running" if taken == 3 else "waiting")
    assert len({*tokens, table.tokens["p0"]}) == 4
    check(table.post("/seats/p1", json={"invite": invite}), "seat_taken")
    views = [table.get("/view", headers=bearer(token)) for token in tokens]
    assert len({view.text for view in views}) == 1
    assert told(views[0])["seat"] == "p1"
    table.tokens["p1"] = tokens[0]
    gone = table.delete("/seats/p1", "p1")
    assert gone.status_code == 204
    assert (table.place("p1")["by"], table.place("p1")["taken"]) == ("person", 2)
    check(table.get("/view", "p1"), "bad_token")
    table.tokens["p1"] = tokens[2]
    table.play_out()


def test_several_seats_of_one_person_are_several_tokens(new_table):
    table = new_table(seats=MINE)
    assert len(set(table.tokens.values())) == 2
    assert {seat: table.view(seat)["seat"] for seat in table.tokens} == {"p0": "p0", "p1": "p1"}
    check(table.delete("/seats/p0", "p1"), "other_seat")
    check(table.post("/seats/p0/token", "p1"), "other_seat")


def test_a_seat_is_left_before_the_game_begins(new_table):
    table = new_table(seats={"p0": {"by": "me"}})
    assert table.delete("/seats/p0", "p0").status_code == 204
    assert [place["taken"] for place in table.facts()["seats"]] == [0, 0]
    check(table.delete("/seats/p0", "p0"), "bad_token")
    table.sit("p0", "p1")
    assert table.facts()["status"] == "running"


def test_whoever_takes_a_seat_that_was_left_goes_on_with_its_game(new_table):
    table = new_table(seats=MINE)
    seat, view = table.asked()
    old = dict(table.tokens)
    assert table.delete(f"/seats/{seat}", seat).status_code == 204
    for answer in (
        table.get("/view", seat),
        table.move(seat, view["turn"], STOP),
        table.post("/bot-moves", seat, json={"turn": 1, "bot": "random"}),
        table.post("/advice", seat, json={"turn": 1, "bot": "random"}),
        table.get("/stream", seat),
        table.get("/record", seat),
        table.web.get(f"/v1/jobs/{table.game}-{seat}-1-0", headers=bearer(old[seat])),
    ):
        check(answer, "bad_token")
    assert table.facts()["status"] == "running"
    table.sit(seat)
    assert {name: value for name, value in table.view(seat).items() if name != "seat"} == {
        name: value for name, value in view.items() if name != "seat"
    }
    assert table.move(seat, view["turn"], STOP).status_code == 200


@pytest.mark.parametrize("status", ["waiting", "running", "over"])
def test_a_token_is_exchanged(new_table, store, status):
    options = {"target": 20}
    table = new_table(seats=MINE if status != "waiting" else {"p0": {"by": "me"}}, options=options)
    if status == "over":
        table.play_out()
    old, log = table.tokens["p0"], store.log(table.game)
    answer = table.post("/seats/p0/token", "p0")
    assert (answer.status_code, set(told(answer))) == (201, {"game", "seat", "token"})
    new = told(answer)["token"]
    assert TOKEN.fullmatch(new)
    assert new != old
    check(table.get("/view", "p0"), "bad_token")
    check(table.post("/seats/p0/token", "p0"), "bad_token")
    table.tokens["p0"] = new
    assert table.get("/view", "p0").status_code == (409 if status == "waiting" else 200)
    assert old not in store.load(table.game).body.decode()
    assert new not in store.load(table.game).body.decode(), "only hashes are kept"
    assert store.log(table.game) == log, "it is no event of the game"
    if status != "waiting":
        assert table.view("p1")["seat"] == "p1"


@pytest.mark.parametrize("first", ["change_key", "leave_seat"])
@pytest.mark.parametrize("late", ["change_key", "leave_seat"])
def test_who_is_overtaken_by_somebody_with_the_same_token_is_told_that_it_opens_nothing(
    new_table, app, monkeypatch, first, late
):
    table = new_table(seats=MINE)
    ask = {
        "change_key": lambda: table.post("/seats/p0/token", "p0"),
        "leave_seat": lambda: table.delete("/seats/p0", "p0"),
    }
    desk = app.extensions["tableshark"].desk
    honest = getattr(desk, late)

    def overtaken(*given):
        monkeypatch.undo()
        assert ask[first]().status_code in (201, 204)
        return honest(*given)

    monkeypatch.setattr(desk, late, overtaken)
    check(ask[late](), "bad_token")
    assert table.place("p0")["by"] == ("person" if first == "change_key" else "open")


def test_of_a_shared_seat_only_ones_own_token_is_exchanged(new_table):
    table = new_table(seats={"p0": {"by": "me", "holders": 2}, "p1": {"by": "me"}})
    mine, theirs = table.tokens["p0"], told(table.post("/seats/p0"))["token"]
    new = told(table.post("/seats/p0/token", "p0"))["token"]
    answers = [table.get("/view", headers=bearer(token)).status_code for token in (mine, theirs, new)]
    assert answers == [401, 200, 200]


def test_a_salt_counts_until_the_game_begins(new_table, store, app):
    table = new_table(seats={"p0": {"by": "open"}, "p1": {"by": "open", "holders": 2}})
    for seat, salt in (("p0", "a"), ("p1", "b_-9"), ("p1", "C" * 64)):
        table.sit(seat, salt=salt)
    salts = app.extensions["tableshark"].desk.load(table.game)[1].salts
    assert salts == {"p0": "a", "p1": f"b_-9+{'C' * 64}"}
    table.delete("/seats/p0", "p0")
    table.sit("p0", salt="late")
    assert app.extensions["tableshark"].desk.load(table.game)[1].salts == salts
    for salt in ("", "a" * 65, "a+b", "a=b", "a\n", "é", 1, None):
        check(table.post("/seats/p0", json={"salt": salt}), "malformed_body", ["/salt"])


@pytest.mark.parametrize("way", ["exchanged", "left"])
def test_what_hangs_on_an_old_token_ends_at_once(live, served, follow, way):
    seat = live.asked()[0]
    token = live.tokens[seat]
    ends, stays, watches = follow(live, seat), follow(live, other(seat)), follow(live)
    assert ends.next().id == stays.next().id == watches.next().id == 1
    with ThreadPoolExecutor(1) as pool, served.client() as own:
        poll = pool.submit(live.get, "/view?after=1&wait=20", seat)
        # The poll is there once the server has it in hand, which only the server knows.
        time.sleep(0.3)
        again = live.through(own)
        change = again.post if way == "exchanged" else again.delete
        answer = change(f"/seats/{seat}/token" if way == "exchanged" else f"/seats/{seat}", seat)
        assert answer.is_success
        began = time.monotonic()
        assert ends.rest(5) == []
        check(poll.result(5), "bad_token")
        assert time.monotonic() - began < 2
    if way == "left":
        live.sit(seat)
    else:
        live.tokens[seat] = answer.json()["token"]
    live.move(seat, 1, STOP)
    assert stays.next().frame["seat"] == other(seat)
    assert watches.next().frame["seat"] is None
    refused = follow(live, token=token)
    assert (refused.status, refused.headers["WWW-Authenticate"]) == (401, 'Bearer error="invalid_token"')
