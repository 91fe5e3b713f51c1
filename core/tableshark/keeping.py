"""The keeper: reads games from the store, and changes them there exactly once; then it wakes and tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tableshark import life, luck, telling
from tableshark.asking import Thought
from tableshark.errors import UnknownGame
from tableshark.plugins import Plugins
from tableshark.rules import Rules, Seat
from tableshark.store import Change, Store, Stored
from tableshark.table import Table, decode, encode, stored_rules

Alter = Callable[[Rules[Any, Any, Any, Any], Table[Any, Any, Any]], Table[Any, Any, Any] | None]
"""Gives the changed table, or None where nothing changes. It is called again when another writer was faster."""


class Seen(NamedTuple):
    """A game as it was read: what is stored of it, and what that says."""

    stored: Stored
    rules: Rules[Any, Any, Any, Any]
    table: Table[Any, Any, Any]


class Keeper:
    """Keeps games in a store: decoded on the way out, encoded with a line of the log and marks on the way in."""

    def __init__(
        self,
        plugins: Plugins,
        store: Store,
        wake: Callable[[Sequence[Thought]], None],
        now: Callable[[], float],
    ) -> None:
        """Take what wakes machine players (it may raise QueueAway), and a clock in seconds since 1970."""
        self._plugins = plugins
        self._store = store
        self._wake = wake
        self._now = now

    def read(self, game: str) -> Seen:
        """Read a game. Raises UnknownGame, or RulesAway where its plugin is missing."""
        return self._decoded(game, self._store.load(game))

    def create(self, table: Table[Any, Any, Any]) -> Table[Any, Any, Any]:
        """Write down a new game, and give it; one that is there already under its id stays as it is, and is given."""
        game = table.header.id
        commit, after = self._commit(None, table)
        stored = self._store.update(game, lambda before: commit if before is None else None)
        if stored is None or stored.body != commit.body:
            return self.read(game).table
        telling.tell(self._plugins, self._wake, None, after)
        return after

    def change(
        self, game: str, alter: Alter, *, skip: Seat | None = None, seen: Seen | None = None
    ) -> tuple[bool, Table[Any, Any, Any]]:
        """Change a table, then wake and tell. Gives whether anything changed, and the table after.

        `skip` is a seat whose machine player isn't woken, for it goes on by itself. What the caller has `seen` just
        now is tried first, so that it needn't be read again.
        """
        before: Table[Any, Any, Any] | None = None
        after: Table[Any, Any, Any] | None = None
        changed = False

        def change(stored: Stored | None) -> Change | None:
            nonlocal before, after, changed
            _, rules, before = seen if seen is not None and stored is seen.stored else self._decoded(game, stored)
            altered = alter(rules, before)
            changed = altered is not None
            if altered is None:
                after = before
                return None
            commit, after = self._commit(before, altered)
            return commit

        self._store.update(game, change, seen.stored if seen else None)
        assert after is not None
        if changed:
            telling.tell(self._plugins, self._wake, before, after, skip)
        return changed, after

    def _decoded(self, game: str, stored: Stored | None) -> Seen:
        if stored is None:
            raise UnknownGame(f"there is no game {game!r}")
        rules = self._plugins.needed(stored_rules(stored.body))
        return Seen(stored, rules, decode(rules, stored.body))

    def _commit(
        self, before: Table[Any, Any, Any] | None, after: Table[Any, Any, Any]
    ) -> tuple[Change, Table[Any, Any, Any]]:
        """Write down a changed table: its body, its new line of the log, its marks."""
        position = after.game
        if after.header.status == "over" and after.header.ended is None:
            # By an upgrade, which has no clock.
            after = replace(after, header=replace(after.header, ended=self._now()))
        lines: tuple[bytes, ...] = ()
        if position is not None and position.entry is not None:
            line = encode(position.entry)
            lines = (line,)
            after = replace(after, lines=after.lines + 1, chain=luck.chain(after.chain, line))
        after = replace(after, asked=life.asked_since(before, after, self._now()))
        stored = after if position is None else replace(after, game=replace(position, entry=None))
        return Change(encode(stored), lines, after.lines - len(lines), life.marks(after)), after
