"""Who sits at the table: the shark, and a crew of three."""

from __future__ import annotations

from typing import Literal

from tableshark import Seat

Member = Literal["quint", "brody", "hooper"]
"""One of the crew."""

SHARK: Seat = "shark"
CREW: tuple[Member, ...] = ("quint", "brody", "hooper")
SEATS: tuple[Seat, ...] = (SHARK, *CREW)

TURN_SECONDS = 2.0
"""When a machine player's hidden turn ends, from its beginning: nobody can count its steps by the time they take."""


def listed(words: tuple[str, ...]) -> str:
    """Write words as a list in a sentence."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
