"""What the tests of faults would see of seats is seen: each kind of breach, planted into the recording of a game."""

import copy
import json

import pytest
from checker import breaches, logged
from fault_report import SEATS, Report, added_up, keep, table
from ledger import Ledger
from load import Played, play
from rewriting import rewritten
from sitting import Sitter

from tableshark.plugins import load

KIND = "shark-attacks", {"players": 3, "target": 80}, ("p0", "p2"), "stop-at-12"
IMPATIENT = {"turn_seconds": 1, "absent": "bot"}
AWAY = "p0"
"""Whose person is slow at first."""


class Restless(Sitter):
    """One who does all there is to do about a seat after each turn, and asks for each thing twice."""

    again = 1.0
    slow = 3
    """So many turns are left to a machine player at first; in the midst of the second one the seat is left."""

    def answer(self, view):
        if self.seat == AWAY and self.slow:
            self.slow -= 1
            now = view
            while self.seat not in now["away"] and not now["outcome"]:
                answer = self.view(after=now["number"], wait=2)
                now = answer.json() if answer.status_code == 200 else now
            if self.slow == 1:
                self.leave()
        return super().answer(view)

    def stir(self):
        self.rival()
        self.exchange()
        self.leave()


@pytest.fixture(scope="module")
def plugins():
    return load()


