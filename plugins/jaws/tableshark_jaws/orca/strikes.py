"""Step 5, the crew attacks: each member whose target is right strikes or declines, in any order."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark import Chance
from tableshark_jaws.orca import tell
from tableshark_jaws.orca.bites import shark_turn
from tableshark_jaws.orca.harm import discard
from tableshark_jaws.orca.news import Told
from tableshark_jaws.orca.state import NOTHING, Attack, Orca, Plan, ending, evade
from tableshark_jaws.orca.tables import AMMO, CARDS, FACES, TABLES


def next_strike(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Ask those who can still attack; after the last one it is the shark's turn."""
    if stage.eager:
        return replace(stage, phase="strike", asked=NOTHING)
    return shark_turn(replace(stage, asked=NOTHING), chance, told)


def strike(stage: Orca, member: int, chance: Chance, told: Told) -> Orca:
    """Attack with the weapon that was taken up."""
    weapon = _plan(stage, member).weapon
    card = CARDS[weapon]
    stage = _done(stage, member)
    if card.kind == "attachable":
        stage = replace(discard(stage, member, weapon), attached=(*stage.attached, weapon))
        told.append(tell.weapon_attached(member, weapon, evade(stage)))
        return next_strike(stage, chance, told)
    thrown = Attack("strike", member, chance.faces(FACES, card.dice), card.hits)
    against = evade(stage)
    hurt = min(TABLES.shark_wounds, stage.hurt + max(0, thrown.hits - against))
    told.append(tell.shark_struck(member, weapon, thrown, against, hurt - stage.hurt))
    stage = replace(stage, attack=thrown, hurt=hurt)
    if ending(stage):
        return stage
    if card.kind == "firearm" and AMMO in stage.gear[member]:
        return replace(stage, phase="ammo", asked=member)
    if card.spent:
        stage = discard(stage, member, weapon)
    return next_strike(stage, chance, told)


def hold(stage: Orca, member: int, chance: Chance, told: Told) -> Orca:
    """Decline to attack: nothing is spent."""
    told.append(tell.attack_held(member))
    return next_strike(_done(stage, member), chance, told)


def use_ammo(stage: Orca, use: bool, chance: Chance, told: Told) -> Orca:
    """Discard ammo in place of the firearm just used, or the firearm."""
    member = stage.asked
    told.append(tell.ammo_spent(member, use))
    stage = discard(stage, member, AMMO if use else _plan(stage, member).weapon)
    return next_strike(stage, chance, told)


def _plan(stage: Orca, member: int) -> Plan:
    plan = stage.plans[member]
    assert plan is not None
    return plan


def _done(stage: Orca, member: int) -> Orca:
    return replace(stage, eager=tuple([other for other in stage.eager if other != member]))
