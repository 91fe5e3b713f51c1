"""What can be done in act one, by the shark and by the crew."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tableshark import Move
from tableshark_jaws.amity.tables import BARRELS, TABLES, Beach, Dock, Land, Water

Count = Annotated[int, Meta(ge=1, le=BARRELS)]
"""How many barrels."""


class PickStart(Move, frozen=True):
    """Start the game as the shark in this space, in secret."""

    space: Water


class Swim(Move, frozen=True):
    """Swim to a neighbouring space: one action of the shark."""

    to: Water


class Eat(Move, frozen=True):
    """Eat one swimmer in the shark's own space: one action."""

    who: Literal["swimmer", "michael"]


class FeedingFrenzy(Move, frozen=True):
    """Play the power token: one action eats every swimmer in the shark's own space."""


class EvasiveMoves(Move, frozen=True):
    """Play the power token: no sensor goes off this turn, before and after. It costs no action."""


class OutOfSight(Move, frozen=True):
    """Play the power token: binoculars and fish finder don't find the shark this round. It costs no action."""


class SpeedBurst(Move, frozen=True):
    """Play the power token: one action takes the shark along a path of one to three spaces."""

    path: Annotated[tuple[Water, ...], Meta(min_length=1, max_length=TABLES.shark.burst)]


class Tip(Move, frozen=True):
    """Tip a boat in the shark's own space, where the event allows it. It costs no action."""

    boat: Literal["orca", "hooper"]


class EndTurn(Move, frozen=True):
    """End one's turn. The shark's report is told now."""


class Sail(Move, frozen=True):
    """Take one's boat to a space: one action of Quint (a neighbouring space) or Hooper (up to two spaces)."""

    to: Water


class Walk(Move, frozen=True):
    """Walk to a neighbouring space of the island: one action of Brody."""

    to: Land


class Rescue(Move, frozen=True):
    """Rescue a swimmer at the beach of one's own space: one action. Only Brody rescues Michael."""

    who: Literal["swimmer", "michael"]


class PickUp(Move, frozen=True):
    """Pick up barrels at a dock, in the Shop, or afloat in one's own space: one action."""

    source: Literal["dock", "floating", "shop"]
    count: Count


class Drop(Move, frozen=True):
    """Drop Brody's barrel at a dock: one action."""


class Launch(Move, frozen=True):
    """Launch a barrel from the Orca into its own or a neighbouring space: one action of Quint."""

    to: Water


class GiveBarrels(Move, frozen=True):
    """Give barrels to Quint in the same space: one action of Hooper."""

    count: Count


class FishFinder(Move, frozen=True):
    """Ask, once a round, whether the shark is in Hooper's space, nearby, or neither: one action."""


class Binoculars(Move, frozen=True):
    """Ask, once a round, whether the shark is in the water of the beach on which Brody stands: one action."""


class Close(Move, frozen=True):
    """Close, once a round, a beach where nobody swims, from an office: one action of Brody."""

    beach: Beach


class Climb(Move, frozen=True):
    """Climb back into one's boat: two actions of a captain who is in the water."""


class PickBeach(Move, frozen=True):
    """Answer an event: the crew picks a beach."""

    beach: Beach


class PickDock(Move, frozen=True):
    """Answer an event: the crew picks a dock."""

    dock: Dock


class Fly(Move, frozen=True):
    """Answer an event: the helicopter takes Brody to a space of the island."""

    to: Land


class StayPut(Move, frozen=True):
    """Answer an event: Brody does not fly."""


AmityMove = (
    PickStart
    | Swim
    | Eat
    | FeedingFrenzy
    | EvasiveMoves
    | OutOfSight
    | SpeedBurst
    | Tip
    | EndTurn
    | Sail
    | Walk
    | Rescue
    | PickUp
    | Drop
    | Launch
    | GiveBarrels
    | FishFinder
    | Binoculars
    | Close
    | Climb
    | PickBeach
    | PickDock
    | Fly
    | StayPut
)
