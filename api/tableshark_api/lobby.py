"""The lobby: pages of listed games, read from the store's indexes from the newest on."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from tableshark.header import Header
from tableshark.store import Index, Store
from tableshark.table import decode_header
from tableshark_api.problems import Fault, Problem

INDEX: dict[str, Index] = {"waiting": "waiting", "running": "running", "ended": "ended"}
LOOKED_AT = 500
"""So many games are looked at for one page; where few of them are wanted it is short, and says where to go on."""
CHUNK = 50
ANY = "f" * 24
"""Stands in a cursor for a game that is not listed: whoever knows its id could sit down there."""

_PLACE = re.compile(r"(?P<mark>[0-9.e+-]{1,32})/(?P<game>[0-9a-f]{24})")


def page(
    store: Store, status: str, rules: str | None, limit: int, cursor: str | None
) -> tuple[list[Header[Any]], str | None]:
    """Give a page of listed games, and the cursor of the next page."""
    before = None if cursor is None else _read(cursor)
    found: list[Header[Any]] = []
    looked = 0
    while True:
        games = store.page(INDEX[status], before, CHUNK)
        for game, mark in games:
            before, looked = (mark, game), looked + 1
            stored = store.load(game)
            header = None if stored is None else decode_header(stored.body)
            listed = header is not None and header.terms.listed
            if header is not None and listed and rules in (None, header.rules):
                found.append(header)
            if len(found) == limit or looked == LOOKED_AT:
                return found, _written((mark, game if listed else ANY))
        if len(games) < CHUNK:
            return found, None


def _written(place: tuple[float, str]) -> str:
    return base64.urlsafe_b64encode(f"{place[0]!r}/{place[1]}".encode()).decode()


def _read(cursor: str) -> tuple[float, str]:
    try:
        found = _PLACE.fullmatch(base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode())
        if found is not None:
            return float(found["mark"]), found["game"]
    except (ValueError, binascii.Error):
        pass
    raise Problem(
        "malformed_query", "the query does not fit its schema", [Fault("cursor", "This is no cursor of this lobby.")]
    )
