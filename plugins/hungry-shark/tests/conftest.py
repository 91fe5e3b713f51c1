"""A table to play at, boards as text, and a second way to count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tableshark_hungry_shark
from tableshark import Seeded
from tableshark_hungry_shark.answers import Answer, right
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.sight import KINDS, Fish, Octopus, Shark, Slot
from tableshark_hungry_shark.state import Declare, Options, Pass, State

RAW = msgspec.json.decode(Path(tableshark_hungry_shark.__file__).with_name("deck.json").read_bytes())
"""The deck as plain JSON."""


def _slot(text: str) -> Slot:
    if text == "-":
        return None
    if text in ("S>", "<S", "O>", "<O"):
        return (Shark if "S" in text else Octopus)("right" if ">" in text else "left")
    kind = {kind[0]: kind for kind in KINDS}[text[1:] or "b"]
    return Fish(kind, int(text[0]))


@pytest.fixture
def board() -> Callable[[str], tuple[Slot, ...]]:
    """Lay slots: digits are fish (2r: two red ones), `S>` is a shark facing right, `<O` an octopus facing left."""
    return lambda text: tuple(map(_slot, text.replace("|", " ").split()))


def _swim(slots: list[Any]) -> dict[str, int]:
    """Let every shark and octopus look along the board, slot by slot, and see what is left: HS-9 from its other end."""
    watched: list[set[str]] = [set() for _ in slots]
    for place, slot in enumerate(slots):
        if slot and slot["type"] != "fish":
            stride = {"right": 1, "left": -1}[slot["faces"]]
            spot = place + stride
            while 0 <= spot < len(slots) and (not slots[spot] or slots[spot]["type"] == "fish"):
                watched[spot].add(slot["type"])
                spot += stride
    left = dict.fromkeys(KINDS, 0)
    for slot, watchers in zip(slots, watched, strict=True):
        if slot and slot["type"] == "fish" and watchers != {"shark"}:
            left[slot["kind"]] += slot["count"]
    return left


@pytest.fixture(scope="session")
def swim() -> Callable[[Any], dict[str, int]]:
    """Count the survivors of a board, in plain JSON or as numbers of cards, in a way of its own."""

    def count(shown: Any) -> dict[str, int]:
        cards = all(isinstance(one, int) for one in shown)
        return _swim([slot for one in shown for slot in RAW[one]["slots"]] if cards else shown)

    return count


@pytest.fixture
def raw() -> list[Any]:
    """The deck as plain JSON."""
    return RAW


@pytest.fixture
def table() -> Callable[..., State]:
    """Set a game up, and change what a test needs."""

    def lay(players: int = 3, style: Any = "gluttonous", seconds: float | None = None, **changes: Any) -> State:
        options = Options(players=players, style=style, round_seconds=seconds)
        return msgspec.structs.replace(RULES.setup(options, Seeded(b"table", 0)), **changes)

    return lay


def _wrong(state: State) -> Answer:
    asked = [move for move in RULES.legal(state, "p0") if isinstance(move, Declare)]
    said = [move.number if move.kind is None else move.kind for move in asked]
    return next(answer for answer in said if answer not in right(state.style, state.board))


@pytest.fixture
def say() -> Callable[..., State]:
    """Let a seat declare "right", "wrong" or something of its own, or "pass"; the move must be legal."""

    def step(state: State, seat: str, what: Any) -> State:
        if what == "pass":
            move: Any = Pass(state.round)
        else:
            answer = {"right": right(state.style, state.board)[0], "wrong": _wrong(state)}.get(what, what)
            field = "number" if isinstance(answer, int) else "kind"
            move = Declare(state.round, **{field: answer})
        assert seat in RULES.status(state).seats
        assert move in RULES.legal(state, seat)
        return RULES.apply(state, {seat: move}, Seeded(b"none", 0))

    return step
