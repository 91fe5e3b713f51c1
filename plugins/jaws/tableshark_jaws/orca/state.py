"""What act two is made of: the state, and what of it a seat may see."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tableshark import Data, Seat
from tableshark_jaws.orca.board import GONE, Tiles
from tableshark_jaws.orca.tables import (
    CARDS,
    CHUM,
    HARD_TARGET,
    SURFACINGS,
    TABLES,
    TRICKS,
    Ability,
    Gear,
    Letter,
    Spot,
    Weapon,
    Zone,
)
from tableshark_jaws.table import CREW, Member

Phase = Literal[
    "give", "take_place", "choose", "prepare", "strike", "ammo", "lunge", "attack", "reroll", "cage",
    "domino", "second_helping",
]  # fmt: skip
"""What is asked."""

Ending = Literal["shark", "crew", "boat"]
"""How act two ends: the shark is down, the crew is out, or the boat is gone."""

ThrowFor = Literal["strike", "bite", "maul", "second_helping", "bonus"]

NOTHING = -1
"""In place of a number: no spot, no card, no zone."""


class Plan(NamedTuple):
    """What a member has prepared, by number."""

    weapon: int
    target: int
    """The zone of its target token; NOTHING when there is none on the board."""
    chum: int


class Attack(Data, frozen=True, gc=False):
    """The dice as they were thrown last."""

    by: ThrowFor
    at: int
    """Of a strike, who struck; of a bite, the zone; of a maul or bonus attack, the member."""
    dice: tuple[int, ...]
    plus: int
    """Hits added to those of the dice."""

    @property
    def hits(self) -> int:
        """Hits altogether."""
        return sum(self.dice) + self.plus


class Orca(Data, frozen=True, gc=False, tag="orca"):
    """The boat, the crew and the shark; members by their place in the crew. No cycle can start from it."""

    phase: Phase
    round: int
    """Rounds begun."""
    tiles: Tiles
    spots: tuple[int, ...]
    """Where each member is; NOTHING before it took its place, and when it is out."""
    wounds: tuple[int, ...]
    """Of each member."""
    hurt: int
    """Wounds of the shark."""
    gear: tuple[tuple[int, ...], ...]
    """Cards of each member, in order."""
    shared: tuple[int, ...]
    """Shared cards that have no owner yet, in order."""
    hand: tuple[int, ...]
    """Abilities of the shark, in order; the one beneath the chosen option is still among them until it is revealed."""
    played: tuple[int, ...]
    """Abilities that were revealed, as they came."""
    deck: tuple[int, ...]
    """Resurface cards, the next one first."""
    discards: tuple[int, ...]
    """Resurface cards, in order."""
    options: tuple[int, ...] = ()
    """Resurface cards turned up for this round."""
    option: int = NOTHING
    """Which of them the shark chose."""
    ability: int = NOTHING
    """The ability of this round."""
    shark: int = NOTHING
    """The zone where the shark is up; NOTHING while it is below."""
    attached: tuple[int, ...] = ()
    """Cards attached to the shark, as they came."""
    prepared: tuple[bool, ...] = (False,) * len(CREW)
    plans: tuple[Plan | None, ...] = (None,) * len(CREW)
    chummed: bool = False
    """Whether chum works in this round."""
    eager: tuple[int, ...] = ()
    """Members whose target is right and who have neither attacked nor declined."""
    asked: int = NOTHING
    """The member who is asked about ammo or cage."""
    attack: Attack | None = None
    rammed: bool = False
    """Whether the shark moved to ram in this round."""
    rerolled: bool = False
    """Whether maul_again was used in this round."""
    bonus: tuple[int, ...] = ()
    """Members who are still to meet a bonus attack."""


def ending(stage: Orca) -> Ending | None:
    """Say how it has ended."""
    if stage.hurt >= TABLES.shark_wounds:
        return "shark"
    if all(tile == GONE for tile in stage.tiles):
        return "boat"
    return "crew" if all(wounds >= TABLES.crew_wounds for wounds in stage.wounds) else None


def out(stage: Orca, member: int) -> bool:
    """Whether a member is out of the game."""
    return stage.wounds[member] >= TABLES.crew_wounds


def evade(stage: Orca) -> int:
    """Give the shark's evade value while it is up: what is attached counts at once."""
    base = SURFACINGS[stage.options[stage.option]].evade
    if stage.ability == HARD_TARGET:
        base = TRICKS[HARD_TARGET].evade
    less = min(TABLES.attached_most, sum(CARDS[card].evade for card in stage.attached))
    return max(0, base - less - (CARDS[CHUM].evade if stage.chummed else 0))


