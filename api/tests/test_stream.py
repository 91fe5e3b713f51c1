"""Streams as they are served: every new view of the seat once, whole and in order, up to the end of the game."""

import json
import random
import time

import httpx
import pytest
from following import Following
from serving import start
from tables import MINE, Table, bearer, check, drawn

from tableshark import record
from tableshark.game import replay
from tableshark.luck import salted
from tableshark.plugins import load
from tableshark.table import decode_line, encode
from tableshark.windows import look
from tableshark_api.routes import streams

HEARTBEAT = 10.0
"""Seconds within which a silent stream says something: what clients may rely on."""


@pytest.fixture(scope="module")
def silence(client, served):
    """A stream of a game in which nothing happens, opened before all others."""
    table = Table(client, seats=MINE)
    with Following(served.url, table.game, table.tokens["p0"]) as stream:
        yield stream


@pytest.fixture
def short(silence, live_table):
    """A game that is over after some moves: its dice are given, as others may end it with the first."""
    return live_table(options={"target": 20}, seats=MINE, seed="5ea" + "0" * 61)


def views_while_played(table, seat, seed=7):
    """Play to the end; give each view of the seat as it was fetched after each move."""
    luck, shown = random.Random(seed), [table.view(seat)]
    while shown[-1]["outcome"] is None:
        table.play(luck)
        shown.append(table.view(seat))
    return shown


def test_each_new_view_is_one_event(short, follow):
    seats = [None, "p0", "p1"]
    streams_of = {seat: follow(short, seat) for seat in seats}
    first = {seat: stream.next() for seat, stream in streams_of.items()}
    luck, shown = random.Random(7), {seat: [short.view(seat)] for seat in seats}
    while shown[None][-1]["outcome"] is None:
        short.play(luck)
        for seat in seats:
            shown[seat].append(short.view(seat))
    assert len(shown[None]) > 3
    for seat, stream in streams_of.items():
        events = [first[seat], *stream.rest()]
        assert [event.id for event in events] == list(range(1, len(shown[seat]) + 1)), "dense"
        assert {event.name for event in events} == {"view"}
        assert [event.frame for event in events] == shown[seat], "whole, and what the view told"
        assert [event.frame["number"] for event in events] == [event.id for event in events]
        assert {event.frame["seat"] for event in events} == {seat}


def test_what_comes_before_the_first_event(short, follow):
    stream = follow(short, "p0")
    assert stream.status == 200
    assert stream.headers["Content-Type"].partition(";")[0] == "text/event-stream"
    assert stream.headers["Cache-Control"] == "private, no-store"
    assert stream.headers["Vary"] == "Authorization"
    assert stream.headers["X-Accel-Buffering"] == "no"
    assert "Content-Length" not in stream.headers
    assert stream.next().at >= stream.comments[0]


def test_whoever_comes_back_goes_on_without_gap_or_repeat(short, follow):
    shown = views_while_played(short, "p1")
    last = shown[-1]["number"]
    for known in range(last):
        events = follow(short, "p1", last=known).rest()
        assert [event.id for event in events] == list(range(known + 1, last + 1))
        for event in events:
            then = shown[event.id - 1]
            # A question that is over is not put again.
            assert event.frame == {**then, "turn": None, "legal": None}
    for known in (last, last + 5):
        stream = follow(short, "p1", last=known)
        assert (stream.status, stream.rest()) == (204, [])
    stream = follow(short, "p1")
    assert [event.frame for event in stream.rest()] == [shown[-1]], "who knows nothing gets the last view"


def test_an_open_question_is_put_again_to_whoever_comes_back(live, follow):
    seat = live.asked()[0]
    assert follow(live, seat, last=0).next().frame == live.view(seat)


def test_a_stream_goes_on_with_another_process_of_the_api(valkey, client, tmp_path, follow):
    luck, seen = random.Random(3), []
    one = start(tmp_path, valkey.url)
    with one.client() as first:
        table = Table(first, options={"target": 60}, seats=MINE)
        stream = follow(table, "p0")
        seen.append(stream.next())
        for _ in range(3):
            table.play(luck)
            seen.append(stream.next())
    assert one.stop() == 0
    assert stream.rest() == [], "it ends with its process"
    table = table.through(client)
    table.play(luck)
    stream, shown = follow(table, "p0", last=seen[-1].id), [table.view("p0")]
    seen.append(stream.next())
    while shown[-1]["outcome"] is None:
        table.play(luck)
        shown.append(table.view("p0"))
    seen += stream.rest()
    assert [event.id for event in seen] == list(range(1, shown[-1]["number"] + 1))
    assert [event.frame for event in seen[-len(shown) :]] == shown


