"""Step 4: the choice is revealed, and what it does to targets, chum and what is attached."""

from __future__ import annotations

import pytest
from jaws_orca import Table, cards, sea, surfacing, tiles

from tableshark_jaws.orca.moves import Bite, Choose, Prepare
from tableshark_jaws.orca.tables import SURFACINGS
from tableshark_jaws.table import CREW

OTHERS = ("T4", "B2", "B4", "T2")


@pytest.mark.parametrize("card", range(16))
def test_jw_35_every_resurface_card(card):
    """JW-35, JW-39: its zone, evade and dice count, and it shakes off if it says so."""
    values = SURFACINGS[card]
    fillers = [surfacing(zone) for zone in OTHERS if zone != values.zone][:2]
    far = dict.fromkeys(CREW, "T1-boat" if values.zone == "B3" else "B3-boat")
    table = Table(sea(card, *fillers, spots=far, attached=cards("barrel"))).come_up()
    shark = table.view().shark
    assert (shark.option, shark.zone, shark.dice) == ("A", values.zone, values.dice)
    if values.shake_off:
        assert shark.attached == ()
        assert shark.evade == values.evade
        assert "The shark shakes off barrel." in [story.text for story in table.told]
    else:
        assert shark.attached == ("barrel",)
        assert shark.evade == max(0, values.evade - 1)
    table.play("shark", Bite(values.zone), *[1] * values.dice)
    # One hit for each die: two damage, three destroy a corner.
    corner = values.zone[1] in "14"
    effect = {1: "none", 2: "damaged", 3: "destroyed" if corner else "damaged"}[values.dice]
    [hit] = [story for story in table.news if type(story).__name__ == "BoatHit"]
    assert (hit.space, hit.effect) == (values.zone, effect)


def test_jw_35_every_card_is_seen_shaking_off_or_not():
    """JW-35."""
    assert sum(card.shake_off for card in SURFACINGS) == 6


def test_jw_39_choice_and_ability_are_revealed():
    """JW-39."""
    table = Table(sea(hand=("hard_target", "big_mouth"))).come_up(option="B", ability="big_mouth")
    for seat in (None, "shark", *CREW):
        shark = table.view(seat).shark
        assert (shark.option, shark.zone, shark.ability) == ("B", "T2", "big_mouth")
        assert (shark.played, shark.hand) == (("big_mouth",), 1)
    assert "The shark comes up at T2 (B) with big mouth." in table.texts()
    assert table.view("shark").hand == ("hard_target",)
    assert table.view("quint").hand is None


def test_jw_39_shaken_off_is_gone_for_good():
    """JW-39."""
    table = Table(sea(surfacing("B1", 1), surfacing("T2"), surfacing("T4"), attached=cards("barrel", "harpoon_barrel")))
    table.come_up()
    assert table.view().shark.attached == ()
    assert not any(card in own for own in table.stage.gear for card in cards("barrel"))
    assert table.stage.gear[0] == cards("machete", "harpoon_barrel")


def test_jw_39_wrong_tokens_go_back_and_weapons_are_kept():
    """JW-39."""
    table = Table(sea()).come_up(quint=Prepare("B3-boat", "machete", "B3"), hooper=Prepare("B3-boat", "rifle", "T1"))
    assert table.asked == ("strike", ["hooper"])
    assert (table.member("quint").weapon, table.member("quint").target) == ("machete", None)
    assert table.member("hooper").target == "T1"
    assert "machete" in table.member("quint").gear


def test_jw_39_a_target_is_right_by_its_space_whatever_the_letter():
    """JW-39: two options share a zone, and the target is right for both."""
    one, other = surfacing("T1", 0), surfacing("T1", 2)
    for option in ("A", "B"):
        table = Table(sea(one, other, surfacing("T4"))).come_up(option=option, hooper=Prepare("B3-boat", "rifle", "T1"))
        assert table.asked == ("strike", ["hooper"])


