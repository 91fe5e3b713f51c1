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

LONGEST_TURN = 7 * 24 * 3600
"""The most seconds that a person can be given for a question."""
SEATS = 64
"""The most seats, or bots, that a body may name."""
PAGE = 100
"""The most games of one page of the lobby."""
ONLOOKERS = ["public", "none"]
ABSENT = ["wait", "bot", "end"]
SALT = r"[A-Za-z0-9_-]{1,64}"

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


class Number(fields.Float):
    """A number in a body: no string that looks like one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, bool | str):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class _Few:
    """Counts before it looks: thousands of faults in one body would take the better part of a second."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, dict | list) and len(value) > SEATS:
            raise ValidationError(f"No more than {SEATS} expected.")
        return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[misc]


class FewByName(_Few, fields.Dict):
    """A few values, by name."""


class Few(_Few, fields.List[Any]):
    """A few values."""


class WishSchema(Schema):
    """How the creator wants one seat filled."""

    by = fields.String(required=True, validate=OneOf(["me", "bot", "open", "invited"]))
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


class StandInSchema(Schema):
    """The bot that answers for persons who stay away."""

    bot = fields.String(required=True)
    level = fields.String()


class NewGameSchema(Schema):
    """A game to create."""

    rules = fields.String(required=True)
    options = fields.Raw()
    seats = FewByName(keys=fields.String(), values=fields.Nested(WishSchema))
    others = fields.Nested(WishSchema)
    seed = fields.String(validate=Regexp(r"[0-9a-f]{64}\Z", error="64 hexadecimal digits expected, in lower case."))
    listed = fields.Boolean(truthy={True}, falsy={False})
    onlookers = fields.String(validate=OneOf(ONLOOKERS))
    turn_seconds = Number(allow_nan=False, validate=Range(1, LONGEST_TURN))
    absent = fields.String(validate=OneOf(ABSENT))
    stand_in = fields.Nested(StandInSchema)

    @validates_schema
    def check(self, wanted: dict[str, Any], **kwargs: Any) -> None:
        """Refuse what does not go together."""
        if wanted.get("absent", "wait") != "wait" and "turn_seconds" not in wanted:
            raise ValidationError("Needs turn_seconds.", "absent")
        if "stand_in" in wanted and wanted.get("absent") != "bot":
            raise ValidationError('Only where absent is "bot".', "stand_in")


class SitSchema(Schema):
    """Sitting down."""

    invite = fields.String(metadata=told("The seat's invitation, where it needs one."))
    salt = fields.String(
        validate=Regexp(SALT + r"\Z", error="1 to 64 letters, digits, - and _ expected."),
        metadata=told(
            "Goes into all luck of a game that has not begun, so that nobody else can have chosen it.",
            pattern=f"^{SALT}$",
        ),
    )


class LobbyQuerySchema(Schema):
    """Which games are wanted."""

    status = fields.String(
        load_default="waiting",
        validate=OneOf(["waiting", "running", "ended"]),
        metadata=told("Whether they wait for players, are played, or have ended."),
    )
    rules = fields.String(metadata=told("Only games of these rules."))
    limit = Whole(load_default=20, validate=Range(1, PAGE), metadata=told("How many at most."))
    cursor = fields.String(metadata=told("Where the last page ended: its `next`."))


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
    invited = fields.Boolean(required=True, metadata=told("Whether it needs an invitation to sit down."))
    away = fields.Boolean(
        required=True, metadata=told("Whether a bot answers in the person's place, until the person plays again.")
    )


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


class StandInAnswerSchema(Answer):
    """The bot that answers for persons who stay away."""

    bot = fields.String(required=True)
    level = fields.String(required=True)


class GameSchema(Answer):
    """The public facts of a game."""

    game = fields.String(required=True)
    rules = fields.String(required=True)
    version = fields.Integer(required=True, metadata=told("The version of the rules."))
    options = fields.Dict(required=True, metadata=told("They fit the rules' `Options`."))
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
    listed = fields.Boolean(required=True, metadata=told("Whether the lobby shows it."))
    onlookers = fields.String(
        required=True, validate=OneOf(ONLOOKERS), metadata=told("Whether somebody without a seat may watch.")
    )
    turn_seconds = fields.Float(metadata=told("How long a person has for a question."))
    absent = fields.String(
        required=True,
        validate=OneOf(ABSENT),
        metadata=told(
            "What happens once that time is up: nothing, a bot answers until the person plays again, or the game ends, "
            "and those who stayed away share the last rank."
        ),
    )
    stand_in = fields.Nested(StandInAnswerSchema, metadata=told("The bot that answers for those who stay away."))


class NewlyMadeSchema(GameSchema):
    """A game that was just created."""

    tokens = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=told('The tokens of the creator\'s own seats (by "me"). They are shown this once.'),
    )
    invites = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=told('The invitations to seats (by "invited"): whoever sends one may sit down.'),
    )


class LobbySchema(Answer):
    """Games, the newest first."""

    games = fields.List(fields.Nested(GameSchema), required=True)
    next = fields.String(metadata=told("The cursor of the next page; absent on the last one."))


class LineSchema(Answer):
    """A line of a game's log."""

    text = fields.String(required=True, metadata=told("The line, as JSON: what was accepted, and how luck fell."))
    hash = fields.String(
        required=True,
        metadata=told("SHA-256 over the hash before it (for the first line: the commitment) and the text."),
    )


class RecordSchema(Answer):
    """All there is to know of a game that is over: enough to check its luck and to play it again."""

    format = fields.Integer(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    version = fields.Integer(required=True)
    options = fields.Dict(required=True)
    seats = fields.List(fields.String(), required=True)
    seeded = fields.Boolean(required=True)
    commitment = fields.String(
        required=True, metadata=told('SHA-256 over "tableshark/1/", the game, "/" and the seed in hex.')
    )
    seed = fields.String(required=True, metadata=told("In hex."))
    salts = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    lines = fields.List(fields.Nested(LineSchema), required=True)
    outcome = fields.Nested(OutcomeSchema, allow_none=True, required=True)


class TokenSchema(Answer):
    """The right to a seat."""

    game = fields.String(required=True)
    seat = fields.String(required=True)
    token = fields.String(required=True, metadata=told("Send it as Authorization: Bearer. It is shown this once."))


class JobSchema(Answer):
    """A bot's move, or its advice, that was ordered."""

    job = fields.String(required=True)
    game = fields.String(required=True)
    seat = fields.String(required=True)
    turn = fields.Integer(required=True)
    state = fields.String(required=True, validate=OneOf(STATES))
    advice = fields.Dict(metadata=told("The move that the bot would play, once the advice is done."))
    reason = fields.String(metadata=told("Why there is no advice."))


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
