"""Answers about a game: its public facts, and windows, which the core writes once as JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Response
from msgspec.structs import asdict

from tableshark.game import ONLOOKER
from tableshark.header import Header, Place
from tableshark.life import running_out
from tableshark.rules import Data
from tableshark.table import Table, encode
from tableshark.windows import Window
from tableshark_api.house import house


class Frame(Data, frozen=True):
    """A window as it is served."""

    game: str
    rules: str
    status: str
    seat: str | None
    number: int
    turn: int | None
    view: Any
    waiting: tuple[str, ...]
    answered: tuple[str, ...]
    away: tuple[str, ...]
    legal: Any
    due: str | None
    outcome: Any


def moment(seconds: float) -> str:
    """Write a time as RFC 3339, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def facts(header: Header[Any]) -> dict[str, Any]:
    """Give the public facts of a game; absent ones are left out."""
    told: dict[str, Any] = {
        "game": header.id,
        "rules": header.rules,
        "version": _version(header),
        "options": msgspec.to_builtins(header.options),
        "status": header.status,
        "seats": [_place(place) for place in header.seats],
        "created": moment(header.created),
        "commitment": header.commitment,
        "seeded": header.seeded,
    }
    terms = header.terms
    told |= {"listed": terms.listed, "onlookers": terms.onlookers, "absent": terms.absent}
    if terms.turn_seconds is not None:
        told["turn_seconds"] = terms.turn_seconds
    if terms.bot is not None:
        told["stand_in"] = {"bot": terms.bot, "level": terms.level}
    if header.started is not None:
        told["started"] = moment(header.started)
    if header.ended is not None:
        told["ended"] = moment(header.ended)
    if header.outcome is not None:
        told["outcome"] = asdict(header.outcome)
    return told


def _version(header: Header[Any]) -> int:
    """Give the version of the rules by which the game goes on: by the stored one a first hidden step would show."""
    rules = house().plugins.rules.get(header.rules)
    return header.version if rules is None else max(header.version, rules.version)


def _place(place: Place) -> dict[str, Any]:
    return {name: value for name, value in asdict(place).items() if value is not None}


def frame(
    game: str,
    rules: str,
    window: Window[Any, Any],
    status: str,
    *,
    due: float | None = None,
    away: tuple[str, ...] = (),
) -> Frame:
    """Put a window in its envelope. `due` is when the patience with whoever is asked ends."""
    due = min([time for time in (window.due, due) if time is not None], default=None)
    return Frame(
        game=game,
        rules=rules,
        status="running" if window.outcome is None else status,
        seat=window.seat,
        number=window.number,
        turn=window.turn,
        view=window.view,
        waiting=window.waiting,
        answered=window.answered,
        away=away,
        legal=window.legal,
        due=None if due is None else moment(due),
        outcome=window.outcome,
    )


def tag(window: Window[Any, Any]) -> str:
    """Give the ETag of a window, without its quotes."""
    return f"{window.seat or '-'}.{window.number}"


def patience(table: Table[Any, Any, Any], window: Window[Any, Any]) -> float | None:
    """Say until when the persons that the window waits for may take their time; a past question has no end."""
    if window.turn is None and (table.game is None or window.number != table.game.numbers[window.seat or ONLOOKER]):
        return None
    late = [until for until, seat in running_out(table) if seat == window.seat or window.seat not in window.waiting]
    return late[0] if late and window.waiting else None


def told(table: Table[Any, Any, Any], window: Window[Any, Any]) -> bytes:
    """Write a window of a game as JSON."""
    header = table.header
    away = tuple([place.seat for place in header.seats if place.away])
    due = patience(table, window)
    return encode(frame(header.id, header.rules, window, header.status, due=due, away=away))


def shown(table: Table[Any, Any, Any], window: Window[Any, Any]) -> Response:
    """Answer with a window."""
    return _private(Response(told(table, window), content_type="application/json"), window)


def nothing_new(window: Window[Any, Any]) -> Response:
    """Answer that the window is still the same."""
    response = Response(status=304)
    del response.headers["Content-Type"]
    return _private(response, window)


def _private(response: Response, window: Window[Any, Any]) -> Response:
    response.set_etag(tag(window))
    response.headers["Vary"] = "Authorization"
    response.headers["Cache-Control"] = "private, no-store"
    return response
