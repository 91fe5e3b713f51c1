"""What a crew can do with its boats, its eyes and its barrels in one round, and how likely that catches the shark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import exp
from typing import NamedTuple

from tableshark_jaws.amity.bots_hunt import SAIL, WALK, Belief, Cell, Hunter, hunter, looked
from tableshark_jaws.amity.state import BRODY, HOOPER, QUINT, Amity, allowance, event
from tableshark_jaws.amity.tables import BEACHES, DOCKS, NEAR, TABLES, WATERS

HEAT = 0.02
"""Plans of the crew that are worth so much less than the best are e times less likely."""
NOWHERE = -1


class Danger(NamedTuple):
    """How likely the shark is caught."""

    whole: float
    """By the best plan of the crew, wherever the shark is."""
    seen: tuple[float, ...]
    veiled: tuple[float, ...]
    """In each space, by the plans that a good crew may choose: where it can be seen, and out of sight."""


class Pursuit:
    """What is left to the crew in this round."""

    def __init__(self, stage: Amity) -> None:
        self.stage = stage
        card = event(stage)
        docked = zip(DOCKS, stage.docked, strict=True) if card is None or card.docks != "shut" else ()
        afloat = enumerate(stage.floating)
        self.sources = tuple([(space, count) for space, count in (*afloat, *docked) if count])
        """Where boats can pick up barrels, and how many."""
        self.beaches: tuple[int, ...] = ()
        """Where Brody can still look."""
        if BRODY not in stage.acted and not self._asked(BRODY):
            left = allowance(stage, "brody") - self._spent(BRODY)
            self.beaches = tuple([beach for beach in BEACHES if WALK[stage.brody][beach] < left])
        self._hunters: dict[int, Hunter] = {}

    def hunter(self, more: int = 0) -> Hunter:
        """List the launches of Quint, with more barrels that Hooper brings."""
        if more not in self._hunters:
            self._hunters[more] = self._hunter(more)
        return self._hunters[more]

    def _hunter(self, more: int) -> Hunter:
        stage = self.stage
        if QUINT in stage.acted:
            return Hunter(())
        actions = allowance(stage, "quint") - self._spent(QUINT) - TABLES.crew.climb * stage.in_water[0]
        missing = TABLES.barrels.attached - stage.attached
        # What Hooper fetches is no longer there for Quint.
        sources = self.sources if more <= stage.held[HOOPER] else ()
        return hunter(stage.boats[0], actions, stage.held[QUINT] + more, missing, sources)

    @cached_property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """List what Hooper can do: barrels that he brings, and where he asks his fish finder, or NOWHERE."""
        stage = self.stage
        if HOOPER in stage.acted:
            return ((0, NOWHERE),)
        here, quint = stage.boats[1], stage.boats[0]
        left = allowance(stage, "hooper") - self._spent(HOOPER) - TABLES.crew.climb * stage.in_water[1]
        asks = not self._asked(HOOPER)
        found = {(0, at) for at in SAIL[here] if asks and SAIL[here][at] < left}
        trips = [(here, stage.held[HOOPER], SAIL[here][quint] + 1)] if stage.held[HOOPER] else []
        if QUINT not in stage.acted:
            trips += [
                (at, stage.held[HOOPER] + count, SAIL[here][at] + 1 + SAIL[at][quint] + 1) for at, count in self.sources
            ]
        for at, brought, cost in trips:
            if cost <= left:
                found.add((brought, NOWHERE))
            if asks and cost < left:
                found |= {(brought, place) for place in (here, at)}
                found |= {(brought, place) for place in SAIL[quint] if cost + SAIL[quint][place] < left}
        return tuple(sorted(found)) or ((0, NOWHERE),)

    def look(self, cell: Cell, hunt: Hunter) -> tuple[float, int]:
        """Give the worth of a cell and the beach where Brody should look, or NOWHERE."""
        best = hunt.best(cell), NOWHERE
        if len(cell) > 1:
            for beach in self.beaches:
                here, gone = looked(cell, beach)
                if here:
                    best = max(best, (hunt.best(here) + hunt.best(gone), beach))
        return best

    def find(self, belief: Belief, at: int, hunt: Hunter) -> float:
        """Give the worth of asking the fish finder in a space, or of not asking it."""
        return sum([self.look(cell, hunt)[0] for cell in self._cells(belief, at)])

    def danger(self, belief: Belief) -> Danger:
        """Say how likely the crew catches the shark in this round."""
        seen, veiled = [0.0] * len(WATERS), [0.0] * len(WATERS)
        plans = [(self.find(belief, at, self.hunter(brought)), brought, at) for brought, at in self.ways]
        most = max(plans)[0]
        weights = [exp((worth - most) / HEAT) for worth, _, _ in plans]
        for weight, (_, brought, at) in zip(weights, plans, strict=True):
            if weight > 0.02:
                self._cover(belief, at, self.hunter(brought), weight / sum(weights), (seen, veiled))
        return Danger(most, tuple(seen), tuple(veiled))

    def _cover(
        self, belief: Belief, at: int, hunt: Hunter, weight: float, into: tuple[list[float], list[float]]
    ) -> None:
        """Add how far one plan covers each space."""
        seen, veiled = into
        cells = self._cells(belief, at)
        for answer, cell in enumerate(cells):
            beach = self.look(cell, hunt)[1]
            here, gone = looked(cell, beach) if beach != NOWHERE else ((), cell)
            found, missed = hunt.cover(here), hunt.cover(gone)
            for _, space, _ in cell:
                if at == NOWHERE or answer == (0 if space == at else 1 if space in NEAR[at] else 2):
                    seen[space] += weight * (found if space == beach else missed).get(space, 0.0)
                if at == NOWHERE or answer == len(cells) - 1:
                    veiled[space] += weight * missed.get(space, 0.0)

    def _cells(self, belief: Belief, at: int) -> Sequence[Cell]:
        return (belief.whole,) if at == NOWHERE else belief.answers(at)

    def _spent(self, member: int) -> int:
        turn = self.stage.crew_turn
        return turn.spent if turn is not None and turn.member == member else 0

    def _asked(self, member: int) -> bool:
        turn = self.stage.crew_turn
        return turn is not None and turn.member == member and turn.asked
