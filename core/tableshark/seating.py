"""Who sits where: the places of a new game, and people coming and going."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tableshark.checks import check_seats
from tableshark.errors import GameOver, SeatTaken, UnfitSeats, UnknownSeat
from tableshark.header import Header, Place
from tableshark.plugins import Plugins
from tableshark.rules import Data, Rules, Seat
from tableshark.table import Table


class Wish(Data, frozen=True):
    """How a creator wants one place filled: by whoever comes, by the creator, or by a machine player."""

    bot: str | None = None
    level: str | None = None
    mine: bool = False
    holders: int = 1


OPEN = Wish()


def plan(
    plugins: Plugins,
    rules: Rules[Any, Any, Any, Any],
    options: Any,
    wishes: Mapping[Seat, Wish],
    others: Wish = OPEN,
) -> tuple[Place, ...]:
    """Lay the places of a new game, by the wish for each seat or the one for all others.

    Raises UnfitSeats or UnknownBot for what can't be.
    """
    seats = rules.seats(options)
    check_seats(rules.id, seats)
    for seat in wishes:
        if seat not in seats:
            pointer = seat[:80].replace("~", "~0").replace("/", "~1")
            raise UnfitSeats(f"no seat {seat[:80]!r} under these options; there are {', '.join(seats)}", f"/{pointer}")
    return tuple([_place(plugins, rules.id, seat, wishes.get(seat, others)) for seat in seats])


def _place(plugins: Plugins, rules: str, seat: Seat, wish: Wish) -> Place:
    if wish.bot is not None:
        _, level = plugins.bot(rules, wish.bot, wish.level)
        return Place(seat, "bot", wish.bot, level)
    return Place(seat, "person" if wish.mine else "open", holders=wish.holders, taken=int(wish.mine))


def take(table: Table[Any, Any, Any], seat: Seat, key: str) -> Table[Any, Any, Any]:
    """Let the holder of this key sit down; one who sits there already changes nothing."""
    place = _find(table.header, seat)
    keys = table.keys.get(seat, ())
    if key in keys:
        return table
    if table.header.status not in ("waiting", "running"):
        raise GameOver("the game is over")
    if place.full:
        raise SeatTaken(f"seat {seat} is taken")
    sat = replace(place, by="person", taken=place.taken + 1)
    return replace(table, header=_with(table.header, sat), keys={**table.keys, seat: (*keys, key)})


def leave(table: Table[Any, Any, Any], seat: Seat, key: str) -> Table[Any, Any, Any] | None:
    """Let the holder of this key go; None where nobody holds it."""
    place = _find(table.header, seat)
    keys = table.keys.get(seat, ())
    if key not in keys:
        return None
    left = tuple([other for other in keys if other != key])
    gone = replace(place, by="person" if left else "open", taken=place.taken - 1)
    return replace(table, header=_with(table.header, gone), keys={**table.keys, seat: left})


def _find(header: Header[Any], seat: Seat) -> Place:
    place = header.place(seat)
    if place is None:
        raise UnknownSeat(f"there is no seat {seat!r} in this game")
    return place


def _with(header: Header[Any], changed: Place) -> Header[Any]:
    return replace(header, seats=tuple([changed if place.seat == changed.seat else place for place in header.seats]))
