"""What Camouflage is made of: options, moves, the state, and what of it a seat may see."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

import tableshark
from tableshark import Data, Move, Seat
from tableshark_camouflage.corals import SEATS, SPACES, Coral, Space, Token, Tokens
from tableshark_camouflage.news import Happening, Story

Side = Annotated[int, Meta(ge=2, le=7)]

Phase = Literal["memorize", "hide", "seek", "over"]

Exchange = tuple[int, Token, Token]
"""Where a fish hid, the coral that it laid there, and the one that it took away."""


class Grid(Data, frozen=True, forbid_unknown_fields=True):
    """The part of the board that is used."""

    rows: Side
    columns: Side


class Options(tableshark.Options, frozen=True):
    """How a game is set up."""

    players: Annotated[int, Meta(ge=2, le=6)] = 4
    rows: Side = 5
    columns: Side = 5
    handicap: Annotated[dict[Seat, Grid], Meta(max_length=6)] = {}
    """A smaller grid for the rounds in which this seat is the shark."""
    finish: Annotated[int, Meta(ge=1, le=100)] = 10
    """The length of the score track."""
    shark_turns: Annotated[int, Meta(ge=1, le=20)] | None = None
    """Everyone is the shark this many times; the track then has no end, and `finish` is ignored."""
    first_shark: Seat = "p0"
    memorize_seconds: Annotated[float, Meta(gt=0, le=3600)] | None = None
    """After so long the shark has to turn away. None: it takes its time."""

    def __post_init__(self) -> None:
        _check_grid(Grid(self.rows, self.columns), self.players, "the grid")
        table = SEATS[: self.players]
        if self.first_shark not in table:
            raise ValueError(f"first_shark {self.first_shark!r} is no seat of a table of {self.players}")
        for seat, grid in sorted(self.handicap.items()):
            if seat not in table:
                raise ValueError(f"handicap for {seat!r}, which is no seat of a table of {self.players}")
            if grid.rows > self.rows or grid.columns > self.columns:
                raise ValueError(
                    f"handicap of {seat} is {grid.rows} x {grid.columns}, larger than the grid of"
                    f" {self.rows} x {self.columns}"
                )
            _check_grid(grid, self.players, f"handicap of {seat}")


def _check_grid(grid: Grid, players: int, what: str) -> None:
    spaces = grid.rows * grid.columns
    if spaces > SPACES:
        raise ValueError(f"{what} is {grid.rows} x {grid.columns}, more than {SPACES} spaces")
    if spaces < players:
        raise ValueError(f"{what} is {grid.rows} x {grid.columns}, fewer spaces than {players} players")


class Ready(Move, frozen=True):
    """Turn away from the board: from now on the shark has only its memory."""


class Hide(Move, frozen=True):
    """Lay this coral of the row onto the space, and hide beneath it."""

    space: Space
    coral: Coral


class Guess(Move, frozen=True):
    """Turn over the coral of this space."""

    space: Space


class Terms(Data, frozen=True, gc=False):
    """What was agreed on before the game."""

    grids: tuple[tuple[int, int], ...]
    """Rows and columns for the rounds in which each seat is the shark."""
    finish: int
    """Where the track ends; 0: nowhere."""
    shark_turns: int
    """How often everyone is the shark; 0: until somebody is at the finish."""
    seconds: float | None


class Past(Data, frozen=True, gc=False):
    """A round that is over."""

    round: int
    players: tuple[int, ...]
    shark: int
    layout: Tokens
    board: Tokens
    hides: tuple[Exchange, ...]
    turned: tuple[int, ...]


class State(Data, frozen=True, gc=False):
    """The whole table. No cycle can start from it, so the collector need not look (`gc=False`)."""

    terms: Terms
    players: tuple[int, ...]
    """Seats that play, in seat order: all of them, or those of the tie-break."""
    track: tuple[int, ...]
    """Where each seat stands."""
    extra: tuple[int, ...]
    """Where each seat stands on the second track; empty before a tie-break."""
    round: int
    """Rounds begun, the running one included."""
    last: int
    """The round after which places count; 0 while only the track can end it."""
    shark: int
    phase: Phase
    layout: Tokens
    """The board as the shark memorised it."""
    board: Tokens
    """The board as it lies now."""
    row: Tokens
    """Beside the board while fish hide."""
    deck: Tokens
    hides: tuple[Exchange, ...]
    """One for each fish that has hidden, from the shark's left."""
    turned: tuple[int, ...]
    """Spaces turned over, in order."""
    news: tuple[Happening, ...]
    """What everybody may hear of; what fish hear beside it is in `hides`."""
    past: Past | None = None


class Place(Data, frozen=True):
    """One player."""

    seat: Seat
    role: Literal["shark", "fish", "out"]
    """"out": not in the tie-break."""
    position: int
    """On the score track."""
    extra: int | None
    """On the track of the tie-break; None for those who are not in one."""


class Hiding(Data, frozen=True):
    """Where a fish hides and what it exchanged."""

    seat: Seat
    space: int
    coral: Coral
    """What lies there now."""
    away: Coral
    """What lay there before."""


class Turned(Data, frozen=True):
    """A space that the shark turned over."""

    space: int
    seat: Seat | None
    """The fish beneath. None: nobody was there."""


class Round(Data, frozen=True):
    """All there was to know of a round that is over."""

    round: int
    shark: Seat
    before: tuple[Coral, ...]
    after: tuple[Coral, ...]
    hidden: tuple[Hiding, ...]
    guesses: tuple[Turned, ...]


class View(Data, frozen=True):
    """What one seat, or somebody without a seat, sees."""

    seats: tuple[Place, ...]
    finish: int | None
    """Where the track ends. None: nowhere."""
    shark_turns: int | None
    round: int
    phase: Phase
    shark: Seat
    rows: int
    columns: int
    board: tuple[Coral, ...] | None
    """What lies on each space now, row by row. None while the fish hide, but for fish."""
    before: tuple[Coral, ...] | None
    """What lay there when the shark turned away: for fish, and after the end."""
    row: tuple[Coral, ...] | None
    """What a fish may lay, while fish hide: for fish."""
    hidden: tuple[Hiding, ...] | None
    """Who hides where: for fish, and after the end."""
    guesses: tuple[Turned, ...]
    last: Round | None
    """The round before this one (after the end: the last one), when nothing of it is hidden any more."""
    news: tuple[Story, ...]
    """What happened last, in order."""
