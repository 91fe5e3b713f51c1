"""Before the first round: the deal, the division of the gear, and the places on the boat."""

from __future__ import annotations

from collections import Counter

import pytest
from jaws_orca import Table, luck

from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import Give, TakePlace
from tableshark_jaws.orca.tables import ABILITIES, EVERY_ABILITY, GEAR, PERSONAL, POOL, SURFACINGS, TABLES, ZONES
from tableshark_jaws.table import CREW


def begun(abilities=6, gear=7, seed=0):
    stage, news = act.begin(abilities, gear, luck(seed))
    table = Table(stage)
    table.news = news
    return table


def divided(table, to="quint"):
    while table.stage.shared:
        table.play("brody", Give(GEAR[table.stage.shared[0]], to))
    return table


@pytest.mark.parametrize("slot", range(10))
def test_jw_30_so_many_cards_are_dealt(slot):
    """JW-30."""
    deal = TABLES.deals[slot]
    table = begun(deal.abilities, deal.gear, slot)
    assert len(table.stage.hand) == deal.abilities == table.view().shark.hand
    assert len(table.stage.shared) == deal.gear == len(table.view().shared)
    assert not Counter(table.stage.hand) - Counter(EVERY_ABILITY)
    assert not Counter(table.stage.shared) - Counter(POOL)


def test_jw_30_every_card_comes_as_often():
    """JW-30."""
    hands, gear = Counter(), Counter()
    for seed in range(1200):
        stage = begun(4, 4, seed).stage
        hands.update(stage.hand)
        gear.update(stage.shared)
    # 7 degrees of freedom each: 30 is beyond one in ten thousand.
    assert sum((hands[ability] - 600) ** 2 / 600 for ability in range(len(ABILITIES))) < 30
    pool = Counter(POOL)
    assert sum((gear[card] - 300 * copies) ** 2 / (300 * copies) for card, copies in pool.items()) < 30


def test_jw_30_the_hand_is_secret_and_the_gear_is_not():
    """JW-30."""
    table = begun()
    gear = tuple(GEAR[card] for card in table.stage.shared)
    hand = tuple(ABILITIES[ability] for ability in table.stage.hand)
    assert {seat: table.view(seat).hand for seat in ("quint", "brody", "hooper", None)} == dict.fromkeys(
        ("quint", "brody", "hooper", None)
    )
    assert table.view("shark").hand == hand
    assert {table.view(seat).shared for seat in ("shark", *CREW, None)} == {gear}
    assert (table.news[0].abilities, table.news[0].gear) == (6, gear)


def test_jw_30_any_of_the_crew_gives_until_all_have_owners():
    """JW-30."""
    table = begun()
    assert table.asked == ("give", ["brody", "hooper", "quint"])
    for number in range(7):
        assert table.stage.round == 0
        card = GEAR[table.stage.shared[-1]]
        seat, to = CREW[number % 3], CREW[number % 2]
        assert Give(card, to) in act.legal(table.stage, seat)
        table.play(seat, Give(card, to))
        assert (table.news[0].card, table.news[0].to) == (card, to)
        assert card in table.member(to).gear
    assert table.asked[0] == "take_place"
    assert len(table.stage.gear[CREW.index("hooper")]) == 2
    assert sum(map(len, table.stage.gear)) == 13


def test_jw_30_equal_cards_are_listed_once():
    """JW-30."""
    for seed in range(30):
        table = begun(1, 12, seed)
        moves = act.legal(table.stage, "hooper")
        assert len(moves) == len(set(moves)) == 3 * len(set(table.stage.shared))


def test_jw_30_a_gift_is_final():
    """JW-30."""
    table = begun(1, 1)
    card = GEAR[table.stage.shared[0]]
    table.play("quint", Give(card, "brody"))
    assert table.stage.shared == ()
    assert table.asked[0] == "take_place"
    assert card in table.member("brody").gear


def test_jw_30_without_shared_gear_places_are_taken_at_once():
    """JW-30."""
    assert begun(6, 0).asked == ("take_place", ["brody", "hooper", "quint"])


def test_jw_45_each_member_has_its_two_cards():
    """JW-45."""
    table = begun()
    assert table.stage.gear == PERSONAL
    assert table.member("quint").gear == ("machete", "harpoon_barrel")
    assert table.member("brody").gear == ("boat_hook", "pistol")
    assert table.member("hooper").gear == ("dive_knife", "rifle")


def test_jw_36_each_member_takes_a_place_in_any_order():
    """JW-36."""
    table = divided(begun())
    assert table.asked == ("take_place", ["brody", "hooper", "quint"])
    assert act.legal(table.stage, "hooper") == tuple(TakePlace(zone) for zone in ZONES)
    table.play("hooper", TakePlace("B2"))
    assert table.member("hooper").spot == "B2-boat"
    assert table.asked == ("take_place", ["brody", "quint"])
    table.play("quint", TakePlace("B2"))
    assert table.asked == ("take_place", ["brody"])
    assert table.stage.options == ()
    table.play("brody", TakePlace("T4"))
    assert [one.spot for one in table.view().crew] == ["B2-boat", "T4-boat", "B2-boat"]
    assert table.asked == ("choose", ["shark"])
    assert table.stage.round == 1


def test_jw_30_deal_divide_then_places():
    """JW-30."""
    table = begun()
    phases = [table.asked[0]]
    divided(table)
    phases.append(table.asked[0])
    for member in CREW:
        table.play(member, TakePlace("T1"))
    assert [*phases, table.asked[0]] == ["give", "take_place", "choose"]


def test_the_boat_is_whole_and_nobody_is_hurt():
    table = begun()
    assert {zone.tile for zone in table.view().zones} == {"whole"}
    assert [(one.wounds, one.limit) for one in table.view().crew] == [(0, 6)] * 3
    assert (table.view().shark.wounds, table.view().shark.limit) == (0, 18)
    assert sorted(table.stage.deck) == list(range(len(SURFACINGS)))
