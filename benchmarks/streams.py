"""500 open streams while moves go on: what moves then take, when their views arrive, and what memory it costs."""

from __future__ import annotations

import re
import resource
import selectors
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from typing import NamedTuple

from rich.table import Table

from benchmarks.served import API, LOTS, Client, Game, Served, served, stores

GAMES = 50
EACH = 10
"""Streams of each game."""
MOVES = 6
"""Of each game, alone and under the streams."""
PATIENCE = 60.0

_ID = re.compile(rb"id: (\d+)\nevent: view\n")


class Followers:
    """Open streams, read by one thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._sockets: list[socket.socket] = []
        self._rest: dict[socket.socket, bytes] = {}
        self._news = Condition()
        self.seen: list[list[tuple[int, float]]] = []
        """Of each stream the numbers of its views, and when they came."""
        self._thread = Thread(target=self._read, daemon=True)
        self._open = True

    def follow(self, port: int, path: str) -> None:
        """Open one more stream."""
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall(f"GET {path}/stream HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        self._rest[one] = b""
        self._selector.register(one, selectors.EVENT_READ, len(self.seen))
        self._sockets.append(one)
        self.seen.append([])

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def wait(self, reached: Callable[[], bool]) -> None:
        """Wait until something holds of `seen`."""
        with self._news:
            assert self._news.wait_for(reached, PATIENCE), "not all views arrived"

    def stop(self) -> None:
        """Close all."""
        self._open = False
        self._thread.join(PATIENCE)
        for one in self._sockets:
            one.close()

    def _read(self) -> None:
        while self._open:
            ready = self._selector.select(0.2)
            now = time.perf_counter()
            with self._news:
                for key, _ in ready:
                    one: socket.socket = key.fileobj  # type: ignore[assignment]
                    text, end = self._rest[one] + one.recv(1 << 18), 0
                    for found in _ID.finditer(text):
                        self.seen[key.data].append((int(found[1]), now))
                        end = found.end()
                    # The beginning of an id may stand at its end.
                    self._rest[one] = text[end:][-30:]
                self._news.notify_all()


@contextmanager
def followers(port: int, paths: list[str]) -> Iterator[Followers]:
    """Have streams open, all of which have told their first view."""
    some = Followers()
    for path in paths:
        some.follow(port, path)
    some.start()
    try:
        some.wait(lambda: all(some.seen))
        yield some
    finally:
        some.stop()


def event(server: Served, client: Client, streams: int, moves: int) -> float:
    """CPU seconds of one event of one stream: what moves cost more where they are followed."""
    game = Game(client)
    with followers(server.port, [game.path] * streams) as some:
        before = server.cpu()
        for number in range(2, moves + 2):
            game.move()
            some.wait(lambda number=number: all(seen[-1][0] == number for seen in some.seen))  # type: ignore[misc]
        followed = server.cpu() - before
    alone = Game(client)
    before = server.cpu()
    for _ in range(moves):
        alone.move()
    return (followed - (server.cpu() - before)) / (streams * moves)


class Crowd(NamedTuple):
    """What was measured; times in milliseconds, memory in MiB."""

    streams: int
    moves: int
    alone: float
    """What a move took, in the middle, with no streams open."""
    among: float
    """The same with all of them open."""
    slow: float
    """And so 95 of 100 of them."""
    delay: float
    """When a view arrived after the move was answered, in the middle."""
    memory: float
    """Of the process that answers, with no streams open."""
    full: float
    """The same with all of them open."""


def crowd() -> Crowd:
    """Play in many games, each with streams; every stream must get every view, once and in order."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with stores() as settings, served(API, "/readyz", **settings, **LOTS) as api:
        client = Client(api.port)
        games = [Game(client) for _ in range(GAMES)]
        alone, _ = _play(games)
        memory = api.memory()
        with followers(api.port, [game.path for game in games for _ in range(EACH)]) as some:
            among, answered = _play(games)
            some.wait(lambda: all(seen[-1][0] == 2 * MOVES + 1 for seen in some.seen))
            full = api.memory()
        client.close()
    delays = []
    for place, seen in enumerate(some.seen):
        assert [number for number, _ in seen] == list(range(MOVES + 1, 2 * MOVES + 2)), seen
        delays += [(at - answered[place // EACH, number]) * 1000 for number, at in seen[1:]]
    slow = statistics.quantiles(among, n=20)[-1]
    middle = statistics.median
    return Crowd(
        GAMES * EACH, GAMES * MOVES, middle(alone), middle(among), slow, max(0.0, middle(delays)), memory, full
    )


def _play(games: list[Game]) -> tuple[list[float], dict[tuple[int, int], float]]:
    """Play some moves in each game in turn: how long each took, and when it was answered."""
    took, answered = [], {}
    for _ in range(MOVES):
        for place, game in enumerate(games):
            began = time.perf_counter()
            game.move()
            now = time.perf_counter()
            took.append((now - began) * 1000)
            answered[place, game.moves + 1] = now
    return took, answered


def table() -> Table:
    """Tell it."""
    found = crowd()
    told = Table("one process", "no stream open", f"{found.streams} streams open")
    told.add_row("a move takes, ms, median", f"{found.alone:.1f}", f"{found.among:.1f}")
    told.add_row("95 of 100 moves take, ms, at most", "", f"{found.slow:.1f}")
    told.add_row("its views arrive after its answer, ms, median", "", f"{found.delay:.1f}")
    told.add_row("memory, MiB", f"{found.memory:.0f}", f"{found.full:.0f}")
    return told
