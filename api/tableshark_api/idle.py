"""A queue that nobody works on: for documents and tests, which have no server."""

from __future__ import annotations

from collections.abc import Sequence

from tableshark.asking import Thought
from tableshark.jobs import Advise, Play
from tableshark.store.queue import Progress


class IdleQueue:
    """Forgets what is ordered."""

    def wake(self, thoughts: Sequence[Thought]) -> None:
        """Forget it."""

    def advise(self, advice: Advise) -> None:
        """Forget it."""

    def simulate(self, simulation: str) -> None:
        """Forget it."""

    def price(self, plan: bytes, seconds: int) -> float | None:
        """Know nothing."""
        return None

    def progress(self, ordered: Play | Advise | str) -> Progress | None:
        """Know nothing."""
        return None

    def probe(self) -> None:
        """There is nothing that could be away."""
