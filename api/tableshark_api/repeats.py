"""Requests that may be sent again: with an `Idempotency-Key` the same request has one effect, and the first answer.

Tokens are not kept, only their hashes: those of such a request follow from its key and the server's secret, so that the
answer can be given again with them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, request

from tableshark.errors import Away
from tableshark_api import tokens
from tableshark_api.house import house
from tableshark_api.problems import Problem

logger = logging.getLogger(__name__)

F = TypeVar("F", bound=Callable[..., Any])

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
REPEATS = ("malformed_key", "key_reused")
"""The codes with which such a request may be refused."""
SECONDS = 24 * 3600
"""How long an answer can be had again."""
EVER = 10 * 365 * 24 * 3600
MARK = "_repeatable"

_KEY = re.compile(r"[!-~]{22,255}")


def repeatable(route: F) -> F:
    """Let a route's requests carry a key; a fault in it is told after the gate, as those of a body are."""

    @wraps(route)
    def guarded(*args: Any, **rest: Any) -> Any:
        if "repeat_fault" in g:
            raise g.repeat_fault
        if "repeat_name" in g:
            _match(house().store.keep(g.repeat_name, json.dumps({"print": g.repeat_print}).encode(), SECONDS))
        return route(*args, **rest)

    setattr(guarded, MARK, True)
    return guarded  # type: ignore[return-value]


def still_first() -> None:
    """Raise a problem where the same request was answered meanwhile: its answer is given instead.

    Whoever has that answer may have changed since what it did, by another request.
    """
    if "repeat_name" in g:
        kept = house().store.kept(g.repeat_name)
        if kept is not None and "status" in _match(kept):
            raise Problem("key_reused", "this request was answered meanwhile")


def install(app: Flask) -> None:
    """Look for keys before a request is answered, and keep the answer."""
    app.before_request(_before)
    app.after_request(_after)


def _before() -> Response | None:
    key = request.headers.get(HEADER)
    marked = getattr(current_app.view_functions.get(request.endpoint or ""), MARK, False)
    if key is None or request.method != "POST" or not marked:
        return None
    if not _KEY.fullmatch(key):
        g.repeat_fault = Problem("malformed_key", f"{HEADER} must have 22 to 255 visible characters")
        return None
    store = house().store
    secret = store.keep("secret", secrets.token_bytes(32), EVER)
    named = hmac.digest(secret, f"{request.method} {request.path} {key}".encode(), hashlib.sha256)
    # The token is part of the request: nobody else gets the answer again.
    parts = [request.full_path.encode(), request.headers.get("Authorization", "").encode(), request.get_data()]
    asked = b"\0".join(parts)
    name = "answer:" + hmac.digest(named, b"name", hashlib.sha256).hex()
    g.repeat_print = hmac.digest(named, asked, hashlib.sha256).hex()
    kept = store.kept(name)
    try:
        known = None if kept is None else _match(kept)
    except Problem as problem:
        g.repeat_fault = problem
        return None
    g.repeat_key = hmac.digest(named, b"tokens\0" + asked, hashlib.sha256)
    if known is not None and "status" in known:
        return _again(known)
    g.repeat_name = name
    return None


def _match(kept: bytes) -> dict[str, Any]:
    """Read what is kept of a request; a problem where it is another one than this."""
    known: dict[str, Any] = json.loads(kept)
    if not hmac.compare_digest(known["print"], g.repeat_print):
        raise Problem("key_reused", "another request was sent with this key")
    return known


def _again(known: dict[str, Any]) -> Response:
    body = known["body"]
    # The token is the one of the first request, which it opened something for.
    g.opened = True
    for place, kind in (("tokens", "seat"), ("invites", "invite")):
        if place in body:
            body[place] = {seat: tokens.new(kind, body["game"], seat) for seat in body[place]}  # type: ignore[arg-type]
    if "token" in body:
        of = ("simulations", body["simulation"], "") if "simulation" in body else ("seat", body["game"], body["seat"])
        body["token"] = tokens.new(*of)
    return Response(
        json.dumps(body), known["status"], {**known["headers"], REPLAYED: "true"}, content_type="application/json"
    )


def _told_meanwhile(name: str) -> Response | None:
    """Give the answer of the same request that came at the same time, and after which this one was refused."""
    try:
        kept = house().store.kept(name)
        known = None if kept is None else _match(kept)
    except (Away, Problem):
        return None
    if known is None or "status" not in known:
        return None
    g.pop("code", None)
    return _again(known)


def _after(response: Response) -> Response:
    name = g.get("repeat_name")
    if name is None:
        return response
    if response.status_code >= 400:
        return _told_meanwhile(name) or response
    if response.status_code in (200, 201, 202):
        body = response.get_json()
        for place in ("tokens", "invites"):
            if place in body:
                body[place] = list(body[place])
        if "token" in body:
            body["token"] = None
        headers = {header: response.headers[header] for header in ("Location",) if header in response.headers}
        kept = {"print": g.repeat_print, "status": response.status_code, "headers": headers, "body": body}
        try:
            house().store.replace(name, json.dumps(kept).encode(), SECONDS)
        except Away:
            # What was asked for is done, and the answer is true; the same request would do it again without effect.
            logger.warning("an answer is not kept: the store does not answer")
    return response
