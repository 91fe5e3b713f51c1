"""Intervals: Wilson's against published values, the spread against the standard library, the test's error rates."""

import statistics
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableshark.simulations.intervals import BOUND, FEWEST, Spread, likelihood, spread, wilson


# Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3; and the usual example.
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_it_is_published(wins, games, low, high):
    found = wilson(wins, games)
    assert found.mean == wins / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.00006)
    mirrored = wilson(games - wins, games)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-12)


def test_wilson_at_the_ends():
    assert wilson(0, 0) is None
    assert wilson(0, 7).low == 0.0
    assert wilson(7, 7).high == 1.0


def test_wilson_holds_the_truth_as_often_as_it_says():
    luck = Random(5)
    runs, games, share = 2000, 60, 0.3
    held = 0
    for _ in range(runs):
        found = wilson(sum(luck.random() < share for _ in range(games)), games)
        held += found.low <= share <= found.high
    assert 0.93 < held / runs < 0.975


def test_wins_that_are_shared_count_in_part():
    assert wilson(2.5, 5).mean == 0.5


@given(st.lists(st.integers(-50, 50).map(lambda number: number / 4), min_size=2))
def test_the_spread_as_the_standard_library_has_it(values):
    found = spread(Counter(values))
    assert found.count == len(values)
    assert found.mean == pytest.approx(statistics.mean(values), abs=1e-9)
    assert found.deviation == pytest.approx(statistics.stdev(values), abs=1e-9)
    reach = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev(values) / len(values) ** 0.5
    assert found.estimate.high - found.estimate.mean == pytest.approx(reach, abs=1e-9)
    assert found.estimate.width == pytest.approx(reach, abs=1e-9)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.randoms(use_true_random=False))
def test_the_order_of_values_is_no_matter(values, luck):
    shuffled = list(values)
    luck.shuffle(shuffled)
    assert spread(Counter(values)) == spread(Counter(shuffled))


def test_the_spread_of_few_values():
    assert spread({}) is None
    assert spread({4.0: 1}) == Spread(1, 4.0, 0.0)


def run(luck, share, low, high):
    """One sequential test, looked at after every 20 games: whether it found the share to be high."""
    wins = games = 0
    while True:
        games += 20
        wins += sum(luck.random() < share for _ in range(20))
        ratio = likelihood(spread({1.0: wins, 0.0: games - wins}), low, high)
        if abs(ratio) >= BOUND:
            return ratio > 0


@pytest.mark.parametrize(("share", "high"), [(0.45, False), (0.55, True)])
def test_a_sequential_test_errs_one_time_in_twenty_at_most(share, high):
    luck, runs = Random(7), 1000
    wrong = sum(run(luck, share, 0.45, 0.55) != high for _ in range(runs))
    # Looked at after blocks of games, it goes beyond the bound and so errs less often than it may.
    assert 0 < wrong < 0.06 * runs


def test_a_sequential_test_needs_some_results():
    few = spread({1.0: FEWEST - 1})
    assert likelihood(few, 0.1, 0.2) == 0.0
    assert likelihood(spread({1.0: FEWEST}), 0.1, 0.2) > 0.0


def test_results_between_low_and_high_decide_nothing():
    assert likelihood(spread({1.0: 500, 0.0: 500}), 0.45, 0.55) == pytest.approx(0.0)
    assert likelihood(spread({1.0: 600, 0.0: 400}), 0.45, 0.55) > BOUND
    assert likelihood(spread({1.0: 400, 0.0: 600}), 0.45, 0.55) < -BOUND
