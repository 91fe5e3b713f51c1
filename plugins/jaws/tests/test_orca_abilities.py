"""The shark's eight abilities, each by its effect and by what happens without it."""

from __future__ import annotations

import pytest
from jaws_orca import Table, sea, surfacing, tiles

from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import (
    Bite,
    Domino,
    Enough,
    Keep,
    Lunge,
    Maul,
    Prepare,
    Reroll,
    Stay,
    Strike,
    UseCage,
)
from tableshark_jaws.table import CREW

T2 = (surfacing("T2"), surfacing("B1"), surfacing("B4"))
T1 = (surfacing("T1", 0), surfacing("B2"), surfacing("B4"))


def up(ability, *options, **changes):
    """The shark is up at the first option's zone with an ability, or without one."""
    stage = sea(*(options or T2), hand=(ability,) if ability else (), **changes)
    return Table(stage).come_up(ability=ability)


def bites(table):
    return [(one.by, one.space or one.member) for one in table.news if type(one).__name__ == "SharkThrew"]


@pytest.mark.parametrize(("ability", "after"), [("extra_strength", "gone"), (None, "damaged")])
def test_jw_44_extra_strength_destroys_what_would_be_damaged(ability, after):
    """JW-44."""
    assert up(ability).play("shark", Bite("T2"), 1, 1).tile("T2") == after


@pytest.mark.parametrize(("state", "dice"), [("whole", (0, 1)), ("damaged", (1, 1))])
def test_jw_44_extra_strength_adds_nothing_else(state, dice):
    """JW-44: a miss stays a miss, on a whole space as on a damaged one."""
    table = up("extra_strength", tiles=tiles(T2=state)).play("shark", Bite("T2"), *dice)
    assert table.tile("T2") == state


def test_jw_44_second_helping_is_another_boat_attack_with_two_dice():
    """JW-44: on the same or another space."""
    table = up("second_helping", *T1, tiles=tiles(T1="damaged"))
    table.play("shark", Bite("T2"), 1, 1, 0)
    assert table.asked == ("second_helping", ["shark"])
    assert act.legal(table.stage, "shark") == (Bite("T1"), Bite("T2"), Bite("B1"), Enough())
    table.play("shark", Bite("T1"), 1, 1)
    assert bites(table) == [("second_helping", "T1")]
    assert (table.tile("T1"), table.tile("T2")) == ("gone", "damaged")
    assert table.asked[0] == "choose"


def test_jw_44_second_helping_after_a_miss_and_on_the_same_space():
    """JW-44."""
    table = up("second_helping").play("shark", Bite("T2"), 0, 0).play("shark", Bite("T2"), 2, 2)
    assert table.tile("T2") == "gone"


def test_jw_44_second_helping_is_aimed_by_what_touches_after_the_first_attack():
    """JW-44: the first attack opens the way to the neighbours."""
    table = up("second_helping")
    assert act.legal(table.stage, "shark") == (Bite("T2"),)
    table.play("shark", Bite("T2"), 2, 2)
    assert act.legal(table.stage, "shark") == (Bite("T1"), Bite("T3"), Bite("B2"), Enough())


def test_jw_44_second_helping_may_be_declined():
    """JW-44."""
    table = up("second_helping").play("shark", Bite("T2"), 0, 0).play("shark", Enough())
    assert table.asked[0] == "choose"


def test_jw_44_second_helping_is_not_asked_without_a_space_or_after_a_member():
    """JW-44."""
    alone = tiles(**dict.fromkeys(("T1", "T3", "B2"), "gone"), T2="damaged")
    table = up("second_helping", tiles=alone, spots=dict.fromkeys(CREW, "B4-boat"))
    table.play("shark", Bite("T2"), 1, 2)
    assert table.asked[0] == "choose"
    table = up("second_helping", spots={"quint": "T2-water"}).play("shark", Maul("quint"), 0, 0, 0)
    assert table.asked[0] == "choose"


