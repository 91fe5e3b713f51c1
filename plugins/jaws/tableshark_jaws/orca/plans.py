"""Steps 2 to 4: the shark chooses secretly, the crew prepares, and the choice is revealed."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark import Chance
from tableshark_jaws.orca import tell
from tableshark_jaws.orca.board import waters
from tableshark_jaws.orca.harm import discard
from tableshark_jaws.orca.news import Told
from tableshark_jaws.orca.state import NOTHING, Orca, Plan
from tableshark_jaws.orca.strikes import next_strike
from tableshark_jaws.orca.tables import CARDS, CHUM, SURFACINGS, ZONE
from tableshark_jaws.table import CREW


def choose(stage: Orca, option: int, ability: int, told: Told) -> Orca:
    """Keep the shark's choice in secret: the ability stays in its hand until it is revealed."""
    told.append(tell.shark_chose())
    return replace(stage, phase="prepare", option=option, ability=ability)


def prepare(stage: Orca, member: int, spot: int, plan: Plan, chance: Chance, told: Told) -> Orca:
    """Move a member and lay out its plan; after the last one the shark's choice is revealed."""
    told.append(tell.member_prepared(member, spot, plan))
    stage = replace(
        stage,
        spots=(*stage.spots[:member], spot, *stage.spots[member + 1 :]),
        plans=(*stage.plans[:member], plan, *stage.plans[member + 1 :]),
        prepared=(*stage.prepared[:member], True, *stage.prepared[member + 1 :]),
    )
    return reveal(stage, chance, told) if all(stage.prepared) else stage


def reveal(stage: Orca, chance: Chance, told: Told) -> Orca:
    """Bring the shark up, and see whose target is right."""
    card = SURFACINGS[stage.options[stage.option]]
    zone = ZONE[card.zone]
    told.append(tell.shark_came_up(stage.option, zone, stage.ability))
    hand, played = stage.hand, stage.played
    if stage.ability != NOTHING:
        place = hand.index(stage.ability)
        hand, played = hand[:place] + hand[place + 1 :], (*played, stage.ability)
    stage = replace(stage, shark=zone, hand=hand, played=played)
    if card.shake_off and stage.attached:
        told.append(tell.shook_off(stage.attached))
        stage = replace(stage, attached=())
    stage = _settle_targets(stage, zone, told)
    stage = _spread_chum(stage, told)
    return next_strike(stage, chance, told)


def _settle_targets(stage: Orca, zone: int, told: Told) -> Orca:
    """Let target tokens follow that can, and give back those that are wrong; their weapons are kept."""
    near, plans = waters(stage.tiles)[zone], list(stage.plans)
    for member, plan in enumerate(plans):
        if plan is None or plan.target in (NOTHING, zone):
            continue
        follows = CARDS[plan.weapon].follows and plan.target in near
        if follows:
            told.append(tell.token_followed(member, zone))
        plans[member] = plan._replace(target=zone if follows else NOTHING)
    eager = tuple([member for member, plan in enumerate(plans) if plan is not None and plan.target == zone])
    return replace(stage, plans=tuple(plans), eager=eager)


def _spread_chum(stage: Orca, told: Told) -> Orca:
    """Use up all chum that was named, right or wrong."""
    for member in range(len(CREW)):
        plan = stage.plans[member]
        if plan is not None and plan.chum != NOTHING:
            works = plan.chum == stage.option
            told.append(tell.chum_spread(member, plan.chum, works))
            stage = replace(discard(stage, member, CHUM), chummed=stage.chummed or works)
    return stage
