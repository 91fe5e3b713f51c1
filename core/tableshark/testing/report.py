"""What the kit found: how much was played, and how many twins it had to compare."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tableshark.rules import Seat


@dataclass(frozen=True)
class Played:
    """The games with one set of options."""

    options: Any
    games: int
    steps: int
    twins: dict[Seat, int]
    """For seats that something is hidden from, how many pairs of games were found that look the same to them."""

    def __str__(self) -> str:
        twins = ", ".join(f"{seat} {count}" for seat, count in self.twins.items()) or "none"
        return f"{self.options}: {self.games} games, {self.steps} steps, twins: {twins}"


@dataclass(frozen=True)
class Report:
    """What `prove` looked at."""

    rules: str
    played: tuple[Played, ...]
    bots: dict[str, tuple[int, int]]
    """For each bot and level, how many decisions it made, and at how many pairs of twins they were compared."""
    elsewhere: bool
    """Whether the games were compared with those of other processes: rules that stand in no module can't be."""
    golden: int
    """How many golden games were compared."""

    @property
    def twins(self) -> dict[Seat, int]:
        """The twins of all options together, by seat."""
        total: Counter[Seat] = Counter()
        for played in self.played:
            total.update(played.twins)
        return dict(total)

    def __str__(self) -> str:
        bots = "".join(
            f"\n  {name}: {decisions} decisions, {pairs} pairs of twins"
            for name, (decisions, pairs) in self.bots.items()
        )
        lines = "".join(f"\n  {played}" for played in self.played)
        other = "compared with other hash seeds" if self.elsewhere else "not compared with other hash seeds"
        return f"{self.rules}: {sum(self.twins.values())} twins; {other}; {self.golden} golden games{lines}{bots}"
