"""The crew as machine players: what an event asks of them, who goes first, and whose plan is followed."""

from __future__ import annotations

from typing import Any

from tableshark import Chance, Data
from tableshark_jaws.amity.bots_boats import Boat, Hooper, Quint
from tableshark_jaws.amity.bots_brody import Ashore, Lookout
from tableshark_jaws.amity.bots_hunt import SWIM, WALK, believe
from tableshark_jaws.amity.bots_plan import Sense
from tableshark_jaws.amity.bots_pursuit import Pursuit
from tableshark_jaws.amity.crew import actions_left
from tableshark_jaws.amity.moves import AmityMove, Climb, EndTurn, Fly, PickBeach, PickDock, StayPut
from tableshark_jaws.amity.state import BRODY, HOOPER, QUINT, Amity, headcount
from tableshark_jaws.amity.tables import BEACHES, NUMBER, SHOP, TABLES, beach_at

ORDER = (HOOPER, BRODY, QUINT)
"""First those who find the shark, then the one who hunts it."""


class Hunch(Data, frozen=True):
    """What one of the crew notes when the crew's phase begins: a shark that thinks went where it would be missed."""

    round: int
    seen: tuple[float, ...]
    """How readily it took to each space, if it can be seen."""
    veiled: tuple[float, ...]
    """The same, if it is out of sight."""


def hunch(stage: Amity, trust: float) -> Hunch:
    """Think as the shark does: where would a crew that knows no better look? `trust` is from 0 to less than 1."""
    danger = Pursuit(stage).danger(believe(stage.ghosts))
    seen, veiled = (tuple([1 - trust * caught for caught in where]) for where in (danger.seen, danger.veiled))
    return Hunch(stage.round, seen, veiled)


def answer(stage: Amity, legal: tuple[AmityMove, ...], chance: Chance) -> AmityMove:
    """Answer what an event asks of the crew."""
    belief = believe(stage.ghosts)

    def worth(move: AmityMove) -> float:
        match move:
            case PickDock(dock):
                # Hooper lands near Quint.
                return -SWIM[stage.boats[0]][NUMBER[dock]]
            case PickBeach(name):
                beach = TABLES.board.beaches.index(name)
                space = BEACHES[beach]
                if stage.asked == "closing":
                    return headcount(stage, beach) + 2 * (stage.michael == beach)
                near = belief.within(space, 2)
                # Michael had better be far from the shark and near Brody; the boats had better be where the shark is.
                return -near - 0.05 * WALK[stage.brody][space] if stage.asked == "michael" else near
            case Fly(to):
                return _landing(stage, NUMBER[to])
            case StayPut():
                return _landing(stage, stage.brody)
        raise AssertionError(f"{move} answers no event")

    worths = [worth(move) for move in legal]
    return chance.pick([move for move, one in zip(legal, worths, strict=True) if one == max(worths)])


def waits(stage: Amity, member: int) -> bool:
    """Say whether somebody else of the crew should act first."""
    earlier = ORDER[: ORDER.index(member)]
    return stage.crew_turn is None and any(other not in stage.acted for other in earlier)


def act(stage: Amity, member: int, noted: Hunch) -> AmityMove:
    """Play the first step of the best plan; it is made anew at every step, as answers come in."""
    left = actions_left(stage, member)
    if member != BRODY and stage.in_water[member == HOOPER]:
        return Climb() if left >= TABLES.crew.climb else EndTurn()
    sense = Sense(stage, (noted.seen, noted.veiled))
    move: Any
    if member == BRODY:
        at = Ashore(stage.brody, left, stage.held[BRODY], stage.docked, stage.swimmers, stage.michael, stage.shop)
        _, move = Lookout(sense).best(at)
    else:
        captain = Quint(sense) if member == QUINT else Hooper(sense)
        boat = stage.boats[member == HOOPER]
        _, move = captain.best(Boat(boat, left, stage.held[member], stage.floating, stage.docked, stage.swimmers))
    chosen: AmityMove = move
    return chosen


def _landing(stage: Amity, space: int) -> float:
    """Say what Brody can do in a space."""
    beach = beach_at(space)
    swimmers = headcount(stage, beach) + 2 * (stage.michael == beach) if beach >= 0 else 0
    return swimmers + 2 * (space == SHOP and not stage.held[BRODY])
