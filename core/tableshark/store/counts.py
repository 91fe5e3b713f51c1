"""Counts what happens in all games, for whoever watches a server: a follower of their life."""

from __future__ import annotations

import logging
from typing import Any, cast

from redis.exceptions import RedisError, TimeoutError

from tableshark.header import Header
from tableshark.hookspecs import hookimpl
from tableshark.plugins import Plugins
from tableshark.store.queue import Queue

logger = logging.getLogger(__name__)

KEY = "tableshark:counts"
NAME = "counts"
"""What the plugin manager knows this follower by."""


class Counts:
    """Counts in the queue's server, which keeps nothing over its end: a move must not wait for a disk to be counted."""

    def __init__(self, queue: Queue) -> None:
        """Take the queue, whose server is asked."""
        self._connection = queue.connection
        self._rest = queue.rest

    @hookimpl
    def tableshark_game_created(self, header: Header[Any]) -> None:
        """Count a game."""
        self._count("games_created", header)

    @hookimpl
    def tableshark_seat_taken(self, header: Header[Any]) -> None:
        """Count somebody who sat down."""
        self._count("seats_taken", header)

    @hookimpl
    def tableshark_move_played(self, header: Header[Any]) -> None:
        """Count an answer whose question is over."""
        self._count("moves_played", header)

    @hookimpl
    def tableshark_game_over(self, header: Header[Any]) -> None:
        """Count a game that ended."""
        self._count("games_over", header)

    def _count(self, what: str, header: Header[Any]) -> None:
        if self._rest.on:
            return
        try:
            self._connection.hincrby(KEY, f"{what} {header.rules}", 1)
        except RedisError as error:
            if isinstance(error, TimeoutError):
                self._rest.begin()
            logger.warning("not counted: %s", what)

    def read(self) -> dict[tuple[str, str], int]:
        """Give the counts by what was counted and of which rules."""
        rows = cast("dict[bytes, bytes]", self._connection.hgetall(KEY))
        counts = {}
        for row, count in rows.items():
            what, rules = row.decode().split(" ", 1)
            counts[what, rules] = int(count)
        return counts


def follow(plugins: Plugins, queue: Queue) -> Counts:
    """Have everything counted that this process does from now on."""
    if plugins.manager.has_plugin(NAME):
        plugins.manager.unregister(name=NAME)
    counts = Counts(queue)
    plugins.manager.register(counts, NAME)
    return counts
