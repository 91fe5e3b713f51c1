"""Measures rates side by side: interleaved rounds of CPU time, and the median of their ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

ROUNDS = 7
SECONDS = 0.4
"""CPU seconds of each side in each round."""


class Ratio(NamedTuple):
    """The median of the rounds' ratios, with the lowest and the highest."""

    median: float
    low: float
    high: float


def rate(work: Callable[[], int]) -> float:
    """Units of work for each CPU second; `work` does some and says how much."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in range(20):
            done += work()
    return done / spent


def ratio(ours: Callable[[], int], reference: Callable[[], int]) -> Ratio:
    """Our rate over the reference's."""
    ours(), reference()
    ratios = sorted(rate(ours) / rate(reference) for _ in range(ROUNDS))
    return Ratio(statistics.median(ratios), ratios[0], ratios[-1])
