"""A rest: after a server has not answered in time, nobody waits for it again for a while."""

from __future__ import annotations

import time

SECONDS = 2.0


class Rest:
    """Shared by all in a process who ask the same server; where it is frozen, one of them waits, and not all."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """Take how long it lasts."""
        self._seconds = seconds
        self._until = 0.0

    def begin(self) -> None:
        """Leave the server alone from now on."""
        self._until = time.monotonic() + self._seconds

    @property
    def on(self) -> bool:
        """Whether the server is to be left alone."""
        return time.monotonic() < self._until
