"""Views: what a seat, or an onlooker, may see; waited for if the client wants."""

from __future__ import annotations

import time
from typing import Any

from flask import Response, request

from tableshark.table import begun
from tableshark.windows import look
from tableshark_api import answers
from tableshark_api.envelopes import ViewQuerySchema
from tableshark_api.gate import Visit, gate, visit
from tableshark_api.house import house
from tableshark_api.problems import Problem
from tableshark_api.routing import Routes, described, refuses

routes = Routes("views", __name__, url_prefix="/v1/games/<game>/view", description="What a seat may see.")

WINDOW = {"$ref": "#/components/schemas/Window"}


@routes.route("")
@described(operationId="getView")
@refuses(
    "unknown_game", "bad_token", "game_not_started", "game_over", "malformed_query", "store_away", "rules_away", "busy"
)
@gate("optional")
@routes.arguments(ViewQuerySchema, location="query")
@routes.response(200, WINDOW, description="What the token's seat sees; without a token, what an onlooker sees.")
@routes.alt_response(304, description="Nothing new.", success=True)
def view(visitor: Visit, query: dict[str, Any], game: str) -> Response:
    """See the game; with `after`, the view that follows that one, waited for up to `wait` seconds."""
    after = query.get("after", -1)
    window = visitor.window
    if after < 0 and window is not None and request.if_none_match.contains_weak(answers.tag(window)):
        # Who knows the present view and waits, waits for the next one.
        after = window.number
    if query["wait"] and not _news(visitor, after):
        visitor = _awaited(visitor, game, after, query["wait"])
    window = look(visitor.rules, begun(visitor.table), visitor.seat)
    if window.number <= after or request.if_none_match.contains_weak(answers.tag(window)):
        return answers.nothing_new(window)
    if "after" in query:
        window = house().desk.follow(visitor.table, window, after)
    return answers.shown(visitor.table, window)


def _news(visitor: Visit, after: int) -> bool:
    window = visitor.window
    if visitor.table.header.status == "abandoned":
        return True
    return window is not None and window.number > after


def _awaited(visitor: Visit, game: str, after: int, seconds: float) -> Visit:
    """Wait until there is a newer view; give the game as it stands then, or once the time is up."""
    until = time.monotonic() + seconds
    with house().waiting.bell(game, house().limits.crowd()) as bell:
        if bell is None:
            # A 304 at once would have the client ask again without a pause.
            raise Problem("busy", "too many requests wait already; ask again, or without `wait`")
        while True:
            bell.clear()
            # The token is looked at again as well: the seat may have been left meanwhile.
            visitor = visit(game)
            left = until - time.monotonic()
            if _news(visitor, after) or left <= 0:
                return visitor
            bell.wait(left)
