"""Jobs: how far an ordered bot's move is. The game says whether it is done; the queue only how it goes till then."""

from __future__ import annotations

from typing import Any

from tableshark import jobs
from tableshark.errors import QueueAway, UnknownGame
from tableshark.jobs import Play
from tableshark.table import Table
from tableshark_api.envelopes import JobSchema
from tableshark_api.gate import visit
from tableshark_api.house import house
from tableshark_api.problems import Problem
from tableshark_api.routing import Routes, described, refuses

routes = Routes("jobs", __name__, url_prefix="/v1/jobs", description="Work that was ordered.")


@routes.route("/<job>")
@described(operationId="getJob")
@refuses("unknown_job", "no_token", "bad_token", "other_seat", "store_away", "rules_away")
@routes.response(200, JobSchema, description="How far it is.")
def one(job: str) -> dict[str, Any]:
    """Tell how far a job is, to the seat that it is for."""
    missing = Problem("unknown_job", f"there is no job {job[:120]!r}")
    play = jobs.parse(job) if len(job) <= 120 else None
    if play is None:
        raise missing
    try:
        visitor = visit(play.game, "required")
    except UnknownGame:
        raise missing from None
    if visitor.held != play.seat:
        raise Problem("other_seat", f"the token opens seat {visitor.held}, not that of the job")
    told = progress(visitor.table, play)
    if told is None:
        raise missing
    return told


def progress(table: Table[Any, Any, Any], play: Play) -> dict[str, Any] | None:
    """Tell how far a job is; None where it was never ordered."""
    state = _state(table, play)
    return None if state is None else written(play, state)


def written(play: Play, state: str) -> dict[str, Any]:
    """Write a job."""
    return {"job": play.id, "game": play.game, "seat": play.seat, "turn": play.turn, "state": state}


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
