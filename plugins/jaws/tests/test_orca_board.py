"""Which spaces touch: JW-31 against drawings of its own, and the rulebook's two examples."""

from __future__ import annotations

from itertools import product

import pytest
from jaws_orca import tiles

from tableshark_jaws.orca.board import (
    BOAT,
    DAMAGED,
    GONE,
    WHOLE,
    beside,
    reach,
    struck,
    touching,
    waters,
    within_bite,
    within_reach,
)
from tableshark_jaws.orca.tables import SPOT, SPOTS, ZONES


def touch(states, spot):
    return [SPOTS[other] for other in touching(states)[SPOT[spot]]]


def ends(states, spot):
    return {SPOTS[other] for other in reach(states, SPOT[spot])}


def test_jw_31_example_of_a_whole_boat():
    """JW-31: a middle space touches three boat spaces and its own water; melee reaches that water alone."""
    assert touch(tiles(), "T2-boat") == ["T1-boat", "T3-boat", "B2-boat", "T2-water"]
    assert within_reach(tiles())[SPOT["T2-boat"]] == (1,)


def test_jw_31_example_of_a_broken_boat():
    """JW-31: one neighbour damaged and one destroyed: two boat spaces and three waters, and melee reaches all three."""
    states = tiles(T3="damaged", T1="gone")
    assert touch(states, "T2-boat") == ["T3-boat", "B2-boat", "T1-water", "T2-water", "T3-water"]
    assert [ZONES[zone] for zone in within_reach(states)[SPOT["T2-boat"]]] == ["T1", "T2", "T3"]


def test_jw_31_the_water_ring():
    """JW-31."""
    ring = ["T1", "T2", "T3", "T4", "B4", "B3", "B2", "B1"]
    for place, zone in enumerate(ring):
        around = {ring[place - 1], ring[(place + 1) % 8]}
        assert {ZONES[other] for other in waters(tiles())[ZONES.index(zone)]} == around


def test_jw_31_only_the_middles_waters_depend_on_tiles():
    """JW-31."""
    ring = waters(tiles())
    for states in product((WHOLE, DAMAGED, GONE), repeat=8):
        now = waters(states)
        new = {(i, j) for i in range(8) for j in now[i] if j not in ring[i]}
        open_ = [states[ZONES.index(zone)] != WHOLE for zone in ("T2", "B2", "T3", "B3")]
        across = {("T2", "B2"): open_[0] and open_[1], ("T3", "B3"): open_[2] and open_[3]}
        assert {(ZONES[i], ZONES[j]) for i, j in new if i < j} == {pair for pair, there in across.items() if there}


def drawn(states):
    """Say what touches, straight from the four lines of the clause."""
    rows = {
        zone: (row, column) for row, zones in enumerate((ZONES[:4], ZONES[4:])) for column, zone in enumerate(zones)
    }
    ring = ["T1", "T2", "T3", "T4", "B4", "B3", "B2", "B1"]
    found = set()
    for one, other in product(ZONES, ZONES):
        i, j = ZONES.index(one), ZONES.index(other)
        (row, column), (to_row, to_column) = rows[one], rows[other]
        grid = abs(row - to_row) + abs(column - to_column) == 1
        near = (ring.index(one) - ring.index(other)) % 8 in (1, 7)
        if grid and GONE not in (states[i], states[j]):
            found.add((f"{one}-boat", f"{other}-boat"))
        if one == other and states[i] != GONE:
            found |= {(f"{one}-boat", f"{one}-water"), (f"{one}-water", f"{one}-boat")}
        if grid and states[i] != WHOLE and states[j] != GONE:
            found |= {(f"{one}-water", f"{other}-boat"), (f"{other}-boat", f"{one}-water")}
        if near or (grid and states[i] != WHOLE and states[j] != WHOLE):
            found.add((f"{one}-water", f"{other}-water"))
    return found


def test_jw_31_every_way_the_tiles_can_lie():
    """JW-31."""
    for states in product((WHOLE, DAMAGED, GONE), repeat=8):
        pairs = {(SPOTS[spot], SPOTS[to]) for spot in range(16) for to in touching(states)[spot]}
        assert pairs == drawn(states)


def test_jw_31_bites_and_neighbours_agree_with_what_touches():
    """JW-31."""
    for states in product((WHOLE, DAMAGED, GONE), repeat=8):
        near = touching(states)
        for zone in range(8):
            assert within_bite(states)[zone] == tuple(spot for spot in near[BOAT + zone] if spot < BOAT)
            assert waters(states)[zone] == tuple(spot - BOAT for spot in near[BOAT + zone] if spot >= BOAT)
            if states[zone] != GONE:
                assert beside(states)[zone] == tuple(spot for spot in near[zone] if spot < BOAT)


def test_jw_38_where_two_strides_lead_from_the_boat():
    """JW-38."""
    boat = {"T1-boat", "T2-boat", "T3-boat", "B1-boat", "B2-boat"}
    # Over the edge at T1 and a stroke along the ring, or along the boat and over the edge there.
    assert ends(tiles(), "T1-boat") == boat | {"T1-water", "T2-water", "B1-water"}


def test_jw_38_climbing_uses_both_strides():
    """JW-38: from the water two waters, or a climb onto a space that touches."""
    assert ends(tiles(), "T2-water") == {"T2-boat"} | {f"{zone}-water" for zone in ("B1", "T1", "T2", "T3", "T4")}
    broken = ends(tiles(T2="damaged"), "T2-water")
    assert broken == {f"{zone}-boat" for zone in ("T1", "T2", "T3", "B2")} | {
        f"{zone}-water" for zone in ("B1", "T1", "T2", "T3", "T4")
    }
    # Into the water and out again is three strides.
    assert "B1-boat" not in ends(tiles(T1="gone", B2="gone"), "T2-boat")


@pytest.mark.parametrize(
    ("state", "hits", "corner", "middle"),
    [
        (WHOLE, 0, WHOLE, WHOLE),
        (WHOLE, 1, WHOLE, WHOLE),
        (WHOLE, 2, DAMAGED, DAMAGED),
        (WHOLE, 3, GONE, DAMAGED),
        (WHOLE, 4, GONE, GONE),
        (WHOLE, 8, GONE, GONE),
        (DAMAGED, 0, DAMAGED, DAMAGED),
        (DAMAGED, 1, DAMAGED, DAMAGED),
        (DAMAGED, 2, GONE, DAMAGED),
        (DAMAGED, 3, GONE, GONE),
        (DAMAGED, 6, GONE, GONE),
    ],
)
def test_jw_32_what_hits_do_to_a_tile(state, hits, corner, middle):
    """JW-32."""
    for zone, after in enumerate((corner, middle, middle, corner) * 2):
        states = tuple(state if at == zone else WHOLE for at in range(8))
        assert struck(states, zone, hits) == after
