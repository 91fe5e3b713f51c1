"""The catalogue: which rules are installed, how they are played, and by which bots."""

from __future__ import annotations

from typing import Any

from tableshark.rules import Rules
from tableshark_api.envelopes import CatalogueSchema, RulesSchema
from tableshark_api.house import House, house
from tableshark_api.routing import Routes, described, refuses

routes = Routes("rules", __name__, url_prefix="/v1/rules", description="What can be played.")


@routes.route("")
@described(operationId="listRules")
@refuses()
@routes.response(200, CatalogueSchema, description="All that is installed.")
def catalogue() -> dict[str, Any]:
    """List the installed rules."""
    here = house()
    return {
        "rules": [entry(here, here.plugins.rules[name]) for name in sorted(here.plugins.rules)],
        "disabled": [{"plugin": one.plugin, "reason": one.reason} for one in here.plugins.broken],
    }


@routes.route("/<rules>")
@described(operationId="getRules")
@refuses("unknown_rules")
@routes.response(200, RulesSchema, description="The rules.")
def one(rules: str) -> dict[str, Any]:
    """Describe one set of rules."""
    here = house()
    return entry(here, here.plugins.get(rules[:80]))


def entry(here: House, rules: Rules[Any, Any, Any, Any]) -> dict[str, Any]:
    """Describe rules for the catalogue."""
    return {
        "rules": rules.id,
        "title": rules.title,
        "version": rules.version,
        "seats": rules.seats(rules.options()),
        **{part.lower(): {"$ref": f"/openapi.json#/components/schemas/{rules.id}.{part}"} for part in PARTS},
        "bots": [
            {"bot": bot.id, "title": bot.title, "levels": list(bot.levels), "level": bot.level}
            for bot in here.plugins.bots_for(rules.id)
        ],
    }


PARTS = ("Options", "Move", "View")
