"""What the OpenAPI document says of ordering a simulation of some rules."""

from __future__ import annotations

from typing import Any

from tableshark.rules import Rules
from tableshark.schema import REFS
from tableshark.simulate import STEPS
from tableshark.simulations.plan import EPISODES, SEED
from tableshark_api.envelopes import LARGEST, SEATS
from tableshark_api.simulated import ROTATIONS


def new_simulation(rules: Rules[Any, Any, Any, Any]) -> dict[str, Any]:
    """Describe the body that orders a simulation of these rules."""
    return {
        "description": f"A simulation of {rules.title} to be run.",
        "type": "object",
        "properties": {
            "rules": {"type": "string", "const": rules.id},
            "options": {"$ref": f"{REFS}{rules.id}.Options"},
            "bots": {
                "type": "array",
                "items": {"$ref": REFS + "StandIn"},
                "minItems": 1,
                "maxItems": SEATS,
                "description": "Who plays: one bot for all seats, or one for each, in the order of the seats.",
            },
            "episodes": {
                "type": "integer",
                "minimum": 1,
                "maximum": EPISODES,
                "description": "How many games; in a paired simulation a multiple of the number of seats.",
            },
            "seed": {
                "type": "string",
                "minLength": 1,
                "maxLength": SEED,
                "description": "All luck follows from it and the number of the episode; without it one is drawn.",
            },
            "rotation": {
                "type": "string",
                "enum": ROTATIONS,
                "default": "none",
                "description": (
                    "`none`: everybody keeps the seat. `rotate`: all move up one seat with each episode. "
                    "`paired`: each deal is played once for each such rotation."
                ),
            },
            "steps": {
                "type": "integer",
                "minimum": 1,
                "maximum": STEPS,
                "default": STEPS,
                "description": "After so many an episode is given up.",
            },
            "seconds": {
                "type": "number",
                "exclusiveMinimum": 0,
                "maximum": LARGEST,
                "description": "So long after its first episode it ends with what it has.",
            },
            "until": {
                "description": "When it may stop before all episodes are played; judged at fixed numbers of them.",
                "allOf": [{"$ref": REFS + "Until"}],
            },
        },
        "required": ["rules", "bots", "episodes"],
        "additionalProperties": False,
    }


def until() -> dict[str, Any]:
    """Describe when a simulation may stop, each way by a component of its own: clients name their classes by them."""
    share = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
    inside = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5}
    kinds: dict[str, tuple[str, str, dict[str, Any]]] = {
        "interval": (
            "UntilInterval",
            "Once the interval of the first bot's win share reaches at most so far up and down.",
            {"width": inside},
        ),
        "sprt": (
            "UntilSprt",
            "Once it is decided whether the first bot's win share is low or high; low must be less.",
            {"low": share, "high": share},
        ),
    }
    found: dict[str, Any] = {
        name: {
            "description": text,
            "type": "object",
            "properties": {"type": {"type": "string", "const": kind}, **more},
            "required": ["type", *more],
            "additionalProperties": False,
        }
        for kind, (name, text, more) in kinds.items()
    }
    found["Until"] = {
        "description": "When a simulation may stop before all its episodes are played.",
        "oneOf": [{"$ref": REFS + name} for name in found],
        "discriminator": {
            "propertyName": "type",
            "mapping": {kind: REFS + name for kind, (name, _, _) in kinds.items()},
        },
    }
    return found
