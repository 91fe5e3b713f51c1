"""A store in this process's memory, for tests and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Lock

from tableshark.store.port import INDEXES, Change, Index, Stored


class MemoryStore:
    """Keeps games in memory, with the same promises as any store but that of lasting."""

    def __init__(self) -> None:
        self._games: dict[str, Stored] = {}
        self._logs: dict[str, list[bytes]] = {}
        self._marks: dict[Index, dict[str, float]] = {index: {} for index in INDEXES}
        self._listeners: list[SimpleQueue[str]] = []
        self._kept: dict[str, bytes] = {}
        self._lock = Lock()

    def load(self, game: str) -> Stored | None:
        """Read a game."""
        return self._games.get(game)

    def update(
        self, game: str, change: Callable[[Stored | None], Change | None], seen: Stored | None = None
    ) -> Stored | None:
        """Change a game, again from the start when another thread was faster."""
        while True:
            before, seen = seen or self._games.get(game), None
            wanted = change(before)
            if wanted is None:
                return before
            with self._lock:
                if self._games.get(game) is not before:
                    continue
                after = Stored((before.revision if before else 0) + 1, wanted.body)
                log = self._logs.setdefault(game, [])
                if len(log) != wanted.first and wanted.lines:
                    raise ValueError(f"the log of {game} has {len(log)} lines, not {wanted.first}")
                self._games[game] = after
                log.extend(wanted.lines)
                for index, mark in wanted.marks.items():
                    if mark is None:
                        self._marks[index].pop(game, None)
                    else:
                        self._marks[index][game] = mark
                for listener in self._listeners:
                    listener.put(game)
            return after

    def log(self, game: str, first: int = 0) -> list[bytes]:
        """Read the lines of a game's log from this one on."""
        return self._logs.get(game, [])[first:]

    def find(self, index: Index, upto: float = float("inf"), limit: int = 100) -> list[tuple[str, float]]:
        """List games of an index in its order."""
        with self._lock:
            marks = sorted(self._marks[index].items(), key=lambda item: (item[1], item[0]))
        return [(game, mark) for game, mark in marks if mark <= upto][:limit]

    def page(self, index: Index, before: tuple[float, str] | None, limit: int) -> list[tuple[str, float]]:
        """List games of an index from its end."""
        with self._lock:
            marks = sorted([(mark, game) for game, mark in self._marks[index].items()], reverse=True)
        return [(game, mark) for mark, game in marks if before is None or (mark, game) < before][:limit]

    def keep(self, name: str, value: bytes, seconds: int) -> bytes:
        """Keep a value under a name, unless there is one already."""
        with self._lock:
            return self._kept.setdefault(name, value)

    def kept(self, name: str) -> bytes | None:
        """Give what is kept under a name; here it is kept as long as the process."""
        return self._kept.get(name)

    def replace(self, name: str, value: bytes, seconds: int) -> None:
        """Keep another value under a name."""
        with self._lock:
            self._kept[name] = value

    def delete(self, game: str) -> None:
        """Remove a game."""
        with self._lock:
            self._games.pop(game, None)
            self._logs.pop(game, None)
            for marks in self._marks.values():
                marks.pop(game, None)

    def changes(self) -> Iterator[str | None]:
        """Give the id of each game that is changed from now on."""
        listener: SimpleQueue[str] = SimpleQueue()
        with self._lock:
            self._listeners.append(listener)
        return self._listen(listener)

    def _listen(self, listener: SimpleQueue[str]) -> Iterator[str | None]:
        try:
            while True:
                try:
                    yield listener.get(timeout=1.0)
                except Empty:
                    yield None
        finally:
            self._listeners.remove(listener)

    def probe(self) -> None:
        """There is nothing that could be away."""