def test_jw_44_who_is_thrown_falls_before_the_next_attack_and_bonus_attacks_come_last():
    """JW-44, JW-41."""
    table = up("second_helping", spots={"quint": "T2-boat", "brody": "T1-boat"})
    table.play("shark", Bite("T2"), 1, 1)
    assert table.member("quint").spot == "T2-water"
    assert [type(story).__name__ for story in table.news] == ["SharkThrew", "BoatHit", "MemberFell"]
    table.play("shark", Bite("T1"), 1, 1, 2, 1)
    assert bites(table) == [("second_helping", "T1"), ("bonus", "brody"), ("bonus", "quint")]
    assert [one.wounds for one in table.view().crew] == [1, 2, 0]


def test_jw_44_maul_again_is_asked_after_the_dice_are_seen():
    """JW-44: any dice of the attack, once."""
    table = up("maul_again", *T1).play("shark", Bite("T1"), 0, 1, 0)
    assert table.asked == ("reroll", ["shark"])
    assert table.view().thrown.dice == (0, 1, 0)
    assert table.tile("T1") == "whole"
    moves = act.legal(table.stage, "shark")
    assert moves == (
        Keep(), Reroll((0,)), Reroll((1,)), Reroll((2,)), Reroll((0, 1)), Reroll((0, 2)), Reroll((1, 2)),
        Reroll((0, 1, 2)),
    )  # fmt: skip
    table.play("shark", Reroll((0, 2)), 2, 1)
    assert table.view().thrown.dice == (2, 1, 1)
    assert table.tile("T1") == "gone"
    assert table.news[0].again


def test_jw_44_maul_again_may_be_kept_for_one_bonus_attack():
    """JW-44."""
    table = up("maul_again", spots={"quint": "T2-water", "brody": "T2-water"})
    table.play("shark", Maul("quint"), 1, 1).play("shark", Keep(), 0)
    assert table.member("quint").wounds == 2
    assert table.asked == ("reroll", ["shark"])
    assert (table.view().thrown.by, table.view().thrown.member) == ("bonus", "brody")
    # Thrown again once: the bonus attack on Quint is not asked about.
    table.play("shark", Reroll((0,)), 2, 0)
    assert [one.wounds for one in table.view().crew] == [2, 2, 0]
    assert table.asked[0] == "choose"


def test_jw_44_maul_again_is_asked_at_each_attack_until_it_is_used():
    """JW-44."""
    table = up("maul_again", spots={"quint": "T2-water", "brody": "T2-water"})
    table.play("shark", Bite("T2"), 0, 0).play("shark", Keep(), 0).play("shark", Keep(), 1)
    assert (table.view().thrown.by, table.view().thrown.member) == ("bonus", "quint")
    assert table.asked == ("reroll", ["shark"])
    table.play("shark", Reroll((0,)), 0)
    assert table.member("quint").wounds == 0


def test_jw_44_without_maul_again_nothing_is_thrown_again():
    """JW-44."""
    assert up(None, *T1).play("shark", Bite("T1"), 0, 1, 0).asked[0] == "choose"


def test_jw_44_jw_45_the_cage_is_asked_after_the_last_throw():
    """JW-44, JW-45."""
    table = up("maul_again", spots={"quint": "T2-water"}, gear={"quint": ("shark_cage",)})
    table.play("shark", Maul("quint"), 0, 0).play("shark", Reroll((0, 1)), 2, 2)
    assert table.asked == ("cage", ["quint"])
    table.play("quint", UseCage(True), 0)
    assert table.member("quint").wounds == 0


@pytest.mark.parametrize(("ability", "wounds"), [("big_mouth", 1), (None, 0)])
def test_jw_44_big_mouth_wounds_who_stood_on_the_space(ability, wounds):
    """JW-44: each of them, and nobody else; before the bonus attacks."""
    spots = {"quint": "T2-boat", "brody": "T2-boat", "hooper": "T2-water"}
    table = up(ability, spots=spots).play("shark", Bite("T2"), 1, 1, 0, 0, 0)
    assert [one.wounds for one in table.view().crew] == [wounds, wounds, 0]


