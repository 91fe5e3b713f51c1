"""The clock: what is due in any game is done within a tenth of a second."""

from __future__ import annotations

import logging
import time
from functools import partial
from threading import Event

from tableshark.desk import Desk
from tableshark.errors import Away
from tableshark.overtime import Watch
from tableshark_workers.resting import Resting

logger = logging.getLogger(__name__)

TICK = 0.05
"""Seconds between two looks at what is due."""
BATCH = 100


def run_clock(desk: Desk, stop: Event) -> None:
    """Submit decisions whose time has come and call deadlines, until `stop` is set."""
    resting = Resting(time.monotonic, Watch())
    away = False
    while not stop.wait(TICK):
        try:
            due = desk.store.find("due", upto=time.time(), limit=BATCH + len(resting))
            if away:
                logger.warning("the store is back")
            away = False
        except Away as error:
            if not away:
                logger.warning("the clock waits: %s", error)
            away = True
            continue
        for game, _ in due:
            resting.tend(game, partial(desk.pass_time, game))
