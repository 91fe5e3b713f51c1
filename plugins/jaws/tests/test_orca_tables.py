"""The numbers of act two, and which of them are proposed."""

from __future__ import annotations

from collections import Counter

import pytest

from tableshark_jaws.orca.tables import (
    ABILITIES,
    BONUS_ORDER,
    EVERY_ABILITY,
    FACES,
    GEAR,
    PERSONAL,
    POOL,
    SURFACINGS,
    TABLES,
    TILES,
    WEAPONS,
    ZONES,
)
from tableshark_jaws.table import CREW


def test_jw_30_the_deals_by_the_track():
    """JW-30."""
    assert [deal.abilities for deal in TABLES.deals] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert [deal.gear for deal in TABLES.deals] == [9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
    assert (TABLES.alone.abilities, TABLES.alone.gear) == (6, 6)
    assert all(deal.proposed for deal in (*TABLES.deals, TABLES.alone))


def test_jw_32_the_tiles():
    """JW-32."""
    found = {zone: (tile.damage, tile.destroy, tile.finish) for zone, tile in zip(ZONES, TILES, strict=True)}
    corners = dict.fromkeys(("T1", "T4", "B1", "B4"), (2, 3, 2))
    assert found == corners | dict.fromkeys(("T2", "T3", "B2", "B3"), (2, 4, 3))
    assert sorted(zone for tile in TABLES.tiles for zone in tile.zones) == sorted(ZONES)
    assert all(tile.proposed for tile in TABLES.tiles)


def test_jw_33_the_dice():
    """JW-33."""
    assert FACES == (0, 1, 1, 1, 2, 2)


def test_jw_34_the_wounds():
    """JW-34."""
    assert (TABLES.shark_wounds, TABLES.crew_wounds) == (18, 6)


def test_jw_35_the_resurface_cards():
    """JW-35."""
    told = "T1 0 3, T1 2 1 s, T2 1 2, T2 1 2 s, T3 1 3, T3 2 2 s, T4 1 2 s, T4 2 2, "
    told += "B1 1 3 s, B1 2 2, B2 0 3, B2 3 1, B3 1 2, B3 2 2, B4 1 3, B4 3 1 s"
    written = [f"{card.zone} {card.evade} {card.dice}{' s' if card.shake_off else ''}" for card in SURFACINGS]
    assert written == told.split(", ")
    assert Counter(card.zone for card in SURFACINGS) == dict.fromkeys(ZONES, 2)
    assert TABLES.resurface.proposed


def test_jw_44_two_of_each_ability():
    """JW-44."""
    assert len(EVERY_ABILITY) == 16
    assert Counter(EVERY_ABILITY) == dict.fromkeys(range(8), 2)
    assert set(TABLES.abilities) == set(ABILITIES)
    numbers = {name: (trick.dice, trick.hits, trick.wounds, trick.evade) for name, trick in TABLES.abilities.items()}
    assert {name: values for name, values in numbers.items() if any(values)} == {
        "second_helping": (2, 0, 0, 0),
        "ramming_speed": (0, 2, 0, 0),
        "domino_effect": (0, 2, 0, 0),
        "big_mouth": (0, 0, 1, 0),
        "hard_target": (0, 0, 0, 3),
    }


def test_jw_45_twenty_two_gear_cards():
    """JW-45."""
    personal = {member: [GEAR[card] for card in own] for member, own in zip(CREW, PERSONAL, strict=True)}
    assert personal == {
        "quint": ["machete", "harpoon_barrel"],
        "brody": ["boat_hook", "pistol"],
        "hooper": ["dive_knife", "rifle"],
    }
    assert Counter(GEAR[card] for card in POOL) == {
        "rifle": 3, "pistol": 2, "shotgun": 2, "gaff_spear": 2, "barrel": 3, "ammo": 2, "chum": 1, "shark_cage": 1,
    }  # fmt: skip
    assert len(POOL) == 16


@pytest.mark.parametrize(
    ("name", "kind", "dice", "hits", "evade", "follows", "spent"),
    [
        ("boat_hook", "melee", 2, 0, 0, False, False),
        ("dive_knife", "melee", 2, 0, 0, False, False),
        ("machete", "melee", 2, 0, 0, False, False),
        ("gaff_spear", "melee", 3, 0, 0, False, True),
        ("pistol", "firearm", 2, 0, 0, True, True),
        ("rifle", "firearm", 2, 1, 0, False, True),
        ("shotgun", "firearm", 3, 0, 0, False, True),
        ("harpoon_barrel", "attachable", 0, 0, 1, False, False),
        ("barrel", "attachable", 0, 0, 1, False, False),
        ("ammo", "accessory", 0, 0, 0, False, False),
        ("chum", "accessory", 0, 0, 2, False, False),
        ("shark_cage", "accessory", 0, 0, 0, False, False),
    ],
)
def test_jw_45_the_values_of_a_card(name, kind, dice, hits, evade, follows, spent):
    """JW-45."""
    card = TABLES.gear[name]
    assert (card.kind, card.dice, card.hits) == (kind, dice, hits)
    assert (card.evade, card.follows, card.spent) == (evade, follows, spent)
    assert card.proposed
    assert (name in WEAPONS) == (kind != "accessory")


def test_jw_45_attached_things_count_two_at_most():
    """JW-45."""
    assert TABLES.attached_most == 2


def test_jw_41_bonus_attacks_go_by_brody_hooper_quint():
    """JW-41."""
    assert [CREW[member] for member in BONUS_ORDER] == ["brody", "hooper", "quint"]
    assert TABLES.bonus_dice == 1


def test_jw_37_three_options():
    """JW-37."""
    assert TABLES.surfacings == 3


def test_jw_38_strides():
    """JW-38."""
    assert (TABLES.strides, TABLES.climb) == (2, 2)


def test_names_stand_once():
    assert len(set(ZONES)) == len(ZONES) == 8
    assert len(set(GEAR)) == len(GEAR) == len(TABLES.gear)
    assert GEAR[: len(WEAPONS)] == WEAPONS