def test_a_stream_may_be_opened_before_the_game_begins(live_table, follow):
    table = live_table(seats={"p0": {"by": "me"}})
    mine, theirs = follow(table, "p0"), follow(table)
    assert (mine.status, theirs.status) == (200, 200)
    mine.none_yet()
    began = time.monotonic()
    table.sit("p1")
    for stream, seat in ((mine, "p0"), (theirs, None)):
        event = stream.next()
        assert (event.id, event.frame["seat"]) == (1, seat)
        assert event.at - began < 2


def test_a_joint_answer_is_told_as_such_and_stays_sealed(live_table, follow):
    table = live_table("shark-attack-cards", others={"by": "me"})
    stream, view = follow(table, "p1"), table.view("p0")
    first = stream.next().frame
    assert table.move("p0", view["turn"], drawn(view["legal"], random.Random(1))).status_code == 200
    second = stream.next().frame
    assert second == {**first, "number": 2, "waiting": ["p1", "p2", "p3"], "answered": ["p0"]}


@pytest.mark.parametrize("rules", ["shark-attack-cards", "camouflage"])
def test_a_stream_holds_what_its_seat_may_see_and_no_more(live_table, follow, rules):
    """Compared with the rules themselves, played again from the record."""
    plugins = load()
    kind = plugins.get(rules)
    options = {"finish": 3} if rules == "camouflage" else {}
    wishes = {seat: {"by": "me"} for seat in kind.seats(kind.options())}
    table = live_table(rules, options=options, seats=wishes)
    open_streams = {seat: follow(table, seat) for seat in (None, *wishes)}
    luck = random.Random(5)
    while table.view()["outcome"] is None:
        table.play(luck)
    told = record.read(table.get("/record").content)
    entries = [decode_line(kind, line.text.encode()) for line in told.lines]
    key = salted(bytes.fromhex(told.seed), told.salts)
    games = list(replay(kind, table_options(kind, told), key, entries))
    for seat, stream in open_streams.items():
        events = stream.rest()
        may = {}
        for game in games:
            window = look(kind, game, seat)
            may[window.number] = json.loads(encode(window.view))
        assert len(events) > 3
        for event in events:
            # Between two steps only who has answered changes, and with it the number.
            before = max(number for number in may if number <= event.id)
            assert event.frame["view"] == may[before], (seat, event.id)


def table_options(kind, told):
    """The options of a record, in the rules' own type."""
    return kind.options(**told.options)


def test_rules_that_forget_send_the_present_view_alone(live_table, follow):
    table = live_table("camouflage", options={"finish": 3}, others={"by": "me"})
    seat, luck = next(iter(table.tokens)), random.Random(2)
    for _ in range(4):
        table.play(luck)
    present = table.view(seat)
    assert present["number"] > 3
    stream = follow(table, seat, last=1)
    assert stream.next().frame == present
    table.play(luck)
    assert stream.next().id == present["number"] + 1


def test_where_a_stream_cannot_be_opened(live, served):
    for wrong in ("x", "-1", "1.5", "", "9" * 16, "١"):
        answer = httpx.get(f"{served.url}{live.path}/stream", headers={b"Last-Event-ID": wrong.encode()})
        check(answer, "bad_request")
    check(httpx.get(f"{served.url}{live.path}/stream", headers=bearer("ts_wrong")), "bad_token")
    check(httpx.get(f"{served.url}/v1/games/{'0' * 24}/stream"), "unknown_game")


def test_the_head_of_a_stream_is_no_stream(live, follow):
    for _ in range(70):
        answer = live.web.head(f"{live.path}/stream", headers=bearer(live.tokens["p0"]))
        assert (answer.status_code, answer.content) == (200, b"")
    assert follow(live, "p0").next().id == 1


def test_a_game_that_was_given_up_has_no_stream(web, new_table):
    table = new_table(seats={"p0": {"by": "me"}})
    web.application.extensions["tableshark"].desk.give_up(table.game)
    for headers in ({}, {"Last-Event-ID": "0"}):
        answer = table.get("/stream", "p0", headers=headers)
        assert (answer.status_code, answer.data) == (204, b"")


def test_a_silent_stream_says_that_it_lives(silence):
    assert streams.HEARTBEAT < HEARTBEAT
    silence.next()
    deadline = silence.opened + HEARTBEAT + 2
    while len(silence.comments) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    gaps = [after - before for before, after in zip(silence.comments, silence.comments[1:], strict=False)]
    assert max(gaps) < HEARTBEAT
    silence.none_yet()
