"""Requests that the rules of a game hold up: they end, and for a while no other about that game is begun."""

from __future__ import annotations

import time
from typing import Any

from flask import Flask, request

from tableshark.errors import Overtime, RulesAway
from tableshark.overtime import Watch

REST = 30.0
"""Seconds for which nobody is let in to a game whose rules took too long."""


class TooLong(Exception):
    """The rules of a game took too long; `original_exception` says where they were then."""

    def __init__(self, original: BaseException) -> None:
        super().__init__("the rules took too long")
        self.original_exception = original


class Left(Exception):
    """A plugin raised a SystemExit or the like, which no handler would see; `original_exception` says where."""

    def __init__(self, original: BaseException) -> None:
        super().__init__("a plugin raised what would end a process")
        self.original_exception = original


class Punctual:
    """Sees to it that the requests of an app come to an end."""

    def __init__(self, watch: Watch) -> None:
        """Take what ends them."""
        self._watch = watch
        self._resting: dict[str, float] = {}

    def install(self, app: Flask) -> None:
        """Watch over all routes."""
        dispatch = app.dispatch_request

        def in_time() -> Any:
            game = (request.view_args or {}).get("game", "")
            if self._resting.get(game, 0.0) > time.monotonic():
                raise RulesAway("the rules of this game took too long a moment ago")
            try:
                with self._watch.limit():
                    return dispatch()
            except Overtime as late:
                if game:
                    self._rest(game)
                raise TooLong(late) from late
            except (Exception, KeyboardInterrupt):
                raise
            except BaseException as end:
                raise Left(end) from end

        app.dispatch_request = in_time  # type: ignore[method-assign]

    def _rest(self, game: str) -> None:
        now = time.monotonic()
        # Whoever has rested enough is forgotten, asked for again or not.
        kept = {other: until for other, until in self._resting.items() if until > now}
        self._resting = {**kept, game: now + REST}
