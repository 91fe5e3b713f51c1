"""The clock: what is due in any game is done within a tenth of a second."""

from __future__ import annotations

import logging
import time
from threading import Event

from tableshark.desk import Desk
from tableshark.errors import Away

logger = logging.getLogger(__name__)

TICK = 0.05
"""Seconds between two looks at what is due."""
BACK_OFF = 5.0
"""Seconds for which a game that can't go on is left alone."""
BATCH = 100


def run_clock(desk: Desk, stop: Event) -> None:
    """Submit decisions whose time has come and call deadlines, until `stop` is set."""
    resting: dict[str, float] = {}
    away = False
    while not stop.wait(TICK):
        now = time.time()
        resting = {game: until for game, until in resting.items() if until > now}
        try:
            due = desk.store.find("due", upto=now, limit=BATCH + len(resting))
            if away:
                logger.warning("the store is back")
            away = False
        except Away as error:
            if not away:
                logger.warning("the clock waits: %s", error)
            away = True
            continue
        for game, _ in due:
            if game not in resting and not _pass_time(desk, game):
                resting[game] = now + BACK_OFF


def _pass_time(desk: Desk, game: str) -> bool:
    """Do what is due in one game; says whether that worked. One game that can't go on must not stop the others."""
    try:
        desk.pass_time(game)
    except Away as error:
        logger.warning("game %s waits: %s", game, error)
        return False
    except Exception:
        logger.exception("game %s can't go on", game)
        return False
    return True
