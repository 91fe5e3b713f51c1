"""Twins: games that the engine reaches by other luck and other hidden moves, and that look the same to a seat.

A seat's history is what it was shown (view, whose answer is waited for, who has answered), what it did itself, and when
time was up. Everything else about two games with one history must be told alike, or it tells a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tableshark.chance import Chance, Draw
from tableshark.game import Entry, Game, expire, start, submit
from tableshark.rules import Awaiting, Outcome, Rules, Seat, draw_move
from tableshark.table import encode
from tableshark.testing.walk import Walk
from tableshark.windows import Window, look

SETUPS = 40
"""So many other ways to set the game up are tried, to find one that looks the same."""
NODES = 40
"""So many answers are tried to come from one change of what the seat sees to the next."""
WIDTH = 6
"""So many answers are tried at one game before the search goes back."""
IMAGINED = 3
"""By so many different chances is every twin redrawn."""


class Bent(Chance):
    """Luck as it was written down, but for some draws, and for those that were written for another n."""

    draws: list[Draw]

    def __init__(self, written: Sequence[Draw], bent: frozenset[int], fresh: Chance) -> None:
        self.written = written
        self.bent = bent
        self.fresh = fresh
        self.draws = []

    def below(self, n: int) -> int:
        """Give the written draw if it fits, else a new one."""
        place = len(self.draws)
        kept = place < len(self.written) and place not in self.bent and self.written[place][0] == n
        drawn = self.written[place][1] if kept else self.fresh.below(n)
        self.draws.append((n, drawn))
        return drawn


@dataclass(frozen=True)
class Face:
    """One game, and all that a seat (or the onlooker) is told of it."""

    rules: Rules[Any, Any, Any, Any]
    game: Game[Any, Any]
    seat: Seat | None
    chances: Sequence[Any]
    """Makers of the chances by which it is redrawn."""

    @cached_property
    def window(self) -> Window[Any, Any]:
        """What the seat may fetch."""
        return look(self.rules, self.game, self.seat)

    @cached_property
    def status(self) -> Awaiting | Outcome:
        """What the rules say of the state."""
        return self.rules.status(self.game.state)

    @cached_property
    def turns(self) -> int | None:
        """How many questions were put to the seat."""
        return None if self.seat is None else self.game.turns[self.seat]

    @cached_property
    def imagined(self) -> list[Any]:
        """The states that it is redrawn as for the seat; none for the onlooker, and none after the end."""
        if self.seat is None or self.game.outcome is not None:
            return []
        return [self.rules.determinize(self.game.state, self.seat, chance()) for chance in self.chances]


@dataclass
class Stretch:
    """Games of a walk between two changes of what a seat sees: all of them have one history."""

    games: list[Game[Any, Any]]
    times: list[float]
    shown: Any
    own: bool
    """Whether it began with an answer of the seat itself, or because time was up."""
    twins: dict[bytes, Game[Any, Any]] = field(default_factory=dict)
    """Other games with the same history, by their states; none has the state of the first."""

    @property
    def first(self) -> Game[Any, Any]:
        """The game of the walk with which it begins."""
        return self.games[0]


def stretches(walk: Walk, seat: Seat | None) -> list[Stretch]:
    """Cut a walk where the seat's history grows."""
    found: list[Stretch] = []
    for game, now in zip(walk.games, walk.times, strict=True):
        assert game.entry is not None
        shown = _shown(walk.rules, game, seat)
        own = game.entry.kind == "timeout" or (seat is not None and game.entry.seat == seat)
        if found and not own and shown == found[-1].shown:
            found[-1].games.append(game)
            found[-1].times.append(now)
        else:
            found.append(Stretch([game], [now], shown, own))
    return found


def _shown(rules: Rules[Any, Any, Any, Any], game: Game[Any, Any], seat: Seat | None) -> Any:
    return rules.view(game.state, seat), game.waiting, tuple(game.sealed), game.outcome


