"""What may be imagined: the three laws of honesty, and worlds as likely as they are."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from tableshark import Quick
from tableshark_camouflage.corals import CORALS
from tableshark_camouflage.rounds import exchange
from tableshark_camouflage.rules import RULES
from tableshark_camouflage.state import Guess, Hide, Ready


def imagine(state, seat, time=0):
    return RULES.determinize(state, seat, Quick(Random(time)))


def reachable(world, play):
    """Whether these fish could have hidden so: play it again from a row that holds what they laid."""
    aways, first = [], []
    for _, coral, away in world.hides:
        if coral not in aways:
            first.append(coral)
        aways.append(away)
    fish = len(world.players) - 1
    others = [token for token in range(40) if token not in world.layout and token not in first]
    row = (*first, *others[: fish - len(first)])
    assert len(row) == fish
    start = msgspec.structs.replace(
        world, phase="hide", board=world.layout, row=row, deck=tuple(set(others) - set(row)), hides=(), turned=()
    )
    end = play(start, *[Hide(space, CORALS[coral]) for space, coral, _ in world.hides])
    return (end.board, end.hides) == (world.board, world.hides)


def test_ca_5_an_imagined_round_could_have_been_played(table, hidden, play):
    """CA-4, CA-5."""
    chains = 0
    state = play(hidden(table(rows=3, columns=3), 3, 7, 5), Guess(7), Guess(2))
    for time in range(200):
        world = imagine(state, "p0", time)
        assert world.board == state.board
        assert world.layout != state.layout
        spaces = [space for space, _, _ in world.hides]
        assert spaces[1] == 7
        assert 2 not in spaces
        assert len(set(spaces)) == 3
        assert sorted(world.deck) == sorted(set(range(40)) - set(world.board))
        assert reachable(world, play)
        chains += len({coral for _, coral, _ in world.hides} & {away for _, _, away in world.hides})
    # Some fish lay what another took away.
    assert chains > 50


def test_ca_4_an_imagined_round_under_way_could_have_been_played(table, hidden):
    """CA-4."""
    state = hidden(table(), 3, 7)
    layouts = set()
    for time in range(50):
        world = imagine(state, "p0", time)
        assert len(world.hides) == 2
        assert sorted(world.board + world.row + world.deck) == list(range(40))
        again = msgspec.structs.replace(world, board=world.layout, hides=())
        # Undone from the end, the row is what was drawn.
        row = list(world.row)
        for space, coral, away in reversed(world.hides):
            assert world.layout[space] == away
            row[row.index(away)] = coral
        again = msgspec.structs.replace(again, row=tuple(row))
        for space, coral, _ in world.hides:
            again = exchange(again, space, again.row.index(coral))
        assert again == world
        layouts.add(world.layout)
    assert len(layouts) == 50


def test_every_hidden_thing_comes_as_often_as_it_is_likely(table, hidden):
    state = hidden(table(players=2, rows=2, columns=2), 3)
    spaces, aways = Counter(), Counter()
    for time in range(3600):
        [(space, coral, away)] = imagine(state, "p0", time).hides
        assert coral == state.board[space]
        spaces[space] += 1
        aways[away] += 1
    # 3 and 35 degrees of freedom: 22 and 75 are beyond one in ten thousand.
    assert sum((spaces[space] - 900) ** 2 / 900 for space in range(4)) < 22
    pool = set(range(40)) - set(state.board)
    assert set(aways) == pool
    assert sum((aways[token] - 100) ** 2 / 100 for token in pool) < 75


def test_a_fish_lays_what_another_took_away_as_often_as_in_play(table, play):
    """The imagined share of such exchanges is that of fish who hide at random."""
    random, played, imagined = Random(1), 0, 0
    for time in range(1500):
        state = play(table(time, players=3, rows=2, columns=2), Ready())
        while state.phase == "hide":
            [seat] = RULES.status(state).seats
            state = play(state, random.choice(RULES.legal(state, seat)))
        played += state.hides[1][1] == state.hides[0][2]
        world = imagine(state, "p0", time)
        imagined += world.hides[1][1] == world.hides[0][2]
    assert abs(played - 750) < 80
    assert abs(imagined - 750) < 80


def twins(table, hidden, play):
    """Pairs of states with the same history of views for the shark p0."""
    start = table()
    deck = msgspec.structs.replace(start, deck=tuple(reversed(start.deck)))
    yield start, deck
    yield hidden(start, 3, 9), hidden(start, 4, 8, places=(1, 2))
    yield hidden(start, 3, 9), hidden(deck, 12, 1)
    # p1 and p2 hide in each other's place: the same board comes of it, and another guess.
    one, two, three = (CORALS[token] for token in play(start, Ready()).row)
    ways = [
        play(start, Ready(), Hide(3, one), Hide(9, two), Hide(12, three)),
        play(start, Ready(), Hide(9, two), Hide(3, one), Hide(12, three)),
    ]
    yield tuple(ways)
    yield tuple(play(way, Guess(12)) for way in ways)
    yield tuple(play(way, Guess(12), Guess(0)) for way in ways)


def test_law_three_the_same_history_of_views_imagines_the_same(table, hidden, play):
    pairs = list(twins(table, hidden, play))
    assert len(pairs) == 6
    for one, other in pairs:
        assert one != other
        assert RULES.view(one, "p0") == RULES.view(other, "p0")
        for time in range(5):
            assert imagine(one, "p0", time) == imagine(other, "p0", time)


def test_ca_3_the_layout_that_was_memorised_is_in_no_imagined_world(table, hidden, play):
    """CA-3."""
    state = hidden(table(), 3, 9, 12)
    # From another layout to the same board: the shark saw something else before, and imagines the same now.
    other = imagine(state, "p0", 999)
    assert (other.layout != state.layout, other.board == state.board) == (True, True)
    layouts = set()
    for time in range(200):
        world = imagine(state, "p0", time)
        assert world == imagine(other, "p0", time)
        layouts.add(world.layout)
    assert state.layout not in layouts
    assert len(layouts) == 200


@pytest.mark.parametrize("seat", ["p1", "p2", "p3"])
def test_a_fish_imagines_nothing_but_the_order_of_the_deck(seat, table, hidden, play):
    for state in (table(), hidden(table(), 3), hidden(table(), 3, 9, 12), play(hidden(table(), 3, 9, 12), Guess(3))):
        worlds = [imagine(state, seat, time) for time in range(5)]
        for world in worlds:
            assert sorted(world.deck) == sorted(state.deck)
            assert msgspec.structs.replace(world, deck=state.deck) == state
        assert len({world.deck for world in worlds}) == 5
        other = msgspec.structs.replace(state, deck=tuple(reversed(state.deck)))
        assert imagine(other, seat) == imagine(state, seat)


def test_after_the_end_nothing_is_imagined(table, round_of):
    state = round_of(table(finish=2), 2)
    assert state.phase == "over"
    assert [imagine(state, seat) for seat in ("p0", "p1", "p2")] == [state] * 3
