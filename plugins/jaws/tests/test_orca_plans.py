"""Step 3: the crew moves, arms and aims."""

from __future__ import annotations

import msgspec
import pytest
from jaws_orca import Table, luck, sea, tiles
from msgspec.structs import replace

from tableshark import Where
from tableshark_jaws.orca import act
from tableshark_jaws.orca.asking import LISTED
from tableshark_jaws.orca.moves import Choose, Prepare
from tableshark_jaws.orca.tables import LETTERS, SPOT, ZONES
from tableshark_jaws.table import CREW


def chosen(**changes):
    return Table(sea(**changes)).play("shark", Choose("A"))


def plans(table, seat):
    return act.legal(table.stage, seat)


def test_jw_38_all_members_in_any_order_one_at_a_time():
    """JW-38."""
    table = chosen()
    assert table.asked == ("prepare", ["brody", "hooper", "quint"])
    before = act.asked(table.stage)
    table.play("hooper", Prepare("T3-boat", "dive_knife", "T3"))
    assert table.asked == ("prepare", ["brody", "quint"])
    # The others are still asked the same; the first answer counts.
    assert (act.asked(table.stage).question, before.until) == (before.question, "any")
    table.play("brody", Prepare("B3-boat"))
    assert table.asked == ("prepare", ["quint"])
    assert table.stage.shark == -1
    table.play("quint", Prepare("B3-boat"))
    assert table.view().shark.zone == "T1"


def test_jw_38_what_is_prepared_is_public_and_final():
    """JW-38."""
    table = chosen(gear={"hooper": ("chum",)}).play("hooper", Prepare("T4-boat", "rifle", "T1", "C"))
    for seat in (None, "shark", *CREW):
        seen = table.view(seat).crew[2]
        assert (seen.spot, seen.weapon, seen.target, seen.chum, seen.prepared) == ("T4-boat", "rifle", "T1", "C", True)
    [news] = table.news
    assert (news.seat, news.spot, news.weapon, news.target, news.chum) == ("hooper", "T4-boat", "rifle", "T1", "C")
    assert table.texts() == ["Hooper stands on T4 and aims the rifle at T1, with chum for C."]
    assert "hooper" not in act.asked(table.stage).seats


def test_jw_38_a_member_may_stay_and_carry_no_weapon():
    """JW-38."""
    table = chosen()
    assert Prepare("B3-boat") in plans(table, "quint")
    assert not any((move.weapon is None) != (move.target is None) for move in plans(table, "quint"))


def test_jw_38_where_a_member_may_go():
    """JW-38."""
    table = chosen(spots={"quint": "T1-boat"})
    assert {move.to for move in plans(table, "quint")} == {
        "T1-boat", "T2-boat", "T3-boat", "B1-boat", "B2-boat", "T1-water", "T2-water", "B1-water",
    }  # fmt: skip
    table = chosen(spots={"quint": "T1-water"})
    # A climb, or two strokes along the ring.
    assert {move.to for move in plans(table, "quint")} == {
        "T1-boat", "T1-water", "T2-water", "T3-water", "B1-water", "B2-water",
    }  # fmt: skip


def test_jw_38_melee_and_attachable_reach_the_own_or_an_adjacent_water():
    """JW-38: reach is measured after the move."""
    table = chosen(spots={"quint": "T1-boat"})
    for weapon in ("machete", "harpoon_barrel"):
        reached = {}
        for move in plans(table, "quint"):
            if move.weapon == weapon:
                reached.setdefault(move.to, []).append(move.target)
        assert reached["T1-boat"] == ["T1"]
        assert reached["B2-boat"] == ["B2"]
        assert sorted(reached["T2-water"]) == ["T1", "T2", "T3"]
    broken = chosen(spots={"quint": "T1-boat"}, tiles=tiles(T2="damaged"))
    found = {move.target for move in plans(broken, "quint") if (move.to, move.weapon) == ("T1-boat", "machete")}
    assert found == {"T1", "T2"}


