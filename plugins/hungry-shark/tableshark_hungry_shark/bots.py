"""Two machine players that count like people: one says what it counted, one counts again first."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tableshark import Bot, Budget, Chance, Decision, Level, Vantage
from tableshark_hungry_shark.pace import AGAIN, PACES, Pace, declare, draw_count, draw_time
from tableshark_hungry_shark.rules import RULES
from tableshark_hungry_shark.state import Declare, Pass, State, View

AnyMove = Declare | Pass


def count_once(
    vantage: Vantage[State, AnyMove, View], notes: Any, settings: Pace, chance: Chance, budget: Budget
) -> Decision[AnyMove]:
    """Count, and say it."""
    view = vantage.view
    delay = draw_time(settings, view, chance)
    return Decision(declare(view, draw_count(settings, view, chance)), delay)


def count_twice(
    vantage: Vantage[State, AnyMove, View], notes: Any, settings: Pace, chance: Chance, budget: Budget
) -> Decision[AnyMove]:
    """Count twice; where the counts differ, pass, or with no card to lose say the second one."""
    view = vantage.view
    delay = draw_time(settings, view, chance)
    first, second = draw_count(settings, view, chance), draw_count(settings, view, chance)
    cards = next(pile.cards for pile in view.piles if pile.seat == vantage.seat)
    if first != second and cards:
        return Decision(Pass(view.round), delay)
    return Decision(declare(view, second), delay)


COUNTER = Bot(
    id="counter",
    title="Counts once and says it",
    choose=count_once,
    rules=RULES.id,
    levels={level: Level(pace) for level, pace in PACES.items()},
)
CAUTIOUS = Bot(
    id="cautious",
    title="Counts twice and passes when in doubt",
    choose=count_twice,
    rules=RULES.id,
    levels={level: Level(replace(pace, again=AGAIN)) for level, pace in PACES.items()},
)
BOTS = (COUNTER, CAUTIOUS)
