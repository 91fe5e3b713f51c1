"""The gate of a game: is there such a game, such a seat, and who asks; all before a body is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, TypeVar

from flask import g

from tableshark.errors import UnknownGame, UnknownSeat
from tableshark.keeping import Seen
from tableshark.rules import Rules, Seat
from tableshark.table import Table
from tableshark.windows import Window, look
from tableshark_api import tokens
from tableshark_api.house import house
from tableshark_api.problems import Problem

F = TypeVar("F", bound=Callable[..., Any])

Need = Literal["required", "optional", "ignored"]
"""Whether a seat's token must, may, or need not be looked at."""

_GAME = re.compile(r"[0-9a-f]{24}")


@dataclass(frozen=True)
class Visit:
    """Somebody at a game: the game as it stood, and the seat that the token opens."""

    seen: Seen
    seat: Seat | None
    """None: an onlooker."""
    key: str | None

    @property
    def rules(self) -> Rules[Any, Any, Any, Any]:
        """The rules of the game."""
        return self.seen.rules

    @property
    def table(self) -> Table[Any, Any, Any]:
        """The game with all that is known around it."""
        return self.seen.table

    @property
    def held(self) -> Seat:
        """The seat, for routes that need one."""
        assert self.seat is not None
        return self.seat

    def still_holds(self, table: Table[Any, Any, Any]) -> None:
        """Raise a problem where the token was exchanged, or the seat left, after it had been looked at."""
        if self.key not in table.keys.get(self.held, ()):
            raise opens_nothing()

    @property
    def window(self) -> Window[Any, Any] | None:
        """What the visitor sees; None while seats are open."""
        return None if self.table.game is None else look(self.rules, self.table.game, self.seat)


def check_id(game: str) -> None:
    """Raise UnknownGame for what can't be the id of a game."""
    if not _GAME.fullmatch(game):
        raise UnknownGame(f"there is no game {game[:80]!r}")


def visit(game: str, need: Need = "optional", seat: Seat | None = None) -> Visit:
    """Let the request in to a game: a seat that is named must exist, and where a token is needed it must open it."""
    check_id(game)
    seen = house().desk.see(game)
    table = seen.table
    if seat is not None and table.header.place(seat) is None:
        raise UnknownSeat(f"there is no seat {seat[:80]!r} in this game")
    key = None if need == "ignored" else tokens.presented()
    if key is None and need == "required":
        raise Problem("no_token", "the token of a seat is needed here")
    if key is None and need == "ignored":
        return Visit(seen, None, None)
    again = seat is not None and _changed_before(table, seat)
    visitor = Visit(seen, seat, key) if again else admit(seen, key)
    g.opened = visitor.seat is not None
    if seat not in (None, visitor.seat):
        raise Problem("other_seat", f"the token opens seat {visitor.seat}, not {seat}")
    return visitor


def admit(seen: Seen, key: str | None) -> Visit:
    """Let the holder of a key in to a game, or an onlooker where there may be some."""
    header = seen.table.header
    if key is None:
        if header.terms.onlookers == "none":
            # To somebody without a seat there is no such game to be seen.
            raise UnknownGame(f"there is no game {header.id!r}")
        return Visit(seen, None, None)
    held = tokens.seat_of(key, seen.table.keys)
    if held is None:
        raise opens_nothing()
    return Visit(seen, held, key)


def opens_nothing() -> Problem:
    """Say that a token is nobody's here: it never was, or another request with it was faster."""
    return Problem("bad_token", "the token opens no seat of this game")


def gate(need: Need) -> Callable[[F], F]:
    """Pass a Visit to the route before its body is looked at."""

    def decorate(route: F) -> F:
        @wraps(route)
        def guarded(*args: Any, game: str, **rest: Any) -> Any:
            return route(visit(game, need, rest.get("seat")), *args, game=game, **rest)

        return guarded if need == "ignored" else tokens.opening(guarded)  # type: ignore[return-value]

    return decorate


def _changed_before(table: Table[Any, Any, Any], seat: Seat) -> bool:
    """Whether this very request has changed the seat's token already, and its answer was lost."""
    return "repeat_key" in g and tokens.key(tokens.new("seat", table.header.id, seat)) in table.keys.get(seat, ())
