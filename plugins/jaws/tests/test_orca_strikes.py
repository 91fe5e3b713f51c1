"""Step 5: the crew attacks, each weapon as its card says."""

from __future__ import annotations

import pytest
from jaws_orca import Table, cards, sea, surfacing

from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import Bite, Hold, Prepare, Strike, UseAmmo
from tableshark_jaws.table import CREW

LOW, HIGH = surfacing("T1", 0), surfacing("T4", 2)


def aimed(card, ability=None, attached=(), gear=None, hand=(), **weapons):
    """Let the shark come up where these weapons are aimed at; the members stand there."""
    zone = {LOW: "T1", HIGH: "T4"}[card]
    spot = f"{zone}-boat"
    stage = sea(
        card, surfacing("B2"), surfacing("B3"), spots=dict.fromkeys(CREW, spot), hand=hand, gear=gear,
        attached=cards(*attached),
    )  # fmt: skip
    plans = {member: Prepare(spot, weapon, zone) for member, weapon in weapons.items()}
    return Table(stage).come_up(ability=ability, **plans)


def test_jw_40_example_of_the_rifle():
    """JW-40, JW-45: three hits and one for the card, four against an evade of two: two wounds."""
    table = aimed(HIGH, hooper="rifle")
    assert table.view().shark.evade == 2
    table.play("hooper", Strike(), 1, 2)
    thrown = table.view().thrown
    assert (thrown.by, thrown.seat, thrown.dice, thrown.plus, thrown.hits) == ("strike", "hooper", (1, 2), 1, 4)
    assert table.view().shark.wounds == 2
    [struck] = [story for story in table.news if type(story).__name__ == "SharkStruck"]
    assert (struck.weapon, struck.hits, struck.evade, struck.wounds) == ("rifle", 4, 2, 2)
    assert struck.text == "Hooper attacks with the rifle: 4 hits against an evade of 2, 2 wounds."


@pytest.mark.parametrize(("dice", "wounds"), [((0, 0), 0), ((0, 1), 0), ((1, 1), 0), ((1, 2), 1), ((2, 2), 2)])
def test_jw_40_hits_must_exceed_the_evade(dice, wounds):
    """JW-40."""
    table = aimed(HIGH, quint="machete").play("quint", Strike(), *dice)
    assert table.view().shark.wounds == wounds


def test_jw_40_in_any_order_or_not_at_all():
    """JW-40: declining spends nothing."""
    table = aimed(LOW, quint="machete", brody="pistol", hooper="rifle")
    assert table.asked == ("strike", ["brody", "hooper", "quint"])
    assert act.legal(table.stage, "brody") == (Strike(), Hold())
    table.play("hooper", Hold())
    assert table.asked == ("strike", ["brody", "quint"])
    assert "rifle" in table.member("hooper").gear
    table.play("brody", Strike(), 1, 1)
    assert table.asked == ("strike", ["quint"])
    table.play("quint", Strike(), 0, 2)
    assert table.asked == ("attack", ["shark"])
    assert table.view().shark.wounds == 4


def test_jw_40_whose_target_is_wrong_does_not_attack():
    """JW-40."""
    table = Table(sea()).come_up(quint=Prepare("B3-boat", "machete", "B3"))
    assert table.asked == ("attack", ["shark"])


def test_jw_40_attachables_are_attached_without_a_throw():
    """JW-40, JW-45: evade falls at once, for the attacks after it."""
    table = aimed(HIGH, quint="harpoon_barrel", hooper="dive_knife")
    table.play("quint", Strike())
    assert table.view().shark.evade == 1
    assert table.view().shark.attached == ("harpoon_barrel",)
    assert table.member("quint").gear == ("machete",)
    table.play("hooper", Strike(), 1, 1)
    assert table.view().shark.wounds == 1


