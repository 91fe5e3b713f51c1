"""Tokens of seats and of simulations, and invitations: how they are made, kept as hashes, presented and compared."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from flask import current_app, g, request

from tableshark_api.problems import Problem

F = TypeVar("F", bound=Callable[..., Any])

Kind = Literal["seat", "invite", "simulations"]

PREFIXES: dict[Kind, str] = {"seat": "ts_", "invite": "ti_", "simulations": "tm_"}

MARK = "_opened_by_tokens"

_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


def new(kind: Kind, game: str | None, seat: str) -> str:
    """Make a token of 256 bits; for a request that may be repeated always the same one."""
    drawn = derived(f"{kind}/{game}/{seat}") or secrets.token_bytes(32)
    return PREFIXES[kind] + urlsafe_b64encode(drawn).decode().rstrip("=")


def new_game() -> str | None:
    """Name a game that is about to be created, where the request may be repeated."""
    drawn = derived("game")
    return None if drawn is None else drawn[:12].hex()


def new_simulation() -> str:
    """Name a simulation that is about to be ordered; for a request that may be repeated always the same."""
    return (derived("simulation") or secrets.token_bytes(32))[:12].hex()


def derived(purpose: str) -> bytes | None:
    """Give 32 bytes that follow from a request with an idempotency key, and from what only the server knows."""
    key: bytes | None = g.get("repeat_key")
    return None if key is None else hmac.digest(key, purpose.encode(), hashlib.sha256)


def key(token: str) -> str:
    """Give what is kept of a token: enough to know it again, not to present it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def presented() -> str | None:
    """Give the key of the token that the request carries; None where it carries none."""
    header = request.headers.get("Authorization", "")
    if not header:
        return None
    found = _BEARER.fullmatch(header.strip())
    if found is None:
        raise Problem("bad_token", "Authorization: Bearer and a token expected")
    return key(found[1])


def opening(route: F) -> F:
    """Mark a route that looks at tokens."""
    setattr(route, MARK, True)
    return route


def presented_to_open() -> str | None:
    """Give the key of the token that the request carries to a route that looks at it; None where none can be read."""
    if not getattr(current_app.view_functions.get(request.endpoint or ""), MARK, False):
        return None
    try:
        return presented()
    except Problem:
        return None


def seat_of(held: str, keys: Mapping[str, tuple[str, ...]]) -> str | None:
    """Give the seat that a key opens. All are compared, each in constant time."""
    found = None
    for seat, others in keys.items():
        for other in others:
            if hmac.compare_digest(held, other):
                found = seat
    return found
