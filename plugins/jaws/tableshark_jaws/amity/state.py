"""The state of act one: what lies on the table, and what the shark keeps to itself."""

from __future__ import annotations

from tableshark import Data
from tableshark_jaws.amity.news import SharkReported
from tableshark_jaws.amity.tables import TABLES, Choice, Event, Role, event_of
from tableshark_jaws.amity.trace import Ghosts
from tableshark_jaws.amity.views import AmityView, Phase
from tableshark_jaws.table import CREW

__all__ = [
    "AWAY",
    "BRODY",
    "GONE",
    "HOOPER",
    "NOBODY",
    "NOWHERE",
    "QUINT",
    "Amity",
    "AmityView",
    "CrewSoFar",
    "SharkSoFar",
    "allowance",
    "event",
    "headcount",
    "space_of",
    "supply",
]

QUINT, BRODY, HOOPER = range(len(CREW))
"""The crew by number: the places in CREW."""
NOBODY = -1
NOWHERE = -1

AWAY, GONE = -1, -2
"""Where Michael is when he is at no beach: he has not come yet, or he has left the game."""


class SharkSoFar(Data, frozen=True, gc=False):
    """What the shark has done in its turn: nobody else's business before the report."""

    trail: tuple[int, ...]
    """The spaces in which it was, the start first."""
    spent: int = 0
    """Actions."""
    eaten: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Ordinary swimmers at each beach."""
    michael: bool = False
    tipped: tuple[bool, bool] = (False, False)
    token: int = NOBODY
    """The power token that it played, by number."""


class CrewSoFar(Data, frozen=True, gc=False):
    """What the one of the crew who acts has done in the turn."""

    member: int
    spent: int = 0
    """Actions."""
    asked: bool = False
    """Whether the fish finder or the binoculars were used."""
    closed: bool = False
    """Whether a beach was closed."""
    dropped: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    """Docks at which a barrel was dropped, or picked up."""


class Amity(Data, frozen=True, gc=False, tag="amity"):
    """Act one. Spaces are numbers (see `tables.PLACES`), beaches and docks are counted on their own."""

    limit: int
    """The slot of the track with which the act is over."""
    deck: tuple[int, ...]
    """Cards, the next one first: nobody knows the order."""
    round: int = 0
    phase: Phase = "start"
    discards: tuple[int, ...] = ()
    card: int = 0
    """The event in play; 0 before the first."""
    asked: Choice | None = None
    options: tuple[int, ...] = ()
    """What the event leaves to choose from: spaces."""

    swimmers: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Ordinary swimmers at each beach; all others are in the supply."""
    michael: int = AWAY
    token: int = NOWHERE
    """The beach that bears the token of the closed beach."""
    opening: bool = False
    """Whether the token says that the beach is opening soon."""
    track: int = 0

    boats: tuple[int, int] = (NOWHERE, NOWHERE)
    """Spaces of the Orca and of Hooper's boat."""
    brody: int = NOWHERE
    in_water: tuple[bool, bool] = (False, False)
    """Whether Quint or Hooper lies in the water beside his boat."""
    held: tuple[int, int, int] = (0, 0, 0)
    """Barrels that each of the crew has."""
    shop: int = 0
    docked: tuple[int, int] = (0, 0)
    floating: tuple[int, ...] = ()
    """Barrels afloat in each water space."""
    attached: int = 0

    acted: tuple[int, ...] = ()
    """Who of the crew has finished this round, in order."""
    crew_turn: CrewSoFar | None = None
    extra: int = NOBODY
    """Who took the action that an event had left to the crew."""
    revealed: int = NOWHERE
    """Where the shark was seen in this round, until its next turn."""
    report: SharkReported | None = None
    ghosts: Ghosts = ()
    """All that can be true of the shark by what is public."""

    shark: int = NOWHERE
    """Where it is: hidden, as is all that follows. In its turn: where it began."""
    used: int = 0
    """A mask of the power tokens that left the game."""
    cloaked: bool = False
    """Whether it is out of sight for this round."""
    shark_turn: SharkSoFar | None = None


def event(stage: Amity) -> Event | None:
    """Give the event in play."""
    return event_of(stage.card) if stage.card else None


def supply(stage: Amity) -> int:
    """Count the ordinary swimmers who are not in the water."""
    return TABLES.swimmers.ordinary - sum(stage.swimmers)


def headcount(stage: Amity, beach: int) -> int:
    """Count who swims at a beach, Michael included."""
    return stage.swimmers[beach] + (stage.michael == beach)


def space_of(stage: Amity, member: int) -> int:
    """Say where one of the crew is."""
    orca, hoopers = stage.boats
    return (orca, stage.brody, hoopers)[member]


def allowance(stage: Amity, seat: Role) -> int:
    """Say how many actions a seat has this round, but for one that an event leaves to the crew."""
    base = TABLES.shark.actions if seat == "shark" else TABLES.crew.actions
    card = event(stage)
    return card.actions.get(seat, base) if card else base
