"""How a machine player of the crew plans its turn: the best order of all that it can do, by what that is worth."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from tableshark_jaws.amity.bots_hunt import ANY, Leaning, believe
from tableshark_jaws.amity.bots_pursuit import Pursuit
from tableshark_jaws.amity.moves import EndTurn
from tableshark_jaws.amity.state import Amity, event
from tableshark_jaws.amity.tables import BEACHES, TABLES

S = TypeVar("S", bound=Hashable)

STOCK = (
    (0.0, 0.3, 0.42, 0.48, 0.51, 0.53, 0.54),
    (0.0, 0.15, 0.3, 0.38, 0.43, 0.46, 0.48),
)
"""What so many barrels with Quint are worth for the rounds to come, where one more has to hit, and where two must."""
AFLOAT, WITH_HOOPER, ON_DOCK, WITH_BRODY = 0.5, 0.7, 0.6, 0.45
"""What part of a barrel counts that is on its way to Quint."""
SWIMMER = 0.06
"""What it is worth to rescue a swimmer whom the shark would eat for certain."""
STEP = 0.001
"""What an action costs that leads nowhere."""


class Step(NamedTuple, Generic[S]):
    """One thing that can be done."""

    move: Any
    after: S
    gain: float = 0.0
    weight: float = 1.0
    """How likely the plan goes on: what happens otherwise is in the gain."""


class Plan(Generic[S]):
    """Finds the best order of steps; positions that stand alike are one."""

    def __init__(self) -> None:
        self.known: dict[S, tuple[float, Any]] = {}

    def best(self, at: S) -> tuple[float, Any]:
        """Give what a position is worth, and the move to play there."""
        found = self.known.get(at)
        if found is None:
            most, chosen = self.rest(at), EndTurn()
            for move, after, gain, weight in self.steps(at):
                worth = gain + weight * self.best(after)[0]
                if worth > most:
                    most, chosen = worth, move
            found = self.known[at] = most, chosen
        return found

    def rest(self, at: S) -> float:
        """Say what a position is worth in which the turn ends."""
        raise NotImplementedError

    def steps(self, at: S) -> Iterable[Step[S]]:
        """List what can be done in a position."""
        raise NotImplementedError


class Sense:
    """What one of the crew reckons with when it plans."""

    def __init__(self, stage: Amity, leaning: Leaning = ANY) -> None:
        self.stage = stage
        self.belief = believe(stage.ghosts, leaning)
        self.pursuit = Pursuit(stage)
        self.missing = TABLES.barrels.attached - stage.attached
        card = event(stage)
        self.docks = "open" if card is None else card.docks
        self.closing = card is None or card.closing

    def stock(self, barrels: float) -> float:
        """Say what barrels are worth that Quint has for the rounds to come."""
        row = STOCK[self.missing > 1]
        low = min(int(barrels), len(row) - 1)
        return row[low] + (row[min(low + 1, len(row) - 1)] - row[low]) * (barrels - int(barrels))

    def rescue(self, beach: int, count: int) -> float:
        """Say what it is worth to rescue one of so many swimmers."""
        sure = self.belief.within(BEACHES[beach], TABLES.shark.actions - count) if count <= TABLES.shark.actions else 0
        return SWIMMER * (0.25 + 0.75 * sure) + 0.008 * (count - 1)


def changed(counts: tuple[int, ...], place: int, change: int) -> tuple[int, ...]:
    """Give counts with one of them changed."""
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])
