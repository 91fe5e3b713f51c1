"""Which spaces touch, as the boat breaks up: a pure function of the tiles that are left."""

from __future__ import annotations

from functools import lru_cache

from tableshark_jaws.orca.tables import TABLES, TILES, ZONE, ZONES

Tiles = tuple[int, ...]
"""What became of the tile of each zone."""

WHOLE, DAMAGED, GONE = range(3)

Spots = tuple[int, ...]

BOAT = len(ZONES)
"""Spots below this are on the boat; the water of a zone is so much further on."""

KEPT: int = 3 ** len(ZONES)
"""There are no more ways for the tiles to lie."""


def _grid() -> tuple[tuple[int, ...], ...]:
    """Say for each zone which are beside it in the two rows; diagonals are not."""
    places = {ZONE[zone]: (row, column) for row, zones in enumerate(TABLES.rows) for column, zone in enumerate(zones)}
    return tuple(
        [
            tuple([j for j in places if abs(places[i][0] - places[j][0]) + abs(places[i][1] - places[j][1]) == 1])
            for i in range(len(ZONES))
        ]
    )


def _ring() -> tuple[tuple[int, int], ...]:
    """Say for each zone whose waters are next to its own around the boat."""
    ring = [ZONE[zone] for zone in TABLES.ring]
    at = {zone: place for place, zone in enumerate(ring)}
    return tuple([(ring[at[i] - 1], ring[(at[i] + 1) % len(ring)]) for i in range(len(ZONES))])


GRID = _grid()
RING = _ring()


@lru_cache(maxsize=KEPT)
def waters(tiles: Tiles) -> tuple[Spots, ...]:
    """Say for each zone the zones whose water touches its water, in order."""
    return tuple(
        [
            tuple(sorted({*RING[i], *(j for j in GRID[i] if tiles[i] != WHOLE and tiles[j] != WHOLE)}))
            for i in range(len(ZONES))
        ]
    )


@lru_cache(maxsize=KEPT)
def within_bite(tiles: Tiles) -> tuple[Spots, ...]:
    """Say for each zone the zones whose tiles touch its water, in order."""
    return tuple(
        [
            tuple(sorted(j for j in (i, *GRID[i]) if tiles[j] != GONE and (i == j or tiles[i] != WHOLE)))
            for i in range(len(ZONES))
        ]
    )


@lru_cache(maxsize=KEPT)
def beside(tiles: Tiles) -> tuple[Spots, ...]:
    """Say for each zone the zones beside it whose tiles are there, in order."""
    return tuple([tuple([j for j in GRID[i] if tiles[j] != GONE]) for i in range(len(ZONES))])


@lru_cache(maxsize=KEPT)
def touching(tiles: Tiles) -> tuple[Spots, ...]:
    """Say for each spot the spots that touch it, in order; a tile that is gone leaves no spot on the boat."""
    boat = beside(tiles)
    found: list[set[int]] = [set() for _ in range(2 * BOAT)]
    for i in range(BOAT):
        if tiles[i] != GONE:
            found[i].update(boat[i])
        found[BOAT + i].update(BOAT + j for j in waters(tiles)[i])
        for j in within_bite(tiles)[i]:
            found[BOAT + i].add(j)
            found[j].add(BOAT + i)
    return tuple([tuple(sorted(spots)) for spots in found])


@lru_cache(maxsize=KEPT * 4)
def reach(tiles: Tiles, spot: int) -> Spots:
    """List where a member may end its move, where it stands included, in order."""
    near = touching(tiles)
    left = {spot: TABLES.strides}
    todo = [spot]
    while todo:
        at = todo.pop()
        for to in near[at]:
            rest = left[at] - (TABLES.climb if at >= BOAT > to else 1)
            if rest > left.get(to, -1):
                left[to] = rest
                todo.append(to)
    return tuple(sorted(left))


@lru_cache(maxsize=KEPT)
def within_reach(tiles: Tiles) -> tuple[Spots, ...]:
    """Say for each spot the zones whose water is there or touches it: where a melee or attachable weapon reaches."""
    near = touching(tiles)
    return tuple([tuple(sorted({at - BOAT for at in (spot, *near[spot]) if at >= BOAT})) for spot in range(2 * BOAT)])


def struck(tiles: Tiles, zone: int, hits: int, *, strong: bool = False) -> int:
    """Say what becomes of a tile with so many hits; `strong` destroys what would be damaged."""
    tile, was = TILES[zone], tiles[zone]
    if was == WHOLE:
        if hits >= tile.destroy or (strong and hits >= tile.damage):
            return GONE
        return DAMAGED if hits >= tile.damage else WHOLE
    return GONE if hits >= tile.finish else was
