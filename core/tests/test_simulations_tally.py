"""Tallies: added in any order and from any cut they are the same; what each kind of end counts as."""

from fractions import Fraction
from itertools import pairwise

import pytest
from episodes import plan_of, row_of, rows_of
from hall import TOYS
from hypothesis import given
from hypothesis import strategies as st

from tableshark.plugins import load
from tableshark.simulations import Playing, Tally, make_plan
from tableshark.simulations.tally import count

PLUGINS = load([TOYS])
BIDS = PLUGINS.get("bids").options(cards=5)
PAIRED = make_plan(PLUGINS, "bids", ["random", "greedy", "random"], 60, options=BIDS, rotation="paired")
ROWS = list(Playing(PLUGINS, PAIRED).rows(0, 60))


def test_what_is_added_below_is_of_many_kinds():
    whole = count(ROWS, PAIRED.block)
    assert whole.episodes == 60
    assert len(whole.cells["random/normal"][PAIRED.seats[0]].scores) > 2
    shared = {by for cells in whole.cells.values() for cell in cells.values() for by in cell.wins}
    assert shared == {1, 2, 3}


@given(st.sets(st.integers(1, 19)), st.randoms(use_true_random=False))
def test_any_order_and_any_cut_give_the_same(cuts, luck):
    edges = [0, *(3 * cut for cut in sorted(cuts)), 60]
    parts = [count(ROWS[start:stop], PAIRED.block) for start, stop in pairwise(edges)]
    luck.shuffle(parts)
    whole = Tally()
    for part in parts:
        whole.add(part)
    assert whole == count(ROWS, PAIRED.block)


def test_adding_leaves_what_is_added_as_it_was():
    one, other = count(ROWS[:30], 3), count(ROWS[30:], 3)
    whole = Tally()
    whole.add(one)
    whole.add(other)
    assert one == count(ROWS[:30], 3)
    assert other == count(ROWS[30:], 3)


def test_a_deal_must_not_be_torn_apart():
    with pytest.raises(ValueError, match="torn"):
        count(ROWS[:4], PAIRED.block)


def test_a_shared_win_counts_in_part():
    plan = plan_of("a", "b", "a")
    found = count(rows_of(plan, [5, 5, 1], [5, 5, 5], [1, 9, 2]), 1)
    assert found.cells["a/normal"]["p0"].wins == {2: 1, 3: 1}
    assert found.cells["a/normal"]["p0"].won == Fraction(5, 6)
    assert found.cells["b/normal"]["p1"].won == Fraction(11, 6)
    assert found.cells["a/normal"]["p2"].ranks == {3: 1, 1: 1, 2: 1}
    assert found.blocks == {"a/normal": {"1/2": 1, "2/3": 1, "0": 1}, "b/normal": {"1/2": 1, "1/3": 1, "1": 1}}


def test_an_episode_without_an_outcome_is_nobodys_win():
    plan = plan_of("a", "b")
    rows = [
        row_of(plan, 0, None, faults={"p0": 3, "p1": 0}),
        row_of(plan, 1, None, error="KeyError"),
        row_of(plan, 2, [1, 0], reason="first", steps=8),
    ]
    found = count(rows, 1)
    assert (found.episodes, found.unfinished, found.errors) == (3, 1, {"KeyError": 1})
    assert (found.reasons, found.lengths) == ({"first": 1}, {8: 1})
    cell = found.cells["a/normal"]["p0"]
    assert (cell.played, cell.decisions, cell.faults, cell.wins, cell.scores) == (3, 6, 3, {1: 1}, {1.0: 1})
    assert found.blocks["a/normal"] == {"0": 2, "1": 1}
