"""Hostile input, as bytes over sockets: every answer in time, none of 500, and the server as small as before."""

import json
import time
from contextlib import ExitStack
from select import select

import pytest
from crowd import Crowd
from hostile_bytes import corpus
from raw_wire import Wire, ask, bearer, head, post
from tables import INSTALLED
from verdict import DEADLINE, GROWTH, LATE, REST, bombard, children, everybody_goes_on, in_time, resident
from whole_server import wait_until
from wrong_fields import of_fields

MINE = {"by": "me"}
PARTS = 10
SLOW = 50
WAY, MORE = 64, 120
"""How many bodies one address may have on their way, and more than that."""
WAITERS = 56
"""How many streams one process carries, with as many threads as it has by itself."""


class Field:
    """A game of each of the rules, at which everything is thrown."""

    def __init__(self, server):
        self.port = server.port
        self.document = json.loads(ask(self.port, head("GET", "/openapi.json")).body)
        made = [ask(self.port, post("/v1/games", {"rules": rules, "others": MINE})).json for rules in INSTALLED]
        self.games = [(f"/v1/games/{game['game']}", next(iter(game["tokens"].values()))) for game in made]
        self.sharks = Crowd(server, {"p0": MINE, "p1": MINE}, first_seat="p0")

    def everything(self):
        yield from corpus(self.sharks.path, self.sharks.tokens["p0"][0])
        yield from of_fields(self.document, self.games)


@pytest.fixture(scope="module")
def worker(open_server):
    """The process that answers requests."""
    [api] = [pid for pid, command in open_server.members().items() if command.endswith(" api")]
    return children(api)[-1]


def test_no_bytes_harm_it_and_it_does_not_grow(open_server, worker, request):
    field = Field(open_server)
    everything = list(field.everything())
    wrong, count = bombard(open_server.port, everything)
    assert wrong == []
    assert count > 2000
    before = resident(worker)
    for number in range(request.config.getoption("--rounds")):
        # All of it once more, in parts that are alike.
        wrong, more = bombard(open_server.port, everything[number % PARTS :: PARTS])
        count += more
        assert wrong == []
    after = resident(worker)
    print(f"{count} requests; {before} KiB before the rounds, {after} KiB after them")
    assert after - before < GROWTH
    # The game that all of it was thrown at can be played.
    field.sharks.play_out().record()
    assert "panicked" not in open_server.log.read_text()


def test_a_crowd_in_one_body_is_counted_before_it_is_looked_at(open_server):
    many = {
        "/seats": post("/v1/games", {"rules": "shark-attacks", "seats": {f"s{n}": {} for n in range(5000)}}),
        "/bots": post("/v1/simulations", {"rules": "shark-attacks", "episodes": 1, "bots": [{}] * 15_000}),
    }
    for pointer, request in many.items():
        told = in_time(ask(open_server.port, request), 422).json
        assert [fault["pointer"] for fault in told["errors"]] == [pointer]


def test_slow_bodies_hold_up_nobody(open_server):
    table = Crowd(open_server, {"p0": MINE, "p1": MINE}, first_seat="p0")
    with ExitStack() as stack:
        slow = [stack.enter_context(Wire(open_server.port)) for _ in range(SLOW)]
        for wire in slow:
            wire.send(LATE)
        everybody_goes_on(table)
        more = [stack.enter_context(Wire(open_server.port)) for _ in range(MORE - SLOW)]
        for wire in more:
            wire.send(LATE)
        # What one address may not have on its way is refused; whoever needs no body to come is answered.
        refused = wait_until(lambda: len(found := answered(more)) == MORE - WAY and found)
        assert {in_time(wire.answer(), 429).code for wire in refused} == {"too_many_requests"}
        in_time(table.get("/view", table.tokens["p0"][0]), 200)
        # A byte now and then is a body too, once it is there.
        for byte in REST:
            for wire in slow[:5]:
                wire.send(bytes([byte]))
        for wire in slow[:5]:
            in_time(wire.answer(), 201)
    wait_until(lambda: ask(open_server.port, LATE + REST).status == 201)
    everybody_goes_on(table)


def answered(wires):
    """Those on which an answer has come."""
    return [wire for wire in wires if select([wire.socket], [], [], 0)[0]]


def test_half_open_connections_hold_up_nobody(open_server):
    table = Crowd(open_server, {"p0": MINE, "p1": MINE})
    with ExitStack() as stack:
        half = [stack.enter_context(Wire(open_server.port)) for _ in range(400)]
        for number, wire in enumerate(half):
            wire.send(head("GET", table.path)[: number % 40])
        everybody_goes_on(table)
        # Byte by byte a head is one as well.
        for byte in head("GET", table.path)[39:]:
            half[39].send(bytes([byte]))
        in_time(half[39].answer(), 200)


def test_requests_in_a_row_are_answered_in_that_order(open_server):
    table = Crowd(open_server, {"p0": MINE, "p1": MINE})
    with Wire(open_server.port) as wire:
        wire.send(head("GET", table.path) + head("GET", "/v1/nothing") + LATE + REST + head("GET", "/livez"))
        assert [in_time(wire.answer(), 200, 201, 404).status for _ in range(4)] == [200, 404, 201, 200]
        # What stands behind a body that is too long for what was said of it is no request of its own.
        wire.send(post("/v1/games", b"{}") + b"garbage\r\n\r\n")
        assert [wire.answer().status for _ in range(2)] == [422, 400]


def test_streams_that_nobody_reads(open_server, worker):
    table = Crowd(open_server, {"p0": MINE, "p1": MINE}, first_seat="p0", target=100)
    before = resident(worker)
    with ExitStack() as stack:

        def follow():
            wire = stack.enter_context(Wire(open_server.port))
            wire.send(head("GET", f"{table.path}/stream", bearer(table.tokens["p0"][0])))
            return wire

        unread = [follow() for _ in range(WAITERS)]
        wait_until(lambda: follow_once(table, full=True).status == 503)
        # Beside them as many slow bodies as there may be: everybody else goes on.
        slow = [stack.enter_context(Wire(open_server.port)) for _ in range(SLOW)]
        for wire in slow:
            wire.send(LATE)
        everybody_goes_on(table)
        table.play_out()
        # A view takes about a kilobyte: what nobody reads is no more than what the wires hold.
        assert resident(worker) - before < 5 * GROWTH
        # One that reads at last has missed nothing that it needs: the stream ends with the game.
        in_time(unread[0].answer(), 200)
    wait_until(lambda: follow_once(Crowd(open_server, {"p0": MINE, "p1": MINE})).status == 200)


def follow_once(table, full=False):
    """What the head of a stream's answer says; the stream is closed again."""
    with Wire(table.port) as wire:
        began = time.monotonic()
        wire.send(head("GET", f"{table.path}/stream", bearer(table.tokens["p0"][0])))
        answer = wire.answer(bodiless=True, began=began)
    assert answer.status == 200 or answer.took < DEADLINE
    return answer
