"""How a machine player sees a round: the rows of the shark, and the plans of each member that are worth a thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tableshark_jaws.orca.board import reach, waters, within_reach
from tableshark_jaws.orca.contest import Arms, Row
from tableshark_jaws.orca.state import NOTHING, Orca, out
from tableshark_jaws.orca.tables import CARDS, SURFACINGS, TABLES, WEAPONS, ZONES
from tableshark_jaws.orca.worth import (
    MEMBERS,
    Places,
    Points,
    Scene,
    blows,
    evade_of,
    option_zones,
    strike_worth,
)

NEAR = 2
"""So many places are thought of for each weapon and target: the safest ones."""


def places_of(stage: Orca) -> Places:
    """List where each member may be when the shark comes up."""
    found: list[tuple[int, ...]] = []
    for member in MEMBERS:
        if out(stage, member):
            found.append((NOTHING,))
        elif stage.prepared[member]:
            found.append((stage.spots[member],))
        else:
            found.append(reach(stage.tiles, stage.spots[member]))
    return tuple(found)


def rows_of(stage: Orca, scene: Scene, choices: Iterable[tuple[int, int, float]], places: Places) -> list[Row]:
    """Make the rows of these options, abilities and what they cost."""
    zones, held = option_zones(stage), min(TABLES.attached_most, len(stage.attached)) * scene.points.attached
    found = []
    for option, ability, cost in choices:
        card = SURFACINGS[stage.options[option]]
        # What is shaken off is a gain for the rounds to come.
        cost -= held if card.shake_off else 0.0
        found.append(Row(option, ability, blows(scene, zones[option], card.dice, ability, places), cost))
    return found


def plain_rows(stage: Orca, scene: Scene, places: Places) -> list[Row]:
    """Make a row for each option, without an ability."""
    return rows_of(stage, scene, [(option, NOTHING, 0.0) for option in range(len(stage.options))], places)


def arms_of(stage: Orca, member: int, plain: Sequence[Row], rows: Sequence[Row], points: Points) -> list[Arms]:
    """List the plans of a member that are worth a thought; its one plan if it has prepared."""
    if out(stage, member):
        return [Arms(NOTHING, NOTHING, NOTHING, (0.0,) * len(rows))]
    plan = stage.plans[member]
    if plan is not None:
        pays = _pays(stage, member, plan.weapon, plan.target, rows, points)
        return [Arms(stage.spots[member], plan.weapon, plan.target, pays)]
    spots = sorted(reach(stage.tiles, stage.spots[member]), key=lambda spot: (risk(plain, member, spot), spot))
    near = within_reach(stage.tiles)
    found: dict[tuple[int, int, int], Arms] = {}
    for weapon, target in _armings(stage, member):
        pays = _pays(stage, member, weapon, target, rows, points)
        far = weapon == NOTHING or CARDS[weapon].kind == "firearm"
        fit = [spot for spot in spots if far or target in near[spot]]
        for spot in fit[:NEAR]:
            found[spot, weapon, target] = Arms(spot, weapon, target, pays)
    return _worthwhile(found.values())


def risk(plain: Sequence[Row], member: int, spot: int) -> float:
    """Weigh what may happen to a member in a place, each option as likely."""
    return sum(max([max(0.0, blow.parts[member][spot]) for blow in row.blows], default=0.0) for row in plain)


def _armings(stage: Orca, member: int) -> list[tuple[int, int]]:
    """List weapons and targets: options, and for a weapon that follows, waters between two of them."""
    zones = sorted(set(option_zones(stage)))
    near = waters(stage.tiles)
    found = [(NOTHING, NOTHING)]
    for weapon in sorted({card for card in stage.gear[member] if card < len(WEAPONS)}):
        targets = list(zones)
        if CARDS[weapon].follows:
            between = [at for at in range(len(ZONES)) if at not in zones]
            targets += [at for at in between if sum(zone in near[at] for zone in zones) > 1]
        found += [(weapon, target) for target in targets]
    return found


def _pays(stage: Orca, member: int, weapon: int, target: int, rows: Sequence[Row], points: Points) -> tuple[float, ...]:
    """Weigh a weapon against each row: nothing where its target would be wrong."""
    if weapon == NOTHING or target == NOTHING:
        return (0.0,) * len(rows)
    zones, near = option_zones(stage), waters(stage.tiles)[target]
    pays = []
    for row in rows:
        zone = zones[row.option]
        right = zone == target or (CARDS[weapon].follows and zone in near)
        evade = evade_of(stage, stage.options[row.option], row.ability, False)
        pays.append(max(0.0, strike_worth(stage, member, weapon, evade, points)) if right else 0.0)
    return tuple(pays)


def _worthwhile(plans: Iterable[Arms]) -> list[Arms]:
    """Leave out plans than which another in the same place is nowhere worse."""
    kept: list[Arms] = []
    for plan in sorted(plans, key=lambda arms: (-sum(arms.pays), arms.spot, arms.weapon, arms.target)):
        if not any(
            other.spot == plan.spot and all(a >= b for a, b in zip(other.pays, plan.pays, strict=True))
            for other in kept
        ):
            kept.append(plan)
    return kept
