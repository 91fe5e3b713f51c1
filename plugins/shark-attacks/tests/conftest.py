"""A table to put dice on, and luck written down as the faces that fall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tableshark import Scripted
from tableshark_shark_attacks.rules import RULES
from tableshark_shark_attacks.state import State

DRAWS = {"0": 0, "1": 3, "2": 4, "3": 5}
EVENTS = {"rain": 0, "sun": 2, "sharks": 4}


@pytest.fixture
def luck() -> Callable[..., Scripted]:
    """Write luck down: "0123" is a throw of four dice, "sun" a face of the event die."""

    def script(*throws: str) -> Scripted:
        draws: list[tuple[int, int]] = []
        for throw in throws:
            draws += [(6, EVENTS[throw])] if throw in EVENTS else [(6, DRAWS[face]) for face in throw]
        return Scripted(draws)

    return script


@pytest.fixture
def table() -> Callable[..., State]:
    """Lay the table: three seats, p0 to decide."""

    def lay(blue: str, **changes: Any) -> State:
        facts: dict[str, Any] = {"target": 100, "totals": (0, 0, 0), "signs": (0, 0, 0), "turn": 1, "seat": 0}
        dice = tuple(map(int, blue))
        return State(**{**facts, "blue": dice, "news": (("turn", (0,), dice),), **changes})

    return lay


@pytest.fixture
def play(luck: Callable[..., Scripted]) -> Callable[..., State]:
    """Play a legal move of whoever is awaited, with exactly this luck."""

    def step(state: State, move: Any, *throws: str) -> State:
        [seat] = RULES.status(state).seats
        assert move in RULES.legal(state, seat)
        chance = luck(*throws)
        after = RULES.apply(state, {seat: move}, chance)
        assert chance.left == []
        return after

    return step
