"""A slice: as many episodes of a claim as fit into its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tableshark.simulations import rows, tally
from tableshark.simulations.course import SLICE, Spent
from tableshark.simulations.playing import Playing

ENOUGH = 1.5 * SLICE
"""Seconds after which a slice ends before its claim does: some more than it is meant to take, so that few are torn."""


class Slice(NamedTuple):
    """Episodes that were played."""

    stop: int
    """Behind the last one."""
    lines: bytes
    """Their rows, as NDJSON."""
    tally: tally.Tally
    spent: Spent


def play_slice(playing: Playing, start: int, stop: int, clock: Callable[[], float]) -> Slice:
    """Play episodes from `start` on, in whole deals, until `stop` or until a slice's time is over by the clock."""
    block = playing.plan.block
    began = clock()
    before = dict(playing.spent)
    played: list[rows.Row] = []
    at = start
    while at < stop:
        played += playing.rows(at, at + block)
        at += block
        if clock() - began >= ENOUGH:
            break
    players = {label: seconds - before[label] for label, seconds in playing.spent.items()}
    spent = Spent(len(played), clock() - began, players)
    return Slice(at, rows.write(played), tally.count(played, block), spent)
