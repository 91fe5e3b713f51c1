"""What is done to the boat and the crew: tiles, falls and wounds."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tableshark_jaws.orca import tell
from tableshark_jaws.orca.board import BOAT, struck
from tableshark_jaws.orca.news import Told
from tableshark_jaws.orca.state import NOTHING, Orca, ending
from tableshark_jaws.orca.tables import BIG_MOUTH, BONUS_ORDER, EXTRA_STRENGTH, MAKING_WAVES, TABLES, TRICKS


def hit_boat(stage: Orca, zone: int, hits: int, told: Told) -> Orca:
    """Hit a space of the boat; whoever stands on it when it is damaged or destroyed falls into its water."""
    was = stage.tiles[zone]
    tile = struck(stage.tiles, zone, hits, strong=stage.ability == EXTRA_STRENGTH)
    told.append(tell.boat_hit(zone, was, tile))
    if tile == was:
        return stage
    stage = replace(stage, tiles=(*stage.tiles[:zone], tile, *stage.tiles[zone + 1 :]))
    if ending(stage):
        return stage
    stood = [member for member in BONUS_ORDER if stage.spots[member] == zone]
    waves = stage.ability == MAKING_WAVES
    stage = _fall([member for member in BONUS_ORDER if waves or member in stood], stage, told)
    if stage.ability == BIG_MOUTH:
        for member in stood:
            stage = wound(stage, member, TRICKS[BIG_MOUTH].wounds, told)
    return stage


def wound(stage: Orca, member: int, wounds: int, told: Told) -> Orca:
    """Give a member wounds; with the last one it is out, and its gear with it. What is attached stays attached."""
    total = min(TABLES.crew_wounds, stage.wounds[member] + wounds)
    told.append(tell.member_hurt(member, total - stage.wounds[member], total))
    stage = replace(stage, wounds=_put(stage.wounds, member, total))
    if total < TABLES.crew_wounds:
        return stage
    told.append(tell.member_out(member))
    return replace(
        stage,
        spots=_put(stage.spots, member, NOTHING),
        gear=(*stage.gear[:member], (), *stage.gear[member + 1 :]),
        plans=(*stage.plans[:member], None, *stage.plans[member + 1 :]),
    )


def discard(stage: Orca, member: int, card: int) -> Orca:
    """Take a card away from a member."""
    cards = list(stage.gear[member])
    cards.remove(card)
    return replace(stage, gear=(*stage.gear[:member], tuple(cards), *stage.gear[member + 1 :]))


def _fall(members: Iterable[int], stage: Orca, told: Told) -> Orca:
    spots = list(stage.spots)
    for member in members:
        if 0 <= spots[member] < BOAT:
            told.append(tell.member_fell(member, spots[member]))
            spots[member] += BOAT
    return replace(stage, spots=tuple(spots))


def _put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
