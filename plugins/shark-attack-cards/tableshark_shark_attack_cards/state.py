"""What Shark Attack is made of: options, the move, the state, and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

import tableshark
from tableshark import Data, Move, Seat
from tableshark_shark_attack_cards.cards import LEAST, MOST, Card, Cards, Hand, Joker, in_order
from tableshark_shark_attack_cards.news import Story


class Options(tableshark.Options, frozen=True):
    """How a game is set up."""

    jokers: bool = False
    """Whether two jokers are in the deck."""


class JokerValue(Data, frozen=True, forbid_unknown_fields=True):
    """What a selected joker is worth."""

    card: Joker
    value: Annotated[int, Meta(ge=LEAST, le=MOST)]


class Select(Move, frozen=True):
    """Select three of the own six cards, in any order; each joker among them is given its value."""

    cards: tuple[Card, Card, Card]
    values: Annotated[tuple[JokerValue, ...], Meta(max_length=2)] = ()
    """One entry for each selected joker, none for any other card."""

    def __post_init__(self) -> None:
        # A selection is a set: one that is written in another order must not be another move.
        force_setattr(self, "cards", in_order(self.cards))
        if len(self.values) > 1:
            force_setattr(self, "values", tuple(sorted(self.values, key=lambda given: given.card)))


class State(Data, frozen=True, gc=False):
    """The whole table, everything per player in the order of the seats. No cycle starts from it (`gc=False`)."""

    jokers: bool
    round: int
    """1 to 3; it stays 3 when the game is over."""
    stock: Cards
    """From the top."""
    hands: tuple[Cards, ...]
    """Six cards for those who are in; none for those who are out, and for nobody when the game is over."""
    shown: tuple[tuple[Hand, ...], ...]
    """The selections of the rounds that are over."""
    discards: tuple[tuple[Cards, ...], ...]
    """The three cards that were not selected in each of those rounds."""
    eaten: tuple[int, ...]
    """Who is out, by number, in the order of going."""


class ShownHand(Data, frozen=True):
    """A selection that all have seen."""

    round: int
    cards: Cards
    values: tuple[int, ...]
    """What each of the cards is worth: a joker's value is the one that it was given."""
    points: int


class Player(Data, frozen=True):
    """What is to be seen of one player."""

    seat: Seat
    out: int | None
    """The round in which the player was eaten."""
    shown: tuple[ShownHand, ...]
    total: int
    """All shown hands together."""
    cards: int
    """How many cards the player holds."""
    hand: Cards | None
    """The cards that the player holds; null where they are hidden."""
    discards: tuple[Cards, ...] | None
    """What the player did not select, round by round; null where it is hidden."""


class View(Data, frozen=True):
    """What a seat sees: its own cards, all shown hands, sizes; when the game is over, everything."""

    jokers: bool
    round: int
    phase: Literal["select", "over"]
    """"select": everybody who is in selects three cards. "over": nothing is asked."""
    players: tuple[Player, ...]
    stock: int
    """Cards in the stock."""
    discard: int
    """Cards in the discard pile."""
    returned: Cards
    """Round 3: the cards of those who are out, now anywhere among the stock and what was dealt from it."""
    stock_cards: Cards | None
    """The stock from the top; null until the game is over."""
    news: tuple[Story, ...]
    """What happened in the last step, in order."""
