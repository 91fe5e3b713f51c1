"""Jobs: how far a bot's move is, which the game knows best, or its advice, which the queue keeps for a while."""

from __future__ import annotations

from typing import Any

from tableshark import jobs
from tableshark.errors import QueueAway, UnknownGame
from tableshark.jobs import Advise, Play
from tableshark.table import Table
from tableshark_api.envelopes import JobSchema
from tableshark_api.gate import visit
from tableshark_api.house import house
from tableshark_api.problems import Problem
from tableshark_api.routing import Routes, described, refuses
from tableshark_api.tokens import opening

LONGEST = 200
"""The most characters of a job's id."""

routes = Routes("jobs", __name__, url_prefix="/v1/jobs", description="Work that was ordered.")


@routes.route("/<job>")
@opening
@described(operationId="getJob")
@refuses("unknown_job", "no_token", "bad_token", "store_away", "queue_away", "rules_away")
@routes.response(200, JobSchema, description="How far it is.")
def one(job: str) -> dict[str, Any]:
    """Tell how far a job is, to the seat that it is for; to all others there is no such job."""
    missing = Problem("unknown_job", f"there is no job {job[:120]!r}")
    play, asked = (jobs.parse(job), jobs.parse_advice(job)) if len(job) <= LONGEST else (None, None)
    game, seat = (play.game, play.seat) if play is not None else asked[:2] if asked is not None else ("", "")
    try:
        visitor = visit(game, "required")
    except UnknownGame:
        raise missing from None
    told = None
    if visitor.held == seat:
        told = progress(visitor.table, play) if play is not None else advised(job)
    if told is None:
        raise missing
    return told


def progress(table: Table[Any, Any, Any], play: Play) -> dict[str, Any] | None:
    """Tell how far a bot's move is; None where it was never ordered."""
    state = _state(table, play)
    return None if state is None else {**written(play), "state": state}


def advised(job: str) -> dict[str, Any] | None:
    """Tell how far a question to a bot is, and its answer; None where it was never put, or is long past."""
    known = house().queue.progress(job)
    asked = jobs.parse_advice(job)
    if known is None or asked is None:
        return None
    game, seat, turn = asked
    told: dict[str, Any] = {"job": job, "game": game, "seat": seat, "turn": turn, "state": known.state}
    if known.state != "done":
        return told
    if known.result is None:
        return {**told, "state": "failed", "reason": "the turn was over before the bot was asked"}
    return {**told, "advice": known.result}


def written(order: Play | Advise) -> dict[str, Any]:
    """Write a job, but for its state."""
    return {"job": order.id, "game": order.game, "seat": order.seat, "turn": order.turn}


def _state(table: Table[Any, Any, Any], play: Play) -> str | None:
    game = table.game
    if game is None or not 0 < play.turn <= game.turns.get(play.seat, 0):
        return None
    if play.turn < game.turns[play.seat] or not game.waited_for(play.seat):
        return "done"
    order = table.orders.get(play.seat)
    if order is None or order.turn != play.turn:
        return None
    if play.seat in table.intents:
        return "running"
    try:
        known = house().queue.progress(play)
    except QueueAway:
        known = None
    # The order stands in the game: a lost job is ordered again, and one that ended has let others go first.
    return "queued" if known is None or known.state == "done" else known.state
