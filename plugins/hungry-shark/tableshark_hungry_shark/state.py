"""What Hungry Shark is made of: options, moves, the state, and what everybody sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

import tableshark
from tableshark import Data, Move, Seat
from tableshark_hungry_shark.answers import Answer, Asks, Called, Style
from tableshark_hungry_shark.cards import Card, Numbers
from tableshark_hungry_shark.news import Story

SEATS: tuple[Seat, ...] = ("p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7")
"""Every seat there can be, clockwise; a table of n has the first n."""

NOBODY = -1
"""The winner of a round that has none."""


class Options(tableshark.Options, frozen=True):
    """How a game is set up."""

    players: Annotated[int, Meta(ge=2, le=8)] = 2
    style: Style = "childfish"
    """What to count. "childfish": all fish. "gluttonous": those not devoured. "bubbles": what the centre card asks."""
    round_seconds: Annotated[float, Meta(ge=1, le=600)] | None = None
    """After so long, a round ends for all who have neither declared nor passed. None: it waits for them."""


class Declare(Move, frozen=True, omit_defaults=True):
    """Say what is right, once a round: the number of fish, or a kind where one is asked for."""

    round: int
    """The round that this answers."""
    number: Annotated[int, Meta(ge=0, le=36)] | None = None
    """Where a number is asked for."""
    kind: Called | None = None
    """Where a kind is asked for; "none" if nothing is left alive."""


class Pass(Move, frozen=True):
    """Give the round up."""

    round: int
    """The round that this answers."""


Call = tuple[int, Answer | None, bool]
"""Who declared (by number), what (None for a pass), and whether it cost a card."""


class Ended(Data, frozen=True, gc=False):
    """How a round ended."""

    round: int
    board: Numbers
    calls: tuple[Call, ...]
    """In the order in which they were made; of those with an answer only the last can be right."""
    winner: int
    """By number, or NOBODY."""
    cards: int
    """Cards that were won or discarded."""
    timeout: bool


class State(Data, frozen=True, gc=False):
    """The whole table. No cycle can start from it, so the collector need not look (`gc=False`)."""

    style: Style
    seconds: float | None
    """For a round; None for no clock."""
    decks: tuple[Numbers, Numbers, Numbers]
    """Left, centre, right: what is not turned up yet, the next card first."""
    board: Numbers
    """The cards turned up, left, centre, right; none once the game is over."""
    round: int
    """The running one, from 1; after the end, the last."""
    calls: tuple[Call, ...]
    """What was declared in this round: only what was wrong, else it would be over."""
    lost: Numbers
    """Cards lost in this round, in the order in which they were lost."""
    piles: tuple[Numbers, ...]
    """Each player's cards, in the order in which they were won."""
    last: Ended | None = None
    """The round before; None in the first."""


class Declaration(Data, frozen=True):
    """What a player declared in a round, or that it passed."""

    seat: Seat
    passed: bool
    number: int | None
    kind: Called | None
    right: bool


class Pile(Data, frozen=True):
    """How many cards a player has."""

    seat: Seat
    cards: int


class Result(Data, frozen=True):
    """How a round ended, and what was right."""

    round: int
    board: tuple[Card, ...]
    number: int | None
    """What was right, where a number was asked for."""
    kinds: tuple[Called, ...]
    """What was right, where a kind was asked for; each of them."""
    declarations: tuple[Declaration, ...]
    winner: Seat | None
    cards: int
    """Cards that the winner got, or that were discarded where there is none."""


class View(Data, frozen=True):
    """What everybody sees: all but the decks, and what lies in the piles."""

    style: Style
    round: int
    """The running one, from 1; after the end, the last."""
    rounds: int
    """How many there are."""
    phase: Literal["round", "over"]
    opener: Seat
    """Who opened this round. That has no effect."""
    board: tuple[Card, ...]
    """The three cards: left, centre, right. None once the game is over."""
    asks: Asks | None
    """What a declaration of this round holds."""
    stake: int
    """Cards that the winner of the round gets: those turned up, and those lost in this round."""
    declarations: tuple[Declaration, ...]
    """Of this round, in order. None is right, else the round would be over."""
    piles: tuple[Pile, ...]
    last: Result | None
    """The round before."""
    news: tuple[Story, ...]
    """What happened in the last step, in order."""
