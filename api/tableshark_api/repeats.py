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
    """Let a route's requests carry a key."""
    setattr(route, MARK, True)
    return route


def install(app: Flask) -> None:
    """Look for keys before a request is answered, and keep the answer."""
    app.before_request(_before)
    app.after_request(_after)


def _before() -> Response | None:
    key = request.headers.get(HEADER)
    if key is None or not getattr(current_app.view_functions.get(request.endpoint or ""), MARK, False):
        return None
    if not _KEY.fullmatch(key):
        raise Problem("malformed_key", f"{HEADER} must have 22 to 255 visible characters")
    store = house().store
    secret = store.keep("secret", secrets.token_bytes(32), EVER)
    named = hmac.digest(secret, f"{request.method} {request.path} {key}".encode(), hashlib.sha256)
    # The token is part of the request: nobody else gets the answer again.
    parts = [request.full_path.encode(), request.headers.get("Authorization", "").encode(), request.get_data()]
    asked = b"\0".join(parts)
    g.repeat_name = "answer:" + hmac.digest(named, b"name", hashlib.sha256).hex()
    g.repeat_print = hmac.digest(named, asked, hashlib.sha256).hex()
    g.repeat_key = hmac.digest(named, b"tokens\0" + asked, hashlib.sha256)
    known = json.loads(store.keep(g.repeat_name, json.dumps({"print": g.repeat_print}).encode(), SECONDS))
    if not hmac.compare_digest(known["print"], g.repeat_print):
        raise Problem("key_reused", "another request was sent with this key")
    return _again(known) if "status" in known else None


def _again(known: dict[str, Any]) -> Response:
    body = known["body"]
    for place, kind in (("tokens", "seat"), ("invites", "invite")):
        if place in body:
            body[place] = {seat: tokens.new(kind, body["game"], seat) for seat in body[place]}  # type: ignore[arg-type]
    if "token" in body:
        body["token"] = tokens.new("seat", body["game"], body["seat"])
    g.repeat_name = None
    return Response(
        json.dumps(body), known["status"], {**known["headers"], REPLAYED: "true"}, content_type="application/json"
    )


def _after(response: Response) -> Response:
    name = g.get("repeat_name")
    if name is not None and response.status_code in (200, 201, 202):
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
