"""Act two in numbers: the boat, the cards and the dice, read from data/orca.toml."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, get_args

import msgspec

from tableshark import Data
from tableshark_jaws.table import CREW, Member

Zone = Literal["T1", "T2", "T3", "T4", "B1", "B2", "B3", "B4"]
"""A zone by name: a part of the boat and the water beside it. In the state zones are numbers: places in this list."""

Spot = Literal[
    "T1-boat", "T2-boat", "T3-boat", "T4-boat", "B1-boat", "B2-boat", "B3-boat", "B4-boat",
    "T1-water", "T2-water", "T3-water", "T4-water", "B1-water", "B2-water", "B3-water", "B4-water",
]  # fmt: skip
"""Where a member stands or swims. In the state spots are numbers: places in this list."""

Letter = Literal["A", "B", "C"]

Ability = Literal[
    "extra_strength", "second_helping", "maul_again", "big_mouth",
    "ramming_speed", "domino_effect", "hard_target", "making_waves",
]  # fmt: skip

Weapon = Literal[
    "boat_hook", "dive_knife", "machete", "gaff_spear", "pistol", "rifle", "shotgun", "harpoon_barrel", "barrel"
]
Accessory = Literal["ammo", "chum", "shark_cage"]
Gear = Literal[
    "boat_hook", "dive_knife", "machete", "gaff_spear", "pistol", "rifle", "shotgun", "harpoon_barrel", "barrel",
    "ammo", "chum", "shark_cage",
]  # fmt: skip
"""A gear card by name. In the state gear cards are numbers: places in this list."""


class OrcaTable(Data, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of tables: a word that isn't known is a slip of the pen."""

    proposed: bool = False
    """Whether the values are proposed for this project, not known to be the printed ones."""


class Deal(OrcaTable, frozen=True):
    """How many cards each side gets."""

    abilities: int
    gear: int


class Tile(OrcaTable, frozen=True):
    """Tiles that are alike: the hits that damage a whole one, destroy a whole one at once, or a damaged one."""

    zones: tuple[Zone, ...]
    damage: int
    destroy: int
    finish: int


class Surfacing(OrcaTable, frozen=True):
    """A resurface card."""

    zone: Zone
    evade: int
    dice: int
    shake_off: bool = False


class Resurface(OrcaTable, frozen=True):
    """The resurface cards."""

    cards: tuple[Surfacing, ...]


class Trick(OrcaTable, frozen=True):
    """An ability of the shark: how many cards of it there are, and its numbers."""

    copies: int
    dice: int = 0
    hits: int = 0
    wounds: int = 0
    evade: int = 0


class Card(OrcaTable, frozen=True):
    """A gear card."""

    kind: Literal["melee", "firearm", "attachable", "accessory"]
    dice: int = 0
    hits: int = 0
    """Hits added to those of the dice."""
    evade: int = 0
    """What it takes off the shark's evade value."""
    follows: bool = False
    """Whether its target token moves with the shark to an adjacent water space."""
    spent: bool = False
    """Whether it is discarded after use."""
    owner: Member | None = None
    """Who has one in every game."""
    shared: int = 0
    """Cards of it in the pool that is dealt from."""


class Tables(OrcaTable, frozen=True):
    """All numbers of act two."""

    faces: tuple[int, ...]
    shark_wounds: int
    crew_wounds: int
    strides: int
    climb: int
    surfacings: int
    bonus_dice: int
    attached_most: int
    bonus_order: tuple[Member, ...]
    rows: tuple[tuple[Zone, ...], ...]
    ring: tuple[Zone, ...]
    deals: tuple[Deal, ...]
    alone: Deal
    tiles: tuple[Tile, ...]
    resurface: Resurface
    abilities: dict[Ability, Trick]
    gear: dict[Gear, Card]


TABLES = msgspec.toml.decode(files("tableshark_jaws").joinpath("data/orca.toml").read_bytes(), type=Tables)

ZONES: tuple[Zone, ...] = get_args(Zone)
SPOTS: tuple[Spot, ...] = get_args(Spot)
LETTERS: tuple[Letter, ...] = get_args(Letter)
ABILITIES: tuple[Ability, ...] = get_args(Ability)
GEAR: tuple[Gear, ...] = get_args(Gear)
WEAPONS: tuple[Weapon, ...] = get_args(Weapon)

ZONE: dict[Zone, int] = {name: number for number, name in enumerate(ZONES)}
SPOT: dict[Spot, int] = {name: number for number, name in enumerate(SPOTS)}
LETTER: dict[Letter, int] = {name: number for number, name in enumerate(LETTERS)}
ABILITY: dict[Ability, int] = {name: number for number, name in enumerate(ABILITIES)}
GEAR_NUMBER: dict[Gear, int] = {name: number for number, name in enumerate(GEAR)}

# What the rules ask for at every step, by number.
FACES = TABLES.faces
TILES: tuple[Tile, ...] = tuple([next(tile for tile in TABLES.tiles if zone in tile.zones) for zone in ZONES])
SURFACINGS: tuple[Surfacing, ...] = TABLES.resurface.cards
CARDS: tuple[Card, ...] = tuple([TABLES.gear[name] for name in GEAR])
TRICKS: tuple[Trick, ...] = tuple([TABLES.abilities[name] for name in ABILITIES])
BONUS_ORDER: tuple[int, ...] = tuple([CREW.index(member) for member in TABLES.bonus_order])

EXTRA_STRENGTH, SECOND_HELPING, MAUL_AGAIN, BIG_MOUTH, RAMMING_SPEED, DOMINO_EFFECT, HARD_TARGET, MAKING_WAVES = range(
    len(ABILITIES)
)
AMMO, CHUM, CAGE = (GEAR_NUMBER["ammo"], GEAR_NUMBER["chum"], GEAR_NUMBER["shark_cage"])

EVERY_ABILITY: tuple[int, ...] = tuple([number for number, trick in enumerate(TRICKS) for _ in range(trick.copies)])
"""All ability cards, in order."""
POOL: tuple[int, ...] = tuple([number for number, card in enumerate(CARDS) for _ in range(card.shared)])
"""All shared gear cards, in order."""
PERSONAL: tuple[tuple[int, ...], ...] = tuple(
    [tuple([number for number, card in enumerate(CARDS) if card.owner == member]) for member in CREW]
)
"""What each member has in every game."""
