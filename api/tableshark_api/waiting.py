"""Long polls: one reader per process hears which games have changed, and rings for those who wait."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from tableshark.errors import StoreAway

logger = logging.getLogger(__name__)

Changes = Callable[[], Iterator[str | None]]

SHARE = 0.75
"""This part of the slots one address may have: some are left for all others."""
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between tries to reach the store again; the last one stays."""


class Waiting:
    """Who waits for which game."""

    def __init__(self, changes: Changes, slots: int) -> None:
        """Take the store's word of changes, and how many may wait at once in this process."""
        self._changes = changes
        self._slots = slots
        self._most = max(1, int(slots * SHARE))
        self._taken: Counter[str] = Counter()
        self._bells: dict[str, list[Event]] = {}
        self._lock = Lock()
        self._reader: Thread | None = None

    @contextmanager
    def bell(self, game: str, address: str | None = None) -> Iterator[Event | None]:
        """Give a bell that rings after a change of the game, or when one may have been missed; None: no slot is free.

        Read the game after this, then wait: a change in between rings. One `address` does not get all slots.
        """
        bell = Event()
        with self._lock:
            full = self._slots <= 0 or (address is not None and self._taken[address] >= self._most)
            if not full:
                self._slots -= 1
                if address is not None:
                    self._taken[address] += 1
                self._bells.setdefault(game, []).append(bell)
                self._listen()
        if full:
            yield None
            return
        try:
            yield bell
        finally:
            with self._lock:
                self._slots += 1
                if address is not None:
                    self._taken[address] -= 1
                    if not self._taken[address]:
                        del self._taken[address]
                bells = self._bells[game]
                bells.remove(bell)
                if not bells:
                    del self._bells[game]

    def _listen(self) -> None:
        # Begun by the first who waits, so that it lives in the process that serves, not in the one that forked it.
        if self._reader is None:
            self._reader = Thread(target=self._read, name="changes", daemon=True)
            self._reader.start()

    def _read(self) -> None:
        failed = 0
        while True:
            try:
                changes = self._changes()
                # Whatever happened while nobody listened is read again by all.
                self._ring(None)
                failed = 0
                for game in changes:
                    if game is not None:
                        self._ring(game)
            except StoreAway:
                logger.warning("the store does not tell of changes; trying again")
            except Exception as error:  # whatever it is, those who wait must not be forgotten
                logger.error("the reader of changes failed: %s", type(error).__name__)  # noqa: TRY400
            self._ring(None)
            time.sleep(PAUSES[min(failed, len(PAUSES) - 1)])
            failed += 1

    def _ring(self, game: str | None) -> None:
        with self._lock:
            bells = self._bells.values() if game is None else (self._bells.get(game, ()),)
            for bell in [bell for some in bells for bell in some]:
                bell.set()
