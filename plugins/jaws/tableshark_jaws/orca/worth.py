"""What an attack of the shark and a weapon of the crew are worth: points of a machine player, by averages of the dice.

An attack is a sum over the members of what it does to each, by where that member is. So its parts are made once for
each place, and any three places are weighed by adding.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from math import log

from tableshark_jaws.orca.board import BOAT, Tiles, beside, waters, within_bite
from tableshark_jaws.orca.odds import Odds, breaking, thrown, toughness
from tableshark_jaws.orca.state import NOTHING, Orca
from tableshark_jaws.orca.tables import (
    AMMO,
    BIG_MOUTH,
    CAGE,
    CARDS,
    CHUM,
    DOMINO_EFFECT,
    EXTRA_STRENGTH,
    HARD_TARGET,
    MAKING_WAVES,
    MAUL_AGAIN,
    RAMMING_SPEED,
    SECOND_HELPING,
    SURFACINGS,
    TABLES,
    TRICKS,
    ZONE,
)
from tableshark_jaws.table import CREW

MEMBERS = range(len(CREW))
NEVER = -1e9
"""What an attack is worth that can't be made."""


@dataclass(frozen=True, slots=True)
class Points:
    """What the three races are worth to the shark: down with its own blood, with the boat, and with the crew's blood.

    A race is worth more the nearer it is to its end: each counts by the logarithm of what is left. Fitted to how games
    between machine players went on.
    """

    shark: float = 2.3
    boat: float = 1.4
    crew: float = 1.9
    wet: float = 0.05
    """To have fallen into the water."""
    attached: float = 0.13
    """Something attached."""
    later: float = 0.3
    """What a firearm is worth for later, as a share of what it does now against an evade of one."""
    caged: float = 0.4
    """What is left of an attack on a member with a cage."""


SHORT = 0.5
"""A race is never quite over: so much is always left, in wounds or attacks."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What attacks are weighed by: the boat and the crew, wherever each of them may go."""

    tiles: Tiles
    wounds: tuple[int, ...]
    caged: tuple[bool, ...]
    points: Points
    boat: float
    """Attacks that it takes to sink what is left."""
    blood: float
    """Wounds that the crew can still bear, and one for each member."""
    weighed: dict[tuple[int, Odds], float] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, stage: Orca, points: Points) -> Scene:
        """Take from a stage what everybody can see."""
        left = [TABLES.crew_wounds - wounds for wounds in stage.wounds]
        caged = tuple([CAGE in own for own in stage.gear])
        boat = sum([toughness(zone, tile) for zone, tile in enumerate(stage.tiles)])
        return cls(stage.tiles, stage.wounds, caged, points, boat, sum([more + 1 for more in left if more]))

    def harm(self, member: int, odds: Odds) -> float:
        """Weigh hits on a member by their odds."""
        key = (member, odds)
        if key not in self.weighed:
            self.weighed[key] = self._harm(member, odds)
        return self.weighed[key]

    def _harm(self, member: int, odds: Odds) -> float:
        left, points = TABLES.crew_wounds - self.wounds[member], self.points
        worth = 0.0
        for hits, chance in enumerate(odds):
            # One more for each member: whoever is out fights no longer.
            lost = min(hits, left) + (hits >= left)
            worth += chance * points.crew * _run(self.blood, lost)
        return worth * (points.caged if self.caged[member] and len(odds) > 3 else 1.0)

    def tile(self, zone: int, state: int) -> float:
        """Weigh what becomes of a tile."""
        lost = toughness(zone, self.tiles[zone]) - toughness(zone, state)
        return self.points.boat * _run(self.boat, lost)


def _run(left: float, lost: float) -> float:
    """Weigh how much nearer a race comes to its end."""
    return log((left + SHORT) / (max(0.0, left - lost) + SHORT))


@dataclass(frozen=True, slots=True)
class Blow:
    """One way to attack: what it is worth by the boat, and what it does to each member by where that one is."""

    target: tuple[str, int]
    """"bite" and a zone, or "maul" and a member."""
    lunge: int
    """From which zone."""
    base: float
    parts: tuple[dict[int, float], ...]

    def worth(self, spots: Iterable[int]) -> float:
        """Weigh it with the members in these places."""
        total = self.base
        for part, spot in zip(self.parts, spots, strict=True):
            total += part.get(spot, 0.0)
        return total


Places = tuple[tuple[int, ...], ...]
"""For each member the spots where it may be."""


def blows(scene: Scene, zone: int, dice: int, ability: int, places: Places, plus: int = 0) -> list[Blow]:
    """List the attacks that the shark can make from a zone."""
    found = []
    fronts = [(zone, plus)]
    if ability == RAMMING_SPEED:
        fronts += [(other, TRICKS[RAMMING_SPEED].hits) for other in waters(scene.tiles)[zone]]
    for front, more in fronts:
        odds = thrown(dice, more, ability == MAUL_AGAIN)
        for target in within_bite(scene.tiles)[front]:
            found.append(bite(scene, front, target, odds, ability, places))
        near = {BOAT + front, *[BOAT + other for other in waters(scene.tiles)[front]]}
        found += [maul(scene, front, member, odds, places) for member in MEMBERS if not near.isdisjoint(places[member])]
    return found


