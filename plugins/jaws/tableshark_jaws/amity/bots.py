"""The machine players of act one, whichever seat they have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from tableshark import Budget, Chance, Decision, Vantage
from tableshark_jaws.amity import bots_crew, bots_easy, bots_shark
from tableshark_jaws.amity.moves import AmityMove, EndTurn
from tableshark_jaws.amity.state import Amity
from tableshark_jaws.table import CREW, SHARK

TURN_SECONDS = 2.0
"""When the shark ends its turn, from its beginning: so nobody can count its steps by the time they take."""


@dataclass(frozen=True, slots=True)
class IslandMind:
    """How a machine player of act one thinks."""

    plans: bool = True
    """Whether it thinks of all that can be true of the shark; else it goes by the last report, and by what is near."""
    trust: float = 0.55
    """The crew: how far it takes the shark for one that goes where it would be missed."""
    foresight: float = 0.8
    """The shark: how far it trusts in where the crew would look, against how likely it is caught anywhere."""


EASY = IslandMind(plans=False)
NORMAL = IslandMind()


def choose(
    vantage: Vantage[Any, AmityMove, Any], notes: Any, settings: IslandMind, chance: Chance, budget: Budget
) -> Decision[AmityMove]:
    """Decide for any seat of act one."""
    # An imagined world shows all that is public in numbers; of what is hidden only the shark's own is looked at.
    stage: Amity = vantage.imagine(chance).stage
    legal: tuple[AmityMove, ...] = vantage.legal  # type: ignore[assignment]
    if vantage.seat == SHARK:
        return _shark(stage, legal, notes, settings, chance)
    return _crew(stage, [*CREW].index(vantage.seat), legal, notes, settings, chance)  # type: ignore[arg-type]


def _shark(
    stage: Amity, legal: tuple[AmityMove, ...], notes: Any, mind: IslandMind, chance: Chance
) -> Decision[AmityMove]:
    if stage.phase == "start":
        return Decision(bots_shark.start(chance))
    move: AmityMove
    noted = None
    if mind.plans:
        intent = None if notes is None else msgspec.convert(notes, bots_shark.Intent)
        move, intent = bots_shark.decide(stage, intent, mind.foresight, chance)
        noted = msgspec.to_builtins(intent)
    else:
        move = bots_easy.eat(stage, legal, chance)
    return Decision(move, TURN_SECONDS if isinstance(move, EndTurn) else 0.0, noted)


def _crew(
    stage: Amity, member: int, legal: tuple[AmityMove, ...], notes: Any, mind: IslandMind, chance: Chance
) -> Decision[AmityMove]:
    if stage.phase == "event":
        return Decision(bots_crew.answer(stage, legal, chance) if mind.plans else chance.pick(legal))
    if not mind.plans:
        return Decision(bots_easy.crew(stage, member, legal, chance))
    hunch = None if notes is None else msgspec.convert(notes, bots_crew.Hunch)
    if hunch is None or hunch.round != stage.round:
        hunch = bots_crew.hunch(stage, mind.trust)
    move = None if bots_crew.waits(stage, member) else bots_crew.act(stage, member, hunch)
    return Decision(move, 0.0, msgspec.to_builtins(hunch))