def test_jw_44_big_mouth_does_nothing_where_the_space_holds():
    """JW-44."""
    table = up("big_mouth", spots={"quint": "T2-boat"}).play("shark", Bite("T2"), 0, 1)
    assert table.member("quint").wounds == 0


def test_jw_45_the_cage_is_no_help_against_big_mouth():
    """JW-45."""
    table = up("big_mouth", spots={"quint": "T2-boat"}, gear={"quint": ("shark_cage",)})
    table.play("shark", Bite("T2"), 1, 1, 0)
    assert table.member("quint").wounds == 1
    assert table.asked[0] == "choose"


def test_jw_44_ramming_speed_moves_after_the_crews_attacks_and_adds_two_hits():
    """JW-44."""
    stage = sea(*T2, hand=("ramming_speed",), spots={"hooper": "T2-boat"})
    table = Table(stage).come_up(ability="ramming_speed", hooper=Prepare("T2-boat", "rifle", "T2"))
    assert table.asked == ("strike", ["hooper"])
    table.play("hooper", Strike(), 0, 0)
    assert table.asked == ("lunge", ["shark"])
    assert act.legal(table.stage, "shark") == (Lunge("T1"), Lunge("T3"), Stay())
    table.play("shark", Lunge("T3"))
    assert table.view().shark.zone == "T3"
    assert act.legal(table.stage, "shark") == (Bite("T3"),)
    table.play("shark", Bite("T3"), 0, 0)
    assert table.tile("T3") == "damaged"
    assert [(one.hits, one.dice) for one in table.news if type(one).__name__ == "SharkThrew"] == [(2, (0, 0))]


def test_jw_44_ramming_counts_on_members_and_bonus_attacks_go_from_the_new_space():
    """JW-44."""
    spots = {"quint": "T4-water", "brody": "T2-water", "hooper": "T1-water"}
    table = up("ramming_speed", spots=spots).play("shark", Lunge("T3"))
    assert act.legal(table.stage, "shark") == (Bite("T3"), Maul("quint"), Maul("brody"))
    table.play("shark", Maul("quint"), 1, 0, 1, 2)
    # Brody and Quint are near T3, Hooper at T1 is not; bonus dice have no hits added.
    assert [one.wounds for one in table.view().crew] == [5, 1, 0]


def test_jw_44_ramming_adds_nothing_where_the_shark_stays():
    """JW-44."""
    table = up("ramming_speed").play("shark", Stay())
    assert table.view().shark.zone == "T2"
    table.play("shark", Bite("T2"), 0, 1)
    assert table.tile("T2") == "whole"


def test_jw_44_ramming_can_reach_a_target_where_there_was_none():
    """JW-41, JW-44."""
    broken = tiles(T2="gone", T1="gone", T3="gone", B2="gone", B1="damaged")
    table = up("ramming_speed", tiles=broken, spots=dict.fromkeys(CREW, "B4-boat"))
    table.play("shark", Lunge("T3"))
    assert act.legal(table.stage, "shark") == (Bite("T4"), Bite("B3"))


def test_jw_44_domino_effect_passes_two_hits_to_a_neighbour():
    """JW-44: compared with its numbers, and its crew is thrown."""
    table = up("domino_effect", spots={"quint": "T2-boat", "brody": "B2-boat"})
    table.play("shark", Bite("T2"), 1, 1)
    assert table.asked == ("domino", ["shark"])
    assert act.legal(table.stage, "shark") == (Domino("T1"), Domino("T3"), Domino("B2"))
    assert table.member("quint").spot == "T2-water"
    # Brody falls into the water of B2, which touches that of T2 now.
    table.play("shark", Domino("B2"), 1, 0)
    assert table.tile("B2") == "damaged"
    assert table.member("brody").spot == "B2-water"
    assert bites(table) == [("bonus", "brody"), ("bonus", "quint")]
    # It does not chain.
    assert table.asked[0] == "choose"


