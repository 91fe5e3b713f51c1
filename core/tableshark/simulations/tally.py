"""A tally of episodes: counts only, so that tallies can be added in any order and give the same."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

import msgspec

from tableshark.rules import Seat
from tableshark.simulations.rows import Row

K = TypeVar("K")


class Cell(msgspec.Struct):
    """What one player got in one seat."""

    played: int = 0
    decisions: int = 0
    faults: int = 0
    wins: dict[int, int] = msgspec.field(default_factory=dict)
    """By how many the first rank was shared: how often."""
    ranks: dict[int, int] = msgspec.field(default_factory=dict)
    scores: dict[float, int] = msgspec.field(default_factory=dict)

    @property
    def won(self) -> Fraction:
        """How many wins that is: a shared one counts in part."""
        return sum((Fraction(times, shared) for shared, times in self.wins.items()), Fraction())

    def add(self, other: Cell) -> None:
        """Add another cell to this."""
        self.played += other.played
        self.decisions += other.decisions
        self.faults += other.faults
        _add(self.wins, other.wins)
        _add(self.ranks, other.ranks)
        _add(self.scores, other.scores)


class Tally(msgspec.Struct):
    """Episodes, counted. Histograms are by value: how often."""

    episodes: int = 0
    unfinished: int = 0
    """Without an outcome after all steps that were allowed."""
    errors: dict[str, int] = msgspec.field(default_factory=dict)
    """Given up because the rules raised this."""
    reasons: dict[str, int] = msgspec.field(default_factory=dict)
    lengths: dict[int, int] = msgspec.field(default_factory=dict)
    """In steps, of those with an outcome."""
    cells: dict[str, dict[Seat, Cell]] = msgspec.field(default_factory=dict)
    """By player and seat."""
    blocks: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """By player: how many wins, as a fraction, it had in the episodes of one deal."""

    def add(self, other: Tally) -> None:
        """Add another tally to this."""
        self.episodes += other.episodes
        self.unfinished += other.unfinished
        for mine, theirs in (
            (self.errors, other.errors), (self.reasons, other.reasons),
        ):  # fmt: skip
            _add(mine, theirs)
        _add(self.lengths, other.lengths)
        for label, cells in other.cells.items():
            for seat, cell in cells.items():
                self.cells.setdefault(label, {}).setdefault(seat, Cell()).add(cell)
        for label, blocks in other.blocks.items():
            _add(self.blocks.setdefault(label, {}), blocks)


def count(rows: Iterable[Row], block: int) -> Tally:
    """Count rows, in which all `block` episodes of each deal stand side by side."""
    tally = Tally()
    won: dict[str, Fraction] = {}
    for row in rows:
        _count(tally, row, won)
        if (row.episode + 1) % block == 0:
            for label, wins in won.items():
                _add(tally.blocks.setdefault(label, {}), {str(wins): 1})
            won = {}
    if won:
        raise ValueError("the episodes of a deal were torn apart")
    return tally


def _count(tally: Tally, row: Row, won: dict[str, Fraction]) -> None:
    tally.episodes += 1
    ranks, scores = row.ranks, row.scores
    if row.error is not None:
        _add(tally.errors, {row.error: 1})
    elif ranks is None:
        tally.unfinished += 1
    else:
        _add(tally.reasons, {row.reason or "": 1})
        _add(tally.lengths, {row.steps: 1})
    first = 0 if ranks is None else sum(rank == 1 for rank in ranks.values())
    for seat, label in row.players.items():
        cell = tally.cells.setdefault(label, {}).setdefault(seat, Cell())
        cell.played += 1
        cell.decisions += row.decisions[seat]
        cell.faults += row.faults[seat]
        won.setdefault(label, Fraction())
        if ranks is not None and scores is not None:
            _add(cell.ranks, {ranks[seat]: 1})
            _add(cell.scores, {scores[seat]: 1})
            if ranks[seat] == 1:
                _add(cell.wins, {first: 1})
                won[label] += Fraction(1, first)


def _add(counts: dict[K, int], more: dict[K, int]) -> None:
    for value, times in more.items():
        counts[value] = counts.get(value, 0) + times
