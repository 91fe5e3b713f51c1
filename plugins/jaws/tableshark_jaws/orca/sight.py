"""Who sees what at sea, and what whoever can't see it may imagine."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tableshark import Chance, Seat
from tableshark_jaws.orca import state as shown
from tableshark_jaws.orca.asking import asked
from tableshark_jaws.orca.board import DAMAGED, GONE, WHOLE
from tableshark_jaws.orca.state import NOTHING, Attack, Orca, evade, out
from tableshark_jaws.orca.tables import (
    ABILITIES,
    EVERY_ABILITY,
    GEAR,
    LETTERS,
    SPOTS,
    SURFACINGS,
    TABLES,
    TILES,
    WEAPONS,
    ZONES,
)
from tableshark_jaws.table import CREW, SEATS, SHARK

TileState = Literal["whole", "damaged", "gone"]
NAMED: dict[int, TileState] = {WHOLE: "whole", DAMAGED: "damaged", GONE: "gone"}


def view(stage: Orca, seat: Seat | None, *, over: bool) -> shown.OrcaView:
    """Show the boat and all that lies open; hand and choice to the shark alone, until it is over."""
    knows = over or seat == SHARK
    return shown.OrcaView(
        round=stage.round,
        asked=None if over else _question(stage),
        zones=tuple([_zone(stage, zone) for zone in range(len(ZONES))]),
        crew=tuple([_member(stage, member) for member in range(len(CREW))]),
        shared=tuple([GEAR[card] for card in stage.shared]),
        shark=_shark(stage),
        options=tuple(
            [shown.SurfacingOption(letter, _card(card)) for letter, card in zip(LETTERS, stage.options, strict=False)]
        ),
        deck=len(stage.deck),
        discards=tuple([_card(card) for card in stage.discards]),
        thrown=_thrown(stage.attack),
        hand=tuple([ABILITIES[ability] for ability in stage.hand]) if knows else None,
        choice=_choice(stage) if knows else None,
        order=tuple([_card(card) for card in stage.deck]) if over else None,
    )


def determinize(stage: Orca, seat: Seat, chance: Chance) -> Orca:
    """Redraw what the seat can't see.

    Nobody knows the order of the deck. For the crew the hand is drawn from all abilities that were not revealed, and
    while the choice is secret, any choice that this hand allows is as likely.
    """
    stage = replace(stage, deck=chance.shuffle(sorted(stage.deck)))
    if seat == SHARK:
        return stage
    pool = list(EVERY_ABILITY)
    for ability in stage.played:
        pool.remove(ability)
    hand = tuple(sorted(chance.shuffle(pool)[: len(stage.hand)]))
    stage = replace(stage, hand=hand)
    if stage.phase != "prepare":
        return stage
    ability = chance.pick((NOTHING, *sorted(set(hand))))
    return replace(stage, option=chance.below(len(stage.options)), ability=ability)


def _question(stage: Orca) -> shown.OrcaQuestion:
    awaiting = asked(stage)
    return shown.OrcaQuestion(stage.phase, tuple([seat for seat in SEATS if seat in awaiting.seats]))


def _zone(stage: Orca, zone: int) -> shown.BoatZone:
    state, tile = stage.tiles[zone], TILES[zone]
    destroy = None if state == GONE else tile.destroy if state == WHOLE else tile.finish
    return shown.BoatZone(ZONES[zone], NAMED[state], tile.damage if state == WHOLE else None, destroy)


def _member(stage: Orca, member: int) -> shown.BoatMember:
    spot, plan, wounds = stage.spots[member], stage.plans[member], stage.wounds[member]
    return shown.BoatMember(
        seat=CREW[member],
        out=out(stage, member),
        spot=None if spot == NOTHING else SPOTS[spot],
        wounds=wounds,
        limit=TABLES.crew_wounds,
        gear=tuple([GEAR[card] for card in stage.gear[member]]),
        prepared=stage.prepared[member] and not out(stage, member),
        weapon=None if plan is None or plan.weapon == NOTHING else WEAPONS[plan.weapon],
        target=None if plan is None or plan.target == NOTHING else ZONES[plan.target],
        chum=None if plan is None or plan.chum == NOTHING else LETTERS[plan.chum],
    )


def _shark(stage: Orca) -> shown.SharkAtSea:
    up = stage.shark != NOTHING
    return shown.SharkAtSea(
        wounds=stage.hurt,
        limit=TABLES.shark_wounds,
        hand=len(stage.hand),
        played=tuple([ABILITIES[ability] for ability in stage.played]),
        option=LETTERS[stage.option] if up else None,
        zone=ZONES[stage.shark] if up else None,
        ability=ABILITIES[stage.ability] if up and stage.ability != NOTHING else None,
        dice=SURFACINGS[stage.options[stage.option]].dice if up else None,
        evade=evade(stage) if up else None,
        attached=tuple([GEAR[card] for card in stage.attached]),
    )


def _card(card: int) -> shown.SurfacingCard:
    values = SURFACINGS[card]
    return shown.SurfacingCard(values.zone, values.evade, values.dice, values.shake_off)


def _choice(stage: Orca) -> shown.SharkChoice | None:
    if stage.option == NOTHING:
        return None
    return shown.SharkChoice(LETTERS[stage.option], None if stage.ability == NOTHING else ABILITIES[stage.ability])


def _thrown(attack: Attack | None) -> shown.DiceThrown | None:
    if attack is None:
        return None
    boat = attack.by in ("bite", "second_helping")
    return shown.DiceThrown(
        by=attack.by,
        seat=CREW[attack.at] if attack.by == "strike" else SHARK,
        space=ZONES[attack.at] if boat else None,
        member=CREW[attack.at] if attack.by in ("maul", "bonus") else None,
        dice=attack.dice,
        plus=attack.plus,
        hits=attack.hits,
    )
