"""A store on any Redis >= 7 or Valkey, by URL."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, cast

import redis
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import (
    BusyLoadingError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from tableshark.errors import BadStore, StoreAway
from tableshark.store.port import INDEXES, Change, Index, Stored

CHANNEL = "tableshark:changes"
SECONDS = 3.0
"""How long a store may take for an answer before it counts as away."""
TRIES = 2
"""How often a commit is sent: it carries a request id, so that a lost reply can't make it count twice."""
CONNECTIONS = 10_000
"""One for each thread that asks: by the client's own limit the 101st would be told that the store is away."""
RACES = 200
"""How many times a writer may lose against others before the store counts as away."""

AWAY = (ConnectionError, TimeoutError, BusyLoadingError, ReadOnlyError)
UNSAFE = ("MISCONF", "NOREPLICAS")
"""How a server's answer begins that can't save now, or has fewer replicas than it shall have."""
WANTED = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


class RedisStore:
    """Keeps games in a server, so that any number of processes and machines can share them."""

    def __init__(self, url: str) -> None:
        # Commits are sent again by `_commit` alone, which knows that the script knows the request.
        self._writer = redis.Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=SECONDS,
            socket_connect_timeout=SECONDS,
            max_connections=CONNECTIONS,
        )
        self._reader = redis.Redis.from_url(
            url,
            # Not after a timeout: whoever asks has waited long enough.
            retry=Retry(ExponentialBackoff(cap=0.2, base=0.02), 2, supported_errors=(ConnectionError,)),
            socket_timeout=SECONDS,
            socket_connect_timeout=SECONDS,
            max_connections=CONNECTIONS,
        )
        script = files("tableshark.store").joinpath("commit.lua").read_text()
        self._script = self._writer.register_script(script)

    def load(self, game: str) -> Stored | None:
        """Read a game."""
        with _away():
            body, revision = cast("list[bytes | None]", self._reader.hmget(_key(game), ["body", "revision"]))
        return None if body is None or revision is None else Stored(int(revision), body)

    def update(
        self, game: str, change: Callable[[Stored | None], Change | None], seen: Stored | None = None
    ) -> Stored | None:
        """Change a game, again from the start when another writer was faster."""
        for _ in range(RACES):
            before, seen = seen or self.load(game), None
            wanted = change(before)
            if wanted is None:
                return before
            expected = before.revision if before else 0
            done, number = self._commit(game, expected, wanted)
            if done == 1:
                return Stored(number, wanted.body)
            if done < 0:
                raise ValueError(f"the log of {game} has {number} lines, not {wanted.first}")
        raise StoreAway("the store is too busy with this game; try again")

    def _commit(self, game: str, expected: int, change: Change) -> tuple[int, int]:
        marks = ["=" if i not in change.marks else _mark(change.marks[i]) for i in INDEXES]
        keys = [_key(game), _log(game), *map(_index, INDEXES)]
        lines = [change.first, len(change.lines), *change.lines]
        args: list[Any] = [game, expected, secrets.token_hex(8), change.body, *lines, *marks]
        with _away():
            for left in reversed(range(TRIES)):
                try:
                    done, number = cast("list[int]", self._script(keys=keys, args=args))
                except (ConnectionError, TimeoutError):
                    if not left:
                        raise
                else:
                    return done, number
        raise AssertionError

    def log(self, game: str, first: int = 0) -> list[bytes]:
        """Read the lines of a game's log from this one on."""
        with _away():
            rows = cast("list[tuple[bytes, dict[bytes, bytes]]]", self._reader.xrange(_log(game), f"{first + 1}-0"))
        return [row[b"line"] for _, row in rows]

    def find(self, index: Index, upto: float = float("inf"), limit: int = 100) -> list[tuple[str, float]]:
        """List games of an index in its order."""
        with _away():
            rows = self._reader.zrange(
                _index(index), "-inf", upto, byscore=True, withscores=True, offset=0, num=limit
            )  # fmt: skip
        return [(game.decode(), mark) for game, mark in cast("list[tuple[bytes, float]]", rows)]

    def page(self, index: Index, before: tuple[float, str] | None, limit: int) -> list[tuple[str, float]]:
        """List games of an index from its end."""
        top: float | str = "+inf" if before is None else before[0]
        found: list[tuple[str, float]] = []
        first = 0
        with _away():
            # Several games can have the same value: those at and after the place in it are passed over.
            while len(found) < limit:
                rows = cast("list[tuple[bytes, float]]", self._reader.zrange(
                    _index(index), top, "-inf", desc=True, byscore=True, withscores=True, offset=first, num=limit
                ))  # fmt: skip
                found += [
                    (game.decode(), mark) for game, mark in rows if before is None or (mark, game.decode()) < before
                ]
                first += len(rows)
                if len(rows) < limit:
                    break
        return found[:limit]

    def keep(self, name: str, value: bytes, seconds: int) -> bytes:
        """Keep a value under a name for so long, unless there is one already."""
        with _away():
            old = cast("bytes | None", self._writer.set(_kept(name), value, nx=True, get=True, ex=seconds))
        return value if old is None else old

    def kept(self, name: str) -> bytes | None:
        """Give what is kept under a name."""
        with _away():
            return cast("bytes | None", self._reader.get(_kept(name)))

    def replace(self, name: str, value: bytes, seconds: int) -> None:
        """Keep another value under a name."""
        with _away():
            self._writer.set(_kept(name), value, ex=seconds)

    def delete(self, game: str) -> None:
        """Remove a game."""
        with _away(), self._reader.pipeline() as pipe:
            pipe.delete(_key(game), _log(game))
            for index in INDEXES:
                pipe.zrem(_index(index), game)
            pipe.execute()

    def changes(self) -> Iterator[str | None]:
        """Give the id of each game that is changed from now on; a lost connection is an error, not silence."""
        with _away():
            listener: Any = self._reader.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
            listener.subscribe(CHANNEL)
            listener.get_message(timeout=SECONDS)
        return self._listen(listener)

    def _listen(self, listener: Any) -> Iterator[str | None]:
        with _away(), listener:
            while True:
                message = listener.get_message(timeout=1.0)
                yield message["data"].decode() if message else None

    def probe(self) -> None:
        """Write and read something."""
        with _away():
            self._writer.set("tableshark:probe", secrets.token_hex(4), ex=60)

    def check(self) -> None:
        """Refuse a store whose settings would lose moves: BadStore says which, and what they should be."""
        with _away():
            try:
                given = cast("dict[str, str]", self._reader.config_get(*WANTED))
            except ResponseError as error:
                raise BadStore(f"this store does not tell its settings: {error}") from error
        wrong = [
            f"{name} is {given.get(name)}, not {value}" for name, value in WANTED.items() if given.get(name) != value
        ]
        if wrong:
            raise BadStore(f"this store would lose moves: {'; '.join(wrong)}")


@contextmanager
def _away() -> Iterator[None]:
    try:
        yield
    except OutOfMemoryError as error:
        raise StoreAway("the store has no room: it writes nothing until there is some") from error
    except AWAY as error:
        raise StoreAway("the store does not answer") from error
    except ResponseError as error:
        if not str(error).startswith(UNSAFE):
            raise
        raise StoreAway("the store can't keep what is written, and writes nothing until it can") from error


def _mark(mark: float | None) -> str:
    return "" if mark is None else repr(float(mark))


def _key(game: str) -> str:
    return f"g:{{{game}}}"


def _log(game: str) -> str:
    return f"g:{{{game}}}:log"


def _index(index: Index) -> str:
    return f"tableshark:{index}"


def _kept(name: str) -> str:
    return f"tableshark:kept:{name}"