class BoatZone(Data, frozen=True):
    """A zone: its tile, and the hits that now damage or destroy it."""

    zone: Zone
    tile: Literal["whole", "damaged", "gone"]
    damage: int | None
    """None: it can't be damaged any more."""
    destroy: int | None


class SurfacingCard(Data, frozen=True):
    """A resurface card."""

    zone: Zone
    evade: int
    dice: int
    shake_off: bool


class SurfacingOption(Data, frozen=True):
    """A resurface card that is turned up, with its resurface token."""

    option: Letter
    card: SurfacingCard


class BoatMember(Data, frozen=True):
    """One of the crew at sea."""

    seat: Member
    out: bool
    spot: Spot | None
    """None before it took its place, and when it is out."""
    wounds: int
    limit: int
    """Wounds with which it is out."""
    gear: tuple[Gear, ...]
    prepared: bool
    weapon: Weapon | None
    """What it took up for this round."""
    target: Zone | None
    """Where its target token lies."""
    chum: Letter | None
    """The option it named for its chum."""


class SharkAtSea(Data, frozen=True):
    """What everybody sees of the shark."""

    wounds: int
    limit: int
    hand: int
    """How many abilities it has left. The one that it plays is counted until it is revealed."""
    played: tuple[Ability, ...]
    """Abilities that were revealed so far."""
    option: Letter | None
    """By which option it came up. None while it is below, and so for all that follow but what is attached."""
    zone: Zone | None
    """Where it is now."""
    ability: Ability | None
    """What it played in this round."""
    dice: int | None
    """Dice of its attack."""
    evade: int | None
    """The evade value as it is now."""
    attached: tuple[Gear, ...]


class SharkChoice(Data, frozen=True):
    """What the shark chose secretly."""

    option: Letter
    ability: Ability | None


class DiceThrown(Data, frozen=True):
    """The dice as they were thrown last."""

    by: ThrowFor
    seat: Seat
    """Who threw them."""
    space: Zone | None
    """Which space of the boat was attacked."""
    member: Member | None
    """Which member was attacked."""
    dice: tuple[int, ...]
    """The hits on each die."""
    plus: int
    """Hits added to them."""
    hits: int
    """All hits."""


class OrcaQuestion(Data, frozen=True):
    """What is asked, and of whom."""

    question: Phase
    seats: tuple[Seat, ...]


class OrcaView(Data, frozen=True, tag="orca"):
    """What one seat, or somebody without a seat, sees of act two."""

    round: int
    """Rounds begun; 0 while the gear is divided and places are taken."""
    asked: OrcaQuestion | None
    """None when it is over."""
    zones: tuple[BoatZone, ...]
    """From bow to stern, the upper row first."""
    crew: tuple[BoatMember, ...]
    shared: tuple[Gear, ...]
    """Shared gear that has no owner yet."""
    shark: SharkAtSea
    options: tuple[SurfacingOption, ...]
    deck: int
    """Resurface cards that are not turned up."""
    discards: tuple[SurfacingCard, ...]
    thrown: DiceThrown | None
    hand: tuple[Ability, ...] | None
    """The shark's abilities. None for those who can't see them."""
    choice: SharkChoice | None
    """What the shark has chosen. None for those who can't know it, and before it has."""
    order: tuple[SurfacingCard, ...] | None
    """The deck in order. None until it is over."""
