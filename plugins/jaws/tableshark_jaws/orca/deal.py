"""Before the first round: the deal, the shared gear, and the crew's places on the boat."""

from __future__ import annotations

from msgspec.structs import replace

from tableshark import Chance
from tableshark_jaws.orca import tell
from tableshark_jaws.orca.board import WHOLE
from tableshark_jaws.orca.news import Told
from tableshark_jaws.orca.rounds import open_round
from tableshark_jaws.orca.state import NOTHING, Orca
from tableshark_jaws.orca.tables import EVERY_ABILITY, PERSONAL, POOL, SURFACINGS, ZONES
from tableshark_jaws.table import CREW


def deal(abilities: int, gear: int, chance: Chance, told: Told) -> Orca:
    """Deal both sides their cards; what is left over is not kept."""
    hand = tuple(sorted(chance.shuffle(EVERY_ABILITY)[:abilities]))
    shared = tuple(sorted(chance.shuffle(POOL)[:gear]))
    told.append(tell.put_to_sea(abilities, shared))
    return Orca(
        phase="give" if shared else "take_place",
        round=0,
        tiles=(WHOLE,) * len(ZONES),
        spots=(NOTHING,) * len(CREW),
        wounds=(0,) * len(CREW),
        hurt=0,
        gear=PERSONAL,
        shared=shared,
        hand=hand,
        played=(),
        deck=chance.shuffle(range(len(SURFACINGS))),
        discards=(),
    )


def give(stage: Orca, card: int, to: int, told: Told) -> Orca:
    """Give a shared card an owner; after the last one, places are taken."""
    told.append(tell.gear_given(card, to))
    shared = list(stage.shared)
    shared.remove(card)
    cards = tuple(sorted((*stage.gear[to], card)))
    return replace(
        stage,
        phase="give" if shared else "take_place",
        shared=tuple(shared),
        gear=(*stage.gear[:to], cards, *stage.gear[to + 1 :]),
    )


def take_place(stage: Orca, member: int, zone: int, chance: Chance, told: Told) -> Orca:
    """Put a member on the boat; after the last one the first round begins."""
    told.append(tell.place_taken(member, zone))
    stage = replace(stage, spots=(*stage.spots[:member], zone, *stage.spots[member + 1 :]))
    return stage if NOTHING in stage.spots else open_round(stage, chance, told)
