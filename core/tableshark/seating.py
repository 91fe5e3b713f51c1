"""Who sits where: the places of a new game, and people coming and going."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from tableshark.checks import check_seats
from tableshark.errors import GameOver, NotInvited, SeatTaken, UnfitSeats, UnknownBot, UnknownSeat
from tableshark.header import Header, Place, Terms
from tableshark.plugins import Plugins
from tableshark.rules import Data, Rules, Seat
from tableshark.table import Table


class Wish(Data, frozen=True):
    """How a creator wants one place filled: by whoever comes, by the creator, or by a machine player."""

    bot: str | None = None
    level: str | None = None
    mine: bool = False
    holders: int = 1
    invited: bool = False


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
    return tuple(
        [
            _place(plugins, rules.id, seat, wishes.get(seat, others), f"/seats/{seat}" if seat in wishes else "/others")
            for seat in seats
        ]
    )


def _place(plugins: Plugins, rules: str, seat: Seat, wish: Wish, where: str) -> Place:
    if wish.bot is not None:
        try:
            _, level = plugins.bot(rules, wish.bot, wish.level)
        except UnknownBot as error:
            error.where = where
            raise
        return Place(seat, "bot", wish.bot, level)
    by: Literal["person", "open"] = "person" if wish.mine else "open"
    return Place(seat, by, holders=wish.holders, taken=int(wish.mine), invited=wish.invited)


def settled(plugins: Plugins, rules: Rules[Any, Any, Any, Any], terms: Terms) -> Terms:
    """Name the machine player that takes over, where one shall: the one asked for, or the first of the rules' own.

    Raises UnknownBot for one that there is not.
    """
    if terms.absent != "bot":
        return replace(terms, bot=None, level=None)
    name = terms.bot or plugins.bots_for(rules.id)[0].id
    try:
        bot, level = plugins.bot(rules.id, name, terms.level)
    except UnknownBot as error:
        error.where = "/stand_in"
        raise
    return replace(terms, bot=bot.id, level=level)


def take(
    table: Table[Any, Any, Any], seat: Seat, key: str, *, invite: str | None = None, salt: str | None = None
) -> Table[Any, Any, Any]:
    """Let the holder of this key sit down; one who sits there already changes nothing.

    `invite` is what is kept of the invitation that was brought. A `salt` counts while the game has not begun.
    """
    place = _find(table.header, seat)
    keys = table.keys.get(seat, ())
    if key in keys:
        return table
    if table.header.status not in ("waiting", "running"):
        raise GameOver("the game is over")
    if place.invited and (invite is None or not hmac.compare_digest(invite, table.invites.get(seat, ""))):
        raise NotInvited(f"seat {seat} is kept for whoever brings its invitation")
    if place.full:
        raise SeatTaken(f"seat {seat} is taken")
    sat = replace(place, by="person", taken=place.taken + 1)
    held, brought = {**table.keys, seat: (*keys, key)}, table.brought
    if salt is not None and table.game is None:
        brought = {**brought, key: salt}
    return _salted(replace(table, header=_with(table.header, sat), keys=held, brought=brought), seat)


def exchange(table: Table[Any, Any, Any], seat: Seat, old: str, new: str) -> Table[Any, Any, Any] | None:
    """Let a new key open the seat in place of an old one; None where that can't be, or was done before."""
    keys = table.keys.get(seat, ())
    if old not in keys or new in keys:
        return None
    held = {**table.keys, seat: tuple([new if key == old else key for key in keys])}
    brought = {new if key == old else key: salt for key, salt in table.brought.items()}
    return replace(table, keys=held, brought=brought)


def absent(table: Table[Any, Any, Any], seat: Seat, *, away: bool) -> Table[Any, Any, Any]:
    """Note that a machine player answers for a seat from now on, or that it does so no longer."""
    place = _find(table.header, seat)
    if place.away == away:
        return table
    intents = {other: intent for other, intent in table.intents.items() if other != seat}
    return replace(table, header=_with(table.header, replace(place, away=away)), intents=intents)


def leave(table: Table[Any, Any, Any], seat: Seat, key: str) -> Table[Any, Any, Any] | None:
    """Let the holder of this key go; None where nobody holds it."""
    place = _find(table.header, seat)
    keys = table.keys.get(seat, ())
    if key not in keys:
        return None
    left = tuple([other for other in keys if other != key])
    # Who is away stays so, as everybody was told, until whoever sits there then plays.
    gone = replace(place, by="person" if left else "open", taken=place.taken - 1)
    brought = {other: salt for other, salt in table.brought.items() if other != key}
    return _salted(
        replace(table, header=_with(table.header, gone), keys={**table.keys, seat: left}, brought=brought), seat
    )


def _salted(table: Table[Any, Any, Any], seat: Seat) -> Table[Any, Any, Any]:
    """Join the salts of those at a seat, while the game has not begun: then luck hangs on them."""
    if table.game is not None:
        return table
    salts = {other: salt for other, salt in table.salts.items() if other != seat}
    if mine := [table.brought[key] for key in table.keys[seat] if key in table.brought]:
        salts[seat] = "+".join(mine)
    return replace(table, salts=salts)


def _find(header: Header[Any], seat: Seat) -> Place:
    place = header.place(seat)
    if place is None:
        raise UnknownSeat(f"there is no seat {seat!r} in this game")
    return place


def _with(header: Header[Any], changed: Place) -> Header[Any]:
    return replace(header, seats=tuple([changed if place.seat == changed.seat else place for place in header.seats]))
