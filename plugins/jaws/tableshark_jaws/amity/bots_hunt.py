"""Where the shark may be for all that is public, and what Quint's launches are worth against that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tableshark_jaws.amity.tables import NEAR, PATHS, SAILS, WATERS
from tableshark_jaws.amity.trace import Ghosts

HIT = 0.35
"""What a barrel on the shark is worth where one more is missing, and the second of them is worth 1."""

Cell = Sequence[tuple[float, int, float]]
"""What no answer tells apart: how likely the shark is in a space, the space, and how likely it would be seen there."""


def _distances(near: Mapping[int, Sequence[int]]) -> dict[int, dict[int, int]]:
    """Count the steps between all spaces; the near ones come first."""
    found = {}
    for start in near:
        steps = {start: 0}
        for one in (order := [start]):
            for other in near[one]:
                if other not in steps:
                    steps[other] = steps[one] + 1
                    order.append(other)
        found[start] = steps
    return found


SWIM = _distances(dict(enumerate(NEAR)))
"""Steps between spaces of the water."""
SAIL = _distances(dict(enumerate(SAILS["hooper"])))
"""Actions that Hooper needs from one space to another."""
WALK = _distances(PATHS)
"""Steps on the island."""


class Belief(NamedTuple):
    """How likely the shark is in each space, for all that the crew can know."""

    seen: tuple[float, ...]
    """Where fish finder and binoculars show it."""
    veiled: tuple[float, ...]
    """Where it is out of sight."""

    def at(self, space: int) -> float:
        """Say how likely it is in a space, seen or not."""
        return self.seen[space] + self.veiled[space]

    def within(self, space: int, steps: int) -> float:
        """Say how likely it is no more than so many steps away from a space."""
        return sum([self.at(other) for other, away in SWIM[space].items() if away <= steps])

    @property
    def whole(self) -> Cell:
        """All that can be, as one cell."""
        return _sorted([(self.at(space), space, self.seen[space]) for space in range(len(WATERS))])

    def answers(self, at: int) -> tuple[Cell, Cell, Cell]:
        """Part what can be by what the fish finder says in a space: here, nearby, neither."""
        seen, shown = self.seen, {at, *NEAR[at]}
        here = [(seen[at], at, seen[at])]
        nearby = [(seen[space], space, seen[space]) for space in NEAR[at]]
        unseen = [0.0 if space in shown else likely for space, likely in enumerate(seen)]
        neither = [(self.veiled[space] + likely, space, likely) for space, likely in enumerate(unseen)]
        return _sorted(here), _sorted(nearby), _sorted(neither)


def looked(cell: Cell, beach: int) -> tuple[Cell, Cell]:
    """Part a cell by what the binoculars show at the space of a beach: here, not here."""
    here = [(seen, space, seen) for _, space, seen in cell if space == beach]
    gone = [(weight - seen, space, 0.0) if space == beach else (weight, space, seen) for weight, space, seen in cell]
    return _sorted(here), _sorted(gone)


Leaning = tuple[Sequence[float], Sequence[float]]
"""How readily the shark takes to each space, one against the other: where it can be seen, and out of sight."""
ANY: Leaning = (1.0,) * len(WATERS), (1.0,) * len(WATERS)


def believe(ghosts: Ghosts, leaning: Leaning = ANY) -> Belief:
    """Spread belief over what can be true: alike over tokens that may be used, then over spaces as the shark leans."""
    groups: dict[tuple[int, int], list[int]] = {}
    for space, used, cloak in ghosts:
        groups.setdefault((used, cloak), []).append(space)
    weights = [0.0] * len(WATERS), [0.0] * len(WATERS)
    for (_, cloak), spaces in groups.items():
        for space in spaces:
            weights[cloak][space] += leaning[cloak][space] / len(spaces)
    mass = sum(weights[0]) + sum(weights[1])
    return Belief(tuple([w / mass for w in weights[0]]), tuple([w / mass for w in weights[1]]))


class Shot(NamedTuple):
    """Launches from one place: into the likeliest spaces of a mask, one after the other."""

    mask: int
    kills: int
    """So many may miss, but for the last, and there is still enough to end the act with the next."""
    hits: int
    """Further launches, with which one barrel can hit."""

    def worth(self, cell: Cell) -> float:
        """Say what these launches are worth in a cell."""
        worth, taken = 0.0, 0
        for weight, space, _ in cell:
            if self.mask >> space & 1:
                worth += weight if taken < self.kills else weight * HIT
                taken += 1
                if taken == self.kills + self.hits:
                    break
        return worth

    def cover(self, cell: Cell) -> dict[int, float]:
        """Say how far each space of a cell is covered; spaces that are as likely share what there is for them."""
        inside = [(round(weight, 9), space) for weight, space, _ in cell if self.mask >> space & 1]
        found: dict[int, float] = {}
        last = self.kills + self.hits
        while len(found) < min(last, len(inside)):
            first = len(found)
            tie = [space for weight, space in inside if weight == inside[first][0]]
            places = range(first, min(first + len(tie), last))
            found |= dict.fromkeys(tie, sum([1.0 if place < self.kills else HIT for place in places]) / len(tie))
        return found


class Hunter(NamedTuple):
    """What Quint can do with barrels in one turn."""

    shots: tuple[Shot, ...]

    def best(self, cell: Cell) -> float:
        """Say what the best launches are worth in a cell."""
        return max([shot.worth(cell) for shot in self.shots], default=0.0) if cell else 0.0

    def cover(self, cell: Cell) -> dict[int, float]:
        """Say how far the best launches cover each space of a cell."""
        return max(self.shots, key=lambda shot: shot.worth(cell)).cover(cell) if cell and self.shots else {}


def hunter(space: int, actions: int, barrels: int, missing: int, sources: Iterable[tuple[int, int]] = ()) -> Hunter:
    """List the launches from a space; `missing` barrels on the shark end the act, `sources` hold some to pick up."""
    shots, sure, single = [], 0, 0
    for to, away in SWIM[space].items():
        counts = [min(barrels + more, actions - SWIM[space][at] - 1 - SWIM[at][to]) for at, more in sources]
        count = max([min(barrels, actions - away), *counts])
        mask = sum([1 << other for other in (to, *NEAR[to])])
        if count > missing:
            shots.append(Shot(mask, count - missing + 1, missing - 1))
        elif count == missing:
            sure |= mask
        elif count > 0:
            single |= mask
    if sure:
        shots.append(Shot(sure, 1, 0))
    if single:
        shots.append(Shot(single, 0, 1))
    return Hunter(tuple(shots))


def _sorted(cell: Iterable[tuple[float, int, float]]) -> Cell:
    return sorted([one for one in cell if one[0] > 1e-12], reverse=True)
