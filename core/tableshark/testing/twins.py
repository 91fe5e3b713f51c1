"""Twins: games that the engine reaches by other luck and other hidden moves, and that look the same to a seat.

PYTEST_DONT_REWRITE: the messages tell all; pytest would add a page of details to each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from tableshark.chance import Chance, Draw
from tableshark.game import Entry, Game, Luck, expire, start, submit
from tableshark.rules import Seat, draw_move
from tableshark.testing.alike import Stretch, differs, shown_to, stretches
from tableshark.testing.walk import Walk

SETUPS = 30
"""So many other ways to set the game up are tried, to find one that looks the same."""
NODES = 40
"""So many answers are tried to come from one change of what the seat sees to the next."""
DENSE = 40
"""Along a longer game only a part of the twins is looked at: as many as there would be in one of so many changes."""
ATTEMPTS = 4
"""So often a twin parts from the walk at one place, to find one that is not found out at once."""
FAR = 5
"""A twin that was not found out for so many changes is good enough."""
WAYS = 5
"""So many different ways to set the game up are looked at in one pass."""
NEAR = 8
"""Answers of other seats that were so many lines before or after are tried too."""
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
                if self._wanted():
                    yield stretch, game

    def go(self) -> Iterator[tuple[Stretch, Game[Any, Any]]]:
        """Go along the walk once with a twin beside it, a new one where the last was found out."""
        twin: Game[Any, Any] | None = None
        for game in self._set_ups():
            yield self.stretches[0], game
            twin = game
        at = 0
        while at + 1 < len(self.stretches):
            wanted = self._wanted()
            legs: list[list[Game[Any, Any]]] = []
            if twin is not None:
                leg = self._reach(twin, at, bend=self.chance.below(4) == 0)
                legs = [leg] if leg else []
            if not legs and wanted:
                legs = self._part(at)
            if not legs:
                twin, at = None, at + 1
            for leg in legs:
                if wanted:
                    yield from ((self.stretches[at], game) for game in leg[:-1])
                    yield self.stretches[at + 1], leg[-1]
                twin, at = leg[-1], at + 1
                if not differs(twin, self.stretches[at].first):
                    twin = None

    def _part(self, at: int) -> list[list[Game[Any, Any]]]:
        """Part from the walk's own game by something hidden, and give the legs which the seat does not notice.

        What is hidden now may be found out some answers later: of several attempts the longest counts.
        """
        best: list[list[Game[Any, Any]]] = []
        for _ in range(ATTEMPTS):
            legs: list[list[Game[Any, Any]]] = []
            twin = self.stretches[at].first
            while at + len(legs) + 1 < len(self.stretches) and len(legs) < FAR:
                leg = self._reach(twin, at + len(legs), bend=not legs)
                if leg is None:
                    break
                legs.append(leg)
                twin = leg[-1]
            if len(legs) > len(best):
                best = legs
            if not legs or at + len(legs) + 1 == len(self.stretches) or len(legs) == FAR:
                break
        return best

    def _wanted(self) -> bool:
        """Say whether to look for a twin here, so that those of long games are spread over all of it."""
        return self.chance.below(max(DENSE, len(self.stretches))) < DENSE

    def _set_ups(self) -> Iterator[Game[Any, Any]]:
        """Set the game up by other luck, so that it looks the same to the seat, in a few different ways."""
        first, found = self.stretches[0], 0
        written = self._entry(first.first).draws or ()
        for _ in range(SETUPS if written else 0):
            chance = self._bent(written)
            game = start(self.rules, self.walk.options, self.walk.key, now=first.times[0], luck=_always(chance))
            if shown_to(self.rules, game, self.seat) == first.shown and differs(game, first.first):
                yield game
                found += 1
                if found == WAYS:
                    return

    def _reach(self, twin: Game[Any, Any], at: int, *, bend: bool) -> list[Game[Any, Any]] | None:
        """Play on from a twin until the seat sees what it saw next in the walk; give the games on the way.

        With `bend` only an end in another state than the walk's will do.
        """
        self.left = NODES
        path: list[Game[Any, Any]] = []
        leg = _Leg(self, self.stretches[at], self.stretches[at + 1], bend)
        return path if leg.deepen(twin, path) else None

    def _bent(self, written: Sequence[Draw]) -> Bent:
        """Bend one draw, or a few, or many."""
        count = len(written)
        most = 1 << self.chance.below(count.bit_length()) if count else 0
        return Bent(written, frozenset(self.chance.below(count) for _ in range(most)), self.chance)

    def _near(self, entry: Entry[Any]) -> list[Entry[Any]]:
        """List what other seats answered in the walk at about the time of a line: what one did, another may do."""
        step = next(place for place, game in enumerate(self.walk.games) if game.entry is entry)
        near = self.walk.games[max(0, step - NEAR) : step + NEAR]
        lines = [self._entry(game) for game in near]
        return [line for line in lines if line.kind == "answer" and line.seat != self.seat]

    @staticmethod
    def _entry(game: Game[Any, Any]) -> Entry[Any]:
        assert game.entry is not None
        return game.entry


def _answer(seat: Seat, move: Any, line: Entry[Any]) -> Entry[Any]:
    """Make a line of the log in place of another, with its luck."""
    return Entry("answer", line.version, seat, None, move, line.draws)


def _always(chance: Chance) -> Luck:
    return lambda step: chance


class _Leg:
    """The way from one change of what the seat sees to the next."""

    def __init__(self, search: Search, here: Stretch, there: Stretch, bend: bool) -> None:
        self.search = search
        self.here = here
        self.there = there
        self.bend = bend
        self.script = [search._entry(game) for game in (*here.games[1:], there.first)]

    @cached_property
    def near(self) -> list[Entry[Any]]:
        """What other seats answered at about this time."""
        return self.search._near(self.script[0])

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
            shown = shown_to(search.rules, game, search.seat)
            mine = self.there.own and last
            if (mine or not self.there.own) and shown == self.there.shown:
                if not self.bend or differs(game, self.there.first):
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
        borrowed = self._borrowed(twin, others, line)
        for turn in range(WIDTH):
            # Where something hidden was done already, another has to do what was left undone by it.
            kind = chance.below(5) if self.bend or turn > 2 else 4
            proposed = line
            if kind >= 3 and borrowed:
                proposed = chance.pick(borrowed)
            elif kind >= 2 and others:
                seat = chance.pick(others)
                proposed = _answer(seat, draw_move(rules.legal(twin.state, seat), chance), line)
            elif kind == 1:
                proposed = self.script[-1]
            bent = bool(chance.below(2))
            if self._fits(twin, proposed) and new(proposed, bent):
                yield proposed, bent
        if self._fits(twin, line) and new(line, False):
            yield line, False

    def _borrowed(self, twin: Game[Any, Any], others: list[Seat], line: Entry[Any]) -> list[Entry[Any]]:
        """Let those who are asked do what somebody else did at about this time."""
        rules, found = self.search.rules, []
        for seat in others:
            legal = rules.legal(twin.state, seat)
            moves = [near.move for near in self.near if (near.seat, near.move) != (line.seat, line.move)]
            found += [_answer(seat, move, line) for move in moves if move in legal]
        return found

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
            return expire(search.rules, twin, now=max(now, twin.due or now), luck=_always(chance))
        assert line.seat is not None
        turn = twin.turns[line.seat]
        return submit(search.rules, twin, line.seat, line.move, turn=turn, now=now, luck=_always(chance))