@pytest.mark.parametrize(
    ("target", "follows"), [("T2", True), ("B1", True), ("T3", False), ("B2", False), ("B4", False)]
)
def test_jw_39_jw_45_a_pistols_target_follows_to_an_adjacent_water(target, follows):
    """JW-39, JW-45: by itself, after the reveal."""
    table = Table(sea()).come_up(brody=Prepare("B3-boat", "pistol", target))
    if follows:
        assert table.asked == ("strike", ["brody"])
        assert table.member("brody").target == "T1"
        assert "Brody follows the shark to T1." in table.texts()
    else:
        assert table.asked == ("attack", ["shark"])
        assert table.member("brody").target is None
        assert "pistol" in table.member("brody").gear


def test_jw_39_a_pistol_follows_across_a_broken_middle():
    """JW-39, JW-31."""
    for states, follows in ((tiles(), False), (tiles(T2="damaged", B2="damaged"), True)):
        table = Table(sea(tiles=states)).come_up(option="B", brody=Prepare("B3-boat", "pistol", "B2"))
        assert (table.asked[0] == "strike") == follows


def test_jw_39_no_other_weapon_follows():
    """JW-39."""
    table = Table(sea()).come_up(hooper=Prepare("B3-boat", "rifle", "T2"))
    assert table.asked == ("attack", ["shark"])


@pytest.mark.parametrize(("letter", "works"), [("A", True), ("B", False), ("C", False)])
def test_jw_39_jw_45_chum_works_by_its_letter_and_is_gone(letter, works):
    """JW-39, JW-45: evade less two for this round; discarded right or wrong."""
    stage = sea(surfacing("T4", 2), surfacing("B1", 2), surfacing("T2"), gear={"quint": ("chum",)})
    table = Table(stage).come_up(quint=Prepare("B3-boat", None, None, letter))
    assert table.view().shark.evade == (0 if works else 2)
    assert "chum" not in table.member("quint").gear
    table.play("shark", Bite("T4"), 0, 0)
    again = next(one for one in table.view().options if one.card.evade == 2)
    assert table.come_up(option=again.option).view().shark.evade == 2


def test_jw_39_chum_goes_by_the_letter_and_not_by_the_zone():
    """JW-39."""
    stage = sea(surfacing("T1", 2), surfacing("T1", 0), surfacing("T2"), gear={"quint": ("chum",)})
    table = Table(stage).come_up(option="A", quint=Prepare("B3-boat", None, None, "B"))
    assert table.view().shark.evade == 2


def test_jw_45_evade_counts_what_is_attached_to_two_and_never_falls_below_none():
    """JW-45."""
    for attached, chum, evade in (
        ((), False, 2),
        (("barrel",), False, 1),
        (("harpoon_barrel",), False, 1),
        (("harpoon_barrel", "barrel"), False, 0),
        ((), True, 0),
        (("barrel",), True, 0),
    ):
        stage = sea(
            surfacing("T4", 2),
            surfacing("B1", 2),
            surfacing("T2"),
            attached=cards(*attached),
            gear={"quint": ("chum",)},
        )
        plan = Prepare("B3-boat", None, None, "A") if chum else Prepare("B3-boat")
        assert Table(stage).come_up(quint=plan).view().shark.evade == evade
    three = sea(surfacing("B2", 3), surfacing("T1"), surfacing("T2"), attached=cards("barrel", "barrel", "barrel"))
    assert Table(three).come_up().view().shark.evade == 1


def test_jw_44_hard_target_sets_evade_to_three_and_gear_changes_it():
    """JW-44, JW-45."""
    for attached, letter, evade in (((), None, 3), (("barrel",), None, 2), (("barrel", "barrel"), "A", 0)):
        stage = sea(hand=("hard_target",), attached=cards(*attached), gear={"quint": ("chum",)})
        table = Table(stage).come_up(ability="hard_target", quint=Prepare("B3-boat", None, None, letter))
        assert table.view().shark.evade == evade


def test_jw_39_the_shark_comes_up_after_the_last_preparation():
    """JW-39."""
    table = Table(sea()).play("shark", Choose("C"))
    for member in CREW:
        assert table.view().shark.zone is None
        table.play(member, Prepare("B3-boat"))
    assert table.view().shark.zone == "T4"
