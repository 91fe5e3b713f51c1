"""Past windows of a seat, played again from the log: so that whoever looks late misses nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import accumulate
from threading import Lock
from typing import Any, NamedTuple

from tableshark.game import ONLOOKER, Game, replay
from tableshark.luck import chain
from tableshark.rules import Rules, Seat
from tableshark.store import Store
from tableshark.table import Table, decode_line, line_version
from tableshark.windows import Window, look

KEPT = 5000
"""The most positions that are kept, of all games together, at 1 to 2 kB each. Games asked for last stay."""


class Position(NamedTuple):
    """A game after a line of its log, and the hash of all lines up to there."""

    chain: str
    game: Game[Any, Any]


class History:
    """Plays logs again, and keeps what came of it.

    A follower who is behind asks for window after window, and each line is played once for all of them. So what an
    answer costs doesn't tell whoever asks again and again how many steps others took unseen.
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
        key = ONLOOKER if seat is None else seat
        if table.lines > self._kept:
            # It would drive out all others: played again each time, as far as it is asked for.
            games = _replayed(rules, table, self._lines(table, ())[0])
            found = next((game for game in games or () if game.numbers[key] > number), None)
            return None if found is None else look(rules, found, seat)
        told = self._play(rules, table)
        place = bisect_right(told, number, key=lambda position: position.game.numbers[key])
        return look(rules, told[place].game, seat) if place < len(told) else None

    def _play(self, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> tuple[Position, ...]:
        """Give the game after each line of its log; none where it can't be played again."""
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
        games = _replayed(rules, table, lines, told[-1].game if told else None)
        if games is None:
            return ()
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
        with self._lock:
            if len(played) > len(self._told.get(key, ())):
                self._told[key] = played
            self._told.move_to_end(key)
            while sum(map(len, self._told.values())) > self._kept:
                self._told.popitem(last=False)


def _replayed(
    rules: Rules[Any, Any, Any, Any],
    table: Table[Any, Any, Any],
    lines: Sequence[bytes],
    game: Game[Any, Any] | None = None,
) -> Iterator[Game[Any, Any]] | None:
    """Play lines again from a game on, or from the beginning; None where they are another version's."""
    assert table.game is not None
    # First: a move of another version may be none of this one's.
    if any(line_version(line) != rules.version for line in lines):
        return None
    entries = (decode_line(rules, line) for line in lines)
    return replay(rules, table.header.options, table.game.seed, entries, game)
