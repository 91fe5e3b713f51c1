"""What happens at the table, each with its sentence: all of it is public."""

from __future__ import annotations

from tableshark import News, Seat
from tableshark_shark_attack_cards.cards import Cards


class Dealt(News, frozen=True):
    """Cards went from the stock to these players, to each as many."""

    round: int
    seats: tuple[Seat, ...]
    each: int
    stock: int
    """Cards left in the stock."""


class Shown(News, frozen=True):
    """A player turned up the selection of the round."""

    seat: Seat
    round: int
    cards: Cards
    values: tuple[int, ...]
    """What each of the cards is worth: a joker's value is the one that it was given."""
    points: int
    total: int
    """All hands of the player so far."""


class Tied(News, frozen=True):
    """Several players have the highest total, and their single cards decide."""

    seats: tuple[Seat, ...]
    total: int


class Lots(News, frozen=True):
    """Players who are equal in every card draw lots."""

    seats: tuple[Seat, ...]
    seat: Seat
    """On whom the lot falls."""


class Eaten(News, frozen=True):
    """The shark took a player out of the game."""

    seat: Seat
    round: int
    total: int


class Discarded(News, frozen=True):
    """The cards that were not selected were laid aside, face down."""

    count: int
    discard: int
    """Cards in the discard pile now."""


class Reshuffled(News, frozen=True):
    """The hands of those who are out were shuffled into the stock."""

    cards: Cards
    stock: int
    """Cards in the stock now."""


class Won(News, frozen=True):
    """The game is over; two players share it when their totals are equal."""

    seats: tuple[Seat, ...]
    total: int


Story = Dealt | Shown | Tied | Lots | Eaten | Discarded | Reshuffled | Won
