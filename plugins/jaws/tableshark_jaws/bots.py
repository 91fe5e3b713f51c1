"""The machine player of Jaws: one hand for the island, one for the sea, whichever seat it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tableshark import Bot, Budget, Chance, Decision, Level, Vantage
from tableshark_jaws.amity import bots as island
from tableshark_jaws.orca import bots as sea
from tableshark_jaws.rules import RULES


@dataclass(frozen=True, slots=True)
class Mind:
    """How it thinks in each act."""

    island: island.IslandMind
    sea: sea.SeaMind


LEVELS = {
    "easy": Level(Mind(island.EASY, sea.EASY), sea.EASY_BUDGET),
    "normal": Level(Mind(island.NORMAL, sea.NORMAL), sea.NORMAL_BUDGET),
}


def choose(
    vantage: Vantage[Any, Any, Any], notes: Any, settings: Mind, chance: Chance, budget: Budget
) -> Decision[Any]:
    """Decide for any seat; what was noted in one act is of no use in the other."""
    act = vantage.view.act
    kept = notes["noted"] if notes is not None and notes["act"] == act else None
    if act == 1:
        found: Decision[Any] = island.choose(vantage, kept, settings.island, chance, budget)
    else:
        found = sea.choose(vantage, kept, settings.sea, chance, budget)
    noted = None if found.notes is None else {"act": act, "noted": found.notes}
    return Decision(found.move, found.delay, noted)


BOTS = (
    Bot(
        id="sea-dog",
        title="Shark or crew: hunts by all that is known, and is hunted by it",
        choose=choose,
        rules=RULES.id,
        levels=LEVELS,
    ),
)
