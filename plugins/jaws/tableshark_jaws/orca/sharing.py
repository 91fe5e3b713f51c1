"""Before the first round: how machine players divide the gear, and where they stand."""

from __future__ import annotations

from tableshark import Chance
from tableshark_jaws.orca.board import GRID
from tableshark_jaws.orca.moves import Give, TakePlace
from tableshark_jaws.orca.state import Orca
from tableshark_jaws.orca.tables import AMMO, CARDS, GEAR, WEAPONS, ZONES
from tableshark_jaws.orca.worth import MEMBERS
from tableshark_jaws.table import CREW


def share(stage: Orca, chance: Chance) -> Give:
    """Give the first card: weapons to who has fewest of them, ammo to who has a firearm and none yet."""
    card = stage.shared[0]
    armed = [sum(other < len(WEAPONS) for other in own) for own in stage.gear]
    if card == AMMO:
        # To the best firearm, but not twice to the same member.
        worth = [(-own.count(AMMO), _firearm(own)) for own in stage.gear]
    elif card < len(WEAPONS):
        # Of one kind nobody needs a second card while another member has none.
        worth = [(-number, -own.count(card)) for number, own in zip(armed, stage.gear, strict=True)]
    else:
        worth = [(-len(own), 0) for own in stage.gear]
    best = [member for member in MEMBERS if worth[member] == max(worth)]
    return Give(GEAR[card], CREW[chance.pick(best)])


def stand(stage: Orca, chance: Chance) -> TakePlace:
    """Stand in the middle of the boat, apart from the others."""
    middle = [zone for zone in range(len(ZONES)) if len(GRID[zone]) == max(map(len, GRID))]
    free = [zone for zone in middle if zone not in stage.spots]
    return TakePlace(ZONES[chance.pick(free or middle)])


def _firearm(own: tuple[int, ...]) -> int:
    """Count the dice and hits of a member's best firearm."""
    return max([CARDS[card].dice + CARDS[card].hits for card in own if CARDS[card].kind == "firearm"], default=0)
