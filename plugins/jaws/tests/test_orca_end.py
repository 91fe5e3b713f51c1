"""The end: at once, also in the middle of a step."""

from __future__ import annotations

import pytest
from jaws_orca import Table, sea, tiles
from msgspec.structs import replace

from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import Bite, Domino, Maul, Prepare, Strike
from tableshark_jaws.table import CREW

OUT = {"quint": "", "brody": "", "hooper": ""}


def last(spot="T1-water", wounds=5, gear=(), hand=(), **changes):
    """Hooper is the last of the crew."""
    return sea(
        spots=OUT | {"hooper": spot}, wounds=(6, 6, wounds), prepared=(True, True, False), gear={"hooper": gear},
        hand=hand, **changes,
    )  # fmt: skip


def test_jw_43_the_crew_wins_when_the_shark_is_down():
    """JW-43, JW-34: at once, though others could still attack; wounds stop at eighteen."""
    table = Table(sea(hurt=17, gear={"hooper": ("ammo",)}))
    table.come_up(hooper=Prepare("B3-boat", "rifle", "T1"), brody=Prepare("B3-boat", "pistol", "T1"))
    table.play("hooper", Strike(), 2, 2)
    assert act.ending(table.stage) == "shark"
    assert table.view().shark.wounds == 18
    assert table.view().asked is None
    assert table.texts()[-1] == "The shark is down: the crew wins."
    assert table.news[-1].winner == "crew"
    assert "rifle" in table.member("hooper").gear


def test_jw_43_seventeen_wounds_are_not_enough():
    """JW-43."""
    table = Table(sea(hurt=16)).come_up(brody=Prepare("B3-boat", "pistol", "T1"))
    table.play("brody", Strike(), 0, 1)
    assert act.ending(table.stage) is None
    assert table.view().shark.wounds == 17


def test_jw_43_the_shark_wins_when_the_last_member_is_out():
    """JW-43: in the middle of the attack, before any bonus attack."""
    table = Table(last()).come_up(hooper=Prepare("T1-water"))
    table.play("shark", Maul("hooper"), 1, 0, 0)
    assert act.ending(table.stage) == "crew"
    assert table.texts()[-2:] == ["Hooper is out of the game.", "The crew is out: the shark wins."]
    assert table.news[-1].winner == "shark"


def test_jw_43_the_shark_wins_by_a_bonus_attack():
    """JW-43."""
    table = Table(last()).come_up(hooper=Prepare("T1-water"))
    table.play("shark", Bite("T1"), 0, 0, 0, 2)
    assert act.ending(table.stage) == "crew"
    # No other round begins.
    assert table.stage.round == 1
    assert table.texts()[-2:] == ["Hooper is out of the game.", "The crew is out: the shark wins."]


def test_jw_43_the_shark_wins_by_big_mouth():
    """JW-43, JW-44: no bonus attack is thrown any more."""
    table = Table(last("T1-boat", hand=("big_mouth",))).come_up(ability="big_mouth", hooper=Prepare("T1-boat"))
    table.play("shark", Bite("T1"), 1, 1, 0)
    assert act.ending(table.stage) == "crew"


def test_jw_43_the_shark_wins_when_the_boat_is_gone():
    """JW-43: the last tile, whoever still lives; nobody falls, no bonus attack."""
    gone = tiles(**dict.fromkeys(("T2", "T3", "T4", "B1", "B2", "B3", "B4"), "gone"))
    table = Table(sea(tiles=gone, spots=dict.fromkeys(CREW, "T1-boat"))).come_up()
    table.play("shark", Bite("T1"), 1, 1, 1)
    assert act.ending(table.stage) == "boat"
    assert table.texts()[-2:] == ["T1 is destroyed.", "The Orca is gone: the shark wins."]
    assert table.stage.round == 1
    assert table.view().asked is None


def test_jw_43_the_boat_ends_by_a_domino():
    """JW-43, JW-44."""
    gone = tiles(**dict.fromkeys(("T2", "T3", "T4", "B2", "B3", "B4"), "gone"), B1="damaged")
    table = Table(sea(tiles=gone, hand=("domino_effect",), spots=dict.fromkeys(CREW, "T4-water")))
    table.come_up(ability="domino_effect").play("shark", Bite("T1"), 1, 1, 1).play("shark", Domino("B1"))
    assert act.ending(table.stage) == "boat"
    assert table.texts() == ["B1 is destroyed.", "The Orca is gone: the shark wins."]


def test_jw_43_one_tile_is_enough():
    """JW-43."""
    gone = tiles(**dict.fromkeys(("T2", "T3", "T4", "B1", "B2", "B3", "B4"), "gone"))
    table = Table(sea(tiles=gone, spots=dict.fromkeys(CREW, "T4-water"))).come_up()
    table.play("shark", Bite("T1"), 1, 1, 0)
    assert act.ending(table.stage) is None
    assert table.tile("T1") == "damaged"


def test_jw_34_who_is_out_leaves_with_mover_and_gear():
    """JW-34: what is attached stays attached; wounds stop at six."""
    stage = sea(spots={"quint": "T1-water"}, wounds=(4, 0, 0), attached=(7,), gear={"quint": ("barrel",)})
    table = Table(stage).come_up(quint=Prepare("T1-water", "machete", "T2"))
    table.play("shark", Maul("quint"), 2, 2, 2)
    quint = table.member("quint")
    assert (quint.out, quint.spot, quint.wounds, quint.gear, quint.weapon) == (True, None, 6, (), None)
    assert table.view().shark.attached == ("harpoon_barrel",)
    assert act.ending(table.stage) is None
    # It meets no bonus attack, and isn't asked in the next round.
    assert table.asked == ("choose", ["shark"])
    table.come_up()
    assert not table.member("quint").prepared


@pytest.mark.parametrize("wounds", [0, 3, 5])
def test_jw_34_a_member_below_the_maximum_plays_on(wounds):
    """JW-34."""
    stage = sea(spots={"quint": "T1-water"}, wounds=(0, 0, 0))
    table = Table(replace(stage, wounds=(wounds, 0, 0))).come_up()
    table.play("shark", Maul("quint"), 0, 0, 0, 0)
    assert not table.member("quint").out


def test_jw_43_no_ammo_is_asked_about_once_the_shark_is_down():
    """JW-43."""
    table = Table(sea(hurt=17, gear={"hooper": ("ammo",)})).come_up(hooper=Prepare("B3-boat", "rifle", "T1"))
    table.play("hooper", Strike(), 1, 1)
    assert act.ending(table.stage) == "shark"
    assert table.stage.phase != "ammo"


def test_jw_43_both_sides_reasons():
    """JW-43."""
    assert act.REASONS == {"shark": "the shark is down", "crew": "the crew is out", "boat": "the boat is gone"}
