"""What is set up: CA-1 and CA-2."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec
import pytest

from tableshark import Awaiting
from tableshark_camouflage.corals import COLOURS, CORALS, KINDS
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Grid, Options, Ready


def read(text):
    return msgspec.json.decode(text, type=Options)


def test_ca_1_forty_corals_each_once():
    """CA-1."""
    assert (len(set(KINDS)), len(set(COLOURS))) == (5, 8)
    assert len(CORALS) == len(set(CORALS)) == 40
    assert set(CORALS) == {f"{colour}-{kind}" for colour, kind in product(COLOURS, KINDS)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_ca_1_one_shark_and_the_others_fish(players, luck):
    """CA-1."""
    options = read(f'{{"players": {players}}}')
    assert RULES.seats(options) == tuple(f"p{place}" for place in range(players))
    state = RULES.setup(options, luck())
    roles = [place.role for place in RULES.view(state, None).seats]
    assert roles == ["shark"] + ["fish"] * (players - 1)


def test_ca_1_defaults():
    """CA-1."""
    assert read("{}") == Options(
        players=4, rows=5, columns=5, handicap={}, finish=10, shark_turns=None, first_shark="p0", memorize_seconds=None
    )


@pytest.mark.parametrize(
    "wrong",
    [
        '{"players": 1}',
        '{"players": 7}',
        '{"rows": 1}',
        '{"rows": 8, "columns": 2}',
        '{"columns": 1}',
        '{"columns": 8, "rows": 2}',
        '{"rows": 6, "columns": 6}',
        '{"rows": 7, "columns": 6}',
        '{"players": 5, "rows": 2, "columns": 2}',
        '{"finish": 0}',
        '{"finish": 101}',
        '{"finish": null}',
        '{"shark_turns": 0}',
        '{"shark_turns": 21}',
        '{"first_shark": "p4"}',
        '{"first_shark": "shark"}',
        '{"first_shark": null}',
        '{"memorize_seconds": 0}',
        '{"memorize_seconds": -1}',
        '{"memorize_seconds": 3601}',
        '{"sharks": 2}',
        '{"handicap": {"p4": {"rows": 3, "columns": 3}}}',
        '{"handicap": {"p1": {"rows": 3}}}',
        '{"handicap": {"p1": {"rows": 3, "columns": 3, "finish": 3}}}',
        '{"handicap": {"p1": {"rows": 1, "columns": 5}}}',
        '{"handicap": {"p1": {"rows": 6, "columns": 2}}}',
        '{"handicap": {"p1": {"rows": 2, "columns": 6}}}',
        '{"handicap": {"p1": {"rows": 2, "columns": 2}}, "players": 5}',
        '{"handicap": {"p1": {"rows": 3, "columns": 3}, "p2": {"rows": 3, "columns": 6}}}',
    ],
)
def test_ca_1_other_options_are_refused(wrong):
    """CA-1."""
    with pytest.raises(msgspec.ValidationError):
        read(wrong)


@pytest.mark.parametrize(
    "right",
    [
        '{"rows": 5, "columns": 7}',
        '{"rows": 7, "columns": 5}',
        '{"rows": 2, "columns": 7}',
        '{"players": 4, "rows": 2, "columns": 2}',
        '{"players": 6, "rows": 2, "columns": 3}',
        '{"finish": 1}',
        '{"finish": 100, "shark_turns": 20}',
        '{"first_shark": "p3"}',
        '{"memorize_seconds": 0.5}',
        '{"memorize_seconds": 3600}',
        '{"handicap": {"p1": {"rows": 5, "columns": 5}}}',
        '{"handicap": {"p3": {"rows": 2, "columns": 2}, "p0": {"rows": 5, "columns": 2}}}',
    ],
)
def test_ca_1_options_at_their_limits(right, luck):
    """CA-1."""
    state = RULES.setup(read(right), luck())
    assert isinstance(RULES.status(state), Awaiting)


def test_ca_1_refusals_say_what_is_wrong():
    """CA-1."""
    for wrong, told in (
        ({"rows": 6, "columns": 6}, "the grid is 6 x 6, more than 35 spaces"),
        ({"players": 6, "rows": 2, "columns": 2}, "the grid is 2 x 2, fewer spaces than 6 players"),
        ({"first_shark": "p4"}, "first_shark 'p4' is no seat of a table of 4"),
        ({"handicap": {"p5": Grid(2, 2)}}, "handicap for 'p5', which is no seat of a table of 4"),
        ({"handicap": {"p1": Grid(6, 2)}}, "handicap of p1 is 6 x 2, larger than the grid of 5 x 5"),
        ({"handicap": {"p1": Grid(2, 2)}, "players": 5}, "handicap of p1 is 2 x 2, fewer spaces than 5 players"),
    ):
        with pytest.raises(ValueError, match=told):
            Options(**wrong)


def test_ca_1_who_is_the_first_shark(table):
    """CA-1."""
    assert RULES.status(table()).seats == {"p0"}
    state = table(first_shark="p2")
    assert RULES.status(state).seats == {"p2"}
    assert RULES.view(state, None).shark == "p2"


def test_ca_1_a_handicap_is_for_the_rounds_of_its_seat(table, round_of):
    """CA-1."""
    state = table(players=3, handicap={"p1": Grid(3, 2), "p2": Grid(2, 5)})
    sizes = []
    for _ in range(4):
        view = RULES.view(state, None)
        assert len(view.board) == view.rows * view.columns
        sizes.append((view.shark, view.rows, view.columns))
        state = round_of(state, 0)
    assert sizes == [("p0", 5, 5), ("p1", 3, 2), ("p2", 2, 5), ("p0", 5, 5)]


def test_ca_2_every_token_is_on_the_board_or_in_the_deck(table):
    """CA-2."""
    state = table(rows=3, columns=4)
    assert (len(state.board), len(state.deck)) == (12, 28)
    assert sorted(state.board + state.deck) == list(range(40))
    assert state.layout == state.board
    assert len(table(rows=5, columns=7, players=6).deck) == 5


def test_ca_2_every_token_comes_to_every_space_as_often(table):
    """CA-2."""
    first, last = Counter(), Counter()
    for seed in range(2000):
        state = table(seed, rows=2, columns=2)
        first[state.board[0]] += 1
        last[state.board[3]] += 1
    for counts in (first, last):
        # 39 degrees of freedom: 80 is beyond one in ten thousand.
        assert sum((counts[token] - 50) ** 2 / 50 for token in range(40)) < 80


def test_ca_2_the_board_is_shown_in_corals(table):
    """CA-2."""
    state = table()
    view = RULES.view(state, "p1")
    assert view.board == tuple(CORALS[token] for token in state.board)
    assert (view.phase, view.round, view.rows, view.columns) == ("memorize", 1, 5, 5)
    assert RULES.legal(state, "p0") == (Ready(),)
