"""Intervals and tests: how far the figures of a simulation can be trusted. All at 95 in 100."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tableshark.rules import Data

Z = 1.959963984540054
"""So many standard errors to each side hold 95 in 100."""
BOUND = math.log(0.95 / 0.05)
"""The log-likelihood ratio at which a sequential test with one error in twenty either way is decided."""
FEWEST = 10
"""With fewer results no test is decided: what they vary by is not known yet."""


class Estimate(Data, frozen=True):
    """A figure and its interval."""

    mean: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How far the interval reaches, on its longer side."""
        return max(self.high - self.mean, self.mean - self.low)


def wilson(wins: float, games: int) -> Estimate | None:
    """Estimate a share by Wilson's interval; a shared win counts in part. None without a game.

    For shared wins, which vary less than whole ones, it is somewhat too wide.
    """
    if not games:
        return None
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    reach = Z / (1 + z2 / games) * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    # At the ends rounding would leave a trace.
    low = 0.0 if share == 0.0 else max(0.0, middle - reach)
    high = 1.0 if share == 1.0 else min(1.0, middle + reach)
    return Estimate(share, low, high)


class Spread(Data, frozen=True):
    """What values are like: how many, their mean, and their standard deviation."""

    count: int
    mean: float
    deviation: float

    @property
    def estimate(self) -> Estimate:
        """The mean with its interval by the normal distribution."""
        reach = Z * self.deviation / math.sqrt(self.count)
        return Estimate(self.mean, self.mean - reach, self.mean + reach)


def spread(histogram: Mapping[float, int]) -> Spread | None:
    """Sum up values that are given by how often each came; None without any. Their order is no matter."""
    count = sum(histogram.values())
    if not count:
        return None
    mean = math.fsum(value * times for value, times in histogram.items()) / count
    squares = math.fsum(times * (value - mean) ** 2 for value, times in histogram.items())
    return Spread(count, mean, math.sqrt(squares / (count - 1)) if count > 1 else 0.0)


def likelihood(found: Spread, low: float, high: float) -> float:
    """Give the log-likelihood ratio of a mean that is high against one that is low.

    The generalized sequential test for values of any kind, whose variance is taken from the values themselves.
    """
    if found.count < FEWEST:
        return 0.0
    # Where nothing varies yet, one result that would be otherwise is assumed.
    variance = max(found.deviation**2, 1.0 / found.count)
    return found.count * (high - low) * (2 * found.mean - low - high) / (2 * variance)
