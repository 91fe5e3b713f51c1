"""Records: all there is to know of a game that is over."""

from __future__ import annotations

from flask import Response

from tableshark import record
from tableshark.errors import UnknownGame
from tableshark.table import encode
from tableshark_api.envelopes import RecordSchema
from tableshark_api.gate import Visit, gate
from tableshark_api.house import house
from tableshark_api.problems import Problem
from tableshark_api.routing import Routes, described, refuses

routes = Routes("records", __name__, url_prefix="/v1/games/<game>/record", description="What happened, to be checked.")


@routes.route("")
@described(operationId="getRecord")
@refuses("unknown_game", "bad_token", "game_not_started", "not_over", "store_away", "rules_away")
@gate("optional")
@routes.response(200, RecordSchema, description="Seed, salts, moves and draws: enough to check and to replay the game.")
def one(visitor: Visit, game: str) -> Response:
    """Give the record of a game that is over: anybody can check its luck, and play it again."""
    header, played = visitor.table.header, visitor.table.game
    if played is None and header.status == "waiting":
        raise Problem("game_not_started", "seats are still open")
    if header.status not in ("over", "abandoned"):
        raise Problem("not_over", "the record is given once the game is over")
    log = house().store.log(game)
    if len(log) < visitor.table.lines:
        # It was removed after it had been read.
        raise UnknownGame(f"there is no game {game!r}")
    told = encode(record.make(visitor.table, log))
    response = Response(told, content_type="application/json")
    response.headers["Vary"] = "Authorization"
    return response
