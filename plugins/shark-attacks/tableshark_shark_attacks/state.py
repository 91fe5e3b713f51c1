"""What Shark Attacks! is made of: options, moves, the state, and what everybody sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

import tableshark
from tableshark import Data, Move, Seat
from tableshark_shark_attacks.dice import Dice
from tableshark_shark_attacks.news import SEATS, Happening, Story


class Options(tableshark.Options, frozen=True):
    """How a game is set up."""

    players: Annotated[int, Meta(ge=2, le=6)] = 2
    target: Annotated[int, Meta(ge=20, le=500)] = 100
    """The game ends once somebody has so many points."""
    first_seat: Seat | None = None
    """Who starts. None: the red dice decide."""

    def __post_init__(self) -> None:
        if self.first_seat is not None and self.first_seat not in SEATS[: self.players]:
            raise ValueError(f"first_seat {self.first_seat!r} is no seat of a table of {self.players}")


class Stop(Move, frozen=True):
    """Score the swimmers that show; the turn ends."""


class Party(Move, frozen=True):
    """Score the swimmers twice, when no wave shows; the turn ends."""


class SwimOn(Move, frozen=True):
    """Throw the event die, and then what it says."""


class TakeSign(Move, frozen=True):
    """Take a sign from this opponent, when the pool is empty."""

    seat: Seat


class Flee(Data, frozen=True):
    """One throw of dice that flee, and what the sharks did to it."""

    blue: Dice
    """Blue dice as they fell."""
    red: Dice
    """Red dice as they fell."""
    eaten: tuple[Dice, ...]
    """What each red die that shows fins ate, most fins first."""
    lost: int
    """Blue dice eaten."""
    escaped: Dice
    waves: int
    """Blue dice still in play."""


class Attack(Data, frozen=True, gc=False):
    """A shark attack that waits for the choice of a sign."""

    waves: int
    """Blue dice still in play."""
    red: Dice
    """Red dice of the last throw, which had casualties."""
    escaped: Dice
    owed: int
    """Signs still to take from opponents."""


class State(Data, frozen=True, gc=False):
    """The whole table. No cycle can start from it, so the collector need not look (`gc=False`)."""

    target: int
    totals: tuple[int, ...]
    signs: tuple[int, ...]
    """Signs on each beach; the others are in the pool."""
    turn: int
    """Turns begun, the running one included."""
    seat: int
    """Whose turn it is, by number."""
    blue: Dice
    """Blue dice of the seat as they lie; those of an attack are in `attack`."""
    news: tuple[Happening, ...]
    attack: Attack | None = None


class Beach(Data, frozen=True):
    """One player's part of the table."""

    seat: Seat
    total: int
    signs: int


class View(Data, frozen=True):
    """What everybody sees: all there is, for nothing is hidden."""

    target: int
    beaches: tuple[Beach, ...]
    pool: int
    """Signs in the middle."""
    turns: int
    """Turns begun, the present one included."""
    """Turns begun, the running one included."""
    seat: Seat
    """Whose turn it is; after the end, who won."""
    phase: Literal["beach", "sign", "over"]
    """"beach": stop, party or swim on. "sign": take a sign from somebody. "over": nothing is asked."""
    blue: Dice
    """Blue dice in play as they lie: swimmers on each, 0 for a wave."""
    red: Dice
    """Red dice of the running attack as they lie: fins on each, 0 for a wave."""
    escaped: Dice
    """Blue dice set aside in the running attack."""
    owed: int
    """Signs that the seat has still to take from others."""
    news: tuple[Story, ...]
    """What happened in the last step, in order."""