@pytest.mark.parametrize(
    ("zone", "state", "after"),
    [("T1", "whole", "damaged"), ("T1", "damaged", "gone"), ("T3", "whole", "damaged"), ("T3", "damaged", "damaged")],
)
def test_jw_44_what_a_domino_does(zone, state, after):
    """JW-44."""
    table = up("domino_effect", tiles=tiles(**{zone: state})).play("shark", Bite("T2"), 1, 1)
    assert table.play("shark", Domino(zone)).tile(zone) == after


def test_jw_44_no_domino_falls_where_the_space_holds_or_nothing_is_beside_it():
    """JW-44."""
    assert up("domino_effect").play("shark", Bite("T2"), 0, 1).asked[0] == "choose"
    alone = tiles(**dict.fromkeys(("T1", "T3", "B2"), "gone"))
    table = up("domino_effect", tiles=alone, spots=dict.fromkeys(CREW, "B4-boat"))
    assert table.play("shark", Bite("T2"), 1, 1).asked[0] == "choose"


def test_jw_44_hard_target():
    """JW-44: evade three in place of the card's."""
    assert up(None, *T1).view().shark.evade == 0
    table = Table(sea(*T1, hand=("hard_target",)))
    table.come_up(ability="hard_target", hooper=Prepare("B3-boat", "rifle", "T1"))
    assert table.view().shark.evade == 3
    table.play("hooper", Strike(), 1, 1)
    assert table.view().shark.wounds == 0


@pytest.mark.parametrize("ability", ["making_waves", None])
def test_jw_44_making_waves_throws_all_into_the_water_of_their_zones(ability):
    """JW-44."""
    spots = {"quint": "T2-boat", "brody": "T3-boat", "hooper": "B4-boat"}
    table = up(ability, spots=spots)
    # Brody's water at T3 is next to the shark's, Hooper's at B4 is not.
    table.play("shark", Bite("T2"), 1, 1, *((1, 0) if ability else (0,)))
    falls = ["T2-water", "T3-water", "B4-water"] if ability else ["T2-water", "T3-boat", "B4-boat"]
    assert [one.spot for one in table.view().crew] == falls
    assert bites(table)[1:] == ([("bonus", "brody")] if ability else []) + [("bonus", "quint")]


def test_jw_44_no_waves_without_damage():
    """JW-44."""
    table = up("making_waves", spots={"quint": "T2-boat"}).play("shark", Bite("T2"), 0, 1)
    assert table.member("quint").spot == "T2-boat"


def next_round(table, ability=None):
    """Come up by an option with dice to spare, away from the crew; give its zone and its dice."""
    letter, zone, count = next(
        (one.option, one.card.zone, one.card.dice)
        for one in table.view().options
        if one.card.dice > 1 and one.card.zone != "B3"
    )
    table.come_up(option=letter, ability=ability)
    return zone, count


def test_jw_44_jw_42_a_second_maul_again_is_asked_about_again():
    """JW-44, JW-42."""
    table = Table(sea(*T1, hand=("maul_again", "maul_again"))).come_up(ability="maul_again")
    table.play("shark", Bite("T1"), 0, 0, 0).play("shark", Reroll((0,)), 0)
    zone, count = next_round(table, "maul_again")
    table.play("shark", Bite(zone), *[0] * count)
    assert table.asked == ("reroll", ["shark"])


def test_jw_44_jw_42_the_hits_of_ramming_go_with_the_round():
    """JW-44, JW-42."""
    table = up("ramming_speed").play("shark", Lunge("T3")).play("shark", Bite("T3"), 0, 0)
    assert table.view().thrown.plus == 2
    zone, count = next_round(table)
    table.play("shark", Bite(zone), *[0] * count)
    assert table.view().thrown.plus == 0


def test_jw_44_an_ability_counts_in_its_round_alone():
    """JW-44, JW-42."""
    table = up("extra_strength").play("shark", Bite("T2"), 0, 0)
    zone, count = next_round(table)
    table.play("shark", Bite(zone), *([1, 1] + [0] * (count - 2)))
    assert table.tile(zone) == "damaged"
