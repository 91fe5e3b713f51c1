"""Limits: how much one token, or one address, may ask for. What is over is refused with 429 and a time to wait."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock

from flask import Flask, Response, g, request
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import Storage
from redis.exceptions import TimeoutError

from tableshark.rules import Data
from tableshark.store.rest import Rest
from tableshark_api import problems
from tableshark_api.problems import Problem
from tableshark_api.tokens import presented, presented_to_open

logger = logging.getLogger(__name__)

FREE = {"health.live", "health.ready", "contract.document", "contract.home", "swagger_ui.show"}
"""What whoever runs the server asks, and what is the same for everybody."""
REST = 5.0
"""Seconds for which nothing is counted after the storage did not answer."""
CODE = "too_many_requests"
REQUESTS = "requests a minute are answered"


class Allowed(Data, frozen=True):
    """How much is allowed; 0: as much as anybody likes."""

    token_requests: int = 0
    """A minute, with one token."""
    address_requests: int = 0
    """A minute, without a token that opens something, from one address."""
    games: int = 0
    """That are created from one address in an hour."""
    streams: int = 0
    """That one token, or an address without one, has open at once in one process."""
    simulations: int = 0
    """That are ordered from one address in an hour."""
    simulations_at_once: int = 0
    """Of all users, that are not over."""


class Limits:
    """Counts, in a storage that all processes may share."""

    def __init__(self, allowed: Allowed, storage: Storage, rest: Rest | None = None) -> None:
        """Take what is allowed, where it is counted, and the rest that is shared by all who ask the same server."""
        self._storage = storage
        self._token = RateLimitItemPerMinute(allowed.token_requests) if allowed.token_requests else None
        self._address = RateLimitItemPerMinute(allowed.address_requests) if allowed.address_requests else None
        self._games = RateLimitItemPerHour(allowed.games) if allowed.games else None
        self._simulations = RateLimitItemPerHour(allowed.simulations) if allowed.simulations else None
        self.simulations_at_once = allowed.simulations_at_once
        self._most_streams = allowed.streams
        self._streams: Counter[str] = Counter()
        self._lock = Lock()
        self._away = Rest(REST)
        self._rest = rest or Rest()

    def install(self, app: Flask) -> None:
        """Look at each request before it is answered, and at its answer."""
        app.before_request(self._before)
        app.after_request(self._after)

    def count_game(self) -> None:
        """Count a game that is about to be created."""
        if self._games is not None:
            self._count(self._games, f"games/{_address()}", "games an hour are created from one address")

    def count_simulation(self) -> None:
        """Count a simulation that is about to be ordered."""
        if self._simulations is not None:
            self._count(
                self._simulations, f"simulations/{_address()}", "simulations an hour are ordered from one address"
            )

    def hand_over(self, old: str, new: str) -> None:
        """Count for a token what was counted for the one that it was exchanged for: else its limit would begin anew."""
        if self._token is None or self._away.on or self._rest.on:
            return
        with suppress(StorageError):
            self._add(self._token, new, self._storage.get(self._token.key_for(old)))

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Count an open stream for as long as it is."""
        name = presented() or _address()
        with self._lock:
            if 0 < self._most_streams <= self._streams[name]:
                raise Problem(CODE, f"{self._most_streams} streams are open already; close one of them first")
            self._streams[name] += 1
        try:
            yield
        finally:
            with self._lock:
                self._streams[name] -= 1
                if not self._streams[name]:
                    del self._streams[name]

    def crowd(self) -> str | None:
        """Give the address that a wait or a stream counts for; None where there may be any number."""
        return _address() if self._most_streams else None

    def _before(self) -> None:
        g.paid = None
        if request.endpoint in FREE or request.method == "OPTIONS":
            return
        token = presented_to_open()
        item, name = (self._address, _address()) if token is None else (self._token, token)
        g.unproven = token is not None
        if item is None:
            return
        if token is not None:
            # The headers speak of the token alone: what an address has left is not one client's business.
            g.left = item.amount, 0
        left = self._count(item, name, REQUESTS)
        g.paid = item, name
        if token is not None:
            g.left = item.amount, left

    def _after(self, response: Response) -> Response:
        paid = g.get("paid")
        if paid is not None and response.status_code == 304:
            # Who asks whether there is news, and there is none, has cost next to nothing.
            item, name = paid
            self._add(item, name, -1)
        if "left" in g:
            response.headers["RateLimit-Limit"], response.headers["RateLimit-Remaining"] = map(str, g.left)
        unproven = g.get("unproven") and not g.get("opened") and response.status_code != 429
        if unproven and self._address is not None:
            # Whoever tries tokens, each of which is new, pays as one who has none.
            try:
                self._count(self._address, _address(), REQUESTS)
            except Problem as problem:
                return problems.answer(problem.code, str(problem), headers=problem.headers)
        return response

    def _count(self, item: RateLimitItem, name: str, what: str) -> int:
        """Count one; give how many are left."""
        left = item.amount - self._add(item, name)
        if left >= 0:
            return left
        try:
            wait = max(1, round(self._storage.get_expiry(item.key_for(name)) - time.time() + 0.5))
        except StorageError:
            wait = item.get_expiry()
        raise Problem(CODE, f"no more than {item.amount} {what}; wait {wait} s", headers={"Retry-After": str(wait)})

    def _add(self, item: RateLimitItem, name: str, amount: int = 1) -> int:
        if self._away.on or self._rest.on:
            return 0
        try:
            return self._storage.incr(item.key_for(name), item.get_expiry(), amount=amount)
        except StorageError as error:
            # Better a server without limits for a while than none.
            logger.warning("limits are not counted: their storage does not answer")
            self._away.begin()
            if isinstance(error.storage_error, TimeoutError):
                self._rest.begin()
            return 0


def _address() -> str:
    return request.remote_addr or "-"
