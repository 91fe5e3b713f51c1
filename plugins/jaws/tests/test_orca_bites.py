"""Step 6: the shark's attack on the boat or on a member, falls, and bonus attacks."""

from __future__ import annotations

import pytest
from jaws_orca import Table, sea, surfacing, tiles

from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import Bite, Maul, Prepare, UseCage
from tableshark_jaws.table import CREW

T2 = (surfacing("T2"), surfacing("B1"), surfacing("B4"))


def up(*options, ability=None, **changes):
    """The shark is up at the first option's zone, and nobody of the crew has a weapon."""
    hand = (ability,) if ability else ()
    return Table(sea(*(options or T2), hand=hand, **changes)).come_up(ability=ability)


def thrown(table, kind="SharkThrew"):
    return [story for story in table.news if type(story).__name__ == kind]


def test_jw_41_example_of_a_boat_attack():
    """JW-41: two dice, three hits: enough to destroy a space that is damaged, and Quint falls into the water."""
    table = up(spots={"quint": "T2-boat"}, tiles=tiles(T2="damaged"))
    assert set(act.legal(table.stage, "shark")) == {Bite(zone) for zone in ("T1", "T2", "T3", "B2")}
    table.play("shark", Bite("T2"), 1, 2, 0)
    assert table.tile("T2") == "gone"
    assert table.member("quint").spot == "T2-water"
    assert table.texts()[:3] == [
        "The shark attacks T2: 3 hits.", "T2 is destroyed.", "Quint falls into the water of T2.",
    ]  # fmt: skip


def test_jw_41_example_of_bonus_attacks():
    """JW-41: after that fall one die against Quint, who is missed, and one against Brody, whose water touches now.

    Brody swims at B2. The waters of T2 and B2 touch once both tiles are broken: after the bite, not before it.
    """
    states = tiles(B2="damaged")
    table = up(spots={"quint": "T2-boat", "brody": "B2-water"}, tiles=states)
    assert act.legal(table.stage, "shark") == (Bite("T2"),)
    # By the order of the ruling Brody comes first.
    table.play("shark", Bite("T2"), 2, 2, 2, 0)
    assert [(one.by, one.member, one.dice) for one in thrown(table)] == [
        ("bite", None, (2, 2)), ("bonus", "brody", (2,)), ("bonus", "quint", (0,)),
    ]  # fmt: skip
    assert (table.member("brody").wounds, table.member("quint").wounds) == (2, 0)


def test_jw_41_the_example_would_be_none_without_the_damage():
    """JW-41."""
    table = up(spots={"quint": "T2-boat", "brody": "B2-water"}, tiles=tiles(B2="damaged"))
    table.play("shark", Bite("T2"), 0, 1)
    assert [one.by for one in thrown(table)] == ["bite"]


def test_jw_41_what_the_shark_may_attack():
    """JW-41: adjacent boat spaces, and members in the water in its own or an adjacent water space."""
    spots = {"quint": "T2-water", "brody": "T3-water", "hooper": "T4-water"}
    table = up(spots=spots)
    assert table.asked == ("attack", ["shark"])
    assert act.legal(table.stage, "shark") == (Bite("T2"), Maul("quint"), Maul("brody"))
    table = up(spots=spots, tiles=tiles(T2="gone"))
    assert act.legal(table.stage, "shark") == (Bite("T1"), Bite("T3"), Bite("B2"), Maul("quint"), Maul("brody"))


def test_jw_41_nobody_on_the_boat_is_mauled():
    """JW-41."""
    table = up(spots=dict.fromkeys(CREW, "T2-boat"))
    assert act.legal(table.stage, "shark") == (Bite("T2"),)


@pytest.mark.parametrize(("dice", "wounds"), [((0, 0), 0), ((1, 0), 1), ((1, 2), 3), ((2, 2), 4)])
def test_jw_41_one_wound_for_each_hit(dice, wounds):
    """JW-41."""
    table = up(spots={"quint": "T2-water"})
    table.play("shark", Maul("quint"), *dice, 0)
    assert table.member("quint").wounds == wounds
    assert [(one.by, one.member) for one in thrown(table)] == [("maul", "quint"), ("bonus", "quint")]


def test_jw_41_the_first_target_meets_a_bonus_attack_too():
    """JW-41."""
    table = up(spots={"quint": "T2-water"}).play("shark", Maul("quint"), 1, 0, 2)
    assert table.member("quint").wounds == 3
    assert table.asked[0] == "choose"


def test_jw_41_bonus_attacks_in_the_order_brody_hooper_quint():
    """JW-41: each in the own or an adjacent water space, one die; who swims elsewhere is left alone."""
    spots = {"quint": "T1-water", "brody": "T3-water", "hooper": "T2-water"}
    table = up(spots=spots).play("shark", Bite("T2"), 0, 0, 2, 1, 0)
    assert [one.member for one in thrown(table)] == [None, "brody", "hooper", "quint"]
    assert [one.wounds for one in table.view().crew] == [0, 2, 1]
    far = up(spots=spots | {"brody": "T4-water"}).play("shark", Bite("T2"), 0, 0, 1, 1)
    assert [one.member for one in thrown(far)] == [None, "hooper", "quint"]


