"""What a request costs the server in CPU time: those of the API beside the limits of `bare`, in interleaved rounds."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from typing import Any

from benchmarks.measure import Ratio
from benchmarks.served import API, BARE, LOTS, Client, Served, served, stores

ROUNDS = 5
BATCH = 240
"""Requests of each kind in each round; moves are those of one game of six, which is not over by then."""
SEATS = tuple(f"p{number}" for number in range(6))
Costs = dict[str, list[float]]


class Game:
    """A game of Shark Attacks! of six whose seats are all ours, and who stop at once: every seat's n-th turn is its n-th."""

    def __init__(self, client: Client) -> None:
        self.client = client
        body = {"rules": "shark-attacks", "others": {"by": "me"}, "options": OPTIONS}
        made = json.loads(client.send("POST", "/v1/games", body)[1])
        self.path = f"/v1/games/{made['game']}"
        self.tokens: dict[str, str] = made["tokens"]
        self.moves = 0

    def bearer(self, seat: str) -> str:
        """The header of a seat."""
        return f"Bearer {self.tokens[seat]}"

    def move(self) -> None:
        """Play the next move."""
        turn, place = divmod(self.moves, len(SEATS))
        body = {"turn": turn + 1, "move": {"type": "stop"}}
        status, told, _ = self.client.send(
            "POST", f"{self.path}/moves", body, Authorization=self.bearer(SEATS[place])
        )
        assert status == 200, told
        self.moves += 1


OPTIONS = {"players": len(SEATS), "target": 500, "first_seat": "p0"}


def measure() -> Costs:
    """Give for each kind of request the CPU seconds of one, round by round."""
    costs: Costs = {}
    with stores() as settings, served(BARE, "/callable", **settings) as bare:
        with served(API, "/readyz", **settings, **LOTS) as api:
            for _ in range(ROUNDS + 1):
                for name, cost in _round(bare, api).items():
                    costs.setdefault(name, []).append(cost)
    # The first round warms everything up.
    return {name: found[1:] for name, found in costs.items()}


def _round(bare: Served, api: Served) -> dict[str, float]:
    limit, client = Client(bare.port), Client(api.port)
    game = Game(client)
    view, mine = f"{game.path}/view", {"Authorization": game.bearer("p0")}
    _, _, tag = client.send("GET", view, **mine)
    assert tag is not None
    kinds: dict[str, tuple[Served, Callable[[], Any], int]] = {
        "callable": (bare, lambda: limit.send("GET", "/callable"), 200),
        "flask": (bare, lambda: limit.send("GET", "/flask"), 200),
        "read": (bare, lambda: limit.send("GET", "/read"), 200),
        "304": (api, lambda: client.send("GET", view, If_None_Match=tag, **mine), 304),
        "view": (api, lambda: client.send("GET", view, **mine), 200),
    }
    costs = {}
    for name, (server, ask, expected) in kinds.items():
        before = server.cpu()
        for _ in range(BATCH):
            status, told, _ = ask()
            assert status == expected, told
        costs[name] = (server.cpu() - before) / BATCH
    before = bare.cpu()
    for _ in range(BATCH):
        assert limit.send("POST", "/write", {"turn": 1, "move": {"type": "stop"}})[0] == 200
    costs["write"] = (bare.cpu() - before) / BATCH
    before = api.cpu()
    for _ in range(BATCH):
        game.move()
    costs["move"] = (api.cpu() - before) / BATCH
    limit.close()
    client.close()
    return costs


def over(ours: list[float], limit: list[float]) -> Ratio:
    """The costs of ours in those of a limit."""
    ratios = sorted(one / other for one, other in zip(ours, limit, strict=True))
    return Ratio(statistics.median(ratios), ratios[0], ratios[-1])
