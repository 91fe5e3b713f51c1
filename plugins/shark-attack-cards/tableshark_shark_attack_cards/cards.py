"""The deck, what its cards are worth, and who sits at the table: the game's numbers as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from tableshark import Seat

RANKS = {
    "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 15,
}  # fmt: skip
"""What a card of each rank is worth."""
SUITS = "CDHS"

Card = Annotated[
    str,
    Meta(
        pattern=r"^(?!.*\s)((10|[2-9JQKA])[CDHS]|X[12])$",
        description="A card: rank (2 to 10, J, Q, K, A) and suit (C, D, H, S), as QS or 10H; or a joker, X1 or X2.",
        examples=["QS", "10H", "X1"],
    ),
]
# Not J1 and J2: a client that takes the rank off a card would read a jack.
Joker = Literal["X1", "X2"]

Cards = tuple[Card, ...]

SUITED: Cards = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKERS: tuple[Joker, ...] = ("X1", "X2")
DECKS: dict[bool, Cards] = {False: SUITED, True: (*SUITED, *JOKERS)}
"""The cards in play, without jokers and with them."""
VALUES: dict[Card, int] = {rank + suit: value for rank, value in RANKS.items() for suit in SUITS}
LEAST, MOST = 1, 15
"""What a joker may be worth."""

SEATS: tuple[Seat, ...] = ("p0", "p1", "p2", "p3")
DEALT = 6
"""Cards that a player gets in each round."""
CHOSEN = 3
"""Cards that a player selects of them."""
ROUNDS = 3

Hand = tuple[tuple[Card, int], ...]
"""Three cards that were shown, each with its value: a joker's is the one that it was given."""

_PLACE = {card: place for place, card in enumerate(DECKS[True])}


def in_order(cards: Iterable[Card]) -> Cards:
    """Sort cards by value, suit and, after all others, jokers: no order of dealing is kept."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def total(hands: Iterable[Hand]) -> int:
    """Add up hands."""
    return sum([value for hand in hands for _, value in hand])
