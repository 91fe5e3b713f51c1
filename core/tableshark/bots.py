"""Machine players: what one is, what it gets to see, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from tableshark.chance import Chance
from tableshark.rules import Awaiting, M, Moves, Outcome, Rules, S, Seat, V

NOTES_LIMIT = 16 * 1024
"""The most bytes of JSON that a bot may note for later."""


class Vantage(Generic[S, M, V]):
    """All that a bot gets: its seat's window, made from a redrawn world that holds nothing the seat can't know."""

    __slots__ = ("_world", "legal", "rules", "seat", "status", "view")

    def __init__(self, rules: Rules[Any, S, M, V], state: S, seat: Seat, chance: Chance) -> None:
        """Redraw the state for the seat with a chance that is not the game's, and forget the true one."""
        world = rules.determinize(state, seat, chance)
        self._world = world
        self.rules = rules
        self.seat = seat
        self.status: Awaiting | Outcome = rules.status(world)
        self.view: V = rules.view(world, seat)
        self.legal: Moves[M] = rules.legal(world, seat)

    def imagine(self, chance: Chance) -> S:
        """Draw a whole state of the game that looks to the seat as this one does."""
        return self.rules.determinize(self._world, self.seat, chance)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: counted in iterations, never in time, so that a decision can be repeated."""

    iterations: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of a bot: its settings (the bot's own type) and its budget."""

    settings: Any = None
    budget: Budget = Budget()


@dataclass(frozen=True, slots=True)
class Decision(Generic[M]):
    """A bot's answer. `move=None` lets others go first; `notes=None` keeps the old notes.

    `delay` is in seconds from when the seat's question was put; a turn of several steps under one label is one.
    """

    move: M | None
    delay: float = 0.0
    notes: Any = None


Choose = Callable[[Vantage[Any, Any, Any], Any, Any, Chance, Budget], Decision[Any]]
"""(vantage, notes, settings, chance, budget) -> Decision; `notes` is what it noted last in this game, or None."""


@dataclass(frozen=True, kw_only=True)
class Bot:
    """A machine player of one game, or (`rules=None`) of any."""

    id: str
    title: str
    choose: Choose
    rules: str | None = None
    levels: Mapping[str, Level] = field(default_factory=lambda: {"normal": Level()})

    @property
    def level(self) -> str:
        """The level that plays where none is named: `normal`, or the first."""
        return "normal" if "normal" in self.levels else next(iter(self.levels))
