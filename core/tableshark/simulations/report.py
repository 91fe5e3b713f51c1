"""What a simulation found: a function of its plan and its tally, and so the same wherever it was played."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from tableshark.rules import Data, Seat
from tableshark.simulations.intervals import BOUND, Estimate, Spread, likelihood, spread, wilson
from tableshark.simulations.plan import Interval, Plan, Sprt
from tableshark.simulations.tally import Cell, Tally

K = TypeVar("K", int, float, str)


class Standing(Data, frozen=True, kw_only=True):
    """How a player, or a seat, did."""

    seats: int
    """How many seats of each game it had."""
    wins: Estimate | None
    """The share of games that were won from these seats, a shared win counted in part. Wilson's interval."""
    par: float
    """What that share is among equals."""
    against_par: float | None
    """The share over par."""
    score: Estimate | None
    """Mean score of a seat; the interval takes the scores as independent."""
    deviation: float | None
    """Standard deviation of the scores."""
    scores: dict[float, int]
    """How often each score came."""
    ranks: dict[int, int]
    """How often each rank came."""
    decisions: float
    """For each game and seat."""
    faults: int


class Paired(Data, frozen=True):
    """A player's win share less par over whole deals, each of which it played in every seat: luck counts less there."""

    deals: int
    difference: Estimate


class Verdict(Data, frozen=True, kw_only=True):
    """Whether what was to be found out is decided."""

    decided: bool
    says: str
    likelihood: float | None = None
    """Of a sequential test: the log-likelihood ratio of high against low; decided beyond ±2.94."""


class Report(Data, frozen=True, kw_only=True):
    """What a simulation found in the episodes that it has played."""

    episodes: int
    unfinished: int
    errors: dict[str, int]
    reasons: dict[str, int]
    length: Estimate | None
    """Steps of a game."""
    lengths: dict[int, int]
    players: dict[str, Standing]
    """By "bot/level"."""
    seats: dict[Seat, Standing]
    first_seat: Estimate | None
    """How much more often than par the first seat wins."""
    paired: dict[str, Paired] | None
    until: Verdict | None


def report(plan: Plan, tally: Tally) -> Report:
    """Make the report of a tally."""
    labels = list(dict.fromkeys(entrant.label for entrant in plan.bots))
    games, table = tally.episodes, len(plan.seats)
    held = {label: sum(entrant.label == label for entrant in plan.bots) for label in labels}
    players = {label: _standing(games, held[label], table, tally.cells.get(label, {}).values()) for label in labels}
    by_seat = {
        seat: _standing(games, 1, table, [cells[seat] for cells in tally.cells.values() if seat in cells])
        for seat in plan.seats
    }
    first = by_seat[plan.seats[0]].wins
    length = spread(_floats(tally.lengths))
    return Report(
        episodes=games,
        unfinished=tally.unfinished,
        errors=_sorted(tally.errors),
        reasons=_sorted(tally.reasons),
        length=None if length is None else length.estimate,
        lengths=_sorted(tally.lengths),
        players=players,
        seats=by_seat,
        first_seat=None if first is None else _less(first, 1 / table),
        paired=_paired(plan, tally, held) if plan.block > 1 else None,
        until=judge(plan, tally),
    )


def judge(plan: Plan, tally: Tally) -> Verdict | None:
    """Say whether the simulation may stop; None where it plays all its episodes anyway."""
    until, label = plan.until, plan.bots[0].label
    if until is None:
        return None
    results = _shares(plan, tally, label)
    if isinstance(until, Interval):
        # Over whole deals where there are such: else the interval would be wider than what is known.
        found = _known(plan, tally, label, results)
        if found is None:
            return Verdict(decided=False, says=f"nothing is known of {label} yet")
        return Verdict(decided=found.width <= until.width, says=f"known within {found.width:.4f}")
    return _sequential(until, label, results)


def _sequential(until: Sprt, label: str, results: Spread | None) -> Verdict:
    ratio = 0.0 if results is None else likelihood(results, until.low, until.high)
    if abs(ratio) < BOUND:
        return Verdict(decided=False, says="undecided", likelihood=ratio)
    found = f"at least {until.high}" if ratio > 0 else f"at most {until.low}"
    return Verdict(decided=True, says=f"the win share of {label} is {found}", likelihood=ratio)


def _known(plan: Plan, tally: Tally, label: str, results: Spread | None) -> Estimate | None:
    if plan.block > 1:
        return None if results is None or results.count < 2 else results.estimate
    won = sum((cell.won for cell in tally.cells.get(label, {}).values()), Fraction())
    return wilson(float(won), tally.episodes)


def _shares(plan: Plan, tally: Tally, label: str) -> Spread | None:
    """Sum up a player's win shares, one for each deal."""
    found = tally.blocks.get(label, {})
    return spread({float(Fraction(wins) / plan.block): times for wins, times in found.items()})


def _paired(plan: Plan, tally: Tally, held: dict[str, int]) -> dict[str, Paired]:
    found = {}
    for label, seats in held.items():
        results = _shares(plan, tally, label)
        if results is not None:
            found[label] = Paired(results.count, _less(results.estimate, seats / len(plan.seats)))
    return found


def _standing(games: int, seats: int, table: int, cells: Iterable[Cell]) -> Standing:
    whole = Cell()
    for cell in cells:
        whole.add(cell)
    wins = wilson(float(whole.won), games)
    par = seats / table
    scores = spread(whole.scores)
    return Standing(
        seats=seats,
        wins=wins,
        par=par,
        against_par=None if wins is None else wins.mean / par,
        score=None if scores is None else scores.estimate,
        deviation=None if scores is None else scores.deviation,
        scores=_sorted(whole.scores),
        ranks=_sorted(whole.ranks),
        decisions=whole.decisions / whole.played if whole.played else 0.0,
        faults=whole.faults,
    )


def _less(found: Estimate, par: float) -> Estimate:
    return Estimate(found.mean - par, found.low - par, found.high - par)


def _floats(histogram: dict[int, int]) -> dict[float, int]:
    return {float(value): times for value, times in histogram.items()}


def _sorted(histogram: dict[K, int]) -> dict[K, int]:
    return {value: histogram[value] for value in sorted(histogram)}
