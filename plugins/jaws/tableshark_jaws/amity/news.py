"""What everybody hears in act one."""

from __future__ import annotations

from typing import Literal

from tableshark import News
from tableshark_jaws.amity.tables import Beach, Choice, Land, Place, Water
from tableshark_jaws.amity.trace import Answer
from tableshark_jaws.table import Member

Side = Literal["closed", "opening_soon"]
"""A side of the token of the closed beach."""
BoatName = Literal["orca", "hooper"]
Cause = Literal["barrels", "track", "rounds"]
"""Why act one is over."""


class IslandOpened(News, frozen=True):
    """Act one begins: the shark picks its start."""


class EventsShuffled(News, frozen=True):
    """The deck of events was empty, and all of them were shuffled again."""


class EventTurned(News, frozen=True):
    """A new round, and its event."""

    round: int
    card: int
    title: str


class SwimmersCame(News, frozen=True):
    """Swimmers went into the water."""

    beaches: dict[Beach, int]
    lost: int
    """Those for whom the supply was short."""


class TokenTurned(News, frozen=True):
    """The token of the closed beach was laid, turned or taken away."""

    beach: Beach
    side: Side | None
    """None: the beach is open again."""
    by: Literal["brody", "event"]


class MichaelCame(News, frozen=True):
    """Michael went swimming."""

    beach: Beach


class ChoiceAsked(News, frozen=True):
    """The event asks the crew to choose."""

    asked: Choice


class BeachCleared(News, frozen=True):
    """The mayor had everybody at a beach rescued."""

    beach: Beach
    swimmers: int
    """How many, Michael counted."""
    michael: bool


class EventMoved(News, frozen=True):
    """An event took somebody elsewhere."""

    who: tuple[Member, ...]
    to: Place


class BrodyStayed(News, frozen=True):
    """Brody did not fly."""


class SharkReported(News, frozen=True):
    """The shark's turn is over, and this is all that is told of it."""

    round: int
    eaten: dict[Beach, int]
    """Swimmers eaten at each beach where one was, Michael counted."""
    michael: bool
    sensors: tuple[Water, ...]
    """Spaces in which the sensors of floating barrels went off, in the order of the board."""
    tipped: tuple[BoatName, ...]
    token: bool
    """Whether a power token was played."""
    track: int


class BoatSailed(News, frozen=True):
    """A captain took a boat to another space."""

    member: Member
    to: Water


class BrodyWalked(News, frozen=True):
    """Brody went to another space."""

    to: Land


class SwimmerRescued(News, frozen=True):
    """A swimmer was rescued."""

    member: Member
    who: Literal["swimmer", "michael"]
    beach: Beach


class BarrelsPickedUp(News, frozen=True):
    """Barrels were picked up."""

    member: Member
    source: Literal["dock", "floating", "shop"]
    count: int
    space: Place


class BarrelDropped(News, frozen=True):
    """Brody left a barrel at a dock."""

    space: Land


class BarrelLaunched(News, frozen=True):
    """Quint launched a barrel: it hit the shark, or floats."""

    to: Water
    hit: bool
    attached: int


class BarrelsGiven(News, frozen=True):
    """Hooper gave Quint barrels."""

    count: int


class FinderAnswered(News, frozen=True):
    """The fish finder was asked."""

    space: Water
    answer: Answer


class BinocularsAnswered(News, frozen=True):
    """The binoculars were used."""

    beach: Beach
    here: bool


class CaptainClimbed(News, frozen=True):
    """A captain is back in the boat."""

    member: Member


class CrewTurnEnded(News, frozen=True):
    """One of the crew has finished."""

    member: Member


class AmityOver(News, frozen=True):
    """Act one is over."""

    because: Cause


AmityStory = (
    IslandOpened
    | EventsShuffled
    | EventTurned
    | SwimmersCame
    | TokenTurned
    | MichaelCame
    | ChoiceAsked
    | BeachCleared
    | EventMoved
    | BrodyStayed
    | SharkReported
    | BoatSailed
    | BrodyWalked
    | SwimmerRescued
    | BarrelsPickedUp
    | BarrelDropped
    | BarrelLaunched
    | BarrelsGiven
    | FinderAnswered
    | BinocularsAnswered
    | CaptainClimbed
    | CrewTurnEnded
    | AmityOver
)