def bite(scene: Scene, zone: int, target: int, odds: Odds, ability: int, places: Places) -> Blow:
    """Weigh an attack on a space of the boat, with what its ability adds."""
    base, parts = 0.0, tuple([dict.fromkeys(spots, 0.0) for spots in places])
    for state, chance in breaking(scene.tiles, target, odds, ability == EXTRA_STRENGTH):
        hit = state != scene.tiles[target]
        outcome = _Outcome(scene, scene.tiles)
        if hit:
            outcome.break_tile(target, state, waves=ability == MAKING_WAVES, mouth=ability == BIG_MOUTH)
            if ability == DOMINO_EFFECT:
                outcome.push_over(target)
        if ability == SECOND_HELPING:
            outcome.bite_again(zone)
        base += chance * outcome.base
        near = {zone, *waters(outcome.tiles)[zone]}
        for member, part in enumerate(parts):
            for spot in part:
                part[spot] += chance * outcome.met(member, spot, near)
    return Blow(("bite", target), zone, base, parts)


def maul(scene: Scene, zone: int, victim: int, odds: Odds, places: Places) -> Blow:
    """Weigh an attack on a member, and the bonus attacks on all that are near."""
    near = {zone, *waters(scene.tiles)[zone]}
    parts = []
    snap = thrown(1)
    whole = _added(odds, snap)
    for member, spots in enumerate(places):
        part = {}
        for spot in spots:
            here = spot - BOAT in near
            if member == victim:
                part[spot] = scene.harm(member, whole) if here else NEVER
            else:
                part[spot] = scene.harm(member, snap) if here else 0.0
        parts.append(part)
    return Blow(("maul", victim), zone, 0.0, tuple(parts))


class _Outcome:
    """What an attack on the boat leads to, where it falls out in one way."""

    def __init__(self, scene: Scene, tiles: Tiles) -> None:
        self.scene = scene
        self.tiles = tiles
        self.base = 0.0
        self.broken: dict[int, float] = {}
        """How likely each space throws those who stand on it."""
        self.waves = False
        self.mouth = False

    def break_tile(self, zone: int, state: int, *, waves: bool = False, mouth: bool = False) -> None:
        self.base += self.scene.tile(zone, state)
        self.tiles = (*self.tiles[:zone], state, *self.tiles[zone + 1 :])
        self.broken[zone] = 1.0
        self.waves, self.mouth = waves, mouth

    def push_over(self, zone: int) -> None:
        """Let the domino fall on the neighbour where it is worth most by the boat alone."""
        ways = []
        odds = (0.0,) * TRICKS[DOMINO_EFFECT].hits + (1.0,)
        for other in beside(self.tiles)[zone]:
            [(state, _)] = breaking(self.tiles, other, odds, False)
            if state != self.tiles[other]:
                ways.append((self.scene.tile(other, state), other, state))
        if ways:
            _, other, state = max(ways)
            self.break_tile(other, state)

    def bite_again(self, zone: int) -> None:
        """Bite once more where it is worth most by the boat alone."""
        best, spot, risk = 0.0, NOTHING, 0.0
        odds = thrown(TRICKS[SECOND_HELPING].dice)
        for target in within_bite(self.tiles)[zone]:
            ways = breaking(self.tiles, target, odds, False)
            worth = sum(chance * (self._step(target, state)) for state, chance in ways)
            if worth > best:
                best, spot = worth, target
                risk = sum(chance for state, chance in ways if state != self.tiles[target])
        self.base += best
        if spot != NOTHING:
            self.broken[spot] = max(self.broken.get(spot, 0.0), risk)

    def met(self, member: int, spot: int, near: set[int]) -> float:
        """Weigh what happens to a member in a place."""
        scene = self.scene
        if spot >= BOAT:
            return scene.harm(member, thrown(1)) if spot - BOAT in near else 0.0
        if spot < 0:
            return 0.0
        chance = 1.0 if self.waves else self.broken.get(spot, 0.0)
        if not chance:
            return 0.0
        bitten = self.mouth and spot in self.broken
        plus = TRICKS[BIG_MOUTH].wounds if bitten else 0
        snap = scene.harm(member, thrown(1, plus) if spot in near else (0.0,) * plus + (1.0,))
        return chance * (scene.points.wet + snap)

    def _step(self, zone: int, state: int) -> float:
        return self.scene.tile(zone, state) - self.scene.tile(zone, self.tiles[zone])


def strike_worth(stage: Orca, member: int, weapon: int, evade: int, points: Points) -> float:
    """Weigh an attack with a weapon; below nothing it is better to decline."""
    card = CARDS[weapon]
    if card.kind == "attachable":
        room = TABLES.attached_most - sum(CARDS[other].evade for other in stage.attached)
        return points.attached if room > 0 else -points.attached
    left = TABLES.shark_wounds - stage.hurt
    worth = _struck(card.dice, card.hits, evade, left)
    if card.spent and not (card.kind == "firearm" and AMMO in stage.gear[member]):
        worth -= points.later * _struck(card.dice, card.hits, 1, left)
    return points.shark * worth


@cache
def _struck(dice: int, hits: int, evade: int, left: int) -> float:
    return sum(chance * _run(left, max(0, more - evade)) for more, chance in enumerate(thrown(dice, hits)))


def evade_of(stage: Orca, card: int, ability: int, chummed: bool) -> int:
    """Give the evade value that an option would have."""
    values = SURFACINGS[card]
    base = TRICKS[HARD_TARGET].evade if ability == HARD_TARGET else values.evade
    held = 0 if values.shake_off else sum(CARDS[other].evade for other in stage.attached)
    return max(0, base - min(TABLES.attached_most, held) - (CARDS[CHUM].evade if chummed else 0))


def option_zones(stage: Orca) -> tuple[int, ...]:
    """List the zones of the options."""
    return tuple([ZONE[SURFACINGS[card].zone] for card in stage.options])


@cache
def _added(one: Odds, other: Odds) -> Odds:
    """Give the odds of two throws together."""
    sums = [0.0] * (len(one) + len(other) - 1)
    for hits, chance in enumerate(one):
        for more, share in enumerate(other):
            sums[hits + more] += chance * share
    return tuple(sums)
