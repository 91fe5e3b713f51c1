"""A proxy of TCP between clients and a server that drops, cuts, stalls and delays what goes through it."""

import contextlib
import socket
from collections import deque
from threading import Event, Thread
from urllib.parse import urlsplit

REQUEST, REPLY = WAYS = ("request", "reply")
DELAY = 0.3
"""Seconds by which something comes later."""
LONGEST = 60.0
"""Seconds that something is stalled at most."""


class Wires:
    """Carries bytes; what is planned for a way happens to the next piece that goes there."""

    def __init__(self, url, alter=lambda data: data):
        """`alter` makes other bytes of a request."""
        parts = urlsplit(url)
        self.server = parts.hostname, parts.port
        self.alter = alter
        self.planned = {way: deque() for way in WAYS}
        self.done = []
        self.released, self.closed = Event(), Event()
        self.sockets = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        Thread(target=self._serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed.set()
        self.released.set()
        _hang_up(self.door, *self.sockets)

    def plan(self, way, how):
        """Have the next piece dropped (it and its connection are lost), cut in half, stalled or delayed."""
        self.planned[way].append(how)

    def release(self):
        """Let what is stalled go on."""
        self.released.set()
        self.released = Event()

    def _serve(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self.server)
            except OSError:
                _hang_up(client)
                continue
            self.sockets = [one for one in self.sockets if one.fileno() >= 0] + [client, server]
            for way, source, sink in ((REQUEST, client, server), (REPLY, server, client)):
                Thread(target=self._carry, args=(way, source, sink), daemon=True).start()

    def _carry(self, way, source, sink):
        # What is lost on the way is lost to both ends.
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                how = self.planned[way].popleft() if self.planned[way] else None
                if how:
                    self.done.append((way, how))
                if how == "drop":
                    break
                if how == "cut":
                    sink.sendall(data[: len(data) // 2])
                    break
                if how == "delay":
                    self.closed.wait(DELAY)
                if how == "stall":
                    self.released.wait(LONGEST)
                sink.sendall(self.alter(data) if way == REQUEST else data)
        _hang_up(source, sink)


def _hang_up(*sockets):
    for one in sockets:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
