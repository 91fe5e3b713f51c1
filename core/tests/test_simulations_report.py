"""Reports: small examples worked out by hand."""

import pytest
from episodes import plan_of, row_of, rows_of

from tableshark.simulations import Interval, Sprt, Tally, report
from tableshark.simulations.intervals import wilson
from tableshark.simulations.tally import count


def told(plan, *scores):
    return report(plan, count(rows_of(plan, *scores), plan.block))


def test_players_and_seats():
    found = told(plan_of("a", "b", rotation="rotate"), [4, 1], [2, 3], [5, 0], [6, 6])
    # a sits in p0, p1, p0, p1: it wins the first three, and half of the last.
    a, b = found.players["a/normal"], found.players["b/normal"]
    assert (a.wins, b.wins) == (wilson(3.5, 4), wilson(0.5, 4))
    assert (a.par, a.against_par, b.against_par) == (0.5, 1.75, 0.25)
    assert a.scores == {3.0: 1, 4.0: 1, 5.0: 1, 6.0: 1}
    assert (a.score.mean, a.deviation) == (4.5, pytest.approx(1.2909944))
    assert (a.ranks, b.ranks) == ({1: 4}, {1: 1, 2: 3})
    assert (a.decisions, a.faults) == (2.0, 0)
    # p0 wins the first and the third, and half of the last.
    assert found.seats["p0"].wins == wilson(2.5, 4)
    assert found.seats["p1"].scores == {0.0: 1, 1.0: 1, 3.0: 1, 6.0: 1}
    first = wilson(2.5, 4)
    assert (found.first_seat.mean, found.first_seat.low) == (0.125, first.low - 0.5)
    assert found.paired is None
    assert found.until is None


def test_one_against_copies():
    plan = plan_of("a", "b", "b", "b")
    found = told(plan, [9, 1, 1, 1], [0, 1, 2, 3], [9, 9, 1, 1], [1, 5, 5, 5])
    a, b = found.players["a/normal"], found.players["b/normal"]
    assert (a.seats, b.seats) == (1, 3)
    assert (a.par, b.par) == (0.25, 0.75)
    assert (a.wins.mean, b.wins.mean) == (1.5 / 4, 2.5 / 4)
    assert (a.against_par, b.against_par) == (1.5, 2.5 / 3)
    assert sum(b.ranks.values()) == 12


def test_whole_deals():
    plan = plan_of("a", "b", rotation="paired", episodes=6)
    # Of each deal a plays p0, then p1. It wins both games of the first, one of the second, one and a half of the third.
    found = told(plan, [1, 0], [0, 1], [1, 0], [1, 0], [1, 1], [0, 1])
    a, b = found.paired["a/normal"], found.paired["b/normal"]
    assert (a.deals, b.deals) == (3, 3)
    # Shares of 1, 1/2 and 3/4: on average 1/4 above par, with a standard deviation of 1/4.
    assert a.difference.mean == pytest.approx(0.25)
    assert a.difference.high - a.difference.mean == pytest.approx(1.959964 * 0.25 / 3**0.5)
    assert b.difference.mean == pytest.approx(-0.25)


def test_whole_deals_of_one_against_copies():
    plan = plan_of("a", "b", "b", rotation="paired", episodes=6)
    # It wins all three games of the first deal, and none of the second.
    found = told(plan, [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 0, 0])
    assert found.paired["a/normal"].difference.mean == pytest.approx(1 / 2 - 1 / 3)
    assert found.paired["b/normal"].difference.mean == pytest.approx(1 / 2 - 2 / 3)


def test_lengths_and_ends():
    plan = plan_of("a", "b")
    rows = [
        row_of(plan, 0, [1, 0], steps=10, reason="late"),
        row_of(plan, 1, [1, 0], steps=4, reason="early"),
        row_of(plan, 2, None, steps=99),
        row_of(plan, 3, None, error="ValueError", steps=0),
        row_of(plan, 4, [0, 1], steps=4, reason="late", faults={"p0": 2, "p1": 1}),
    ]
    found = report(plan, count(rows, 1))
    assert (found.episodes, found.unfinished, found.errors) == (5, 1, {"ValueError": 1})
    assert list(found.lengths.items()) == [(4, 2), (10, 1)]
    assert (found.length.mean, found.reasons) == (6.0, {"early": 1, "late": 2})
    # Of all games, those without an outcome too.
    assert found.players["a/normal"].wins == wilson(2, 5)
    assert found.players["a/normal"].faults == 2


def test_before_anything_was_played():
    for plan in (plan_of("a", "b"), plan_of("a", "b", rotation="paired", until=Interval(0.1))):
        found = report(plan, Tally())
        assert (found.episodes, found.length, found.first_seat) == (0, None, None)
        assert found.players["a/normal"].wins is None
    assert not found.until.decided


def test_an_interval_is_narrow_enough_or_not():
    scores = [[1, 0]] * 60 + [[0, 1]] * 40
    wide = wilson(60, 100).width
    for width, decided in ((wide + 1e-6, True), (wide - 1e-6, False)):
        assert told(plan_of("a", "b", until=Interval(width)), *scores).until.decided == decided


def test_whole_deals_are_known_sooner():
    """The first seat wins each deal, whoever sits there: nobody's share varies from deal to deal."""
    scores = [[1, 0]] * 100
    assert not told(plan_of("a", "b", until=Interval(0.01)), *scores).until.decided
    assert told(plan_of("a", "b", rotation="paired", until=Interval(0.01)), *scores).until.decided


def test_a_sequential_test_of_the_first_player():
    def verdict(wins, plan):
        return told(plan, *[[1, 0]] * wins, *[[0, 1]] * (200 - wins)).until

    plan = plan_of("a", "b", until=Sprt(0.45, 0.55))
    assert "at least 0.55" in verdict(120, plan).says
    assert "at most 0.45" in verdict(80, plan).says
    assert not verdict(100, plan).decided
    assert verdict(100, plan).likelihood == pytest.approx(0.0)
