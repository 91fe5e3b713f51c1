"""The reconciler: a game that waits for a machine player gets its move, whatever the queue has lost."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from functools import partial
from threading import Event

from tableshark import jobs
from tableshark.asking import Thought, wanted
from tableshark.desk import Desk
from tableshark.errors import Away
from tableshark.overtime import Watch
from tableshark.simulations.desk import Simulations
from tableshark.store import Store
from tableshark.store.queue import Queue
from tableshark.sweeping import Retention, sweep, sweep_simulations
from tableshark_workers.resting import Resting
from tableshark_workers.tasks import SECONDS, decide_otherwise

logger = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two rounds; a game that has waited less is left to the queue."""
ATTEMPTS = 2
"""How many jobs may fail at one turn before a random move is played in the machine player's place."""
BATCH = 500
AHEAD = 10
"""How many jobs may stand before one for each game that waits: where there are more, they are not those of games."""
SWEEP = 60.0
"""Seconds between two looks at what is to be swept away."""


def run_reconciler(desk: Desk, simulations: Simulations, queue: Queue, retention: Retention, stop: Event) -> None:
    """Look after waiting games and simulations, and sweep away what is not kept, until `stop` is set."""
    resting = Resting(time.monotonic, Watch())
    swept = float("-inf")
    missing: set[str] = set()
    while not stop.wait(EVERY):
        if time.monotonic() - swept >= SWEEP:
            swept = time.monotonic()
            with suppress(Away):
                sweep(desk, retention, time.time(), resting.tend)
                sweep_simulations(simulations, retention, time.time(), resting.tend)
        try:
            waiting = waiting_since(desk.store, time.time(), BATCH + len(resting))
        except Away:
            continue
        for game in waiting:
            resting.tend(game, partial(reconcile, desk, queue, game, AHEAD * len(waiting)))
        with suppress(Away):
            missing = look_after(simulations, queue, missing, resting)


def waiting_since(store: Store, now: float, limit: int) -> list[str]:
    """List the games whose machine players are wanted for a while, those that wait longest first."""
    found = [game for game, _ in store.find("bots", upto=now - EVERY, limit=limit)]
    # Wanted since a time to come: the clock was set back, and whoever waits would wait until it is there again.
    return found + [game for game, since in store.page("bots", None, limit) if since > now + EVERY]


def look_after(simulations: Simulations, queue: Queue, missing: set[str], resting: Resting) -> set[str]:
    """Order simulations again that the queue has lost; gives those that are missed now."""
    running = simulations.store.find("simulating", limit=BATCH)
    waiting = queue.simulations() if running else set()
    missed: set[str] = set()

    def care(name: str) -> None:
        if simulations.order_again(name, name in missing):
            missed.add(name)

    for name, _ in running:
        if name not in waiting:
            resting.tend(name, partial(care, name))
    return missed


def reconcile(desk: Desk, queue: Queue, game: str, ahead: int) -> None:
    """Order again what was lost in one game, and play where ordering does not help.

    A job with more than so many others `ahead` of it overtakes them.
    """
    _, table = desk.load(game)
    for thought in wanted(table):
        attempt = _next_attempt(queue, thought, ahead)
        if attempt is None:
            continue
        if attempt < ATTEMPTS:
            queue.play(jobs.for_thought(thought, attempt))
        else:
            _play_randomly(desk, game, thought)


def _next_attempt(queue: Queue, thought: Thought, ahead: int) -> int | None:
    """Say which attempt is to be ordered now; None while one is on its way."""
    for attempt in range(ATTEMPTS):
        job = jobs.for_thought(thought, attempt)
        progress = queue.progress(job)
        if progress is None or progress.lost:
            return attempt
        if progress.state == "queued":
            if progress.ahead > ahead:
                queue.hurry(job)
            return None
        # It ended without a move, as one does that finds the store away.
        if progress.state == "done":
            return attempt
        # A job that runs longer than one decision may take has lost its worker, or will be ended.
        if progress.state == "running" and progress.seconds < SECONDS + 1:
            return None
    return ATTEMPTS


def _play_randomly(desk: Desk, game: str, thought: Thought) -> None:
    rules, table = desk.load(game)
    still = [one for one in wanted(table) if one.seat == thought.seat and one.turn == thought.turn]
    if still:
        logger.warning("a random move is played for %s in %s: %d jobs failed", thought.seat, game, ATTEMPTS)
        decide_otherwise(desk, rules, table, still[0])
