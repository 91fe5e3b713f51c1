"""The 54 cards, read from `deck.json`, which `make_deck` has made."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Literal

import msgspec

from tableshark import Data
from tableshark_hungry_shark.sight import Counts, Kind, Slot, printed, survivors

Sign = Literal["kind", "not", "all", "most", "least"]


class Icon(Data, frozen=True, omit_defaults=True):
    """The bubble on a grotto card: what is to be counted in the style `bubbles`."""

    sign: Sign
    """"kind": fish of the kind. "not": of all other kinds. "all": all. "most", "least": which kind has most, fewest."""
    kind: Kind | None = None
    """The kind that "kind" and "not" speak of."""


class Card(Data, frozen=True):
    """One card, face up."""

    id: int
    back: Literal["ocean", "grotto"]
    slots: tuple[Slot, ...]
    """Four, from left to right."""
    icon: Icon | None = None
    """Every grotto card has one, no ocean card has."""


Numbers = tuple[int, ...]
"""Cards by their number (`Card.id`)."""

DECK = msgspec.json.decode(files(__package__).joinpath("deck.json").read_bytes(), type=tuple[Card, ...])
"""The card with the number i is DECK[i]."""

OCEAN: Numbers = tuple(card.id for card in DECK if card.back == "ocean")
GROTTO: Numbers = tuple(card.id for card in DECK if card.back == "grotto")
ROUNDS = len(GROTTO)

FISH: Numbers = tuple(sum(printed(card.slots)) for card in DECK)
"""How many fish are printed on each card."""
EVERY_BOARD = len(OCEAN) ** 2 * len(GROTTO)


def slots(board: Numbers) -> tuple[Slot, ...]:
    """Lay the slots of cards side by side."""
    return tuple([slot for number in board for slot in DECK[number].slots])


@lru_cache(maxsize=EVERY_BOARD)
def left_alive(board: Numbers) -> Counts:
    """Count the survivors of each kind on a board of cards."""
    return survivors(slots(board))