class Search:
    """Looks for twins along one walk, for one seat."""

    def __init__(self, walk: Walk, seat: Seat | None, chance: Chance) -> None:
        self.rules = walk.rules
        self.walk = walk
        self.seat = seat
        self.chance = chance
        self.stretches = stretches(walk, seat)
        self.left = 0

    def own(self) -> Iterator[tuple[Stretch, Game[Any, Any]]]:
        """Give the twins that the walk itself holds: games between which something hidden happened."""
        for stretch in self.stretches:
            for game in stretch.games[1:]:
                yield stretch, game

    def go(self) -> Iterator[tuple[Stretch, Game[Any, Any]]]:
        """Go along the walk once with a twin beside it, a new one where the last was found out."""
        twin = self._set_up()
        if twin is not None:
            yield self.stretches[0], twin
        for here, there in zip(self.stretches, self.stretches[1:], strict=False):
            path: list[Game[Any, Any]] | None = None
            if twin is not None:
                path = self._reach(twin, here, there, bend=self.chance.below(4) == 0)
            if path is None:
                path = self._reach(here.first, here, there, bend=True)
            if path is None:
                twin = None
                continue
            for game in path[:-1]:
                yield here, game
            yield there, path[-1]
            twin = path[-1] if _differs(path[-1], there.first) else None

    def _set_up(self) -> Game[Any, Any] | None:
        """Set the game up by other luck, so that it looks the same to the seat."""
        first = self.stretches[0]
        written = first.first.entry.draws if first.first.entry else None
        for _ in range(SETUPS if written else 0):
            bent = self._bent(written or ())
            game = start(self.rules, self.walk.options, self.walk.key, now=first.times[0], luck=lambda step, c=bent: c)  # type: ignore[misc]
            if _shown(self.rules, game, self.seat) == first.shown and _differs(game, first.first):
                return game
        return None

    def _reach(self, twin: Game[Any, Any], here: Stretch, there: Stretch, *, bend: bool) -> list[Game[Any, Any]] | None:
        """Play on from a twin until the seat sees what it saw in the walk; give the games on the way.

        With `bend` only an end in another state than the walk's will do.
        """
        self.left = NODES
        path: list[Game[Any, Any]] = []
        leg = _Leg(self, here, there, bend)
        return path if leg.deepen(twin, path) else None

    def _bent(self, written: Sequence[Draw]) -> Bent:
        """Bend one draw, or two, or all."""
        count, kind = len(written), self.chance.below(4)
        if kind == 3 or not count:
            bent = frozenset(range(count))
        else:
            bent = frozenset(self.chance.below(count) for _ in range(1 + (kind == 2)))
        return Bent(written, bent, self.chance)


class _Leg:
    """The way from one change of what the seat sees to the next."""

    def __init__(self, search: Search, here: Stretch, there: Stretch, bend: bool) -> None:
        self.search = search
        self.here = here
        self.there = there
        self.bend = bend
        self.script = [game.entry for game in (*here.games[1:], there.first) if game.entry is not None]

    def deepen(self, twin: Game[Any, Any], path: list[Game[Any, Any]]) -> bool:
        """Try answers one after the other, and go on from those that the seat does not see; True once it is there."""
        if len(path) > len(self.script) + 2:
            return False
        search = self.search
        for line, bent in self._lines(twin, len(path)):
            if not search.left:
                return False
            search.left -= 1
            last = line is self.script[-1]
            game = self._play(twin, line, bent)
            shown = _shown(search.rules, game, search.seat)
            mine = self.there.own and last
            if (mine or not self.there.own) and shown == self.there.shown:
                if not self.bend or _differs(game, self.there.first):
                    path.append(game)
                    return True
            elif not mine and shown == self.here.shown:
                path.append(game)
                if self.deepen(game, path):
                    return True
                path.pop()
        return False

    def _lines(self, twin: Game[Any, Any], depth: int) -> Iterator[tuple[Entry[Any], bool]]:
        """Propose lines of the log, and whether luck is to be bent: first the walk's own, unless we want another."""
        chance, rules = self.search.chance, self.search.rules
        line = self.script[min(depth, len(self.script) - 1)]
        tried: list[tuple[Seat | None, Any, bool]] = []

        def new(line: Entry[Any], bent: bool) -> bool:
            key = (line.seat, line.move, bent)
            if key in tried and not bent:
                return False
            tried.append(key)
            return bool(not bent or line.draws)

        if not self.bend and self._fits(twin, line) and new(line, False):
            yield line, False
        others = [seat for seat in twin.waiting if seat != self.search.seat]
        for _ in range(WIDTH):
            kind = chance.below(4)
            if kind == 0:
                proposed = self.script[-1]
            elif kind == 1 or not others:
                proposed = line
            else:
                seat = chance.pick(others)
                move = draw_move(rules.legal(twin.state, seat), chance)
                proposed = Entry("answer", line.version, seat, None, move, line.draws)
            bent = bool(chance.below(2))
            if self._fits(twin, proposed) and new(proposed, bent):
                yield proposed, bent
        if self._fits(twin, line) and new(line, False):
            yield line, False

    def _fits(self, twin: Game[Any, Any], line: Entry[Any]) -> bool:
        if line.kind == "timeout":
            return twin.due is not None
        return (
            line.seat is not None
            and twin.waited_for(line.seat)
            and line.move in self.search.rules.legal(twin.state, line.seat)
        )

    def _play(self, twin: Game[Any, Any], line: Entry[Any], bent: bool) -> Game[Any, Any]:
        search = self.search
        written = line.draws or ()
        chance = search._bent(written) if bent else Bent(written, frozenset(), search.chance)
        now = self.there.times[0]
        if line.kind == "timeout":
            return expire(search.rules, twin, now=max(now, twin.due or now), luck=lambda step: chance)
        assert line.seat is not None
        turn = twin.turns[line.seat]
        return submit(search.rules, twin, line.seat, line.move, turn=turn, now=now, luck=lambda step: chance)


def _differs(one: Game[Any, Any], other: Game[Any, Any]) -> bool:
    """Whether two games differ in what their seats are not told: the state, or what was sealed."""
    return encode(one.state) != encode(other.state) or one.sealed != other.sealed
