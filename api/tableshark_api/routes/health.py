"""Health: does the process live, and can it serve."""

from __future__ import annotations

from tableshark.errors import RulesAway
from tableshark_api.envelopes import HealthSchema
from tableshark_api.house import house
from tableshark_api.routing import Routes, described, refuses

routes = Routes("health", __name__, description="For whoever runs the server.")


@routes.route("/livez")
@described(operationId="live")
@refuses()
@routes.response(200, HealthSchema, description="The process lives.")
def live() -> dict[str, str]:
    """Tell that the process lives; nothing else is asked."""
    return {"status": "ok"}


@routes.route("/readyz")
@described(operationId="ready")
@refuses("store_away", "queue_away", "rules_away")
@routes.response(200, HealthSchema, description="Everything that is needed answers.")
def ready() -> dict[str, str]:
    """Write to the store, ask the queue, and look for rules."""
    here = house()
    here.store.probe()
    here.queue.probe()
    if not here.plugins.rules:
        raise RulesAway("no rules are installed")
    return {"status": "ok"}
