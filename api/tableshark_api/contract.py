"""What the OpenAPI document says of each set of rules: its own components, envelopes and examples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tableshark import seating
from tableshark.game import start
from tableshark.plugins import Plugins
from tableshark.rules import Rules
from tableshark.schema import REFS, components, plain
from tableshark.windows import look
from tableshark_api.answers import frame
from tableshark_api.envelopes import ABSENT, HOLDERS, LARGEST, LONGEST_TURN, ONLOOKERS, STATUSES
from tableshark_api.ordering import new_simulation, until

AnyRules = Rules[Any, Any, Any, Any]

EXAMPLE_GAME = "0123456789abcdef01234567"
SHORT = 40
"""Examples show a window with at most so many legal moves."""


def ref(name: str) -> dict[str, Any]:
    """Refer to a component."""
    return {"$ref": REFS + name}


def schemas(plugins: Plugins) -> dict[str, Any]:
    """Give all components that come from the installed rules, and the unions over them."""
    rules = [plugins.rules[name] for name in sorted(plugins.rules)]
    found: dict[str, Any] = {}
    for one in rules:
        found.update(components(one))
        found[f"{one.id}.NewGame"] = _new_game(one)
        found[f"{one.id}.Window"] = _window(one)
        found[f"{one.id}.NewSimulation"] = new_simulation(one)
    found["NewGame"] = _by_rules(rules, "NewGame", "A game to create.")
    found["NewSimulation"] = _by_rules(rules, "NewSimulation", "A simulation to be run.")
    found["Window"] = _by_rules(rules, "Window", "What a seat, or an onlooker, sees.")
    found.update(_wishes())
    found.update(until())
    found["Move"] = {
        "description": "A move.",
        "type": "object",
        "properties": {
            "turn": {
                "type": "integer",
                "minimum": 1,
                "maximum": LARGEST,
                "description": "The turn that is answered, from the view.",
            },
            "move": _any("Move", rules) | {"description": "One of the legal moves of the view."},
        },
        "required": ["turn", "move"],
        "additionalProperties": False,
    }
    return found


def _any(part: str, rules: Iterable[AnyRules]) -> dict[str, Any]:
    known = [ref(f"{one.id}.{part}") for one in rules]
    return {"anyOf": known} if known else {"type": "object"}


def _by_rules(rules: list[AnyRules], part: str, text: str) -> dict[str, Any]:
    if not rules:
        return {"description": text, "type": "object"}
    return {
        "description": text,
        "oneOf": [ref(f"{one.id}.{part}") for one in rules],
        "discriminator": {
            "propertyName": "rules",
            "mapping": {one.id: f"{REFS}{one.id}.{part}" for one in rules},
        },
    }


def _new_game(rules: AnyRules) -> dict[str, Any]:
    return {
        "description": f"A game of {rules.title} to create.",
        "type": "object",
        "properties": {
            "rules": {"type": "string", "const": rules.id},
            "options": ref(f"{rules.id}.Options"),
            "seats": {
                "type": "object",
                "description": "Who sits where, by seat.",
                "additionalProperties": ref("Wish"),
            },
            "others": {
                "description": "Who sits at the seats that are not named; without this they are open.",
                "allOf": [ref("Wish")],
            },
            "seed": {
                "type": "string",
                "pattern": "^[0-9a-f]{64}$",
                "description": "Makes it a practice game: all luck follows from this.",
            },
            "listed": {"type": "boolean", "default": True, "description": "Whether the lobby shows it."},
            "onlookers": {
                "type": "string",
                "enum": ONLOOKERS,
                "default": "public",
                "description": "Whether somebody without a seat may watch.",
            },
            "turn_seconds": {
                "type": "number",
                "minimum": 1,
                "maximum": LONGEST_TURN,
                "description": "How long a person has for a question; without it, as long as it takes.",
            },
            "absent": {
                "type": "string",
                "enum": ABSENT,
                "default": "wait",
                "description": (
                    "What happens once that time is up: nothing, a bot answers until the person plays again, or the "
                    "game ends. All but `wait` need turn_seconds."
                ),
            },
            "stand_in": {
                "description": "The bot that answers for those who stay away; without it the first of the rules' own.",
                "allOf": [ref("StandIn")],
            },
        },
        "required": ["rules"],
        "additionalProperties": False,
    }


def _wishes() -> dict[str, Any]:
    """Describe how a seat is filled, each way by a component of its own: clients name their classes by them."""
    number = {"type": "integer", "minimum": 1, "maximum": HOLDERS, "description": "How many persons share the seat."}
    holders = {"holders": number}
    bot = {"bot": {"type": "string"}, "level": {"type": "string"}}
    kinds: dict[str, tuple[str, str, dict[str, Any]]] = {
        "me": ("MySeat", "The creator sits there.", holders),
        "open": ("OpenSeat", "Whoever comes may sit down.", holders),
        "invited": ("InvitedSeat", "Whoever has the invitation may sit down.", holders),
        "bot": ("BotSeat", "A bot sits there.", bot),
    }
    found: dict[str, Any] = {
        name: {
            "description": text,
            "type": "object",
            "properties": {"by": {"type": "string", "const": by}, **more},
            "required": ["by", "bot"] if by == "bot" else ["by"],
            "additionalProperties": False,
        }
        for by, (name, text, more) in kinds.items()
    }
    found["Wish"] = {
        "description": "How a seat is filled: by the creator, by whoever comes, by whoever is invited, or by a bot.",
        "oneOf": [ref(name) for name in found],
        "discriminator": {
            "propertyName": "by",
            "mapping": {by: REFS + name for by, (name, _, _) in kinds.items()},
        },
    }
    return found


def _window(rules: AnyRules) -> dict[str, Any]:
    seats = {"type": "array", "items": {"type": "string"}}
    move = ref(f"{rules.id}.Move")
    properties: dict[str, Any] = {
        "game": {"type": "string"},
        "rules": {"type": "string", "const": rules.id},
        "status": {
            "type": "string",
            "enum": STATUSES,
            "description": "Of a game that was `abandoned` the views stay as they were; its record tells all.",
        },
        "seat": {"type": ["string", "null"], "description": "Whose window it is; null: an onlooker's."},
        "number": {
            "type": "integer",
            "description": (
                "The number of this view: it grows by one whenever anything in here changes. Where it grew for "
                "another reason than a step with news for you, the news of the view are those that have been told."
            ),
        },
        "turn": {
            "type": ["integer", "null"],
            "description": "The question that is put to the seat: a move quotes it. Null: nothing is asked.",
        },
        "view": ref(f"{rules.id}.View"),
        "waiting": {**seats, "description": "Whose answer is waited for."},
        "answered": {**seats, "description": "Who has answered; what, stays sealed until all have."},
        "away": {**seats, "description": "For whom a bot answers, until the person plays again."},
        "legal": {
            "description": "What the seat may do: listed, or described where that is too much. Null: nothing is asked.",
            "anyOf": [
                {"type": "array", "items": move},
                {
                    "type": "object",
                    "properties": {
                        "schema": {
                            "type": "object",
                            "description": "JSON Schema of the legal moves.",
                            "additionalProperties": {},
                        },
                        "examples": {"type": "array", "items": move},
                    },
                    "required": ["schema", "examples"],
                },
                {"type": "null"},
            ],
        },
        "due": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "When the question ends by itself.",
        },
        "outcome": {"anyOf": [ref("Outcome"), {"type": "null"}]},
    }
    return {
        "description": f"What a seat, or an onlooker, sees of a game of {rules.title}.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def examples(plugins: Plugins) -> dict[str, dict[str, Any]]:
    """Give an example of each envelope for each set of rules: made by the rules, always the same."""
    made: dict[str, dict[str, Any]] = {"NewGame": {}, "Move": {}, "Window": {}, "NewSimulation": {}}
    for name in sorted(plugins.rules):
        rules = plugins.rules[name]
        settings = rules.options()
        places = seating.plan(plugins, rules, settings, {})
        wishes = {place.seat: {"by": "me"} for place in places}
        made["NewGame"][name] = {"value": plain({"rules": name, "options": settings, "seats": wishes})}
        bot = plugins.bots_for(name)[0]
        bots = [{"bot": bot.id, "level": bot.level}]
        made["NewSimulation"][name] = {"value": plain({"rules": name, "bots": bots, "episodes": 1000 * len(places)})}
        game = start(rules, settings, b"an example")
        window = look(rules, game, next(iter(game.waiting), None))
        legal = window.legal
        if legal is not None and window.turn is not None:
            move = legal[0] if isinstance(legal, tuple) else legal.examples[0]
            made["Move"][name] = {"value": plain({"turn": window.turn, "move": move})}
        if isinstance(legal, tuple) and len(legal) > SHORT:
            window = look(rules, game, None)
        made["Window"][name] = {"value": plain(frame(EXAMPLE_GAME, name, window, "running"))}
    return made
