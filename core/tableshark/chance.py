"""Luck, by one door: every throw, deal and draw of a game is asked of a `Chance`."""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, product
from random import Random
from typing import TypeVar

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)

Draw = tuple[int, int]
"""One draw as it is logged: out of how many, and which (0-based)."""

WORD = 1 << 64
HANDFULS = 10_000
"""The most throws of a handful of dice that `Quick` lists, to draw from them."""


class TooManyBranches(Exception):
    """The luck in a step can fall in more ways than the caller allowed."""


class Chance:
    """The only source of luck. Everything is derived from `below` and `weigh`."""

    draws: Sequence[Draw] = ()
    """What was drawn so far, by the kinds that keep it."""

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1, each as likely; ValueError unless 1 <= n <= 2**64."""
        raise NotImplementedError

    def weigh(self, weights: Sequence[int]) -> int:
        """Draw an index, each as likely as its weight (whole numbers) says."""
        drawn = self.below(sum(weights))
        return bisect_right(list(accumulate(weights)), drawn)

    def die(self, sides: int = 6) -> int:
        """Throw a die numbered from 1 to `sides`."""
        return 1 + self.below(sides)

    def face(self, faces: tuple[H, ...]) -> H:
        """Throw a die with these faces, some of which may be equal: equal faces are one weighted case."""
        distinct, weights = _grouped(faces)
        face: H = distinct[self.weigh(weights)]
        return face

    def faces(self, faces: tuple[H, ...], count: int) -> tuple[H, ...]:
        """Throw `count` dice with these faces."""
        return tuple([self.face(faces) for _ in range(count)])

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of these items, each as likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Put the items in a random order, each as likely (Fisher-Yates from the end)."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


class Seeded(Chance):
    """Luck as a function of (seed, step): any step can be drawn again alone, in any language.

    Draw i, try j is the first 8 bytes (big-endian) of HMAC-SHA256(seed, "{step}/{i}/{j}"); a try from the last,
    incomplete multiple of n below 2**64 is refused, else it counts modulo n. Draws are kept for the log.
    """

    draws: list[Draw]

    def __init__(self, seed: bytes, step: int) -> None:
        self.seed = seed
        self.step = step
        self.draws = []

    def below(self, n: int) -> int:
        """Draw the next number of this step."""
        _check(n)
        limit = WORD - WORD % n
        place, tried = len(self.draws), 0
        while True:
            message = f"{self.step}/{place}/{tried}".encode()
            word = int.from_bytes(hmac.digest(self.seed, message, hashlib.sha256)[:8], "big")
            if word < limit:
                break
            tried += 1
        self.draws.append((n, word % n))
        return word % n


class Scripted(Chance):
    """Luck as it was written down: replays a log's draws, or sets up a test."""

    draws: list[Draw]

    def __init__(self, draws: Iterable[Draw | int]) -> None:
        self.left = list(draws)[::-1]
        self.draws = []

    def below(self, n: int) -> int:
        """Give the next written draw; ValueError when it was written for another n, or none is left."""
        _check(n)
        if not self.left:
            raise ValueError(f"no scripted draw is left for one below {n}")
        draw = self.left.pop()
        among, value = draw if isinstance(draw, tuple) else (n, draw)
        if among != n or not 0 <= value < n:
            raise ValueError(f"scripted draw {draw} does not answer one below {n}")
        self.draws.append((n, value))
        return value


class Quick(Chance):
    """Luck for playouts: fast, from a `random.Random` of the caller's, kept by nobody."""

    def __init__(self, random: Random) -> None:
        self._random = random.random

    @classmethod
    def of(cls, seed: bytes) -> Quick:
        """Luck for playouts that can be had again: the same seed gives the same draws on any machine."""
        return cls(Random(int.from_bytes(seed)))

    def below(self, n: int) -> int:
        """Draw a number; for n beyond 2**53 not every one can come."""
        if not 0 < n <= WORD:
            _check(n)
        return int(self._random() * n)

    def face(self, faces: tuple[H, ...]) -> H:
        """Throw a die by picking one of its sides."""
        return faces[int(self._random() * len(faces))]

    def faces(self, faces: tuple[H, ...], count: int) -> tuple[H, ...]:
        """Throw `count` dice by picking from all throws of a few dice: one draw, and one tuple, for each handful."""
        tables = _handfuls(faces)
        most = len(tables) - 1
        if count <= most:
            throws = tables[count]
            return throws[int(self._random() * len(throws))]
        throws = tables[most]
        return throws[int(self._random() * len(throws))] + self.faces(faces, count - most)

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of these items."""
        return items[int(self._random() * len(items))]


class _Fork(BaseException):
    """Asks for a branching. Not an Exception, so that no rule's `except Exception` can swallow it."""

    def __init__(self, ways: int, weights: Sequence[int] | None) -> None:
        """Take how many ways there are, and their weights unless all are equal."""
        self.ways = ways
        self.weights = weights


class _Forced(Chance):
    """Luck that goes down one branch and asks for a fork where the branch ends."""

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path = path
        self.at = 0

    def below(self, n: int) -> int:
        if self.at == len(self.path):
            _check(n)
            raise _Fork(n, None)
        return self._next()

    def weigh(self, weights: Sequence[int]) -> int:
        if self.at == len(self.path):
            _check(sum(weights))
            raise _Fork(sum(map(bool, weights)), weights)
        return self._next()

    def _next(self) -> int:
        self.at += 1
        return self.path[self.at - 1]


def branches(step: Callable[[Chance], T], limit: int = 100_000) -> Iterator[tuple[float, T]]:
    """Every way the luck in `step` can fall, each with its probability; the step is run once per way and fork.

    Raises TooManyBranches once more than `limit` ways are known of. A step that may throw for ever has no end of
    ways: fork the single throw instead.
    """
    known = 1
    todo: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while todo:
        path, weight = todo.pop()
        try:
            result = step(_Forced(path))
        except _Fork as fork:
            known += fork.ways - 1
            if known > limit:
                raise TooManyBranches(f"the step can fall in more than {limit} ways") from None
            weights = fork.weights or (1,) * fork.ways
            whole = sum(weights)
            todo += [((*path, i), weight * w / whole) for i, w in enumerate(weights) if w]
        else:
            yield weight, result


@lru_cache(maxsize=1024)
def _grouped(faces: tuple[H, ...]) -> tuple[tuple[H, ...], tuple[int, ...]]:
    distinct = tuple(dict.fromkeys(faces))
    return distinct, tuple(faces.count(face) for face in distinct)


@lru_cache(maxsize=64)
def _handfuls(faces: tuple[H, ...]) -> tuple[tuple[tuple[H, ...], ...], ...]:
    """List all throws of no die, of one, of two ... while they are not too many."""
    most = 1
    while len(faces) ** (most + 1) <= HANDFULS and len(faces) > 1:
        most += 1
    return tuple([tuple(product(faces, repeat=count)) for count in range(most + 1)])


def _check(n: int) -> None:
    if not 1 <= n <= WORD:
        raise ValueError(f"can't draw below {n}: it must be from 1 to 2**64")
