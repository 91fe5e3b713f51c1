"""Seat tokens: how they are made, kept as hashes, presented and compared."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping

from flask import request

from tableshark_api.problems import Problem

_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


def new() -> str:
    """Make a token of 256 bits."""
    return "ts_" + secrets.token_urlsafe(32)


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


def seat_of(held: str, keys: Mapping[str, tuple[str, ...]]) -> str | None:
    """Give the seat that a key opens. All are compared, each in constant time."""
    found = None
    for seat, others in keys.items():
        for other in others:
            if hmac.compare_digest(held, other):
                found = seat
    return found
