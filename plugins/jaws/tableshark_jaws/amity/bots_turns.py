"""All turns of the shark that differ in what they lead to or in what is told of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tableshark_jaws.amity import shark
from tableshark_jaws.amity.moves import Eat, EvasiveMoves, FeedingFrenzy, OutOfSight, SpeedBurst, Swim, Tip
from tableshark_jaws.amity.shark import BOATS, BURSTS, SharkMove
from tableshark_jaws.amity.state import NOBODY, Amity, event
from tableshark_jaws.amity.tables import NEAR, TABLES, WATERS, beach_at
from tableshark_jaws.amity.trace import BURST, CLOAK, EVASIVE, FRENZY, Report

Steps = tuple[SharkMove, ...]


class Turn(NamedTuple):
    """What a turn comes to."""

    space: int
    sensors: int
    """A mask of the spaces with barrels afloat in which it was."""
    eaten: tuple[int, int, int, int]
    """Ordinary swimmers."""
    michael: bool
    tipped: tuple[bool, bool]
    token: int

    @property
    def food(self) -> int:
        """What it adds to the track."""
        return sum(self.eaten) + TABLES.swimmers.michael * self.michael

    def report(self, stage: Amity) -> Report:
        """Say what is told of it."""
        n, e, s, w = [count + (self.michael and beach == stage.michael) for beach, count in enumerate(self.eaten)]
        silent = self.token == EVASIVE
        sensors = tuple([space for space in range(len(WATERS)) if self.sensors >> space & 1 and not silent])
        return Report((n, e, s, w), self.michael, sensors, self.tipped, self.token != NOBODY)


class Turns:
    """Lists turns, from wherever the shark is in its turn; a token that would change nothing is kept."""

    def __init__(self, stage: Amity) -> None:
        self.stage = stage
        card = event(stage)
        self.tipping = card is not None and card.tipping
        self.afloat = sum([1 << space for space, count in enumerate(stage.floating) if count])

    def all(self) -> dict[Turn, Steps]:
        """Give each turn, with steps that lead there."""
        so_far = shark.so_far(self.stage)
        start = Turn(so_far.trail[-1], 0, so_far.eaten, so_far.michael, so_far.tipped, so_far.token)
        for space in so_far.trail:
            start = start._replace(sensors=self._rings(start, 1 << space))
        layer: dict[Turn, Steps] = {start: ()}
        found: dict[Turn, Steps] = {}
        for left in range(shark.actions_left(self.stage), -1, -1):
            for turn, steps in list(layer.items()):
                for after, tips in self._tip(turn):
                    layer.setdefault(after, (*steps, *tips))
            for turn, steps in layer.items():
                found.setdefault(turn, steps)
            if left:
                before, layer = layer, {}
                for turn, steps in before.items():
                    for after, step in self._act(turn):
                        layer.setdefault(after, (*steps, step))
        for turn, steps in list(found.items()):
            if turn.sensors and self._may(turn, EVASIVE):
                found.setdefault(turn._replace(token=EVASIVE), (*steps, EvasiveMoves()))
            if self._may(turn, CLOAK):
                found.setdefault(turn._replace(token=CLOAK), (*steps, OutOfSight()))
        return found

    def _act(self, turn: Turn) -> Iterator[tuple[Turn, SharkMove]]:
        """Spend one action in every way."""
        stage, space = self.stage, turn.space
        for to in NEAR[space]:
            yield turn._replace(space=to, sensors=self._rings(turn, 1 << to)), Swim(WATERS[to])
        if self._may(turn, BURST):
            for path in BURSTS[space]:
                if len(path) > 1:
                    sensors = self._rings(turn, sum([1 << to for to in set(path)]))
                    after = turn._replace(space=path[-1], sensors=sensors, token=BURST)
                    yield after, SpeedBurst(tuple([WATERS[to] for to in path]))
        beach = beach_at(space)
        swimmers = stage.swimmers[beach] - turn.eaten[beach] if beach >= 0 else 0
        michael = 0 <= beach == stage.michael and not turn.michael
        if swimmers:
            yield turn._replace(eaten=_fed(turn, beach, 1)), Eat("swimmer")
        if michael:
            yield turn._replace(michael=True), Eat("michael")
        if swimmers + michael > 1 and self._may(turn, FRENZY):
            after = turn._replace(eaten=_fed(turn, beach, swimmers), michael=turn.michael or michael, token=FRENZY)
            yield after, FeedingFrenzy()

    def _tip(self, turn: Turn) -> Iterator[tuple[Turn, Steps]]:
        """Tip all boats that are here."""
        here = [boat for boat in range(len(BOATS)) if self.stage.boats[boat] == turn.space and not turn.tipped[boat]]
        if self.tipping and here:
            orca, hoopers = turn.tipped
            after = turn._replace(tipped=(orca or 0 in here, hoopers or 1 in here))
            yield after, tuple([Tip(BOATS[boat]) for boat in here])

    def _may(self, turn: Turn, token: int) -> bool:
        return turn.token == NOBODY and not self.stage.used >> token & 1

    def _rings(self, turn: Turn, spaces: int) -> int:
        return turn.sensors | spaces & self.afloat


def _fed(turn: Turn, beach: int, count: int) -> tuple[int, int, int, int]:
    n, e, s, w = [eaten + count * (at == beach) for at, eaten in enumerate(turn.eaten)]
    return n, e, s, w
