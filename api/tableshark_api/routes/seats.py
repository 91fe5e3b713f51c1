"""Seats: taken and left."""

from __future__ import annotations

from typing import Any

from flask import Response

from tableshark_api import tokens
from tableshark_api.envelopes import NothingSchema, SitSchema, TokenSchema
from tableshark_api.gate import Visit, gate, opens_nothing
from tableshark_api.house import house
from tableshark_api.repeats import REPEATS, repeatable, still_first
from tableshark_api.routing import Routes, described, refuses

routes = Routes("seats", __name__, url_prefix="/v1/games/<game>/seats", description="Taking a seat and leaving it.")


@routes.route("/<seat>", methods=["POST"])
@described(operationId="takeSeat")
@refuses(
    "malformed_json",
    "unknown_game",
    "unknown_seat",
    "not_invited",
    "seat_taken",
    "game_over",
    "body_too_large",
    "not_json",
    "malformed_body",
    *REPEATS,
    "store_away",
    "rules_away",
)
@gate("ignored")
@repeatable
@routes.arguments(SitSchema, required=False)
@routes.response(201, TokenSchema, description="The seat's token.")
def take(visitor: Visit, body: dict[str, Any], game: str, seat: str) -> dict[str, Any]:
    """Take an open seat; the last one that is taken starts the game."""
    token = tokens.new("seat", game, seat)
    invite = tokens.key(body["invite"]) if "invite" in body else None
    house().desk.take_seat(
        game, seat, tokens.key(token), invite=invite, salt=body.get("salt"), guard=lambda table: still_first()
    )
    return {"game": game, "seat": seat, "token": token}


@routes.route("/<seat>/token", methods=["POST"])
@described(operationId="changeToken")
@refuses(
    "malformed_json",
    "unknown_game",
    "unknown_seat",
    "no_token",
    "bad_token",
    "other_seat",
    "body_too_large",
    "not_json",
    "malformed_body",
    *REPEATS,
    "store_away",
    "rules_away",
)
@gate("required")
@repeatable
@routes.arguments(NothingSchema, required=False)
@routes.response(201, TokenSchema, description="The seat's new token; the old one opens nothing any more.")
def change(visitor: Visit, body: dict[str, Any], game: str, seat: str) -> dict[str, Any]:
    """Exchange the token for a new one; streams of the old one end."""
    token = tokens.new("seat", game, seat)
    assert visitor.key is not None
    if not house().desk.change_key(game, seat, visitor.key, tokens.key(token)):
        raise opens_nothing()
    house().limits.hand_over(visitor.key, tokens.key(token))
    return {"game": game, "seat": seat, "token": token}


@routes.route("/<seat>", methods=["DELETE"])
@described(operationId="leaveSeat")
@refuses("unknown_game", "unknown_seat", "no_token", "bad_token", "other_seat", "store_away", "rules_away")
@gate("required")
@routes.response(204, description="The seat is free again, and the token opens nothing any more.")
def leave(visitor: Visit, game: str, seat: str) -> Response:
    """Leave a seat."""
    assert visitor.key is not None
    if not house().desk.leave_seat(game, seat, visitor.key):
        raise opens_nothing()
    return Response(status=204)
