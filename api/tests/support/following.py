"""Streams of server-sent events, read as the standard says, each by a thread of its own."""

import contextlib
import http.client
import json
import socket
import time
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

END = object()


class Event(NamedTuple):
    id: int
    name: str
    frame: dict
    text: str
    """The frame as it came."""
    at: float


class Following:
    """One open stream of a game."""

    def __init__(self, url, game, token=None, last=None):
        parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        headers = {"Accept": "text/event-stream"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        self.connection.request("GET", f"/v1/games/{game}/stream", headers=headers)
        self.socket = self.connection.sock
        self.answer = self.connection.getresponse()
        self.status, self.headers = self.answer.status, self.answer.headers
        self.comments = []
        """When each comment came."""
        self.opened = time.monotonic()
        self.events = SimpleQueue()
        self.thread = Thread(target=self._read, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(10)
        self.connection.close()

    def next(self, seconds=10.0):
        """The next event; an error where there is none in time, or the stream has ended."""
        found = self.events.get(timeout=seconds)
        assert found is not END, "the stream has ended"
        return found

    def none_yet(self):
        """See that nothing is there, without any waiting."""
        with pytest.raises(Empty):
            self.events.get_nowait()

    def rest(self, seconds=15.0):
        """All events up to the end."""
        deadline, found = time.monotonic() + seconds, []
        while (event := self.events.get(timeout=deadline - time.monotonic())) is not END:
            found.append(event)
        return found

    def _read(self):
        event = {}
        try:
            while line := self.answer.readline():
                line = line.decode().removesuffix("\n")
                if line.startswith(":"):
                    self.comments.append(time.monotonic())
                elif line:
                    name, _, value = line.partition(":")
                    assert name not in event, "one line for each field"
                    event[name] = value.removeprefix(" ")
                elif event:
                    text = event["data"]
                    told = Event(int(event["id"]), event["event"], json.loads(text), text, time.monotonic())
                    self.events.put(told)
                    event = {}
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            # Cut off: by us, or with the server.
            pass
        finally:
            self.events.put(END)