@pytest.fixture(scope="module")
def recording(server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("recording")
    played = play(server.url, folder / "restless", KIND, seed=3, who=Restless, terms=IMPATIENT)
    return played.ledger.rows(), played.record


@pytest.fixture
def recorded(recording):
    return copy.deepcopy(recording)


def twice(rows, what):
    """One that was acknowledged in the midst of the game, and its second request."""
    asked = {}
    for row in rows:
        if row["what"] == what:
            asked.setdefault((row["seat"], row["key"] or row["token"]), []).append(row)
    pairs = [pair for pair in asked.values() if len(pair) == 2 and pair[0]["status"] in (201, 204)]
    return pairs[len(pairs) // 2]


def after(rows, row, what):
    """The seat's next row of a kind."""
    return next(one for one in rows if one["at"] > row["at"] and (one["what"], one["seat"]) == (what, row["seat"]))


def refused(row, status, code):
    row.update(status=status, code=code, media="application/problem+json", told={})


def lost(row):
    row.update(status=0, code=None, wired=True, told=None)


def a_repeated_sit_that_got_another_token(rows, made):
    twice(rows, "sit")[1]["told"]["token"] = "another"


def a_repeated_exchange_that_got_another_token(rows, made):
    twice(rows, "exchange")[1]["told"]["token"] = "another"


def an_exchanged_token_that_opened(rows, made):
    after(rows, twice(rows, "exchange")[1], "old token").update(status=200, code=None)


def a_left_token_that_opened(rows, made):
    after(rows, twice(rows, "leave")[1], "old token").update(status=409, code="stale_turn")


def a_leave_that_could_be_repeated(rows, made):
    twice(rows, "leave")[1].update(status=204, code=None)


def a_move_with_an_old_token(rows, made):
    exchange = twice(rows, "exchange")[0]
    after(rows, exchange, "move").update(token=exchange["token"], status=200)


def a_leave_without_effect(rows, made):
    refused(after(rows, twice(rows, "leave")[1], "sit"), 409, "seat_taken")


def a_sit_that_was_lost(rows, made):
    refused(after(rows, twice(rows, "sit")[1], "view"), 401, "bad_token")


def an_exchange_that_was_lost(rows, made):
    refused(after(rows, twice(rows, "exchange")[1], "leave"), 401, "bad_token")


def a_sit_whose_repeat_found_the_seat_taken(rows, made):
    first, again = twice(rows, "sit")
    lost(first)
    refused(again, 409, "seat_taken")


def a_repeated_sit_that_was_refused(rows, made):
    refused(twice(rows, "sit")[1], 409, "seat_taken")


def an_exchange_whose_reply_was_lost_for_ever(rows, made):
    first, again = twice(rows, "exchange")
    lost(first)
    refused(again, 401, "bad_token")


def a_repeated_exchange_that_was_refused(rows, made):
    refused(twice(rows, "exchange")[1], 401, "bad_token")


def a_last_token_that_was_never_tried(rows, made):
    token = twice(rows, "exchange")[0]["told"]["token"]
    last = next(row for row in rows if row["token"] == token)
    seat = last["seat"]
    rows[:] = [row for row in rows if row["seat"] != seat or row["at"] < last["at"]]


def a_second_holder(rows, made):
    rival = next(row for row in rows if row["code"] == "seat_taken")
    rival.update(status=201, code=None, told={"token": "theirs"})


def a_salt_that_counts_twice(rows, made):
    made["salts"] = {seat: f"{salt}+{salt}" for seat, salt in made["salts"].items()}


def a_salt_of_nobody(rows, made):
    made["salts"]["p1"] = "ab"


def absences_where_nobody_stands_in(rows, made):
    next(row for row in rows if row["what"] == "create")["told"]["absent"] = "wait"


def line(made, kind):
    entries = logged(made)
    return entries, next(number for number, entry in enumerate(entries) if entry["kind"] == kind)


def away_too_often(rows, made):
    entries, at = line(made, "away")
    rewritten(made, entries[:at] + [entries[at]] * 100 + entries[at:])


def back_without_having_been_away(rows, made):
    entries, at = line(made, "back")
    rewritten(made, [*entries[:at], entries[at], *entries[at:]])


def given_up(rows, made):
    rewritten(made, [*logged(made), {"kind": "abandoned", "version": made["version"], "seat": None}])


PLANTED = {
    a_repeated_sit_that_got_another_token: "another token",
    a_repeated_exchange_that_got_another_token: "another token",
    an_exchanged_token_that_opened: "opened",
    a_left_token_that_opened: "opened",
    a_leave_that_could_be_repeated: "opened",
    a_move_with_an_old_token: "opened",
    a_leave_without_effect: "not left",
    a_sit_that_was_lost: "shut out",
    an_exchange_that_was_lost: "shut out",
    a_sit_whose_repeat_found_the_seat_taken: "shut out",
    a_repeated_sit_that_was_refused: "shut out",
    an_exchange_whose_reply_was_lost_for_ever: "shut out",
    a_repeated_exchange_that_was_refused: "shut out",
    a_last_token_that_was_never_tried: "shut out",
    a_second_holder: "second holder",
    a_salt_that_counts_twice: "salt",
    a_salt_of_nobody: "salt",
    absences_where_nobody_stands_in: "coming and going",
    away_too_often: "coming and going",
    back_without_having_been_away: "coming and going",
    given_up: "coming and going",
}


def test_nothing_is_wrong_with_the_game_as_it_was_and_no_token_is_in_its_ledger(recorded, plugins):
    rows, made = recorded
    assert breaches(plugins, rows, made, []) == []
    assert [entry["kind"] for entry in logged(made) if entry["seat"] == AWAY].count("away") >= 3
    assert "ts_" not in json.dumps(rows)


@pytest.mark.parametrize(("plant", "kind"), PLANTED.items(), ids=[plant.__name__ for plant in PLANTED])
def test_what_is_planted_is_found(recorded, plugins, plant, kind):
    rows, made = recorded
    plant(rows, made)
    assert kind in {breach.kind for breach in breaches(plugins, rows, made, [])}


@pytest.mark.parametrize("what", ["sit", "exchange", "leave"])
def test_a_reply_that_was_lost_is_no_breach_where_the_same_request_is_answered(recorded, plugins, what):
    rows, made = recorded
    lost(twice(rows, what)[0])
    assert breaches(plugins, rows, made, []) == []


def test_figures_of_seats_add_up_with_runs_that_did_not_count_them(recorded, plugins, tmp_path):
    rows, made = recorded
    file, sums = tmp_path / "runs.ndjson", []
    for number in range(3):
        ledger = Ledger(tmp_path / f"{number}.ndjson")
        for row in rows:
            ledger.write(row)
        report = Report(plugins, [])
        report.add(Played(ledger, made))
        shown = report.row()
        # Each act is acknowledged twice and counted once.
        acts = [row for row in rows if row["what"] in ("sit", "exchange", "leave") and row["status"] != 409]
        assert (shown["sits"] + shown["exchanges"] + shown["leaves"]) * 2 == len(acts) > 12
        assert shown["old tokens refused"] == shown["exchanges"] + shown["leaves"]
        sums = keep(file, {name: count for name, count in shown.items() if number or name not in SEATS})
    total = added_up(sums)
    assert {name: total[name] for name in SEATS} == {name: 2 * shown[name] for name in SEATS}
    assert f"exchanges{total['exchanges']:>17}" in table(total)


def test_a_game_without_an_end_still_tells_whose_seat_was_lost(recorded, plugins, tmp_path):
    rows, _ = recorded
    an_exchange_that_was_lost(rows, None)
    ledger = Ledger(tmp_path / "endless.ndjson")
    for row in rows:
        ledger.write(row)
    report = Report(plugins, [])
    report.add(Played(ledger, None))
    assert {told.split(": ")[1] for told in report.found} >= {"unfinished", "shut out"}
