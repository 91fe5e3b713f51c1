"""Step 6, the shark attacks: one attack, what follows from it, and the bonus attacks, each question apart.

Each function is one step of the attack: it goes on by itself until somebody has to be asked or the round is over.
"""

from __future__ import annotations

from msgspec.structs import replace

from tableshark import Chance
from tableshark_jaws.orca import tell
from tableshark_jaws.orca.board import BOAT, beside, waters, within_bite
from tableshark_jaws.orca.harm import discard, hit_boat, wound
from tableshark_jaws.orca.news import Told
from tableshark_jaws.orca.rounds import close_round
from tableshark_jaws.orca.state import NOTHING, Attack, Orca, ThrowFor, ending
from tableshark_jaws.orca.tables import (
    BONUS_ORDER,
    CAGE,
    DOMINO_EFFECT,
    FACES,
    MAUL_AGAIN,
    RAMMING_SPEED,
    SECOND_HELPING,
    SURFACINGS,
    TABLES,
    TRICKS,
)


def shark_turn(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Begin the shark's attack."""
    if stage.ability == RAMMING_SPEED:
        return replace(stage, phase="lunge")
    return take_aim(stage, chance, told)


def lunge(stage: Orca, zone: int, chance: Chance, told: Told) -> Orca:
    """Move to a water next to the shark's, or stay."""
    told.append(tell.shark_rammed(zone, zone != stage.shark))
    return take_aim(replace(stage, shark=zone, rammed=zone != stage.shark), chance, told)


def take_aim(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Ask whom or what the shark attacks; without a target there is no attack, and no bonus attack either."""
    if within_bite(stage.tiles)[stage.shark] or swimmers(stage):
        return replace(stage, phase="attack")
    told.append(tell.nothing_to_attack())
    return close_round(stage, chance, told)


def swimmers(stage: Orca) -> tuple[int, ...]:
    """List the members in the water in the shark's own or an adjacent water space, in the order of bonus attacks."""
    near = (stage.shark, *waters(stage.tiles)[stage.shark])
    return tuple([member for member in BONUS_ORDER if stage.spots[member] - BOAT in near])


def attack(stage: Orca, by: ThrowFor, at: int, chance: Chance, told: Told) -> Orca:
    """Throw the dice of an attack."""
    plus = 0
    if by == "second_helping":
        count = TRICKS[SECOND_HELPING].dice
    elif by == "bonus":
        count = TABLES.bonus_dice
    else:
        count = SURFACINGS[stage.options[stage.option]].dice
        plus = TRICKS[RAMMING_SPEED].hits if stage.rammed else 0
    thrown = Attack(by, at, chance.faces(FACES, count), plus)
    told.append(tell.shark_threw(thrown, again=False))
    stage = replace(stage, attack=thrown)
    if stage.ability == MAUL_AGAIN and not stage.rerolled:
        return replace(stage, phase="reroll")
    return land(stage, chance, told)


def reroll(stage: Orca, dice: tuple[int, ...], chance: Chance, told: Told) -> Orca:
    """Throw some of the dice again, and let the attack land."""
    thrown = stage.attack
    assert thrown is not None
    fresh = dict(zip(dice, chance.faces(FACES, len(dice)), strict=True))
    thrown = replace(thrown, dice=tuple([fresh.get(place, face) for place, face in enumerate(thrown.dice)]))
    told.append(tell.shark_threw(thrown, again=True))
    return land(replace(stage, attack=thrown, rerolled=True), chance, told)


def land(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Let the dice as they lie take effect."""
    thrown = stage.attack
    assert thrown is not None
    if thrown.by in ("bite", "second_helping"):
        return _land_on_boat(stage, thrown, chance, told)
    member = thrown.at
    if thrown.hits and CAGE in stage.gear[member]:
        return replace(stage, phase="cage", asked=member)
    return _after_member(wound(stage, member, thrown.hits, told), thrown, chance, told)


def use_cage(stage: Orca, use: bool, chance: Chance, told: Told) -> Orca:
    """Let the cage keep the attack off, or not."""
    thrown, member = stage.attack, stage.asked
    assert thrown is not None
    told.append(tell.cage_held(member, use))
    stage = discard(stage, member, CAGE) if use else wound(stage, member, thrown.hits, told)
    return _after_member(replace(stage, asked=NOTHING), thrown, chance, told)


def domino(stage: Orca, zone: int, chance: Chance, told: Told) -> Orca:
    """Pass hits on to a space beside the one that was hit."""
    return start_bonus(hit_boat(stage, zone, TRICKS[DOMINO_EFFECT].hits, told), chance, told)


def start_bonus(stage: Orca, chance: Chance, told: Told) -> Orca:
    """See who is in the water near the shark now, and snap at them."""
    if ending(stage):
        return stage
    return next_bonus(replace(stage, bonus=swimmers(stage)), chance, told)


def next_bonus(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Make the next bonus attack; after the last one the round is over."""
    if not stage.bonus:
        return close_round(stage, chance, told)
    return attack(replace(stage, bonus=stage.bonus[1:]), "bonus", stage.bonus[0], chance, told)


def _land_on_boat(stage: Orca, thrown: Attack, chance: Chance, told: Told) -> Orca:
    was = stage.tiles[thrown.at]
    # Where that was the end there is nothing left to bite (the boat), or the ability was another (the crew).
    stage = hit_boat(stage, thrown.at, thrown.hits, told)
    hit = stage.tiles[thrown.at] != was
    if hit and stage.ability == DOMINO_EFFECT and beside(stage.tiles)[thrown.at]:
        return replace(stage, phase="domino")
    if stage.ability == SECOND_HELPING and thrown.by == "bite" and within_bite(stage.tiles)[stage.shark]:
        return replace(stage, phase="second_helping")
    return start_bonus(stage, chance, told)


def _after_member(stage: Orca, thrown: Attack, chance: Chance, told: Told) -> Orca:
    if ending(stage):
        return stage
    return start_bonus(stage, chance, told) if thrown.by == "maul" else next_bonus(stage, chance, told)
