"""How the dice fall: what a machine player knows of throws, tiles and wounds before they happen."""

from __future__ import annotations

from functools import cache
from statistics import median_low

from tableshark_jaws.orca.board import DAMAGED, GONE, WHOLE, Tiles, struck
from tableshark_jaws.orca.tables import FACES, SURFACINGS, ZONES

Odds = tuple[float, ...]
"""How likely each number of hits is, from none on."""

ONE: Odds = tuple([FACES.count(hits) / len(FACES) for hits in range(max(FACES) + 1)])
"""One die."""

MEAN = sum(FACES) / len(FACES)

MOST = median_low([card.dice for card in SURFACINGS])
"""Dice of a usual attack."""


@cache
def thrown(dice: int, plus: int = 0, again: bool = False) -> Odds:
    """Give the odds of so many dice with hits added; `again` throws those once more that fell below the mean."""
    one = _better() if again else ONE
    odds: Odds = (0.0,) * plus + (1.0,)
    for _ in range(dice):
        sums = [0.0] * (len(odds) + len(one) - 1)
        for hits, chance in enumerate(odds):
            for more, share in enumerate(one):
                sums[hits + more] += chance * share
        odds = tuple(sums)
    return odds


@cache
def breaking(tiles: Tiles, zone: int, odds: Odds, strong: bool) -> tuple[tuple[int, float], ...]:
    """Say what an attack makes of a tile: each state that is likely at all, with its probability."""
    found = {WHOLE: 0.0, DAMAGED: 0.0, GONE: 0.0}
    for hits, chance in enumerate(odds):
        found[struck(tiles, zone, hits, strong=strong)] += chance
    return tuple([(state, chance) for state, chance in found.items() if chance])


@cache
def toughness(zone: int, state: int) -> float:
    """Give how many attacks with as many dice as most cards have it takes to destroy a tile."""
    if state == GONE:
        return 0.0
    tiles = tuple([state if at == zone else WHOLE for at in range(len(ZONES))])
    ways = dict(breaking(tiles, zone, thrown(MOST), False))
    later = sum(chance * toughness(zone, after) for after, chance in ways.items() if after != state)
    return (1 + later) / (1 - ways.get(state, 0.0))


def _better() -> Odds:
    kept = [chance if hits > MEAN else 0.0 for hits, chance in enumerate(ONE)]
    rest = 1.0 - sum(kept)
    return tuple([chance + rest * share for chance, share in zip(kept, ONE, strict=True)])
