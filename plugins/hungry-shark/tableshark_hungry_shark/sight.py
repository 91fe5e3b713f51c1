"""What swims on a board, who sees whom, and which fish are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from tableshark import Data

Kind = Literal["blue", "green", "orange", "red", "yellow"]
"""A kind of fish. Each has a colour of its own, and is called by it."""
KINDS: tuple[Kind, ...] = get_args(Kind)

Facing = Literal["left", "right"]

Counts = tuple[int, ...]
"""How many fish of each kind, in the order of KINDS."""


class Fish(Data, frozen=True, tag="fish"):
    """One to three fish of a kind."""

    kind: Kind
    count: int


class Shark(Data, frozen=True, tag="shark"):
    """Eats all fish that it sees and no octopus does."""

    faces: Facing


class Octopus(Data, frozen=True, tag="octopus"):
    """Guards all fish that it sees."""

    faces: Facing


Slot = Fish | Shark | Octopus | None
"""A place on a card; None is empty."""

Watcher = type[Shark] | type[Octopus] | None


def printed(slots: Sequence[Slot]) -> Counts:
    """Count the fish, eaten or not."""
    counts = [0] * len(KINDS)
    for slot in slots:
        if type(slot) is Fish:
            counts[KINDS.index(slot.kind)] += slot.count
    return tuple(counts)


def survivors(slots: Sequence[Slot]) -> Counts:
    """Count the fish that are not devoured: those that no shark sees, or an octopus sees too."""
    from_left = _watchers(slots, "right")
    from_right = _watchers(slots[::-1], "left")[::-1]
    counts = [0] * len(KINDS)
    for slot, *watchers in zip(slots, from_left, from_right, strict=True):
        if type(slot) is Fish and (Octopus in watchers or Shark not in watchers):
            counts[KINDS.index(slot.kind)] += slot.count
    return tuple(counts)


def _watchers(slots: Sequence[Slot], facing: Facing) -> list[Watcher]:
    """Say for each slot who sees it from the side where the slots begin: only the nearest can, if it faces the slot."""
    seen: list[Watcher] = []
    watcher: Watcher = None
    for slot in slots:
        seen.append(watcher)
        if type(slot) is Shark or type(slot) is Octopus:
            watcher = type(slot) if slot.faces == facing else None
    return seen
