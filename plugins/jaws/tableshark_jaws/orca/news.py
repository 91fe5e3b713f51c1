"""What happens at sea, told as it happens: all of it is public."""

from __future__ import annotations

from typing import Literal

from tableshark import News
from tableshark_jaws.orca.tables import Ability, Gear, Letter, Spot, Weapon, Zone
from tableshark_jaws.table import Member


class PutToSea(News, frozen=True):
    """The cards are dealt."""

    abilities: int
    gear: tuple[Gear, ...]


class GearGiven(News, frozen=True):
    """A shared card has an owner."""

    card: Gear
    to: Member


class PlaceTaken(News, frozen=True):
    """A member stands on the boat."""

    seat: Member
    space: Zone


class OptionsTurned(News, frozen=True):
    """A round begins: three resurface cards are turned up."""

    round: int
    zones: dict[Letter, Zone]
    shuffled: bool
    """Whether the discards became a new deck."""


class SharkChose(News, frozen=True):
    """The shark has chosen, secretly."""


class MemberPrepared(News, frozen=True):
    """A member moved, took up a weapon and placed its target token."""

    seat: Member
    spot: Spot
    weapon: Weapon | None
    target: Zone | None
    chum: Letter | None


class SharkCameUp(News, frozen=True):
    """The shark's choice is revealed."""

    option: Letter
    zone: Zone
    ability: Ability | None


class ShookOff(News, frozen=True):
    """Everything that was attached is gone."""

    cards: tuple[Gear, ...]


class TokenFollowed(News, frozen=True):
    """A target token moved after the shark."""

    seat: Member
    space: Zone


class ChumSpread(News, frozen=True):
    """The chum is used up."""

    seat: Member
    option: Letter
    works: bool


class SharkStruck(News, frozen=True):
    """A member attacked the shark with dice."""

    seat: Member
    weapon: Weapon
    dice: tuple[int, ...]
    hits: int
    evade: int
    wounds: int


class WeaponAttached(News, frozen=True):
    """A weapon was attached to the shark."""

    seat: Member
    weapon: Weapon
    evade: int
    """The evade value now."""


class AttackHeld(News, frozen=True):
    """A member whose target was right did not attack."""

    seat: Member


class AmmoSpent(News, frozen=True):
    """Ammo was discarded in place of a firearm, or not."""

    seat: Member
    used: bool


class SharkRammed(News, frozen=True):
    """The shark moved to ram, or not."""

    zone: Zone
    moved: bool


class NothingToAttack(News, frozen=True):
    """The shark finds nothing to attack."""


class SharkThrew(News, frozen=True):
    """The shark attacked: the dice."""

    by: Literal["bite", "maul", "second_helping", "bonus"]
    space: Zone | None
    member: Member | None
    dice: tuple[int, ...]
    hits: int
    again: bool
    """Whether some of them were thrown again."""


class DiceKept(News, frozen=True):
    """The shark left the dice as they lay."""


class BoatHit(News, frozen=True):
    """What an attack did to a space of the boat."""

    space: Zone
    effect: Literal["none", "damaged", "destroyed"]


class MemberFell(News, frozen=True):
    """A member fell into the water."""

    seat: Member
    zone: Zone


class MemberHurt(News, frozen=True):
    """A member took wounds, or none."""

    seat: Member
    wounds: int
    total: int


class CageHeld(News, frozen=True):
    """The shark cage kept off an attack, or its owner did without it."""

    seat: Member
    used: bool


class MemberOut(News, frozen=True):
    """A member is out of the game."""

    seat: Member


class HelpingDeclined(News, frozen=True):
    """The shark did without its second helping."""


class SeaOver(News, frozen=True):
    """It is over."""

    winner: Literal["shark", "crew"]


OrcaStory = (
    PutToSea | GearGiven | PlaceTaken | OptionsTurned | SharkChose | MemberPrepared | SharkCameUp | ShookOff
    | TokenFollowed | ChumSpread | SharkStruck | WeaponAttached | AttackHeld | AmmoSpent | SharkRammed
    | NothingToAttack | SharkThrew | DiceKept | BoatHit | MemberFell | MemberHurt | CageHeld | MemberOut
    | HelpingDeclined | SeaOver
)  # fmt: skip

Told = list[OrcaStory]
"""The news of a step, in order, as its functions add to them."""
