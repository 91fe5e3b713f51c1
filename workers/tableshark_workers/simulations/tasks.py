"""The jobs of simulations: a slice is claimed, played and handed in; and what an episode costs is found out."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from types import FrameType
from typing import Any

import msgspec

from tableshark.errors import Overtime, QueueAway, StoreAway, TablesharkError
from tableshark.plugins import Plugins
from tableshark.simulations import Plan, Playing
from tableshark.simulations.course import LEASE
from tableshark.simulations.desk import Simulations
from tableshark.simulations.slices import play_slice
from tableshark_workers.shop import open_simulations
from tableshark_workers.tasks import at_most, limit_memory, prepared

logger = logging.getLogger(__name__)

LONGEST = 120.0
"""Seconds that a slice may take, which is one deal at least."""
PRICED = 0.25
"""Seconds of CPU time in which episodes are played to find out what one costs."""
PATIENCE = 5.0
"""Seconds after which an episode is dear enough to stop finding out."""
SLICES = 8
"""The most slices that one job plays."""
LOOK = 0.4
"""Seconds between two looks at whether a slice is still wanted."""


class Unwanted(BaseException):
    """Nobody wants these episodes any more. Not an Exception, so that no bot can swallow it."""


def simulate(simulation: Any) -> str:
    """Play slices while nobody else waits, and order the next job. Says how it ended."""
    if not isinstance(simulation, str):
        raise TypeError("slices are played of a simulation that is named")
    plugins, settings = prepared()
    desk, queue = open_simulations(settings)
    limit_memory(settings)

    def spread() -> None:
        # While nobody waits, some worker may be free: as many play one simulation as there are, and no more of its
        # orders stand before those of others.
        with suppress(QueueAway):
            if not queue.simulations():
                queue.simulate(simulation)

    try:
        for _ in range(SLICES):
            # A process that plays on knows its way: a new one for each slice would take a tenth more.
            ended = play_claim(plugins, desk, simulation, spread)
            others = desk.others(simulation)
            if ended != "played" or others or queue.asks_for_prices():
                break
        # Where others wait, one order of each is enough, so that all get the same.
        if ended == "played" and not (others and simulation in queue.simulations()):
            queue.simulate(simulation)
    except (StoreAway, QueueAway) as error:
        # The claim runs out, and its episodes are played once the store is back.
        logger.warning("simulation %s waits: %s", simulation, error)
        return "away"
    return ended


def play_claim(plugins: Plugins, desk: Simulations, simulation: str, spread: Callable[[], None] = lambda: None) -> str:
    """Claim episodes, play them, and hand them in. "played" where there may be more to do.

    `spread` is called before they are played, where others could play too.
    """
    found, claim = desk.claim(simulation)
    if claim is None:
        desk.tend(simulation)
        return "nothing"
    if found.course.open(found.plan, time.time()):
        spread()
    try:
        with still_wanted(desk, simulation, claim.number), at_most(LONGEST):
            playing = Playing(plugins, found.plan, time.process_time)
            played = play_slice(playing, claim.start, claim.stop, time.process_time)
    except Unwanted:
        return "unwanted"
    except StoreAway:
        raise
    except (TablesharkError, Overtime, MemoryError) as error:
        reason = str(error) or type(error).__name__
        logger.warning("episodes %d to %d of %s: %s", claim.start, claim.stop - 1, found.id, reason)
        desk.release(simulation, claim.number, reason)
        return "played"
    after = desk.hand_in(simulation, claim.number, played)
    return "over" if after.ends else "played"


@contextmanager
def still_wanted(desk: Simulations, simulation: str, number: int) -> Iterator[None]:
    """Hold a claim while the body runs, and end that by Unwanted once the simulation is over."""
    done, parent = Event(), os.getpid()

    def end(signum: int, frame: FrameType | None) -> None:
        if not done.is_set():
            raise Unwanted

    def watch() -> None:
        renewed = time.monotonic()
        while not done.wait(LOOK):
            try:
                wanted = desk.load(simulation).ended is None
                if wanted and time.monotonic() - renewed > LEASE / 3:
                    renewed = time.monotonic()
                    wanted = desk.renew(simulation, number)
            except TablesharkError as error:
                # Away: the next look may tell. Swept away: nobody wants it.
                wanted = isinstance(error, StoreAway)
            if not wanted:
                os.kill(parent, signal.SIGUSR1)
                return

    before = signal.signal(signal.SIGUSR1, end)
    watcher = Thread(target=watch, name="still wanted", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        signal.signal(signal.SIGUSR1, before)


def price(plan: Any) -> float | str:
    """Say how many seconds of CPU time an episode takes, at least; or, in words, why that can't be said."""
    if not isinstance(plan, str):
        raise TypeError("a price is asked for a plan")
    plugins, settings = prepared()
    limit_memory(settings)
    try:
        playing = Playing(plugins, msgspec.json.decode(plan, type=Plan))
    except TablesharkError as error:
        return str(error)
    began, played = time.process_time(), 0
    late = time.monotonic() + 4 * PRICED
    try:
        with at_most(PATIENCE):
            while not played or (time.process_time() - began < PRICED and time.monotonic() < late):
                playing.play(played)
                played += 1
    except Overtime:
        return PATIENCE
    except MemoryError:
        return "it takes more memory than a worker has"
    return (time.process_time() - began) / played
