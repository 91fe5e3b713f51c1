"""What every worker process stands on: the installed plugins, the store, the queue, and a desk over them."""

from __future__ import annotations

import secrets
import time

from tableshark.desk import Desk
from tableshark.errors import StoreAway
from tableshark.plugins import Plugins
from tableshark.settings import PREFIX, Settings
from tableshark.store.counts import follow
from tableshark.store.queue import Queue
from tableshark.store.redis import RedisStore


def open_desk(plugins: Plugins, settings: Settings) -> tuple[Desk, Queue]:
    """Open a desk over the store and the queue of the settings; StoreAway where no store is set."""
    if not settings.store:
        raise StoreAway(f"no store: set {PREFIX}STORE to a Redis or Valkey URL, or run `tableshark serve`")
    queue = Queue(settings.queue_url)
    follow(plugins, queue.connection)
    return Desk(plugins, RedisStore(settings.store), queue.wake, time.time, secrets.token_bytes), queue


def open_checked(plugins: Plugins, settings: Settings) -> tuple[Desk, Queue]:
    """Open a desk after a look at the store: BadStore for settings that would lose moves, StoreAway if it is away."""
    desk, queue = open_desk(plugins, settings)
    if isinstance(desk.store, RedisStore):
        desk.store.check()
    return desk, queue
