"""The desk: the one way to sit down, answer, let time run out and leave. It checks; the keeper commits and tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tableshark import life, luck, seating, timing
from tableshark.asking import Thought, wanted
from tableshark.bots import Decision
from tableshark.errors import NotNow
from tableshark.game import check_turn, submit
from tableshark.header import USUAL, Header, Place, Terms
from tableshark.history import History
from tableshark.keeping import Alter, Keeper, Seen
from tableshark.plugins import Plugins
from tableshark.rules import Rules, Seat
from tableshark.store import Index, Store
from tableshark.table import Intent, Order, Table, begun, encode
from tableshark.windows import Window, look

Guard = Callable[[Table[Any, Any, Any]], None]
"""Looks at the table that is about to be changed, and raises what forbids it."""

Loaded = tuple[Rules[Any, Any, Any, Any], Table[Any, Any, Any]]


class _Late(Exception):
    """Something was due before."""


class _Away(Exception):
    """A machine player answers for this seat."""


def _nothing_forbidden(table: Table[Any, Any, Any]) -> None: ...


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
        self._keeper = Keeper(plugins, store, wake, now)
        self._history = History(store)
        self._now = now
        self._entropy = entropy

    def create(
        self,
        rules_id: str,
        options: Any,
        places: Sequence[Place],
        *,
        keys: dict[Seat, tuple[str, ...]] | None = None,
        invites: dict[Seat, str] | None = None,
        seed: bytes | None = None,
        terms: Terms = USUAL,
        game: str | None = None,
    ) -> Header[Any]:
        """Open a game at its places (see `seating.plan`); it starts at once where nobody is missing.

        `keys` are those of the persons that the places count as taken. A `seed` makes it a practice game. Whoever
        names the `game` (24 hex digits) has it created once however often it asks: the first one stays as it is.
        """
        rules = self.plugins.get(rules_id)
        game = game or self._entropy(12).hex()
        drawn, now = self._entropy(32) if seed is None else seed, self._now()
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
            terms=seating.settled(self.plugins, rules, terms),
        )
        table: Table[Any, Any, Any] = Table(
            header, drawn, self._entropy(32), keys=keys or {}, invites=invites or {}, chain=header.commitment
        )
        return self._keeper.create(life.begin(rules, table, now)).header

    def take_seat(
        self,
        game: str,
        seat: Seat,
        key: str,
        *,
        invite: str | None = None,
        salt: str | None = None,
        guard: Guard = _nothing_forbidden,
    ) -> Header[Any]:
        """Let somebody in who will prove the right to the seat by this key; the last one starts the game.

        A `salt` (letters, digits, `-` and `_`) goes into the luck of a game that has not begun.
        """

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            guard(table)
            sat = seating.take(table, seat, key, invite=invite, salt=salt)
            return None if sat is table else life.begin(rules, sat, self._now())

        return self._keeper.change(game, alter)[1].header

    def leave_seat(self, game: str, seat: Seat, key: str) -> bool:
        """Let the holder of this key go, so that the place is free again; False where the key opened nothing."""
        return self._keeper.change(game, lambda rules, table: seating.leave(table, seat, key))[0]

    def change_key(self, game: str, seat: Seat, old: str, new: str) -> bool:
        """Let a new key open the seat, and the old one nothing any more; False where that opened nothing before."""
        after = self._keeper.change(game, lambda rules, table: seating.exchange(table, seat, old, new))[1]
        return new in after.keys.get(seat, ())

    def submit(self, game: str, seat: Seat, move: Any, turn: int) -> Window[Any, Any]:
        """Take a seat's answer and give its new window; see `answer`."""
        table = self.answer(game, seat, move, turn)
        assert table.game is not None
        return look(self.plugins.needed(table.header.rules), table.game, seat)

    def answer(
        self,
        game: str,
        seat: Seat,
        move: Any,
        turn: int,
        seen: Seen | None = None,
        guard: Guard = _nothing_forbidden,
    ) -> Table[Any, Any, Any]:
        """Take a seat's answer and give the table after it. The same answer again has no second effect.

        Whoever was away is back with it, even where it comes too late. Who has `seen` the game just now saves that
        it is read again; where it has changed since, it is.
        """

        def missed(table: Table[Any, Any, Any]) -> bool:
            return table.game is not None and table.game.outcome is None and life.is_away(table, seat)

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any]:
            guard(table)
            if missed(table):
                raise _Away
            return self._step(rules, table, seat, move, turn)

        def come_back(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            guard(table)
            return life.turn_over(rules, table, seat, self._now(), away=False) if missed(table) else None

        try:
            while True:
                try:
                    return self._in_time(game, alter, seen=seen)
                except _Away:
                    # Where all that takes very long, the seat may be away again before the answer is taken.
                    self._keeper.change(game, come_back)
                    seen = None
        except NotNow:
            # What is refused now may have been taken before, and its reply lost.
            if not self._taken(game, seat, move, turn):
                raise
            table = self.load(game)[1]
            guard(table)
            return table

    def decide(self, thought: Thought, decision: Decision[Any], *, plays_on: bool = False) -> Table[Any, Any, Any]:
        """Take a machine player's decision: its move, now or when its time comes, or that others may go first.

        With `plays_on` the caller goes on thinking for the seat while the question stays the same; it isn't woken.
        """
        seat, turn = thought.seat, thought.turn

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            # Whether it may let others go first can have changed; another machine player may not play for this one.
            if not any(one._replace(must=thought.must) == thought for one in wanted(table)):
                return None
            if decision.notes is not None:
                notes, noted = {**table.notes, seat: decision.notes}, {**table.noted, seat: thought.bot}
                table = replace(table, notes=notes, noted=noted)
            if decision.move is None:
                return replace(table, passes={**table.passes, seat: turn})
            if decision.delay > 0:
                # Now as well as when its time has come: a bot whose move is refused decides otherwise at once.
                self.plugins.hook.tableshark_before_move(header=table.header, seat=seat, move=decision.move)
                # From the moment it was asked: a queue that is slow adds nothing to a bot's time.
                due = life.asked_at(table, seat, self._now()) + decision.delay
                return replace(table, intents={**table.intents, seat: Intent(turn, decision.move, due)})
            return self._step(rules, table, seat, decision.move, turn)

        return self._in_time(thought.game, alter, skip=seat if plays_on else None)

    def _in_time(
        self, game: str, alter: Alter, skip: Seat | None = None, seen: Seen | None = None
    ) -> Table[Any, Any, Any]:
        """Change a table after all that was due before, however late the clock is."""

        def in_time(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            if timing.is_late(table, self._now()):
                raise _Late
            return alter(rules, table)

        while True:
            try:
                return self._keeper.change(game, in_time, skip=skip, seen=seen)[1]
            except _Late:
                self.pass_time(game)
                seen = None

    def order(
        self, game: str, seat: Seat, turn: int, bot: str, level: str | None, guard: Guard = _nothing_forbidden
    ) -> Thought:
        """Have a machine player answer one turn in a person's place."""
        header = self.load(game)[1].header
        _, strength = self.plugins.bot(header.rules, bot, level)

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            guard(table)
            known = table.orders.get(seat)
            if known is not None and (known.turn, known.bot, known.level) == (turn, bot, strength):
                return None
            check_turn(begun(table), seat, turn)
            # What another machine player has decided for the seat is not waited for any more.
            return replace(
                table,
                orders={**table.orders, seat: Order(turn, bot, strength, self._now())},
                intents={other: intent for other, intent in table.intents.items() if other != seat},
                passes={other: passed for other, passed in table.passes.items() if other != seat},
            )

        after = self._in_time(game, alter)
        asked = (one for one in wanted(after) if one.seat == seat)
        # In a race another may be asked first; this one's turn comes by itself.
        return next(asked, Thought(game, seat, turn, bot, strength, must=False))

    def pass_time(self, game: str) -> None:
        """Do what is due by now: decisions whose time has come, in the order of their times, then deadlines."""

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            return timing.do_next(rules, table, self._now(), self._step)

        while self._keeper.change(game, alter)[0]:
            pass

    def give_up(self, game: str, found: tuple[Index, float] | None = None) -> None:
        """End a game that nobody goes on with. Whoever is waited for has stayed away.

        One that was `found` in an index of the store, up to a value, must still stand there.
        """

        def alter(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any]) -> Table[Any, Any, Any] | None:
            if table.header.status == "over" and table.header.ended is None:
                # An upgrade has ended it, and nobody has written that down yet.
                return table
            # Somebody may have come or played since it was found.
            mark = life.marks(table)[found[0]] if found else None
            if found is not None and (mark is None or mark > found[1]):
                return None
            return timing.given_up(rules, table, self._now())

        self._keeper.change(game, alter)

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
        rules = self.plugins.needed(table.header.rules)
        past = self._history.window_after(rules, table, window.seat, after)
        if past is None:
            return window
        # A question that is over is not put again: whoever tells the story late must not answer it.
        if past.turn != window.turn:
            return replace(past, turn=None, legal=None, due=None)
        # Played again, time stands still; the deadline of a question that is still open is the present one.
        return replace(past, due=window.due if past.turn is not None else None)

    def load(self, game: str) -> Loaded:
        """Read a game. Raises UnknownGame, or RulesAway where its plugin is missing."""
        return self.see(game)[1:]

    def see(self, game: str) -> Seen:
        """Read a game and keep what is stored of it, for a change that follows at once. Raises as `load` does."""
        return self._keeper.read(game)

    def _taken(self, game: str, seat: Seat, move: Any, turn: int) -> bool:
        # As plain data: what an older version of the rules wrote may be none of their moves any more.
        answer = (seat, turn, msgspec.json.decode(encode(move)))
        lines = map(msgspec.json.decode, reversed(self.store.log(game)))
        return any((line["seat"], line["turn"], line["move"]) == answer for line in lines)

    def _step(
        self, rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], seat: Seat, move: Any, turn: int
    ) -> Table[Any, Any, Any]:
        now = self._now()
        after = submit(rules, begun(table), seat, move, turn=turn, now=now)
        self.plugins.hook.tableshark_before_move(header=table.header, seat=seat, move=move)
        return life.settle(table, after, now)