def test_jw_38_a_firearm_reaches_any_water():
    """JW-38: there may be a resurface token or not."""
    table = chosen()
    for to in {move.to for move in plans(table, "hooper")}:
        found = [move.target for move in plans(table, "hooper") if (move.to, move.weapon) == (to, "rifle")]
        assert found == list(ZONES)


def test_jw_38_own_weapons_only_and_equal_cards_once():
    """JW-38."""
    table = chosen(gear={"brody": ("pistol", "barrel", "ammo")})
    moves = plans(table, "brody")
    assert {move.weapon for move in moves} == {None, "boat_hook", "pistol", "barrel"}
    assert len(moves) == len(set(moves))


def test_jw_38_chum_is_named_by_its_owner_alone():
    """JW-38."""
    table = chosen(gear={"quint": ("chum",)})
    assert {move.chum for move in plans(table, "quint")} == {None, "A", "B", "C"}
    assert {move.chum for move in plans(table, "brody")} == {None}
    assert Prepare("B3-boat", None, None, "B") in plans(table, "quint")


def test_jw_38_who_is_out_is_not_asked():
    """JW-38."""
    table = Table(sea(spots={"brody": ""}, wounds=(0, 6, 0), prepared=(False, True, False)))
    table.play("shark", Choose("A"))
    assert table.asked == ("prepare", ["hooper", "quint"])
    assert not table.member("brody").prepared
    assert table.member("brody").out


def everything(**changes):
    """Brody with every weapon and chum, in a place from which many spots are in reach."""
    gear = ("boat_hook", "dive_knife", "machete", "gaff_spear", "rifle", "shotgun", "barrel", "harpoon_barrel", "chum")
    states = tiles(T2="damaged", B2="damaged", T1="damaged", B1="damaged", T3="damaged", B3="damaged")
    return chosen(spots={"brody": "T2-boat"}, gear={"brody": gear}, tiles=states, **changes)


def test_jw_38_too_many_ways_to_prepare_are_described():
    """JW-38."""
    table = everything()
    moves = act.legal(table.stage, "brody")
    assert isinstance(moves, Where)
    ways, weapons = set(), set()
    for seed in range(3000):
        move = moves.draw(luck(seed))
        assert move in moves
        ways.add(move)
        weapons.add(move.weapon)
    assert len(ways) > 1000
    assert len(weapons) == 10
    for wrong in (
        Prepare("T2-boat", "machete", "B4"),
        Prepare("B4-boat"),
        Prepare("T2-boat", "machete"),
        Prepare("T2-boat", None, "T2"),
        Prepare("T2-boat", "rifle", "B4", "D"),
        Choose("A"),
    ):
        assert wrong not in moves
    assert Prepare("T2-boat", "rifle", "B4", "A") in moves
    # The description agrees with the list, had it been short enough to be one.
    few = replace(table.stage, gear=((), table.stage.gear[1][:-1], ()))
    listed = act.legal(few, "brody")
    assert isinstance(listed, tuple)
    assert len(listed) <= LISTED
    for move in listed:
        for letter in (None, *LETTERS):
            assert replace(move, chum=letter) in moves


def test_jw_38_the_description_tells_what_is_legal():
    """JW-38."""
    moves = act.legal(everything().stage, "brody")
    assert isinstance(moves, Where)
    ways = {way["properties"]["to"]["const"]: way for way in moves.schema["anyOf"]}
    assert set(ways) <= set(SPOT)
    told = {
        (to, arming["properties"]["weapon"]["const"], target)
        for to, way in ways.items()
        for arming in way["anyOf"]
        for target in arming["properties"]["target"]["enum"]
    }
    drawn = {(move.to, move.weapon, move.target) for move in (moves.draw(luck(seed)) for seed in range(4000))}
    assert drawn <= told
    for to, weapon, target in told:
        assert Prepare(to, weapon, target) in moves
    assert {letter for way in ways.values() for letter in way["properties"]["chum"]["enum"]} == {None, "A", "B", "C"}


@pytest.mark.parametrize(
    "body", ['{"to": "T1"}', '{"to": "T1-boat", "weapon": "chum"}', '{"to": "T1-boat", "chum": 1}']
)
def test_other_plans_are_refused(body):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=Prepare)
