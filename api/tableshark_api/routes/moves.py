"""Moves: a seat's own, and those that it has a bot make."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from tableshark import jobs
from tableshark.game import check_turn
from tableshark.jobs import Advise
from tableshark.table import Table, begun
from tableshark.windows import look
from tableshark_api import answers, fitting
from tableshark_api.envelopes import BotMoveSchema, JobSchema, MoveSchema
from tableshark_api.gate import Visit, gate
from tableshark_api.house import house
from tableshark_api.repeats import REPEATS, repeatable, still_first
from tableshark_api.routes.jobs import advised, progress, written
from tableshark_api.routes.views import WINDOW
from tableshark_api.routing import Routes, described, refuses

routes = Routes("moves", __name__, url_prefix="/v1/games/<game>", description="Playing.")

BODY = ("malformed_json", "body_too_large", "not_json", "malformed_body")
DOOR = ("unknown_game", "no_token", "bad_token")
TURN = ("game_not_started", "game_over", "not_your_turn", "stale_turn", "already_answered")
AWAY = ("store_away", "rules_away")


@routes.route("/moves", methods=["POST"])
@described(operationId="play")
@refuses(*DOOR, *BODY, "malformed_move", *TURN, "illegal_move", "refused", *AWAY)
@gate("required")
@routes.arguments(MoveSchema)
@routes.response(200, WINDOW, description="What the seat sees after its move.")
def play(visitor: Visit, body: dict[str, Any], game: str) -> Response:
    """Play a move in the turn that it quotes; the same request again has no second effect."""
    move = fitting.move(visitor.rules, body["move"])
    table = house().desk.answer(game, visitor.held, move, body["turn"], visitor.seen, visitor.still_holds)
    assert table.game is not None
    return answers.shown(table, look(visitor.rules, table.game, visitor.held))


@routes.route("/bot-moves", methods=["POST"])
@described(operationId="orderBotMove")
@refuses(*DOOR, *BODY, "unknown_bot", *TURN, *REPEATS, *AWAY)
@gate("required")
@repeatable
@routes.arguments(BotMoveSchema)
@routes.response(202, JobSchema, description="The order stands.")
def order(visitor: Visit, body: dict[str, Any], game: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Have a bot answer one turn in the seat's place."""
    desk = house().desk

    def guard(table: Table[Any, Any, Any]) -> None:
        visitor.still_holds(table)
        still_first()

    thought = desk.order(game, visitor.held, body["turn"], body["bot"], body.get("level"), guard)
    job = jobs.for_thought(thought)
    table = desk.load(game)[1]
    return (
        progress(table, job) or {**written(job), "state": "queued"},
        202,
        {"Location": url_for("jobs.one", job=job.id)},
    )


@routes.route("/advice", methods=["POST"])
@described(operationId="askAdvice")
@refuses(*DOOR, *BODY, "unknown_bot", *TURN, *REPEATS, *AWAY, "queue_away")
@gate("required")
@repeatable
@routes.arguments(BotMoveSchema)
@routes.response(202, JobSchema, description="The question was put; its job gets the answer.")
def advise(visitor: Visit, body: dict[str, Any], game: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Ask a bot what it would do in the seat's place. It sees what the seat sees."""
    _, level = house().plugins.bot(visitor.rules.id, body["bot"], body.get("level"))
    check_turn(begun(visitor.table), visitor.held, body["turn"])
    advice = Advise(game, visitor.held, body["turn"], body["bot"], level)
    house().queue.advise(advice)
    told = advised(advice.id) or {**written(advice), "state": "queued"}
    return told, 202, {"Location": url_for("jobs.one", job=advice.id)}
