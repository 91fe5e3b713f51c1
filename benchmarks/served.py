"""Servers as processes of their own, a client for them, and what CPU time they spend."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tableshark_workers.embedded import EmbeddedStore

API = ["-m", "tableshark", "api"]
BARE = ["-m", "benchmarks.bare"]
SECONDS = 60.0
THREADS = 600
LOTS = {
    "TABLESHARK_API_THREADS": str(THREADS),
    "TABLESHARK_TOKEN_REQUESTS": "1000000000",
    "TABLESHARK_ADDRESS_REQUESTS": "1000000000",
    "TABLESHARK_STREAMS": "0",
}
"""Room for 500 streams; requests are counted as ever, but never refused."""


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port

    def processes(self) -> list[int]:
        """The ids of the process and of those that it started."""
        found = [self.process.pid]
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                except (OSError, IndexError):
                    continue
                if parent == self.process.pid:
                    found.append(int(entry.name))
        return found

    def cpu(self) -> float:
        """CPU seconds that all of them have spent, by the system's own clock of each process."""
        return sum(time.clock_gettime((~pid << 3) | 2) for pid in self.processes())

    def memory(self) -> float:
        """MiB that the largest of them has in memory."""
        told = [Path(f"/proc/{pid}/status").read_text() for pid in self.processes()]
        return max(int(text.split("VmRSS:")[1].split()[0]) for text in told) / 1024


class Client:
    """One connection that stays open."""

    def __init__(self, port: int) -> None:
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes, str | None]:
        """Send a request; give status, body and ETag."""
        if body is not None:
            headers["Content-Type"] = "application/json"
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        self._http.request(method, path, None if body is None else json.dumps(body), told)
        answer = self._http.getresponse()
        return answer.status, answer.read(), answer.headers["ETag"]

    def close(self) -> None:
        """Close the connection."""
        self._http.close()


SEATS = tuple(f"p{number}" for number in range(6))
OPTIONS = {"players": len(SEATS), "target": 500, "first_seat": "p0"}


class Game:
    """A game of Shark Attacks! of six; all seats are ours, and all stop at once, so that the n-th round is turn n."""

    def __init__(self, client: Client) -> None:
        self.client = client
        body = {"rules": "shark-attacks", "others": {"by": "me"}, "options": OPTIONS}
        made = json.loads(client.send("POST", "/v1/games", body)[1])
        self.path = f"/v1/games/{made['game']}"
        self.tokens: dict[str, str] = made["tokens"]
        self.moves = 0

    def bearer(self, seat: str) -> str:
        """The header of a seat."""
        return f"Bearer {self.tokens[seat]}"

    def move(self) -> tuple[int, bytes, str | None]:
        """Play the next move."""
        turn, place = divmod(self.moves, len(SEATS))
        self.moves += 1
        body = {"turn": turn + 1, "move": {"type": "stop"}}
        return self.client.send("POST", f"{self.path}/moves", body, Authorization=self.bearer(SEATS[place]))


@contextmanager
def stores() -> Iterator[dict[str, str]]:
    """Run a store and a queue as `tableshark serve` does; give the settings that lead to them."""
    with TemporaryDirectory() as folder, ExitStack() as running:
        store = running.enter_context(EmbeddedStore(Path(folder), durable=True))
        queue = running.enter_context(EmbeddedStore(Path(folder), name="queue", durable=False))
        yield {"TABLESHARK_STORE": store.url, "TABLESHARK_QUEUE": queue.url}


@contextmanager
def served(command: list[str], ready: str, **settings: str) -> Iterator[Served]:
    """Run a server until it answers at this path, and end it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [str(port)] if command is BARE else []
    environment = {**os.environ, **settings, "TABLESHARK_PORT": str(port)}
    process = subprocess.Popen([sys.executable, *command, *arguments], env=environment, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + SECONDS
        while True:
            client = Client(port)
            try:
                if client.send("GET", ready)[0] == 200:
                    break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise
                time.sleep(0.1)
            finally:
                client.close()
        yield Served(process, port)
    finally:
        process.terminate()
        process.wait(20)
