"""What the shark and the crew may do at sea."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tableshark import Move
from tableshark_jaws.orca.tables import Ability, Gear, Letter, Spot, Weapon, Zone
from tableshark_jaws.table import Member

Die = Annotated[int, Meta(ge=0, le=2)]
"""A die by its place in the throw, counted from 0."""


class Give(Move, frozen=True):
    """Give one of the crew's shared gear cards to a member, for good."""

    card: Gear
    to: Member


class TakePlace(Move, frozen=True):
    """Stand on this space of the boat before the first round."""

    space: Zone


class Choose(Move, frozen=True):
    """Come up by this resurface card, with an ability beneath it or with none."""

    option: Letter
    ability: Ability | None = None


class Prepare(Move, frozen=True):
    """Go where you end your move, take up a weapon and place its target token, and name an option for the chum."""

    to: Spot
    weapon: Weapon | None = None
    target: Zone | None = None
    chum: Letter | None = None


class Strike(Move, frozen=True):
    """Attack the shark with the weapon that you took up."""


class Hold(Move, frozen=True):
    """Keep the weapon, and don't attack."""


class UseAmmo(Move, frozen=True):
    """Discard the ammo in place of the firearm that you just used, or not."""

    use: bool


class UseCage(Move, frozen=True):
    """Take no wounds from this attack, and discard the shark cage, or not."""

    use: bool


class Lunge(Move, frozen=True):
    """Ram: move to this water before the attack."""

    to: Zone


class Stay(Move, frozen=True):
    """Attack from where you are, without ramming."""


class Bite(Move, frozen=True):
    """Attack this space of the boat."""

    space: Zone


class Maul(Move, frozen=True):
    """Attack this member, who is in the water."""

    member: Member


class Reroll(Move, frozen=True):
    """Throw these dice again, by their places in the throw."""

    dice: Annotated[tuple[Die, ...], Meta(min_length=1, max_length=3)]


class Keep(Move, frozen=True):
    """Leave the dice as they lie."""


class Enough(Move, frozen=True):
    """Do without the second helping."""


class Domino(Move, frozen=True):
    """Let the hits go on to this space of the boat."""

    space: Zone


OrcaMove = (
    Give | TakePlace | Choose | Prepare | Strike | Hold | UseAmmo | UseCage
    | Lunge | Stay | Bite | Maul | Reroll | Keep | Enough | Domino
)  # fmt: skip
