"""Connects to the store and the queue of the settings, and says in a line why that can't be."""

from __future__ import annotations

from redis.exceptions import RedisError

from tableshark.errors import BadStore, StoreAway
from tableshark.settings import PREFIX, BadSetting, Settings
from tableshark.store.queue import Queue
from tableshark.store.redis import RedisStore

KINDS = "redis://, rediss:// or unix://"


def connect(settings: Settings) -> tuple[RedisStore, Queue]:
    """Make clients of the store and the queue; BadSetting for what is no address of one. Nothing is sent yet."""
    if not settings.store:
        raise BadSetting(
            f"{PREFIX}STORE is not set: give the URL of a Redis >= 7 or Valkey server, or run `tableshark serve`"
        )
    # The URLs may hold passwords, so they are not repeated.
    try:
        store = RedisStore(settings.store)
    except ValueError:
        raise BadSetting(f"{PREFIX}STORE is no URL of a store ({KINDS})") from None
    try:
        return store, Queue(settings.queue_url)
    except ValueError:
        raise BadSetting(f"{PREFIX}QUEUE is no URL of a queue ({KINDS})") from None


def connect_checked(settings: Settings) -> tuple[RedisStore, Queue]:
    """Connect, and look at the store: StoreAway where none answers, BadStore for one that would lose moves."""
    store, queue = connect(settings)
    try:
        store.check()
    except StoreAway:
        raise StoreAway(f"the store does not answer; is {PREFIX}STORE right?") from None
    except RedisError as error:
        raise BadStore(f"what answers at {PREFIX}STORE is no Redis or Valkey: {type(error).__name__}") from None
    return store, queue
