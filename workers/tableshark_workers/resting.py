"""Games that can't go on, left alone for a while, so that they hold up no other."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext

from tableshark.errors import Away
from tableshark.overtime import Watch

logger = logging.getLogger(__name__)

SHORTEST, LONGEST = 5.0, 300.0
"""Seconds for which a game is left alone: doubled each time that it still can't go on by a fault of its own."""


class Resting:
    """Tends games, and remembers which of them can't go on."""

    def __init__(self, now: Callable[[], float], watch: Watch | None = None) -> None:
        """Take a clock in seconds, and what ends a care that takes too long."""
        self._now = now
        self._limit = watch.limit if watch else nullcontext
        self._until: dict[str, float] = {}
        self._rest: dict[str, float] = {}

    def __len__(self) -> int:
        """How many games are known not to go on."""
        return len(self._rest)

    def tend(self, game: str, care: Callable[[], object]) -> None:
        """Do something for a game, unless it rests. What goes wrong is told once, and stops nobody else."""
        if self._until.get(game, 0.0) > self._now():
            return
        rest = min(2 * self._rest.get(game, SHORTEST / 2), LONGEST)
        try:
            with self._limit():
                care()
        except Away as error:
            if game not in self._rest:
                logger.warning("game %s waits: %s", game, error)
            # However long the store or the queue was away, its games go on soon after.
            rest = SHORTEST
        except BaseException:  # Overtime, or rules that raise what would end a process
            if game not in self._rest:
                logger.exception("game %s can't go on", game)
        else:
            self._rest.pop(game, None)
            self._until.pop(game, None)
            return
        self._rest[game] = rest
        self._until[game] = self._now() + rest
