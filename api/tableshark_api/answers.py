"""Answers about a game: its public facts, and windows, which the core writes once as JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Response
from msgspec.structs import asdict

from tableshark.header import Header, Place
from tableshark.rules import Data
from tableshark.table import encode
from tableshark.windows import Window


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
        "version": header.version,
        "options": msgspec.to_builtins(header.options),
        "status": header.status,
        "seats": [_place(place) for place in header.seats],
        "created": moment(header.created),
        "commitment": header.commitment,
        "seeded": header.seeded,
    }
    if header.started is not None:
        told["started"] = moment(header.started)
    if header.ended is not None:
        told["ended"] = moment(header.ended)
    if header.outcome is not None:
        told["outcome"] = asdict(header.outcome)
    return told


def _place(place: Place) -> dict[str, Any]:
    return {name: value for name, value in asdict(place).items() if value is not None}


def frame(game: str, rules: str, window: Window[Any, Any]) -> Frame:
    """Put a window in its envelope."""
    return Frame(
        game=game,
        rules=rules,
        status="running" if window.outcome is None else "over",
        seat=window.seat,
        number=window.number,
        turn=window.turn,
        view=window.view,
        waiting=window.waiting,
        answered=window.answered,
        legal=window.legal,
        due=None if window.due is None else moment(window.due),
        outcome=window.outcome,
    )


def tag(window: Window[Any, Any]) -> str:
    """Give the ETag of a window, without its quotes."""
    return f"{window.seat or '-'}.{window.number}"


def shown(game: str, rules: str, window: Window[Any, Any]) -> Response:
    """Answer with a window."""
    return _private(Response(encode(frame(game, rules, window)), content_type="application/json"), window)


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
