"""What every worker process stands on: the installed plugins, the store, the queue, and a desk over them."""

from __future__ import annotations

import math
import secrets
import time

from tableshark.desk import Desk
from tableshark.plugins import Plugins
from tableshark.settings import Settings
from tableshark.simulations.desk import Simulations
from tableshark.store.connect import connect, connect_checked
from tableshark.store.counts import follow
from tableshark.store.queue import Queue
from tableshark.store.redis import RedisStore


def open_desk(plugins: Plugins, settings: Settings) -> tuple[Desk, Queue]:
    """Open a desk over the store and the queue of the settings."""
    return _desk(plugins, *connect(settings))


def open_checked(plugins: Plugins, settings: Settings) -> tuple[Desk, Queue]:
    """Open a desk after a look at the store: BadStore for settings that would lose moves, StoreAway if it is away."""
    return _desk(plugins, *connect_checked(settings))


def open_simulations(settings: Settings) -> tuple[Simulations, Queue]:
    """Open the desk of simulations over the store and the queue of the settings."""
    store, queue = connect(settings)
    return Simulations(store, queue.simulate, time.time, settings.simulation_seconds or math.inf), queue


def _desk(plugins: Plugins, store: RedisStore, queue: Queue) -> tuple[Desk, Queue]:
    follow(plugins, queue)
    return Desk(plugins, store, queue.wake, time.time, secrets.token_bytes), queue
