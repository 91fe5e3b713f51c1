"""The corals, the seats and the board: the game's numbers as data."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tableshark import Seat

KINDS = ("brain", "fan", "finger", "staghorn", "tube")
COLOURS = ("blue", "green", "orange", "pink", "purple", "red", "white", "yellow")

Token = int
"""A coral by number: 8 * kind + colour, both counted from 0. In the state corals are numbers, elsewhere names."""

Tokens = tuple[Token, ...]

CORALS = tuple([f"{colour}-{kind}" for kind in KINDS for colour in COLOURS])
"""The names of the forty tokens, by number."""

NUMBER = {name: token for token, name in enumerate(CORALS)}

Coral = Annotated[str, Meta(pattern=f"^(?!.*\\s)({'|'.join(COLOURS)})-({'|'.join(KINDS)})$")]
"""A coral by name: its colour, a hyphen, its kind."""

Space = Annotated[int, Meta(ge=0, le=34)]
"""A space of the board, counted from 0 along the rows."""

SPACES = 35
"""The most spaces that a grid may have."""
GUESSES = 3
"""Spaces that the shark turns over, unless it has found every fish before."""

SEATS: tuple[Seat, ...] = ("p0", "p1", "p2", "p3", "p4", "p5")
"""Every seat there can be, clockwise; a table of n has the first n."""


def named(tokens: Tokens) -> tuple[Coral, ...]:
    """Name the corals as they lie."""
    return tuple([CORALS[token] for token in tokens])
