"""What all routes stand on: the desk, the store, the queue, and who waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol, cast

from flask import current_app

from tableshark.asking import Thought
from tableshark.desk import Desk
from tableshark.jobs import Advise, Play
from tableshark.plugins import Plugins
from tableshark.simulations.desk import Simulations
from tableshark.store import Store
from tableshark.store.queue import Progress
from tableshark_api.limits import Limits
from tableshark_api.waiting import Waiting


class Orders(Protocol):
    """What the API asks of the queue. Every method may raise QueueAway."""

    def wake(self, thoughts: Sequence[Thought]) -> None:
        """Order a job for each machine player that should think now."""

    def advise(self, advice: Advise) -> None:
        """Ask a machine player what it would do."""

    def simulate(self, simulation: str) -> None:
        """Order slices of a simulation."""

    def price(self, plan: bytes, seconds: int) -> float | None:
        """Ask what an episode of a plan costs, in seconds of CPU time; None where nobody says so in time."""

    def progress(self, ordered: Play | Advise | str) -> Progress | None:
        """Say how far a job is, by its id too; None where the queue knows nothing of it."""

    def probe(self) -> None:
        """Ask whether the queue is there."""


@dataclass(frozen=True)
class House:
    """What all routes stand on."""

    plugins: Plugins
    desk: Desk
    simulations: Simulations
    store: Store
    queue: Orders
    waiting: Waiting
    limits: Limits
    limit: Callable[[], AbstractContextManager[None]] = nullcontext
    """Ends what takes too long in its body, by Overtime."""


def house() -> House:
    """Give the house of the app that answers this request."""
    return cast("House", current_app.extensions["tableshark"])
