"""The desk: the one way to sit down, answer, let time run out and leave. It loads, checks, commits, wakes and tells."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tableshark import life, luck, seating
from tableshark.asking import Thought, wanted
from tableshark.bots import Decision
from tableshark.errors import GameNotStarted, NotNow, QueueAway, UnknownGame
from tableshark.game import check_turn, expire, questions_over, submit
from tableshark.header import Header, Place
from tableshark.history import window_after
from tableshark.plugins import Plugins
from tableshark.rules import Rules, Seat
from tableshark.store import Change, Store, Stored
from tableshark.table import Intent, Order, Table, decode, decode_line, encode, stored_rules
from tableshark.windows import Window, look

logger = logging.getLogger(__name__)

Loaded = tuple[Rules[Any, Any, Any, Any], Table[Any, Any, Any]]
Alter = Callable[[Rules[Any, Any, Any, Any], Table[Any, Any, Any]], Table[Any, Any, Any] | None]


class Desk:
    """Takes what people and machine players want of a game, one at a time for each game."""

    def __init__(
        self,
        plugins: Plugins,
        store: Store,
        wake: Callable[[Sequence[Thought]], None],
        now: Callable[[], float],
        entropy: Callable[[int], bytes],
    ) -> None:
        """Take what wakes machine players (it may raise QueueAway), a clock in seconds since 1970, and secret bytes."""
        self.plugins = plugins
        self.store = store
        self._wake = wake
        self._now = now
        self._entropy = entropy

    def create(
        self,
        rules_id: str,
        options: Any,
        places: Sequence[Place],
        *,
        keys: dict[Seat, tuple[str, ...]] | None = None,
        seed: bytes | None = None,
    ) -> Header[Any]:
        """Open a game at its places (see `seating.plan`); it starts at once where nobody is missing.

        `keys` are those of the persons that the places count as taken. A `seed` makes it a practice game.
        """
        rules = self.plugins.get(rules_id)
        game, drawn, now = self._entropy(12).hex(), self._entropy(32) if seed is None else seed, self._now()
        header = Header(
            id=game,
            rules=rules.id,
            version=rules.version,
            options=options,
            seats=tuple(places),
            status="waiting",
            created=now,
            commitment=luck.commitment(game, drawn),
            seeded=seed is not None,
        )
        table: Table[Any, Any, Any] = Table(header, drawn, self._entropy(32), keys=keys or {})
        commit, after = self._commit(None, life.begin(rules, table, now), now)
        self.store.update(game, lambda before: commit)
        self._tell(None, after, skip=None)
        return after.header

    def take_seat(self, game: str, seat: Seat, key: str) -> Header[Any]:
        """Let somebody in who will prove the right to the seat by this key; the last one starts the game."""

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            sat = seating.take(table, seat, key)
            return None if sat is table else life.begin(rules, sat, self._now())

        return self._update(game, alter)[1].header

    def leave_seat(self, game: str, seat: Seat, key: str) -> Header[Any]:
        """Let the holder of this key go; the place is free again."""
        return self._update(game, lambda rules, table: seating.leave(table, seat, key))[1].header

    def submit(self, game: str, seat: Seat, move: Any, turn: int) -> Window[Any, Any]:
        """Take a seat's answer and give its new window. The same answer again has no second effect."""

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any]:
            return self._step(rules, table, seat, move, turn)

        try:
            table = self._update(game, alter)[1]
        except NotNow:
            # What is refused now may have been taken before, and its reply lost.
            if not self._taken(game, seat, move, turn):
                raise
            table = self.load(game)[1]
        assert table.game is not None
        return look(self.plugins.needed(table.header.rules), table.game, seat)

    def decide(self, thought: Thought, decision: Decision[Any], *, plays_on: bool = False) -> Table[Any, Any, Any]:
        """Take a machine player's decision: its move, now or when its time comes, or that others may go first.

        With `plays_on` the caller goes on thinking for the seat while the question stays the same; it isn't woken.
        """
        seat, turn = thought.seat, thought.turn

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            if not any(one.seat == seat and one.turn == turn for one in wanted(table)):
                return None
            notes = table.notes if decision.notes is None else {**table.notes, seat: decision.notes}
            table = replace(table, notes=notes)
            if decision.move is None:
                return replace(table, passes={**table.passes, seat: turn})
            if decision.delay > 0:
                # Now as well as when its time has come: a bot whose move is refused decides otherwise at once.
                self.plugins.hook.tableshark_before_move(header=table.header, seat=seat, move=decision.move)
                # From the moment the question was put: a queue that is slow adds nothing to a bot's time.
                due = table.since.get(seat, self._now()) + decision.delay
                return replace(table, intents={**table.intents, seat: Intent(turn, decision.move, due)})
            return self._step(rules, table, seat, decision.move, turn)

        return self._update(game=thought.game, alter=alter, skip=seat if plays_on else None)[1]

    def order(self, game: str, seat: Seat, turn: int, bot: str, level: str | None) -> Thought:
        """Have a machine player answer one turn in a person's place."""
        header = self.load(game)[1].header
        _, strength = self.plugins.bot(header.rules, bot, level)

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            order = Order(turn, bot, strength)
            if table.orders.get(seat) == order:
                return None
            if table.game is None:
                raise GameNotStarted("seats are still open")
            check_turn(table.game, seat, turn)
            return replace(table, orders={**table.orders, seat: order})

        after = self._update(game, alter)[1]
        asked = (one for one in wanted(after) if one.seat == seat)
        # In a race another may be asked first; this one's turn comes by itself.
        return next(asked, Thought(game, seat, turn, bot, strength, must=False))

    def pass_time(self, game: str) -> None:
        """Do what is due by now: decisions whose time has come, in the order of their times, then the deadline."""

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            now = self._now()
            position = table.game
            if position is None or position.awaiting is None:
                return None
            ripe = [(due, seat) for due, seat in life.ripening(table) if due <= now]
            if ripe and (position.due is None or ripe[0][0] <= position.due):
                seat = ripe[0][1]
                intent = table.intents[seat]
                without = {other: kept for other, kept in table.intents.items() if other != seat}
                table = replace(table, intents=without)
                try:
                    return self._step(rules, table, seat, intent.move, intent.turn)
                except NotNow:
                    # A house rule has forbidden it meanwhile: the machine player is asked again.
                    return table
            after = expire(rules, position, now=now)
            return None if after is position else life.settle(table, after, now)

        while self._update(game, alter)[0]:
            pass

    def look(self, game: str, seat: Seat | None) -> tuple[Header[Any], Window[Any, Any] | None]:
        """Give the header and the window of a seat or of the onlooker; None while seats are open."""
        rules, table = self.load(game)
        return table.header, None if table.game is None else look(rules, table.game, seat)

    def follow(self, table: Table[Any, Any, Any], window: Window[Any, Any], after: int) -> Window[Any, Any]:
        """Give the window that came right after this number, so that none is passed over; it asks what is asked now.

        `window` is the present one; it comes back where it is the next, or where past ones can't be had again.
        """
        if window.number <= after + 1:
            return window
        assert table.game is not None
        rules = self.plugins.needed(table.header.rules)
        lines = self.store.log(table.header.id)[: table.lines]
        entries = [decode_line(rules, line) for line in lines]
        past = window_after(rules, table.header.options, table.game.seed, entries, window.seat, after)
        if past is None:
            return window
        # A question that is over is not put again: whoever tells the story late must not answer it.
        return past if past.turn == window.turn else replace(past, turn=None, legal=None)

    def load(self, game: str) -> Loaded:
        """Read a game. Raises UnknownGame, or RulesAway where its plugin is missing."""
        return self._read(game, self.store.load(game))

    def _read(self, game: str, stored: Stored | None) -> Loaded:
        if stored is None:
            raise UnknownGame(f"there is no game {game!r}")
        rules = self.plugins.needed(stored_rules(stored.body))
        return rules, decode(rules, stored.body)

    def _taken(self, game: str, seat: Seat, move: Any, turn: int) -> bool:
        # As plain data: what an older version of the rules wrote may be none of their moves any more.
        answer = (seat, turn, msgspec.json.decode(encode(move)))
        lines = map(msgspec.json.decode, reversed(self.store.log(game)))
        return any((line["seat"], line["turn"], line["move"]) == answer for line in lines)

    def _step(
        self, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], seat: Seat, move: Any, turn: int
    ) -> Table[Any, Any, Any]:
        if table.game is None:
            raise GameNotStarted("seats are still open")
        now = self._now()
        after = submit(rules, table.game, seat, move, turn=turn, now=now)
        self.plugins.hook.tableshark_before_move(header=table.header, seat=seat, move=move)
        return life.settle(table, after, now)

    def _update(self, game: str, alter: Alter, skip: Seat | None = None) -> tuple[bool, Table[Any, Any, Any]]:
        """Change a table, then wake and tell. Gives whether anything changed, and the table after."""
        before: Table[Any, Any, Any] | None = None
        after: Table[Any, Any, Any] | None = None
        changed = False

        def change(stored: Stored | None) -> Change | None:
            nonlocal before, after, changed
            rules, before = self._read(game, stored)
            altered = alter(rules, before)
            changed = altered is not None
            if altered is None:
                after = before
                return None
            commit, after = self._commit(before, altered, self._now())
            return commit

        self.store.update(game, change)
        assert after is not None
        if changed:
            self._tell(before, after, skip)
        return changed, after

    def _commit(
        self, before: Table[Any, Any, Any] | None, after: Table[Any, Any, Any], now: float
    ) -> tuple[Change, Table[Any, Any, Any]]:
        """Write down a changed table: its body, its new line of the log, its marks."""
        position = after.game
        lines: tuple[bytes, ...] = ()
        if position is not None and position.entry is not None:
            line = encode(position.entry)
            lines = (line,)
            after = replace(after, lines=after.lines + 1, chain=luck.chain(after.chain, line))
        after = replace(after, asked=life.asked_since(before, after, now))
        stored = after if position is None else replace(after, game=replace(position, entry=None))
        return Change(encode(stored), lines, after.lines - len(lines), life.marks(after)), after

    def _tell(self, before: Table[Any, Any, Any] | None, after: Table[Any, Any, Any], skip: Seat | None) -> None:
        """After the commit: wake machine players, then tell the followers. Neither can undo the move."""
        news = [one for one in wanted(after) if before is None or one not in wanted(before)]
        if skip is not None and life.plays_on(before, after, skip):
            news = [one for one in news if one.seat != skip]
        if news:
            try:
                self._wake(news)
            except QueueAway:
                logger.warning("queue away: the reconciler will wake the bots of %s", after.header.id)
        hook = self.plugins.hook
        header = after.header
        try:
            if before is None:
                hook.tableshark_game_created(header=header)
            for place in header.seats:
                was = before.header.place(place.seat) if before else None
                if place.taken > (was.taken if was else 0):
                    hook.tableshark_seat_taken(header=header, seat=place.seat)
            if before is not None and before.game is not None and after.game is not None:
                for seat in questions_over(before.game, after.game):
                    hook.tableshark_move_played(header=header, seat=seat)
            if header.outcome is not None and (before is None or before.header.outcome is None):
                hook.tableshark_game_over(header=header, outcome=header.outcome)
        except Exception:
            logger.exception("a follower failed after a change of %s", header.id)
