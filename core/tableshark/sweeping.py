"""What is not kept for ever: games that nobody joined, that nobody plays any more, and that are long over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tableshark.desk import Desk
from tableshark.rules import Data
from tableshark.simulations.desk import Simulations
from tableshark.store import Index

BATCH = 500
"""So many games of each kind are looked after in one round."""


class Retention(Data, frozen=True):
    """How long games are kept, in seconds."""

    waiting: float
    """Without all of its players."""
    idle: float
    """Running, with nothing asked anew."""
    ended: float
    simulated: float = 7 * 24 * 3600.0
    """Simulations that are over."""


def sweep(desk: Desk, retention: Retention, now: float, tend: Callable[[str, Callable[[], object]], None]) -> None:
    """Give up games that wait or rest for too long, and remove those that ended long ago.

    `tend` runs the care of one game, so that one that fails holds up no other.
    """
    kept: tuple[tuple[Index, float], ...] = ("waiting", retention.waiting), ("idle", retention.idle)
    for index, seconds in kept:
        for game, _ in desk.store.find(index, upto=now - seconds, limit=BATCH):
            tend(game, partial(desk.give_up, game, (index, now - seconds)))
    for game, _ in desk.store.find("ended", upto=now - retention.ended, limit=BATCH):
        tend(game, partial(desk.store.delete, game))


def sweep_simulations(
    simulations: Simulations, retention: Retention, now: float, tend: Callable[[str, Callable[[], object]], None]
) -> None:
    """Remove simulations that ended long ago."""
    for name, _ in simulations.store.find("simulated", upto=now - retention.simulated, limit=BATCH):
        tend(name, partial(simulations.remove, name))