def test_jw_45_a_barrel_serves_anybody_and_counts_like_the_harpoons():
    """JW-45."""
    table = aimed(HIGH, gear={"hooper": ("barrel",)}, hooper="barrel", quint="harpoon_barrel")
    table.play("hooper", Strike())
    assert table.view().shark.evade == 1
    assert "barrel" not in table.member("hooper").gear
    table.play("quint", Strike())
    assert table.view().shark.evade == 0
    assert table.view().shark.attached == ("barrel", "harpoon_barrel")


def test_jw_45_what_is_attached_lasts_till_it_is_shaken_off():
    """JW-45."""
    table = aimed(LOW, quint="harpoon_barrel").play("quint", Strike()).play("shark", Bite("T1"), 0, 0, 0)
    assert table.view().shark.attached == ("harpoon_barrel",)


@pytest.mark.parametrize(
    ("member", "weapon", "count", "plus", "kept"),
    [
        ("quint", "machete", 2, 0, True),
        ("brody", "boat_hook", 2, 0, True),
        ("hooper", "dive_knife", 2, 0, True),
        ("quint", "gaff_spear", 3, 0, False),
        ("brody", "pistol", 2, 0, False),
        ("hooper", "rifle", 2, 1, False),
        ("hooper", "shotgun", 3, 0, False),
    ],
)
def test_jw_45_dice_and_use_of_each_weapon(member, weapon, count, plus, kept):
    """JW-45: personal melee is never discarded; firearms and the gaff spear go when used."""
    shared = {member: (weapon,)} if weapon in ("gaff_spear", "shotgun") else None
    table = aimed(LOW, gear=shared, **{member: weapon}).play(member, Strike(), *[1] * count)
    assert table.view().thrown.hits == count + plus
    assert table.view().shark.wounds == count + plus
    assert (weapon in table.member(member).gear) == kept


def test_jw_45_a_weapon_that_missed_is_used_too():
    """JW-45."""
    table = aimed(HIGH, brody="pistol").play("brody", Strike(), 0, 0)
    assert table.view().shark.wounds == 0
    assert table.member("brody").gear == ("boat_hook",)


def test_jw_45_one_of_two_equal_cards_goes():
    """JW-45."""
    table = aimed(LOW, gear={"brody": ("pistol",)}, brody="pistol").play("brody", Strike(), 0, 0)
    assert table.member("brody").gear == ("boat_hook", "pistol")


@pytest.mark.parametrize("use", [True, False])
def test_jw_45_ammo_goes_in_place_of_a_firearm(use):
    """JW-45: a choice of the owner right after the attack."""
    table = aimed(LOW, gear={"hooper": ("ammo",)}, hooper="rifle", brody="pistol")
    table.play("hooper", Strike(), 1, 1)
    assert table.asked == ("ammo", ["hooper"])
    assert act.legal(table.stage, "hooper") == (UseAmmo(True), UseAmmo(False))
    assert table.view().thrown.dice == (1, 1)
    table.play("hooper", UseAmmo(use))
    assert table.member("hooper").gear == (("dive_knife", "rifle") if use else ("dive_knife", "ammo"))
    assert table.asked == ("strike", ["brody"])


def test_jw_45_ammo_serves_only_its_owner_and_only_firearms():
    """JW-45."""
    table = aimed(LOW, gear={"quint": ("ammo",)}, quint="machete", brody="pistol")
    table.play("brody", Strike(), 1, 1)
    assert table.asked == ("strike", ["quint"])
    assert table.member("brody").gear == ("boat_hook",)
    table.play("quint", Strike(), 1, 1)
    assert table.asked == ("attack", ["shark"])
    assert table.member("quint").gear == ("machete", "harpoon_barrel", "ammo")


def test_jw_45_two_ammo_cards_are_two_uses():
    """JW-45."""
    table = aimed(LOW, gear={"hooper": ("ammo", "ammo")}, hooper="rifle")
    table.play("hooper", Strike(), 0, 0).play("hooper", UseAmmo(True))
    assert table.member("hooper").gear == ("dive_knife", "rifle", "ammo")
