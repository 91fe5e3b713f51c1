"""How a round begins and ends: resurface cards, the secret choice, and what goes back."""

from __future__ import annotations

from collections import Counter

from jaws_orca import Table, luck, sea, surfacing, tiles
from msgspec.structs import replace

from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import Bite, Choose, Hold, Prepare
from tableshark_jaws.orca.tables import SURFACINGS
from tableshark_jaws.table import CREW


def pass_round(table, option="A"):
    """Play a round in which the shark bites at its own zone and misses."""
    table.play("shark", Choose(option))
    for member in CREW:
        table.play(member, Prepare(table.member(member).spot))
    zone = table.view().shark.zone
    count = table.view().shark.dice
    moves = act.legal(table.stage, "shark")
    assert Bite(zone) in moves
    # The last card is turned up with two of a new deck, which luck has to shuffle.
    missing = len(table.stage.deck) < 3
    return table.play("shark", Bite(zone), *[0] * count, chance=luck(1) if missing else None)


def test_jw_37_three_cards_are_turned_up():
    """JW-37."""
    table = Table(sea())
    before = table.stage.deck
    table.come_up().play("shark", Bite("T1"), 0, 0, 0)
    assert table.stage.options == before[:3]
    assert table.stage.deck == before[3:]
    options = table.view().options
    assert [one.option for one in options] == ["A", "B", "C"]
    cards = [SURFACINGS[card] for card in before[:3]]
    assert [one.card.zone for one in options] == [card.zone for card in cards]
    assert [(one.card.evade, one.card.dice) for one in options] == [(card.evade, card.dice) for card in cards]
    assert table.news[-1].zones == {one.option: one.card.zone for one in options}
    assert table.news[-1].round == 2


def test_jw_37_all_sixteen_come_before_any_comes_again():
    """JW-37: after five rounds one card is left; it is turned up, and two of a new deck of the fifteen others."""
    table = Table(sea(tiles=tiles()))
    seen = list(table.stage.options)
    for _ in range(4):
        before = table.stage
        pass_round(table)
        assert table.stage.options == before.deck[:3]
        seen += table.stage.options
    assert sorted([*seen, *table.stage.deck]) == list(range(16))
    [last] = table.stage.deck
    discards = table.stage.discards + table.stage.options
    pass_round(table)
    assert table.stage.round == 6
    assert table.news[-1].shuffled
    assert table.stage.options[0] == last
    assert set(table.stage.options[1:]) <= set(discards)
    assert sorted(table.stage.options[1:] + table.stage.deck) == sorted(discards)
    assert table.stage.discards == ()
    assert len(table.stage.deck) == 13


def test_jw_37_the_new_deck_is_shuffled():
    """JW-37."""
    first = Counter()
    stage = sea(surfacing("T1", 0), surfacing("T2"), surfacing("T4"))
    left = replace(stage, deck=(), discards=tuple(card for card in range(16) if card not in stage.options))
    for seed in range(400):
        table = Table(left).come_up()
        table.play("shark", Bite("T1"), chance=luck(seed))
        assert sorted(table.stage.options + table.stage.deck) == list(range(16))
        first[table.stage.options[0]] += 1
    # 15 degrees of freedom: 45 is beyond one in ten thousand.
    assert sum((first[card] - 25) ** 2 / 25 for card in range(16)) < 45


def test_jw_37_the_shark_chooses_one_and_perhaps_an_ability():
    """JW-37."""
    stage = sea(hand=("big_mouth", "big_mouth", "hard_target"))
    moves = act.legal(stage, "shark")
    assert len(moves) == 9
    assert set(moves) == {
        Choose(letter, ability) for letter in ("A", "B", "C") for ability in (None, "big_mouth", "hard_target")
    }
    assert act.legal(sea(), "shark") == (Choose("A"), Choose("B"), Choose("C"))


def test_jw_37_the_size_of_the_hand_is_told_at_the_reveal_only():
    """JW-37."""
    for ability, left in ((None, 2), ("hard_target", 1)):
        table = Table(sea(hand=("big_mouth", "hard_target"))).play("shark", Choose("B", ability))
        for member in CREW:
            assert {table.view(seat).shark.hand for seat in (None, "shark", *CREW)} == {2}
            assert {table.view(seat).shark.played for seat in (None, "shark", *CREW)} == {()}
            table.play(member, Prepare("B3-boat"))
        assert {table.view(seat).shark.hand for seat in (None, "shark", *CREW)} == {left}
        assert table.view().shark.ability == ability


def test_jw_42_all_that_belongs_to_the_round_goes_back():
    """JW-42."""
    table = Table(sea(hand=("big_mouth", "hard_target")))
    options = table.stage.options
    plan = Prepare("T3-boat", "pistol", "T2")
    table.come_up(ability="hard_target", brody=plan, quint=Prepare("B3-boat", "machete", "B3"))
    assert table.view().shark.zone == "T1"
    # Brody's pistol was next to it and followed.
    table.play("brody", Hold())
    table.play("shark", Bite("T1"), 0, 0, 0)
    after = table.view("shark")
    assert (after.shark.zone, after.shark.ability, after.shark.evade, after.choice) == (None, None, None, None)
    assert table.stage.discards == tuple(sorted(options))
    assert after.hand == ("big_mouth",)
    assert after.shark.played == ("hard_target",)
    assert [(one.prepared, one.weapon, one.target) for one in after.crew] == [(False, None, None)] * 3
    assert table.asked == ("choose", ["shark"])


def test_jw_42_a_played_ability_is_out_of_the_game():
    """JW-42, JW-44."""
    table = Table(sea(hand=("hard_target", "hard_target")))
    table.come_up(ability="hard_target").play("shark", Bite("T1"), 0, 0, 0)
    assert table.view("shark").hand == ("hard_target",)
    letter = next(one.option for one in table.view().options if one.card.zone not in ("B3",))
    table.come_up(option=letter, ability="hard_target")
    assert table.view("shark").hand == ()
    assert table.view().shark.played == ("hard_target", "hard_target")


def test_jw_39_the_two_others_stay_until_the_round_ends():
    """JW-39."""
    table = Table(sea())
    options = table.stage.options
    table.come_up(option="B")
    assert table.stage.options == options
    assert table.stage.discards == ()
