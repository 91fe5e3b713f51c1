"""Games: created, and their public facts."""

from __future__ import annotations

from typing import Any

from flask import url_for

from tableshark import seating
from tableshark.errors import UnknownGame
from tableshark.header import Terms
from tableshark.seating import Wish
from tableshark.table import decode_header
from tableshark_api import fitting, tokens
from tableshark_api.answers import facts
from tableshark_api.envelopes import GameSchema, LobbyQuerySchema, LobbySchema, NewGameSchema, NewlyMadeSchema
from tableshark_api.gate import check_id
from tableshark_api.house import house
from tableshark_api.lobby import page
from tableshark_api.repeats import REPEATS, repeatable
from tableshark_api.routing import Routes, described, refuses

routes = Routes("games", __name__, url_prefix="/v1/games", description="Games and who sits where.")


@routes.route("", methods=["POST"])
@described(operationId="createGame")
@refuses(
    "malformed_json",
    "unknown_rules",
    "body_too_large",
    "not_json",
    "malformed_body",
    "malformed_options",
    "malformed_seats",
    "unknown_bot",
    *REPEATS,
    "store_away",
    "rules_away",
)
@repeatable
@routes.arguments(NewGameSchema)
@routes.response(201, NewlyMadeSchema, description="The game, and the tokens of the creator's seats.")
def create(body: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Create a game; it starts at once where no seat is open."""
    here = house()
    rules, options = fitting.rules(here.plugins, body)
    wishes = {seat: _wish(wish) for seat, wish in body.get("seats", {}).items()}
    others = _wish(body["others"]) if "others" in body else Wish()
    places = seating.plan(here.plugins, rules, options, wishes, others)
    game = tokens.new_game()
    # One that is there was created by this very request, whose answer was lost: it has been counted.
    if game is None or here.store.load(game) is None:
        here.limits.count_game()
    mine = {place.seat: tokens.new("seat", game, place.seat) for place in places if place.taken}
    invites = {place.seat: tokens.new("invite", game, place.seat) for place in places if place.invited}
    header = here.desk.create(
        rules.id,
        options,
        places,
        keys={seat: (tokens.key(token),) for seat, token in mine.items()},
        invites={seat: tokens.key(invite) for seat, invite in invites.items()},
        seed=bytes.fromhex(body["seed"]) if "seed" in body else None,
        terms=_terms(body),
        game=game,
    )
    made = {**facts(header), "tokens": mine, "invites": invites}
    return made, 201, {"Location": url_for("games.one", game=header.id)}


def _wish(wish: dict[str, Any]) -> Wish:
    by = wish["by"]
    return Wish(wish.get("bot"), wish.get("level"), by == "me", wish.get("holders", 1), by == "invited")


def _terms(body: dict[str, Any]) -> Terms:
    stand_in = body.get("stand_in", {})
    given = {name: body[name] for name in ("listed", "onlookers", "turn_seconds", "absent") if name in body}
    return Terms(**given, bot=stand_in.get("bot"), level=stand_in.get("level"))


@routes.route("")
@described(operationId="listGames")
@refuses("malformed_query", "store_away")
@routes.arguments(LobbyQuerySchema, location="query")
@routes.response(200, LobbySchema, description="A page of games, the newest first.")
def lobby(query: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """List the games that their creators let be listed."""
    found, cursor = page(house().store, query["status"], query.get("rules"), query["limit"], query.get("cursor"))
    told: dict[str, Any] = {"games": [facts(header) for header in found]}
    if cursor is None:
        return told, 200, {}
    rules = {"rules": query["rules"]} if "rules" in query else {}
    where = url_for("games.lobby", status=query["status"], limit=query["limit"], cursor=cursor, **rules)
    return {**told, "next": cursor}, 200, {"Link": f'<{where}>; rel="next"'}


@routes.route("/<game>")
@described(operationId="getGame")
@refuses("unknown_game", "store_away")
@routes.response(200, GameSchema, description="The public facts of the game.")
def one(game: str) -> dict[str, Any]:
    """Tell the public facts of a game; its plugin need not be here."""
    check_id(game)
    stored = house().store.load(game)
    if stored is None:
        raise UnknownGame(f"there is no game {game!r}")
    return facts(decode_header(stored.body))
