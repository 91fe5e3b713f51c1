"""The port of the store: load, update, find, the log, and word of changes. Bodies are bytes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol, get_args

Index = Literal["waiting", "running", "ended", "bots", "due", "idle", "simulating", "simulated"]
"""Sorted lists. Of games: open seats since, playing since, over since, machine players wanted since, next deadline, and
the last question of a running game put since. Of simulations: ordered since, over since."""

INDEXES: tuple[Index, ...] = get_args(Index)


class Stored(NamedTuple):
    """A game as it was read: its body, and the revision that a change is compared with."""

    revision: int
    body: bytes


class Change(NamedTuple):
    """A change to commit as one: the new body, lines to append to the log, and its place in each index (None: none)."""

    body: bytes
    lines: tuple[bytes, ...]
    first: int
    """How many lines the log has before these."""
    marks: Mapping[Index, float | None]


class Store(Protocol):
    """Keeps games. Every method may raise StoreAway."""

    def load(self, game: str) -> Stored | None:
        """Read a game."""

    def update(
        self, game: str, change: Callable[[Stored | None], Change | None], seen: Stored | None = None
    ) -> Stored | None:
        """Change a game: exactly once, or not at all. `change` is called again when another writer was faster.

        Whoever has read the game already hands in what was `seen`: it is tried first, without another reading.

        What `change` returns is committed and given back as it was stored; None leaves all as it is. An error that it
        raises goes through to the caller.
        """

    def log(self, game: str, first: int = 0) -> list[bytes]:
        """Read the lines of a game's log from this one on."""

    def find(self, index: Index, upto: float = float("inf"), limit: int = 100) -> list[tuple[str, float]]:
        """List games of an index in its order, up to and with this value."""

    def page(self, index: Index, before: tuple[float, str] | None, limit: int) -> list[tuple[str, float]]:
        """List games of an index from its end, those before a place in it: a value and a game's id."""

    def keep(self, name: str, value: bytes, seconds: int) -> bytes:
        """Keep a value under a name for so long, unless there is one already; gives the one that is kept."""

    def kept(self, name: str) -> bytes | None:
        """Give what is kept under a name."""

    def replace(self, name: str, value: bytes, seconds: int) -> None:
        """Keep another value under a name."""

    def delete(self, game: str) -> None:
        """Remove a game with its log and its places in the indexes."""

    def changes(self) -> Iterator[str | None]:
        """Give the id of each game that is changed from now on, and None at least once a second while all is quiet."""

    def probe(self) -> None:
        """Write and read something; raises StoreAway when that fails."""
