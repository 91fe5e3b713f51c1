"""What a request costs the server in CPU time: those of the API beside the limits of `bare`, in interleaved rounds."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import cache
from typing import Any

from rich.table import Table

from benchmarks.measure import Ratio
from benchmarks.served import API, BARE, LOTS, Client, Game, Served, served, stores
from benchmarks.streams import event

ROUNDS = 7
BATCH = 240
"""Requests of each kind in each round; the moves are those of one game, which is not over by then."""
FEW = 20
STREAMS = 30
EVENTS = 16
"""Moves that so many streams follow, in each round."""

Costs = dict[str, list[float]]

ROWS = (
    ("callable", "a WSGI callable", None),
    ("flask", "Flask, bytes", "callable"),
    ("read", "Flask, one read of the store", "flask"),
    ("write", "Flask, the round trips of a move", "flask"),
    ("304", "304: nothing new", "read"),
    ("view", "a view", "read"),
    ("event", "an event of a stream", "read"),
    ("move", "a move", "write"),
)
"""What is measured, and what it is compared with."""


@cache
def measure() -> Costs:
    """Give for each kind of request the CPU seconds of one, round by round."""
    costs: Costs = {}
    with (
        stores() as settings,
        served(BARE, "/callable", **settings) as bare,
        served(API, "/readyz", **settings, **LOTS) as api,
    ):
        for _ in range(ROUNDS + 1):
            for name, cost in _round(bare, api).items():
                costs.setdefault(name, []).append(cost)
    # The first round warms everything up.
    return {name: found[1:] for name, found in costs.items()}


def _round(bare: Served, api: Served) -> dict[str, float]:
    limit, client = Client(bare.port), Client(api.port)
    game, playing = Game(client), Game(client)
    view, mine = f"{game.path}/view", {"Authorization": game.bearer("p0")}
    _, _, tag = client.send("GET", view, **mine)
    assert tag is not None
    move = {"turn": 1, "move": {"type": "stop"}}
    kinds: dict[str, tuple[Served, int, Callable[[], tuple[int, Any, Any]]]] = {
        "callable": (bare, 200, lambda: limit.send("GET", "/callable")),
        "304": (api, 304, lambda: client.send("GET", view, If_None_Match=tag, **mine)),
        "flask": (bare, 200, lambda: limit.send("GET", "/flask")),
        "view": (api, 200, lambda: client.send("GET", view, **mine)),
        "read": (bare, 200, lambda: limit.send("GET", "/read")),
        "move": (api, 200, playing.move),
        "write": (bare, 200, lambda: limit.send("POST", "/write", move)),
    }
    costs = dict.fromkeys(kinds, 0.0)
    # A few of each in turn, so that whatever else the machine does falls on all alike.
    for _ in range(BATCH // FEW):
        for name, (server, expected, ask) in kinds.items():
            before = server.cpu()
            for _ in range(FEW):
                status, told, _ = ask()
                assert status == expected, told
            costs[name] += (server.cpu() - before) / BATCH
    costs["event"] = event(api, client, STREAMS, EVENTS)
    limit.close()
    client.close()
    return costs


def over(name: str, limit: str) -> Ratio:
    """What one kind of request costs, in the costs of another."""
    costs = measure()
    ratios = sorted(one / other for one, other in zip(costs[name], costs[limit], strict=True))
    return Ratio(statistics.median(ratios), ratios[0], ratios[-1])


def http_move() -> Ratio:
    """P7: a move over HTTP with the store, over a minimal Flask view with the same round trips."""
    return over("move", "write")


def table() -> Table:
    """Tell all of it."""
    told = Table("served by one process", "requests a CPU second", "costs", "lowest", "highest", "times")
    names = {name: what for name, what, _ in ROWS}
    for name, what, limit in ROWS:
        rate = f"{1 / statistics.median(measure()[name]):,.0f}"
        compared = [] if limit is None else [*(f"{x:.2f}" for x in over(name, limit)), names[limit]]
        told.add_row(what, rate, *compared)
    return told