def test_jw_41_nobody_on_the_boat_meets_a_bonus_attack():
    """JW-41."""
    table = up(spots=dict.fromkeys(CREW, "T2-boat")).play("shark", Bite("T2"), 0, 1)
    assert [one.by for one in thrown(table)] == ["bite"]


def test_jw_41_all_who_stand_on_the_space_fall():
    """JW-41: into the water of its zone; others keep standing."""
    table = up(spots={"quint": "T2-boat", "brody": "T2-boat", "hooper": "T3-boat"})
    table.play("shark", Bite("T2"), 1, 1, 0, 0)
    assert table.tile("T2") == "damaged"
    assert [one.spot for one in table.view().crew] == ["T2-water", "T2-water", "T3-boat"]


@pytest.mark.parametrize(
    ("state", "dice", "after"),
    [
        ("whole", (0, 1), "whole"),
        ("whole", (1, 1), "damaged"),
        ("whole", (1, 2), "damaged"),
        ("whole", (2, 2), "gone"),
        ("damaged", (1, 1), "damaged"),
        ("damaged", (1, 2), "gone"),
    ],
)
def test_jw_32_jw_41_hits_on_a_middle_space(state, dice, after):
    """JW-32, JW-41: at once or in two; hits do not add up between attacks."""
    table = up(tiles=tiles(T2=state)).play("shark", Bite("T2"), *dice)
    assert table.tile("T2") == after
    [news] = thrown(table, "BoatHit")
    told = {"whole": "none", "damaged": "damaged" if state == "whole" else "none", "gone": "destroyed"}[after]
    assert news.effect == told


def test_jw_32_hits_do_not_add_up():
    """JW-32."""
    table = up(surfacing("T1", 2), surfacing("B1"), surfacing("B2"))
    table.play("shark", Bite("T1"), 1)
    letter = next((one.option for one in table.view().options if one.card.zone == "T1"), None)
    assert letter
    table.come_up(option=letter).play("shark", Bite("T1"), 1, 0, 0)
    assert table.tile("T1") == "whole"


def test_jw_41_without_a_target_there_is_no_attack():
    """JW-41: no tile and nobody near: the round is over when the crew has attacked."""
    broken = tiles(T2="gone", T1="gone", T3="gone", B2="gone")
    table = Table(sea(*T2, tiles=broken, spots=dict.fromkeys(CREW, "B4-boat")))
    table.come_up()
    assert table.asked == ("choose", ["shark"])
    assert "The shark finds nothing to attack." in table.texts()


def test_jw_41_an_attack_can_not_be_declined():
    """JW-41."""
    assert act.legal(up().stage, "shark") == (Bite("T2"),)


@pytest.mark.parametrize("use", [True, False])
def test_jw_45_the_cage_keeps_off_one_attack_or_one_bonus_attack(use):
    """JW-45: a choice after the dice are seen."""
    table = up(spots={"quint": "T2-water"}, gear={"quint": ("shark_cage",)})
    table.play("shark", Maul("quint"), 2, 2)
    assert table.asked == ("cage", ["quint"])
    assert act.legal(table.stage, "quint") == (UseCage(True), UseCage(False))
    assert table.view().thrown.hits == 4
    table.play("quint", UseCage(use), 1)
    if use:
        # The cage is gone, and the bonus attack counts.
        assert table.member("quint").wounds == 1
        assert "shark_cage" not in table.member("quint").gear
        assert table.asked[0] == "choose"
        return
    assert table.member("quint").wounds == 4
    assert table.asked == ("cage", ["quint"])
    assert table.view().thrown.by == "bonus"
    table.play("quint", UseCage(True))
    assert table.member("quint").wounds == 4
    assert "shark_cage" not in table.member("quint").gear


def test_jw_45_the_cage_serves_its_owner_alone_and_other_bonus_attacks_go_on():
    """JW-45."""
    spots = {"quint": "T2-water", "brody": "T2-water", "hooper": "T2-water"}
    table = up(spots=spots, gear={"hooper": ("shark_cage",)}).play("shark", Bite("T2"), 0, 0, 1, 2)
    assert table.asked == ("cage", ["hooper"])
    assert table.member("brody").wounds == 1
    table.play("hooper", UseCage(True), 2)
    assert [one.wounds for one in table.view().crew] == [2, 1, 0]


def test_jw_45_the_cage_is_not_asked_about_where_there_are_no_wounds():
    """JW-45."""
    table = up(spots={"quint": "T2-water"}, gear={"quint": ("shark_cage",)})
    table.play("shark", Maul("quint"), 0, 0, 0)
    assert table.asked[0] == "choose"
    assert "shark_cage" in table.member("quint").gear


def test_jw_41_the_dice_are_in_the_view():
    """JW-41."""
    table = up(spots={"quint": "T2-water"}).play("shark", Maul("quint"), 2, 1, 0)
    for seat in (None, "shark", *CREW):
        last = table.view(seat).thrown
        assert (last.by, last.seat, last.member, last.space, last.dice) == ("bonus", "shark", "quint", None, (0,))


def test_jw_41_the_crew_attacks_first():
    """JW-40, JW-41."""
    table = Table(sea(*T2)).come_up(hooper=Prepare("B3-boat", "rifle", "T2"))
    assert table.asked == ("strike", ["hooper"])
