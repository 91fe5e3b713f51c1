"""Brody as a machine player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tableshark_jaws.amity.bots_hunt import WALK, looked
from tableshark_jaws.amity.bots_plan import AFLOAT, ON_DOCK, STEP, WITH_BRODY, WITH_HOOPER, Plan, Sense, Step, changed
from tableshark_jaws.amity.bots_pursuit import NOWHERE
from tableshark_jaws.amity.moves import Binoculars, Close, Drop, PickUp, Rescue, Walk
from tableshark_jaws.amity.state import BRODY, GONE, HOOPER, QUINT, CrewSoFar
from tableshark_jaws.amity.tables import DOCKS, OFFICES, PATHS, PLACES, SHOP, TABLES, beach_at, dock_at

MICHAEL = 3.0
"""Michael is worth so many swimmers whom only one of the crew can rescue."""
CLOSED, MOVED = 0.07, 0.02
"""What it is worth to close a beach, and to move the token from another one."""


class Ashore(NamedTuple):
    """Where a plan has led Brody, and what he has done."""

    space: int
    left: int
    held: int
    docked: tuple[int, ...]
    swimmers: tuple[int, ...]
    michael: int
    shop: int
    looked: int = NOWHERE
    closed: bool = False


class Lookout(Plan[Ashore]):
    """Looks out, rescues, closes beaches, and carries barrels to the docks."""

    def __init__(self, sense: Sense) -> None:
        super().__init__()
        self.sense = sense
        stage = self.stage = sense.stage
        self.turn = stage.crew_turn or CrewSoFar(BRODY)
        self.coming = stage.held[QUINT] + WITH_HOOPER * stage.held[HOOPER] + AFLOAT * sum(stage.floating)
        self.worth: dict[int, float] = {}

    def rest(self, at: Ashore) -> float:
        """Help this round's hunt, and those to come; and be where there is work."""
        now = self._hunt(at.looked)
        barrels = self.coming + ON_DOCK * sum(at.docked) + WITH_BRODY * at.held
        away = WALK[at.space]
        late = 0.004 * min(away[dock] for dock in DOCKS) if at.held else 0.003 * away[SHOP] if at.shop else 0.0
        return now + (1 - now) * self.sense.stock(barrels) - late

    def _hunt(self, beach: int) -> float:
        """Say what the hunt is worth if Brody has looked at a beach."""
        if beach not in self.worth:
            hunter = self.sense.pursuit.hunter()
            here, gone = looked(self.sense.belief.whole, beach)
            self.worth[beach] = hunter.best(here) + hunter.best(gone)
        return self.worth[beach]

    def steps(self, at: Ashore) -> Iterator[Step[Ashore]]:
        """Do what there is to do here, or walk on."""
        space, left = at.space, at.left - 1
        dock, free = dock_at(space), self.sense.docks == "free"
        if dock >= 0 and at.held and (at.left or free) and self.sense.docks != "shut" and dock not in self.turn.taken:
            yield Step(Drop(), at._replace(left=left + free, held=0, docked=changed(at.docked, dock, 1)))
        if not at.left:
            return
        beach = beach_at(space)
        if beach >= 0:
            yield from self._at_beach(at, beach)
        if space == SHOP and at.shop and at.held < TABLES.crew.carry:
            yield Step(PickUp("shop", 1), at._replace(left=left, held=at.held + 1, shop=at.shop - 1))
        if space in OFFICES and self.sense.closing and not self.turn.closed and not at.closed:
            for number, name in enumerate(TABLES.board.beaches):
                if not at.swimmers[number] and number not in (at.michael, self.stage.token):
                    gain = CLOSED if self.stage.token < 0 else MOVED
                    yield Step(Close(name), at._replace(left=left, closed=True), gain)
        for to in PATHS[space]:
            yield Step(Walk(PLACES[to]), at._replace(space=to, left=left), -STEP)  # type: ignore[arg-type]

    def _at_beach(self, at: Ashore, beach: int) -> Iterator[Step[Ashore]]:
        left = at.left - 1
        if at.looked == NOWHERE and not self.turn.asked:
            yield Step(Binoculars(), at._replace(left=left, looked=at.space), -STEP)
        if at.michael == beach:
            gain = MICHAEL * self.sense.rescue(beach, 1)
            yield Step(Rescue("michael"), at._replace(left=left, michael=GONE), gain)
        if at.swimmers[beach]:
            after = at._replace(left=left, swimmers=changed(at.swimmers, beach, -1))
            yield Step(Rescue("swimmer"), after, self.sense.rescue(beach, at.swimmers[beach]))
