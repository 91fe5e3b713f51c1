"""Who is asked what, and what they may answer."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

from tableshark import Awaiting, Chance, Moves, Seat, Where
from tableshark_jaws.orca.bites import swimmers
from tableshark_jaws.orca.board import Tiles, beside, reach, waters, within_bite, within_reach
from tableshark_jaws.orca.moves import (
    Bite,
    Choose,
    Domino,
    Enough,
    Give,
    Hold,
    Keep,
    Lunge,
    Maul,
    OrcaMove,
    Prepare,
    Reroll,
    Stay,
    Strike,
    TakePlace,
    UseAmmo,
    UseCage,
)
from tableshark_jaws.orca.state import NOTHING, Orca, Phase
from tableshark_jaws.orca.tables import (
    ABILITIES,
    CARDS,
    CHUM,
    GEAR,
    LETTERS,
    SPOTS,
    WEAPONS,
    ZONES,
    Letter,
    Spot,
    Weapon,
    Zone,
)
from tableshark_jaws.table import CREW, SHARK

LISTED = 2000
"""The most moves that are listed."""

Arming = tuple[Weapon | None, Zone | None]
"""A weapon and where its target token is placed."""


def asked(stage: Orca) -> Awaiting:
    """Say who is asked. The crew is asked together, and the first answer counts; the others' question goes on."""
    return _awaiting(stage.phase, _answering(stage))


def legal(stage: Orca, seat: Seat) -> Moves[OrcaMove]:
    """List what a seat that is asked may do."""
    if stage.phase == "prepare":
        return preparations(stage, CREW.index(seat))
    return _listed(stage)


def preparations(stage: Orca, member: int) -> Moves[OrcaMove]:
    """List how a member may prepare; describe it where that is more than can be listed."""
    cards = stage.gear[member]
    weapons = tuple(sorted({card for card in cards if card < len(WEAPONS)}))
    return _preparations(stage.tiles, stage.spots[member], weapons, CHUM in cards)


def _answering(stage: Orca) -> tuple[Seat, ...]:
    match stage.phase:
        case "give":
            return CREW
        case "take_place":
            return tuple([seat for seat, spot in zip(CREW, stage.spots, strict=True) if spot == NOTHING])
        case "prepare":
            return tuple([seat for seat, prepared in zip(CREW, stage.prepared, strict=True) if not prepared])
        case "strike":
            return tuple([CREW[member] for member in stage.eager])
        case "ammo" | "cage":
            return (CREW[stage.asked],)
        case _:
            return (SHARK,)


@lru_cache(maxsize=1 << 12)
def _awaiting(phase: Phase, seats: tuple[Seat, ...]) -> Awaiting:
    # No phase follows itself in another round: its name is label enough.
    return Awaiting(frozenset(seats), until="any", question=phase)


def _listed(stage: Orca) -> tuple[OrcaMove, ...]:
    match stage.phase:
        case "give":
            return tuple([Give(GEAR[card], to) for card in sorted(set(stage.shared)) for to in CREW])
        case "take_place":
            return tuple([TakePlace(zone) for zone in ZONES])
        case "choose":
            abilities = (None, *[ABILITIES[ability] for ability in sorted(set(stage.hand))])
            return tuple([Choose(letter, ability) for letter in LETTERS for ability in abilities])
        case "strike":
            return (Strike(), Hold())
        case "ammo":
            return (UseAmmo(True), UseAmmo(False))
        case "cage":
            return (UseCage(True), UseCage(False))
        case "lunge":
            return (*[Lunge(ZONES[zone]) for zone in waters(stage.tiles)[stage.shark]], Stay())
        case "attack":
            return (*_bites(stage), *[Maul(CREW[member]) for member in sorted(swimmers(stage))])
        case "reroll":
            return _rerolls(len(stage.attack.dice) if stage.attack else 0)
        case "domino":
            at = stage.attack.at if stage.attack else NOTHING
            return tuple([Domino(ZONES[zone]) for zone in beside(stage.tiles)[at]])
        case _:
            return (*_bites(stage), Enough())


def _bites(stage: Orca) -> tuple[Bite, ...]:
    return tuple([Bite(ZONES[zone]) for zone in within_bite(stage.tiles)[stage.shark]])


@lru_cache(maxsize=8)
def _rerolls(count: int) -> tuple[OrcaMove, ...]:
    some = [Reroll(dice) for number in range(1, count + 1) for dice in combinations(range(count), number)]
    return (Keep(), *some)


@lru_cache(maxsize=64)
def _preparations(tiles: Tiles, spot: int, weapons: tuple[int, ...], chum: bool) -> Moves[OrcaMove]:
    near, melee = within_reach(tiles), _by_kind(weapons, far=False)
    firearms: list[Arming] = [(weapon, zone) for weapon in _by_kind(weapons, far=True) for zone in ZONES]
    letters: tuple[Letter | None, ...] = (None, *LETTERS) if chum else (None,)
    ways: dict[Spot, tuple[Arming, ...]] = {}
    for to in reach(tiles, spot):
        close: list[Arming] = [(weapon, ZONES[zone]) for weapon in melee for zone in near[to]]
        ways[SPOTS[to]] = ((None, None), *close, *firearms)
    if sum(map(len, ways.values())) * len(letters) > LISTED:
        return _described(ways, letters)
    return tuple(
        [
            Prepare(to, weapon, target, letter)
            for to, armings in ways.items()
            for weapon, target in armings
            for letter in letters
        ]
    )


def _described(ways: dict[Spot, tuple[Arming, ...]], letters: tuple[Letter | None, ...]) -> Moves[OrcaMove]:
    """Describe the ways to prepare: each place with the weapons and targets that go with it, and any of the letters."""

    def test(move: OrcaMove) -> bool:
        return (
            isinstance(move, Prepare) and move.chum in letters and (move.weapon, move.target) in ways.get(move.to, ())
        )

    def draw(chance: Chance) -> OrcaMove:
        to = chance.pick(tuple(ways))
        weapon, target = chance.pick(ways[to])
        return Prepare(to, weapon, target, chance.pick(letters))

    return Where({"anyOf": [_schema(to, armings, letters) for to, armings in ways.items()]}, test, draw)


def _schema(to: Spot, armings: tuple[Arming, ...], letters: tuple[Letter | None, ...]) -> dict[str, Any]:
    """Write the JSON Schema of all ways to prepare that end in one place."""
    targets: dict[Weapon | None, list[Zone | None]] = {}
    for weapon, target in armings:
        targets.setdefault(weapon, []).append(target)
    return {
        "type": "object",
        "properties": {"type": {"const": "prepare"}, "to": {"const": to}, "chum": {"enum": list(letters)}},
        "required": ["type", "to"],
        "anyOf": [
            {
                "properties": {"weapon": {"const": weapon}, "target": {"enum": zones}},
                # Without a weapon both may be left out.
                "required": ["weapon", "target"] if weapon else [],
            }
            for weapon, zones in targets.items()
        ],
    }


def _by_kind(weapons: tuple[int, ...], *, far: bool) -> list[Weapon]:
    """Name the weapons that reach any water (`far`), or those that don't."""
    return [WEAPONS[weapon] for weapon in weapons if (CARDS[weapon].kind == "firearm") == far]
