"""Bodies on their way: each holds a thread until its last byte is there, so that one address may have only so many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Condition
from typing import Any

from flask import Flask, request

from tableshark_api.problems import Problem

PATIENCE = 0.2
"""Seconds in which bodies that are there already are read, however many came at once."""


class Incoming:
    """Counts the bodies that are being read, by the address that they come from."""

    def __init__(self, most: int) -> None:
        """Take how many of one address may be on their way at once in this process."""
        self._most = most
        self._coming: Counter[str] = Counter()
        self._changed = Condition()

    def install(self, app: Flask) -> None:
        """Count wherever a body is read."""
        app.before_request(self._before)

    def _before(self) -> None:
        counted = partial(self.body, request.remote_addr or "-")
        request.environ["wsgi.input"] = _Counted(request.environ["wsgi.input"], counted)

    @contextmanager
    def body(self, address: str) -> Iterator[None]:
        """Count a body for as long as it is read; a problem where the address has too many on their way."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._coming[address] < self._most, PATIENCE):
                detail = f"{self._most} bodies from this address are on their way already; send them to their end"
                raise Problem("too_many_requests", detail)
            self._coming[address] += 1
        try:
            yield
        finally:
            with self._changed:
                self._coming[address] -= 1
                if not self._coming[address]:
                    del self._coming[address]
                self._changed.notify_all()


class _Counted:
    """A body that is counted while it is read."""

    def __init__(self, body: Any, counted: Callable[[], AbstractContextManager[None]]) -> None:
        self._body = body
        self._counted = counted

    def read(self, *size: int) -> bytes:
        with self._counted():
            read: bytes = self._body.read(*size)
        return read

    def readline(self, *size: int) -> bytes:
        with self._counted():
            read: bytes = self._body.readline(*size)
        return read
