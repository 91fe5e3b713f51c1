"""Bytes to a server as they are, and what it answers: no client library that would put them right."""

import contextlib
import json
import socket
import time
from contextlib import ExitStack
from typing import NamedTuple

LONGEST = 10.0
"""Seconds that are waited for an answer that may never come."""
TYPE, PROBLEM = "content-type", "application/problem+json"


class Answer(NamedTuple):
    """One answer, or that the server hung up without one in HTTP/1 (status 0)."""

    status: int
    headers: dict[str, str]
    body: bytes
    took: float

    @property
    def json(self):
        """What the body says."""
        return json.loads(self.body)

    @property
    def code(self):
        """The code of a problem; None of anything else."""
        return self.json["code"] if self.body and self.headers.get(TYPE) == PROBLEM else None


class Wire:
    """One connection."""

    def __init__(self, port, longest=LONGEST):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=longest)
        self.incoming = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.incoming.close()
        self.socket.close()

    def send(self, data):
        """Send what can be sent: a server may hang up on it."""
        with contextlib.suppress(ConnectionError, TimeoutError):
            self.socket.sendall(data)

    def answer(self, bodiless=False, began=None):
        """Read one answer; it took its time from `began` on."""
        began = began or time.monotonic()
        status, headers, body = 0, {}, b""
        with contextlib.suppress(ConnectionError):
            line = self.incoming.readline()
            if line.startswith(b"HTTP/1"):
                status = int(line.split()[1])
                while (line := self.incoming.readline()) not in (b"\r\n", b""):
                    name, _, value = line.decode("latin-1").partition(":")
                    headers[name.lower()] = value.strip()
                body = b"" if bodiless or status in (204, 304) else self._body(headers)
        return Answer(status, headers, body, time.monotonic() - began)

    def _body(self, headers):
        if "content-length" in headers:
            return self.incoming.read(int(headers["content-length"]))
        parts = []
        while size := int(self.incoming.readline() or b"0", 16):
            parts.append(self.incoming.read(size))
            self.incoming.readline()
        self.incoming.readline()
        return b"".join(parts)


def head(method, path, *lines):
    """The head of a request, as bytes."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: table", *lines, "", ""]).encode("latin-1")


def post(path, body=b"", *lines, kind="application/json"):
    """A whole POST, as bytes."""
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return head("POST", path, f"Content-Type: {kind}", f"Content-Length: {len(body)}", *lines) + body


def bearer(token):
    """The line that presents a token."""
    return f"Authorization: Bearer {token}"


def ask(port, data):
    """Send these bytes on a connection of their own, and read the answer."""
    with Wire(port) as wire:
        began = time.monotonic()
        wire.send(data)
        return wire.answer(data.startswith(b"HEAD"), began)


def at_once(port, requests):
    """Send all of these, each on a connection of its own that stands already, before any answer is read."""
    with ExitStack() as stack:
        wires = [stack.enter_context(Wire(port, 30)) for _ in requests]
        for wire, data in zip(wires, requests, strict=True):
            # All but the end of the head: so long no thread of the server is busy with it.
            wire.send(data[: data.index(b"\r\n\r\n") + 2])
        for wire, data in zip(wires, requests, strict=True):
            wire.send(data[data.index(b"\r\n\r\n") + 2 :])
        return [wire.answer() for wire in wires]
