"""Past windows of a seat, played again from the log: so that whoever looks late misses nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from itertools import accumulate
from threading import Lock
from typing import Any, NamedTuple

from tableshark.game import ONLOOKER, Game, replay
from tableshark.luck import chain
from tableshark.rules import Rules, Seat
from tableshark.store import Store
from tableshark.table import Table, decode_line
from tableshark.windows import Window, look

KEPT = 5000
"""The most positions that are kept, of all games together, at 1 to 2 kB each. Games asked for last stay."""


class Position(NamedTuple):
    """A game after a line of its log, and the hash of all lines up to there."""

    chain: str
    game: Game[Any, Any]


class History:
    """Plays logs again, and keeps what came of it.

    Each line is played once, not once for each who asks: a follower who is behind asks for window after window. What an
    answer costs then tells next to nothing of how many steps others took unseen.
    """

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        """Take the store that has the logs, and how many positions to keep."""
        self._store = store
        self._kept = kept
        self._told: OrderedDict[tuple[str, int], tuple[Position, ...]] = OrderedDict()
        self._lock = Lock()

    def window_after(
        self, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], seat: Seat | None, number: int
    ) -> Window[Any, Any] | None:
        """Give the first window of the seat with a higher number, as it was shown then but for its deadline.

        None where it can't be had again: rules that forget, or lines of another version of the rules.
        """
        if rules.forgets:
            return None
        told = self._play(rules, table)
        if told is None:
            return None
        key = ONLOOKER if seat is None else seat
        found = bisect_right(told, number, key=lambda position: position.game.numbers[key])
        return look(rules, told[found].game, seat) if found < len(told) else None

    def _play(self, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> tuple[Position, ...] | None:
        """Give the game after each line of its log."""
        assert table.game is not None
        key = table.header.id, rules.version
        with self._lock:
            told = self._told.get(key, ())[: table.lines]
        lines, hashes = self._lines(table, told)
        if told and hashes[-1] != table.chain:
            # Another log than the one that was played, as where a store was put back: from the beginning, then.
            with self._lock:
                self._told.pop(key, None)
            told = ()
            lines, hashes = self._lines(table, told)
        entries = [decode_line(rules, line) for line in lines]
        if any(entry.version != rules.version for entry in entries):
            return None
        games = replay(rules, table.header.options, table.game.seed, entries, told[-1].game if told else None)
        played = told + tuple(map(Position, hashes[1:], games))
        if hashes[-1] == table.chain:
            self._keep(key, played)
        return played

    def _lines(self, table: Table[Any, Any, Any], told: tuple[Position, ...]) -> tuple[list[bytes], list[str]]:
        """Read the lines that follow what was told, and the hashes from there on: one more than lines."""
        missing = table.lines - len(told)
        lines = self._store.log(table.header.id, len(told))[:missing] if missing else []
        return lines, [*accumulate(lines, chain, initial=told[-1].chain if told else table.header.commitment)]

    def _keep(self, key: tuple[str, int], played: tuple[Position, ...]) -> None:
        """Keep it for the next who asks, unless another thread came further."""
        if len(played) > self._kept:
            return
        with self._lock:
            if len(played) > len(self._told.get(key, ())):
                self._told[key] = played
            self._told.move_to_end(key)
            while sum(map(len, self._told.values())) > self._kept:
                self._told.popitem(last=False)
