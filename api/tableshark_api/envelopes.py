"""The envelopes of HTTP: what marshmallow loads, dumps and describes. Game data pass through as they are."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validates_schema
from marshmallow.validate import OneOf, Range, Regexp

HOLDERS = 16
"""The most persons that share a seat."""
WAIT = 25
"""The most seconds that a request waits."""
LARGEST = 2**53 - 1

STATUSES = ["waiting", "running", "over", "abandoned"]
STATES = ["queued", "running", "done", "failed"]


def told(text: str, **more: Any) -> dict[str, Any]:
    """Describe a field."""
    return {"description": text, **more}


class Whole(fields.Integer):
    """A whole number in a query, in plain digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,16}", value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Seconds(fields.Float):
    """Seconds in a query, in plain digits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,15})?", value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class WishSchema(Schema):
    """How the creator wants one seat filled."""

    by = fields.String(required=True, validate=OneOf(["me", "bot", "open"]))
    bot = fields.String()
    level = fields.String()
    holders = fields.Integer(strict=True, validate=Range(1, HOLDERS))

    @validates_schema
    def check(self, wish: dict[str, Any], **kwargs: Any) -> None:
        """Refuse what does not go together."""
        if wish["by"] == "bot":
            if "bot" not in wish:
                raise ValidationError("Missing data for required field.", "bot")
            if "holders" in wish:
                raise ValidationError("A bot has no holders.", "holders")
        elif "bot" in wish or "level" in wish:
            raise ValidationError('Only for seats by "bot".', "bot" if "bot" in wish else "level")


class NewGameSchema(Schema):
    """A game to create."""

    rules = fields.String(required=True)
    options = fields.Raw()
    seats = fields.Dict(keys=fields.String(), values=fields.Nested(WishSchema))
    others = fields.Nested(WishSchema)
    seed = fields.String(validate=Regexp(r"[0-9a-f]{64}\Z", error="64 hexadecimal digits expected, in lower case."))


class MoveSchema(Schema):
    """A move."""

    turn = fields.Integer(required=True, strict=True, validate=Range(1, LARGEST))
    move = fields.Raw(required=True)


class BotMoveSchema(Schema):
    """An order to a bot: answer one turn in this seat's place."""

    turn = fields.Integer(
        required=True, strict=True, validate=Range(1, LARGEST), metadata=told("The turn to answer, from the view.")
    )
    bot = fields.String(required=True, metadata=told("A bot of the rules; see GET /v1/rules/{rules}."))
    level = fields.String(metadata=told("One of the bot's levels; its usual one if left out."))


class NothingSchema(Schema):
    """An empty object; the body may be left out too."""


class ViewQuerySchema(Schema):
    """Which view is wanted."""

    after = Whole(
        validate=Range(0, LARGEST),
        metadata=told(
            "The number of the last view that is known: the one right after it is given, so that none is passed over; "
            "in a game that forgets, the newest. While there is none, 304."
        ),
    )
    wait = Seconds(
        allow_nan=False, load_default=0.0, validate=Range(0, WAIT), metadata=told("How many seconds to wait for it.")
    )


class Answer(Schema):
    """Base of what is answered: clients must bear members that a later version adds."""

    class Meta:
        """What the document says of other members: nothing."""

        unknown = EXCLUDE


class PlaceSchema(Answer):
    """A seat and who sits there."""

    seat = fields.String(required=True)
    by = fields.String(required=True, validate=OneOf(["person", "bot", "open"]))
    bot = fields.String()
    level = fields.String()
    holders = fields.Integer(required=True, metadata=told("How many persons share the seat."))
    taken = fields.Integer(required=True, metadata=told("How many of them have come."))


class OutcomeSchema(Answer):
    """How the game ended, for every seat."""

    ranks = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=told("1 is best; equals share a rank.")
    )
    scores = fields.Dict(keys=fields.String(), values=fields.Float(), required=True)
    reason = fields.String(required=True)


def time(text: str, **more: Any) -> fields.String:
    """Describe a field that holds a time."""
    return fields.String(metadata=told(text, format="date-time"), **more)


class GameSchema(Answer):
    """The public facts of a game."""

    game = fields.String(required=True)
    rules = fields.String(required=True)
    version = fields.Integer(required=True, metadata=told("The version of the rules."))
    options = fields.Dict(required=True)
    status = fields.String(required=True, validate=OneOf(STATUSES))
    seats = fields.List(fields.Nested(PlaceSchema), required=True)
    created = time("When it was created.", required=True)
    started = time("When the last seat was taken.")
    ended = time("When it ended.")
    commitment = fields.String(
        required=True, metadata=told("SHA-256 of what the luck was drawn to be before anybody sat down.")
    )
    seeded = fields.Boolean(required=True, metadata=told("Whether the creator chose the seed: a practice game."))
    outcome = fields.Nested(OutcomeSchema)


class NewlyMadeSchema(GameSchema):
    """A game that was just created."""

    tokens = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=told('The tokens of the creator\'s own seats (by "me"). They are shown this once.'),
    )


class TokenSchema(Answer):
    """The right to a seat."""

    game = fields.String(required=True)
    seat = fields.String(required=True)
    token = fields.String(required=True, metadata=told("Send it as Authorization: Bearer. It is shown this once."))


class JobSchema(Answer):
    """A bot's move that was ordered."""

    job = fields.String(required=True)
    game = fields.String(required=True)
    seat = fields.String(required=True)
    turn = fields.Integer(required=True)
    state = fields.String(required=True, validate=OneOf(STATES))


class BotSchema(Answer):
    """A machine player."""

    bot = fields.String(required=True)
    title = fields.String(required=True)
    levels = fields.List(fields.String(), required=True)
    level = fields.String(required=True, metadata=told("The level that plays where none is named."))


class RulesSchema(Answer):
    """Installed rules: what can be created and how it is played. Options, move and view are JSON Schemas."""

    rules = fields.String(required=True)
    title = fields.String(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.String(), required=True, metadata=told("The seats under the default options."))
    options = fields.Dict(required=True)
    move = fields.Dict(required=True)
    view = fields.Dict(required=True)
    bots = fields.List(fields.Nested(BotSchema), required=True)


class DisabledSchema(Answer):
    """A plugin that could not be loaded."""

    plugin = fields.String(required=True)
    reason = fields.String(required=True)


class CatalogueSchema(Answer):
    """All that is installed."""

    rules = fields.List(fields.Nested(RulesSchema), required=True)
    disabled = fields.List(fields.Nested(DisabledSchema), required=True)


class HealthSchema(Answer):
    """A good state of health."""

    status = fields.String(required=True, validate=OneOf(["ok"]))
