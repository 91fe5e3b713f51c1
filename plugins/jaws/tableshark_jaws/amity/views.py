"""What a seat may see of act one."""

from __future__ import annotations

from typing import Literal

from tableshark import Data
from tableshark_jaws.amity.news import BoatName, SharkReported, Side
from tableshark_jaws.amity.tables import Beach, Land, Place, Role, Water
from tableshark_jaws.table import Member

Phase = Literal["start", "event", "shark", "crew", "over"]
TokenName = Literal["feeding_frenzy", "evasive_moves", "out_of_sight", "speed_burst"]


class AmitySpace(Data, frozen=True):
    """One space of the board, and what is there."""

    space: Place
    title: str
    water: tuple[Water, ...]
    """Where boats and the shark get from here; empty for the Shop."""
    land: tuple[Land, ...]
    """Where Brody gets from here; empty for open water."""
    swimmers: int
    """Ordinary ones."""
    michael: bool
    token: Side | None
    """What the token on a beach says; None: it is open (or no beach)."""
    barrels: int
    """On the dock or in the Shop."""
    floating: int
    crew: tuple[Member, ...]


class CrewMember(Data, frozen=True):
    """One of the crew."""

    member: Member
    space: Place
    barrels: int
    in_water: bool
    """A tipped captain has to climb into the boat first."""
    acted: bool
    """Whether the turn in this round is over."""
    actions: int
    """Actions left in this round."""


class AmityEvent(Data, frozen=True):
    """The event in play."""

    card: int
    title: str
    text: str


class PastEvent(Data, frozen=True):
    """An event that is over."""

    card: int
    title: str


class EatenAt(Data, frozen=True):
    """What the shark has eaten at one beach in this turn."""

    beach: Beach
    swimmers: int
    michael: bool


class SharkSecrets(Data, frozen=True):
    """What only the shark knows before the end."""

    space: Water | None
    """None before it has picked its start."""
    tokens: tuple[TokenName, ...]
    """Power tokens that are left."""
    out_of_sight: bool
    """Whether it is out of sight in this round."""
    actions: int
    """Actions left in this turn; 0 outside it."""
    trail: tuple[Water, ...]
    """Where it was in this turn, the start first; empty outside it, as are all that follow."""
    eaten: tuple[EatenAt, ...]
    tipped: tuple[BoatName, ...]
    token: TokenName | None
    """The power token of this turn."""


class AmityView(Data, frozen=True, tag="amity"):
    """Act one as a seat sees it. To the shark its own turn shows at once, to everybody else with the report."""

    round: int
    phase: Phase
    turn: Role | None
    """Whose turn it is. None: nobody's, or the crew has to agree who is next."""
    asked: Literal["start", "closing", "dock", "michael", "gathering", "helicopter"] | None
    """What has to be chosen before the round goes on."""
    event: AmityEvent | None
    discards: tuple[PastEvent, ...]
    """Events that are over, the first one first."""
    events_left: int
    """Cards in the deck."""
    deck: tuple[int, ...] | None
    """Their numbers in order, once the game is over."""
    spaces: tuple[AmitySpace, ...]
    crew: tuple[CrewMember, ...]
    supply: int
    """Ordinary swimmers who are not in the water."""
    michael: Literal["away", "swims", "gone"]
    """Whether Michael has yet to come, or has left the game."""
    track: int
    """Swimmers eaten; Michael counts two."""
    limit: int
    """With so many the act is over."""
    attached: int
    """Barrels on the shark."""
    revealed: Water | None
    """Where the shark was found in this round."""
    report: SharkReported | None
    """What was told of the shark's last turn."""
    possible: tuple[Water, ...] | None
    """Where the shark can be by all that is public (in its turn: could be before it). None: hints are off."""
    secrets: SharkSecrets | None
    """For the shark, and for everybody once the game is over."""
