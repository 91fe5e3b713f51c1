"""Simulations: batches of games between bots, ordered, read and cancelled."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from flask import Response, g, url_for

from tableshark.errors import BadPlan, UnknownSimulation
from tableshark.simulations import Plan, make_plan, rows
from tableshark.simulations.desk import PREFIX, Simulation
from tableshark.simulations.plan import Until
from tableshark_api import fitting, tokens
from tableshark_api.house import house
from tableshark_api.problems import Fault, Problem
from tableshark_api.repeats import REPEATS, repeatable
from tableshark_api.routing import Routes, described, refuses
from tableshark_api.simulated import (
    EpisodesQuerySchema,
    NewlyOrderedSchema,
    NewSimulationSchema,
    SimulationSchema,
    SimulationsSchema,
    facts,
)

PATIENCE = 2
"""Seconds in which a worker is to say what an episode costs."""
NDJSON, CSV = "application/x-ndjson", "text/csv"

routes = Routes("simulations", __name__, url_prefix="/v1/simulations", description="Batches of games between bots.")


@routes.route("", methods=["POST"])
@tokens.opening
@described(operationId="orderSimulation")
@refuses(
    "malformed_json",
    "bad_token",
    "unknown_rules",
    "body_too_large",
    "not_json",
    "malformed_body",
    "malformed_options",
    "malformed_plan",
    "too_costly",
    *REPEATS,
    "store_away",
    "queue_away",
)
@repeatable
@routes.arguments(NewSimulationSchema)
@routes.response(202, NewlyOrderedSchema, description="The simulation, and a token where the request brought none.")
def order(body: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Order a simulation. With a token of earlier ones it is added to them."""
    here = house()
    owner = tokens.presented()
    if owner is not None and not here.simulations.owned(owner):
        raise Problem("bad_token", "the token has no simulations")
    g.opened = owner is not None
    plan = _plan(body)
    name = PREFIX + tokens.new_simulation()
    # One that is there was ordered by this very request, whose answer was lost: it has been counted.
    if here.store.load(name) is None:
        most = here.limits.simulations_at_once
        if most and len(here.store.find("simulating", limit=most)) >= most:
            raise Problem("too_many_requests", f"{most} simulations are being played; try again once one is over")
        here.limits.count_simulation()
    price = _price(plan)
    token = None if owner is not None else tokens.new("simulations", name, "")
    found = here.simulations.order(name, plan, owner or tokens.key(token or ""), price)
    told = facts(found)
    if price is not None:
        told["cpu_seconds_estimated"] = price * plan.episodes
    if token is not None:
        told["token"] = token
    return told, 202, {"Location": url_for("simulations.one", simulation=name)}


@routes.route("")
@tokens.opening
@described(operationId="listSimulations")
@refuses("no_token", "bad_token", "store_away")
@routes.response(200, SimulationsSchema, description="The token's simulations, the newest first.")
def mine() -> dict[str, Any]:
    """List the simulations of a token."""
    owner = tokens.presented()
    if owner is None:
        raise Problem("no_token", "the token of simulations is needed here")
    found = house().simulations.owned(owner)
    if not found:
        raise Problem("bad_token", "the token has no simulations")
    g.opened = True
    return {"simulations": [facts(one, reported=False) for one in found]}


@routes.route("/<simulation>")
@tokens.opening
@described(operationId="getSimulation")
@refuses("unknown_simulation", "no_token", "bad_token", "store_away")
@routes.response(200, SimulationSchema, description="How far it is, and what it found.")
def one(simulation: str) -> dict[str, Any]:
    """Tell how far a simulation is, and what it found in the episodes that are counted."""
    return facts(_visit(simulation))


@routes.route("/<simulation>", methods=["DELETE"])
@tokens.opening
@described(operationId="cancelSimulation")
@refuses("unknown_simulation", "no_token", "bad_token", "store_away")
@routes.response(200, SimulationSchema, description="The simulation as it ended.")
def cancel(simulation: str) -> dict[str, Any]:
    """End a simulation now; what it found stays. One that is over stays as it is."""
    return facts(house().simulations.cancel(_visit(simulation).id))


@routes.route("/<simulation>/episodes")
@tokens.opening
@described(operationId="getEpisodes")
@refuses("unknown_simulation", "no_token", "bad_token", "malformed_query", "store_away")
@routes.arguments(EpisodesQuerySchema, location="query")
@routes.response(200, description="A line for each episode that is counted.")
def episodes(query: dict[str, Any], simulation: str) -> Response:
    """Give the episodes that are counted until now, each of which can be played again by its seed and number."""
    found = _visit(simulation)
    lines = _lines(house().simulations.rows(found, query["first"]), query.get("limit"))
    if query["format"] == "ndjson":
        return Response(lines, content_type=NDJSON)
    return Response(rows.in_csv(lines, found.plan.seats), content_type=f"{CSV}; charset=utf-8")


def _visit(simulation: str) -> Simulation:
    found = house().simulations.load(simulation)
    owner = tokens.presented()
    if owner is None:
        raise Problem("no_token", "the token of the simulation is needed here")
    if not secrets.compare_digest(owner, found.owner):
        if not house().simulations.owned(owner):
            raise Problem("bad_token", "the token has no simulations")
        # To those who have others there is no such simulation.
        raise UnknownSimulation(f"there is no simulation {simulation[:80]!r}")
    g.opened = True
    return found


def _plan(body: dict[str, Any]) -> Plan:
    plugins = house().plugins
    rules, options = fitting.rules(plugins, body)
    for place, bot in enumerate(body["bots"]):
        if "/" in bot["bot"]:
            # At a terminal that names a level too; here the level has a place of its own.
            raise BadPlan(f"no bot {bot['bot'][:80]!r} plays {rules.id}", f"/bots/{place}")
    bots = [bot["bot"] + (f"/{bot['level']}" if "level" in bot else "") for bot in body["bots"]]
    return make_plan(
        plugins,
        rules.id,
        bots,
        body["episodes"],
        options=options,
        seed=body.get("seed") or secrets.token_hex(16),
        rotation=body["rotation"],
        steps=body["steps"],
        seconds=body.get("seconds"),
        until=msgspec.convert(body["until"], Until) if "until" in body else None,
    )


def _price(plan: Plan) -> float | None:
    """Estimate the CPU time of an episode, in seconds; a problem where all of them take more than is allowed."""
    here = house()
    # What does not change the price of an episode is left out, so that it is found out once.
    common = msgspec.structs.replace(plan, episodes=plan.block, seed="0", seconds=None, until=None)
    each = here.queue.price(msgspec.json.encode(common), PATIENCE)
    if each is None:
        # Where no worker is, nothing is played yet; its limit is kept while it is.
        return None
    cost, most = each * plan.episodes, here.simulations.most
    if cost > most:
        told = f"about {cost:,.0f} s of CPU time for {plan.episodes:,} episodes; {most:,.0f} s are allowed"
        raise Problem("too_costly", told, [Fault("/episodes", f"at most about {int(most / each):,} can be played")])
    return each


def _lines(parts: Iterator[bytes], limit: int | None) -> Iterator[bytes]:
    if limit is None:
        return parts
    return islice((line for part in parts for line in part.splitlines(keepends=True)), limit)
