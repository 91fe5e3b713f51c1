"""Quint and Hooper as machine players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tableshark_jaws.amity.bots_hunt import HIT, SWIM
from tableshark_jaws.amity.bots_plan import AFLOAT, ON_DOCK, STEP, WITH_BRODY, WITH_HOOPER, Plan, Sense, Step, changed
from tableshark_jaws.amity.bots_pursuit import NOWHERE
from tableshark_jaws.amity.moves import FishFinder, GiveBarrels, Launch, PickUp, Rescue, Sail
from tableshark_jaws.amity.state import BRODY, HOOPER, QUINT
from tableshark_jaws.amity.tables import DOCKS, NEAR, SAILS, WATERS, beach_at, dock_at
from tableshark_jaws.table import CREW

LIKELY = 0.08
"""A launch into a space less likely than that is not thought of."""


class Boat(NamedTuple):
    """Where a plan has led a boat, and what it has done."""

    space: int
    left: int
    held: int
    floating: tuple[int, ...]
    docked: tuple[int, ...]
    swimmers: tuple[int, ...]
    missed: int = 0
    """A mask of the spaces into which Quint launched in vain."""
    given: int = 0
    """Barrels that Hooper gave."""
    asked: int = NOWHERE
    """Where Hooper asked the fish finder."""


class _Captain(Plan[Boat]):
    """What both captains can do."""

    def __init__(self, sense: Sense, member: int) -> None:
        super().__init__()
        self.sense = sense
        self.stage = sense.stage
        self.sails = SAILS[CREW[member]]

    def errands(self, at: Boat) -> Iterator[Step[Boat]]:
        """Pick up barrels, rescue, and sail."""
        space, left = at.space, at.left - 1
        dock, beach = dock_at(space), beach_at(space)
        if at.floating[space]:
            count = at.floating[space]
            after = at._replace(left=left, held=at.held + count, floating=changed(at.floating, space, -count))
            yield Step(PickUp("floating", count), after)
        if dock >= 0 and at.docked[dock] and self.sense.docks != "shut":
            count, free = at.docked[dock], self.sense.docks == "free"
            after = at._replace(left=left + free, held=at.held + count, docked=changed(at.docked, dock, -count))
            yield Step(PickUp("dock", count), after)
        if beach >= 0 and at.swimmers[beach]:
            after = at._replace(left=left, swimmers=changed(at.swimmers, beach, -1))
            yield Step(Rescue("swimmer"), after, self.sense.rescue(beach, at.swimmers[beach]))
        for to in self.sails[space]:
            yield Step(Sail(WATERS[to]), at._replace(space=to, left=left), -STEP)


class Quint(_Captain):
    """Launches where the shark is most likely, and keeps barrels for better chances."""

    def __init__(self, sense: Sense) -> None:
        super().__init__(sense, QUINT)
        self.likely = [sense.belief.at(space) for space in range(len(WATERS))]
        self.coming = WITH_HOOPER * self.stage.held[HOOPER] + WITH_BRODY * self.stage.held[BRODY]

    def rest(self, at: Boat) -> float:
        """Keep barrels, be near others, and near the shark."""
        away = SWIM[at.space]
        barrels = at.held + self.coming
        barrels += sum([count * (AFLOAT - 0.08 * away[space]) for space, count in enumerate(at.floating) if count])
        barrels += sum([count * (ON_DOCK - 0.05 * away[DOCKS[dock]]) for dock, count in enumerate(at.docked) if count])
        far = sum([likely * away[space] for space, likely in enumerate(self.likely)])
        return self.sense.stock(max(0.0, barrels)) - 0.01 * far

    def steps(self, at: Boat) -> Iterator[Step[Boat]]:
        """Launch into what is left of the likely spaces, or do something else."""
        if not at.left:
            return
        if at.held:
            mass = sum([likely for space, likely in enumerate(self.likely) if not at.missed >> space & 1])
            ends = min(at.held, at.left) >= self.sense.missing
            for to in (at.space, *NEAR[at.space]):
                if at.missed >> to & 1 or self.likely[to] < LIKELY * mass or not mass:
                    continue
                chance = self.likely[to] / mass
                after = at._replace(
                    left=at.left - 1,
                    held=at.held - 1,
                    floating=changed(at.floating, to, 1),
                    missed=at.missed | 1 << to,
                )
                yield Step(Launch(WATERS[to]), after, chance * (1.0 if ends else HIT + self.rest(after)), 1 - chance)
        yield from self.errands(at)


class Hooper(_Captain):
    """Asks the fish finder where it tells most, and brings Quint barrels."""

    def __init__(self, sense: Sense) -> None:
        super().__init__(sense, HOOPER)
        turn = self.stage.crew_turn
        self.may_ask = turn is None or not turn.asked
        self.worth: dict[tuple[int, int], float] = {}

    def rest(self, at: Boat) -> float:
        """Help this round's hunt, and those to come."""
        sense, stage = self.sense, self.stage
        key = at.asked, at.given
        if key not in self.worth:
            self.worth[key] = sense.pursuit.find(sense.belief, at.asked, sense.pursuit.hunter(at.given))
        now = self.worth[key]
        barrels = stage.held[QUINT] + at.given + WITH_HOOPER * at.held + WITH_BRODY * stage.held[BRODY]
        barrels += AFLOAT * sum(at.floating) + ON_DOCK * sum(at.docked)
        late = 0.005 * SWIM[at.space][stage.boats[0]] if at.held else 0.0
        return now + (1 - now) * sense.stock(barrels) - late

    def steps(self, at: Boat) -> Iterator[Step[Boat]]:
        """Ask, give, or do something else."""
        if not at.left:
            return
        if self.may_ask and at.asked == NOWHERE:
            yield Step(FishFinder(), at._replace(left=at.left - 1, asked=at.space), -STEP)
        if at.held and at.space == self.stage.boats[0]:
            yield Step(GiveBarrels(at.held), at._replace(left=at.left - 1, held=0, given=at.given + at.held))
        yield from self.errands(at)
