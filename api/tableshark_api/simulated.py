"""The envelopes of simulations, and what they are filled with."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import Schema, ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from tableshark.simulate import STEPS
from tableshark.simulations import report
from tableshark.simulations.desk import Simulation
from tableshark.simulations.plan import EPISODES, SEED
from tableshark_api.answers import moment
from tableshark_api.envelopes import LARGEST, SEATS, Answer, Few, Number, StandInSchema, Whole, time, told

ROTATIONS = ["none", "rotate", "paired"]
ENDS = ["queued", "running", "done", "cancelled", "out_of_time", "failed"]

INSIDE = Range(0, 1, min_inclusive=False, max_inclusive=False)


class UntilSchema(Schema):
    """When a simulation may stop before all its episodes are played."""

    type = fields.String(required=True, validate=OneOf(["interval", "sprt"]))
    width = Number(allow_nan=False, validate=Range(0, 0.5, min_inclusive=False, max_inclusive=False))
    low = Number(allow_nan=False, validate=INSIDE)
    high = Number(allow_nan=False, validate=INSIDE)

    @validates_schema
    def check(self, wanted: dict[str, Any], **kwargs: Any) -> None:
        """Refuse what does not go together."""
        needed = {"width"} if wanted["type"] == "interval" else {"low", "high"}
        for name in sorted(needed - set(wanted)):
            raise ValidationError("Missing data for required field.", name)
        for name in sorted(set(wanted) - needed - {"type"}):
            raise ValidationError("Of another type.", name)
        if "low" in wanted and wanted["low"] >= wanted["high"]:
            raise ValidationError("Must be more than low.", "high")


class NewSimulationSchema(Schema):
    """A simulation to be run."""

    rules = fields.String(required=True)
    options = fields.Raw()
    bots = Few(fields.Nested(StandInSchema), required=True, validate=Length(1, SEATS))
    episodes = fields.Integer(required=True, strict=True, validate=Range(1, EPISODES))
    seed = fields.String(validate=Length(1, SEED))
    rotation = fields.String(load_default="none", validate=OneOf(ROTATIONS))
    steps = fields.Integer(strict=True, load_default=STEPS, validate=Range(1, STEPS))
    seconds = Number(allow_nan=False, validate=Range(0, LARGEST, min_inclusive=False))
    until = fields.Nested(UntilSchema)


class EpisodesQuerySchema(Schema):
    """Which episodes are wanted, and how."""

    first = Whole(load_default=0, validate=Range(0, LARGEST), metadata=told("The number of the first one."))
    limit = Whole(validate=Range(1, LARGEST), metadata=told("How many at most; all, if left out."))
    format = fields.String(
        load_default="ndjson", validate=OneOf(["ndjson", "csv"]), metadata=told("As NDJSON, or as CSV with a head.")
    )


class EstimateSchema(Answer):
    """A figure, with the interval that holds the true one in 95 of 100 cases."""

    mean = fields.Float(required=True)
    low = fields.Float(required=True)
    high = fields.Float(required=True)


def _estimate(text: str) -> fields.Nested:
    return fields.Nested(EstimateSchema, required=True, allow_none=True, metadata=told(text))


def _counts(text: str) -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=fields.Integer(), required=True, metadata=told(text))


class StandingSchema(Answer):
    """How a player, or a seat, did."""

    seats = fields.Integer(required=True, metadata=told("How many seats of each game it had."))
    wins = _estimate("The share of games won from these seats; a shared win counts in part. Wilson's interval.")
    par = fields.Float(required=True, metadata=told("What that share is among equals."))
    against_par = fields.Float(required=True, allow_none=True, metadata=told("The share over par."))
    score = _estimate("Mean score of a seat.")
    deviation = fields.Float(required=True, allow_none=True, metadata=told("Standard deviation of the scores."))
    scores = _counts("How often each score came.")
    ranks = _counts("How often each rank came.")
    decisions = fields.Float(required=True, metadata=told("For each game and seat."))
    faults = fields.Integer(
        required=True, metadata=told("How often a random move was played in place of an answer that could not be.")
    )


class PairedSchema(Answer):
    """A player's win share less par, over whole deals, each of which it played from every seat."""

    deals = fields.Integer(required=True)
    difference = fields.Nested(EstimateSchema, required=True)


class VerdictSchema(Answer):
    """Whether what was to be found out is decided."""

    decided = fields.Boolean(required=True)
    says = fields.String(required=True)
    likelihood = fields.Float(
        required=True, allow_none=True, metadata=told("Log-likelihood ratio; decided at 2.94 and beyond, either way.")
    )


class ReportSchema(Answer):
    """What a simulation found in the episodes that are counted."""

    episodes = fields.Integer(required=True)
    unfinished = fields.Integer(required=True, metadata=told("Had no outcome after all steps that were allowed."))
    errors = _counts("Given up because the rules raised this.")
    reasons = _counts("Why games ended.")
    length = _estimate("Steps of a game.")
    lengths = _counts("How many games had so many steps.")
    players = fields.Dict(
        keys=fields.String(), values=fields.Nested(StandingSchema), required=True, metadata=told('By "bot/level".')
    )
    seats = fields.Dict(keys=fields.String(), values=fields.Nested(StandingSchema), required=True)
    first_seat = _estimate("How much more often than par the first seat wins.")
    paired = fields.Dict(keys=fields.String(), values=fields.Nested(PairedSchema), required=True, allow_none=True)
    until = fields.Nested(VerdictSchema, required=True, allow_none=True)


class PlanSchema(Answer):
    """What decides the results: the same plan gives the same ones anywhere."""

    rules = fields.String(required=True)
    version = fields.Integer(required=True)
    options = fields.Dict(required=True)
    seats = fields.List(fields.String(), required=True)
    bots = fields.List(fields.Dict(), required=True, metadata=told("One for each seat."))
    episodes = fields.Integer(required=True)
    seed = fields.String(required=True)
    rotation = fields.String(required=True, validate=OneOf(ROTATIONS))
    steps = fields.Integer(required=True)
    seconds = fields.Float(required=True, allow_none=True)
    until = fields.Dict(required=True, allow_none=True)


class SimulationSchema(Answer):
    """A simulation, how far it is, and what it found until now."""

    simulation = fields.String(required=True)
    state = fields.String(required=True, validate=OneOf(ENDS))
    reason = fields.String(metadata=told("Why it failed."))
    plan = fields.Nested(PlanSchema, required=True)
    created = time("When it was ordered.", required=True)
    began = time("When its first episode was played.")
    ended = time("When it ended.")
    played = fields.Integer(required=True, metadata=told("How many episodes are counted."))
    cpu_seconds = fields.Float(required=True, metadata=told("CPU time that it took until now."))
    cpu_seconds_left = fields.Float(metadata=told("CPU time that the rest will take, as far as can be said."))
    thinking = fields.Dict(
        keys=fields.String(),
        values=fields.Float(),
        required=True,
        metadata=told("Seconds of CPU time for one decision, by player. Measured: no part of the results."),
    )
    hash = fields.String(metadata=told("Of a simulation that is done: SHA-256 of its episodes as NDJSON."))
    report = fields.Nested(ReportSchema, metadata=told("Once an episode is counted; left out in lists."))


class NewlyOrderedSchema(SimulationSchema):
    """A simulation that was just ordered."""

    token = fields.String(
        metadata=told(
            "Reads, cancels and lists it, and those that are ordered with it. It is shown this once; absent where the "
            "request brought one."
        )
    )
    cpu_seconds_estimated = fields.Float(metadata=told("CPU time that it is thought to take."))


class SimulationsSchema(Answer):
    """The simulations of one token, the newest first."""

    simulations = fields.List(fields.Nested(SimulationSchema), required=True)


def facts(found: Simulation, reported: bool = True) -> dict[str, Any]:
    """Tell of a simulation; absent facts are left out."""
    course, plan = found.course, msgspec.to_builtins(found.plan)
    told: dict[str, Any] = {
        "simulation": found.id,
        "state": found.state,
        "plan": plan,
        "created": moment(found.created),
        "played": course.merged,
        "cpu_seconds": course.spent.cpu,
        "thinking": course.thinking(),
    }
    if found.reason is not None:
        told["reason"] = found.reason
    if found.began is not None:
        told["began"] = moment(found.began)
    if found.ended is not None:
        told["ended"] = moment(found.ended)
    elif (left := course.left(found.plan)) is not None:
        told["cpu_seconds_left"] = left
    if found.hash is not None:
        told["hash"] = found.hash
    if reported and course.merged:
        told["report"] = msgspec.to_builtins(report(found.plan, course.tally), str_keys=True)
    return told
