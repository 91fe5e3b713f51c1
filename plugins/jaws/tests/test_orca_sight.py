"""Who knows what at sea, and what may be imagined."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import msgspec
import pytest
from jaws_orca import Table, luck, sea, surfacing
from msgspec.structs import replace

from tableshark.rules import draw_move
from tableshark_jaws.orca import act
from tableshark_jaws.orca.moves import Bite, Choose, Maul, Prepare
from tableshark_jaws.orca.tables import ABILITIES, ABILITY, EVERY_ABILITY
from tableshark_jaws.table import CREW

OTHERS = (*CREW, None)
HANDS = [("big_mouth", "hard_target"), ("hard_target", "making_waves"), ("domino_effect", "domino_effect")]


def seen(table, seat):
    """All that a seat gets: its view, who is asked, what it may do, and the news."""
    awaiting = act.asked(table.stage)
    moves = act.legal(table.stage, seat) if seat in awaiting.seats else None
    return act.view(table.stage, seat, over=False), awaiting, moves, table.news


def alike(one, other, seat):
    """Hold two tables to the third law: they look the same, and so are what is imagined of them."""
    assert seen(one, seat) == seen(other, seat)
    if seat is not None:
        for time in range(5):
            assert act.determinize(one.stage, seat, luck(time)) == act.determinize(other.stage, seat, luck(time))


def test_jw_50_hand_and_choice_look_the_same_to_the_crew_until_the_reveal():
    """JW-50, JW-37: with other hands, other options, with an ability and without one, at every step."""
    choices = [
        Choose("A"),
        Choose("A", "hard_target"),
        Choose("C"),
        Choose("B", "hard_target"),
        Choose("C", "big_mouth"),
    ]
    tables = []
    for hand, choice in product(HANDS[:2], choices):
        if choice.ability is None or choice.ability in hand:
            tables.append((Table(sea(hand=hand)), choice))
    assert len(tables) == 9
    for (one, _), (other, _) in combinations(tables, 2):
        for seat in OTHERS:
            alike(one, other, seat)
    for table, choice in tables:
        table.play("shark", choice)
    plans = [("brody", Prepare("B3-boat", "pistol", "T2")), ("quint", Prepare("T3-boat")), None]
    for plan in plans:
        for (one, _), (other, _) in combinations(tables, 2):
            assert one.stage != other.stage
            for seat in OTHERS:
                alike(one, other, seat)
        for table, _ in tables:
            if plan:
                table.play(*plan)


def test_jw_50_the_rest_of_the_hand_stays_secret_after_the_reveal():
    """JW-50."""
    one, other = [Table(sea(hand=(*hand, "maul_again"))) for hand in (("big_mouth",), ("making_waves",))]
    for table in (one, other):
        table.come_up(ability="maul_again")
    for seat in OTHERS:
        alike(one, other, seat)
    for table in (one, other):
        table.play("shark", Bite("T1"), 0, 0, 0)
    for seat in OTHERS:
        alike(one, other, seat)
    assert seen(one, "shark") != seen(other, "shark")


def test_jw_50_nobody_knows_the_order_of_the_deck():
    """JW-50: the shark neither."""
    stage = sea()
    other = replace(stage, deck=tuple(reversed(stage.deck)))
    for seat in ("shark", *OTHERS):
        alike(Table(stage), Table(other), seat)
    view = act.view(stage, "shark", over=False)
    assert (view.order, view.deck) == (None, 13)


def test_jw_50_what_was_not_dealt_is_not_kept():
    """JW-50."""
    stage, _ = act.begin(6, 7, luck())
    assert sum(len(cards) for cards in stage.gear) + len(stage.shared) == 13
    assert len(stage.hand) == 6


def test_jw_50_the_shark_sees_its_hand_and_its_choice():
    """JW-50."""
    table = Table(sea(hand=HANDS[0]))
    assert table.view("shark").hand == HANDS[0]
    assert table.view("shark").choice is None
    table.play("shark", Choose("B", "big_mouth"))
    choice = table.view("shark").choice
    assert (choice.option, choice.ability) == ("B", "big_mouth")
    assert table.view("shark").hand == HANDS[0]
    for seat in OTHERS:
        assert (table.view(seat).hand, table.view(seat).choice) == (None, None)


def test_jw_50_the_news_of_the_choice_tell_nothing():
    """JW-50."""
    told = set()
    for choice in (Choose("A"), Choose("B", "big_mouth"), Choose("C", "hard_target")):
        told.add(Table(sea(hand=HANDS[0])).play("shark", choice).news)
    [[news]] = told
    assert news.text == "The shark has chosen."


def test_jw_51_when_it_is_over_everything_is_public():
    """JW-51: the hand, the choice of the round, and the order of the deck."""
    stage = sea(
        spots={"quint": "", "brody": "", "hooper": "T1-water"}, wounds=(6, 6, 5), prepared=(True, True, False),
        hand=HANDS[0],
    )  # fmt: skip
    table = Table(stage).come_up(ability="hard_target", hooper=Prepare("T1-water"))
    assert table.view(None).hand is None
    table.play("shark", Maul("hooper"), 2, 0, 0)
    views = {seat: table.view(seat) for seat in ("shark", *OTHERS)}
    assert all(view == views["shark"] for view in views.values())
    view = views["shark"]
    assert view.hand == ("big_mouth",)
    assert (view.choice.option, view.choice.ability) == ("A", "hard_target")
    assert [card.zone for card in view.order] == [card.zone for card in act.view(stage, None, over=True).order]
    assert len(view.order) == 13


def states(count=12, every=3):
    """Positions of random games, with what the shark really has in them."""
    for seed in range(count):
        chance = luck(seed)
        stage, _ = act.begin(2 + seed % 8, 3 + seed % 5, chance)
        step = 0
        while act.ending(stage) is None:
            if step % every == 0:
                yield stage
            seats = sorted(act.asked(stage).seats)
            seat = chance.pick(seats)
            stage, _ = act.play(stage, seat, draw_move(act.legal(stage, seat), chance), chance)
            step += 1


def test_what_is_imagined_looks_the_same():
    """JW-50: the first and the second law at every third position of random games."""
    count = 0
    for stage in states():
        for seat in ("shark", *CREW):
            world = act.determinize(stage, seat, luck(count))
            assert act.view(world, seat, over=False) == act.view(stage, seat, over=False)
            assert act.asked(world) == act.asked(stage)
            if seat in act.asked(stage).seats:
                assert act.legal(world, seat) == act.legal(stage, seat)
            assert act.determinize(world, seat, luck(7)) == act.determinize(stage, seat, luck(7))
            count += 1
    assert count > 1000


def test_an_imagined_hand_is_of_what_was_not_revealed():
    """JW-50: and what is imagined could go on."""
    for stage in states(6):
        world = act.determinize(stage, "quint", luck(stage.round))
        assert len(world.hand) == len(stage.hand)
        assert not Counter(world.hand + world.played) - Counter(EVERY_ABILITY)
        assert world.hand == tuple(sorted(world.hand))
        assert sorted(world.deck) == sorted(stage.deck)
        if stage.phase == "prepare":
            assert world.ability == -1 or world.ability in world.hand
            assert 0 <= world.option < 3


def test_an_imagined_hand_comes_as_often_as_it_is_likely():
    """JW-50: two cards of those fifteen that are left when one was revealed."""
    stage = replace(sea(hand=HANDS[0]), played=(ABILITY["maul_again"],))
    counts = Counter()
    for time in range(6000):
        counts.update(act.determinize(stage, "brody", luck(time)).hand)
    for name in ABILITIES:
        copies = 1 if name == "maul_again" else 2
        # Each comes by 2/15 for each copy; five standard deviations.
        assert abs(counts[ABILITY[name]] - 800 * copies) < 5 * (800 * copies) ** 0.5


def test_an_imagined_choice_is_any_that_the_hand_allows():
    """JW-50."""
    stage = Table(sea(hand=("big_mouth",))).play("shark", Choose("B", "big_mouth")).stage
    options, abilities = Counter(), Counter()
    for time in range(3000):
        world = act.determinize(stage, "hooper", luck(time))
        options[world.option] += 1
        abilities[world.ability == -1] += 1
        assert world.ability in (-1, *world.hand)
    assert all(abs(options[option] - 1000) < 140 for option in range(3))
    assert abs(abilities[True] - 1500) < 150


@pytest.mark.parametrize("hand", HANDS)
def test_the_truth_is_among_what_is_imagined(hand):
    """JW-50."""
    stage = Table(sea(hand=hand)).play("shark", Choose("B", hand[0])).stage
    worlds = [act.determinize(stage, "quint", luck(time)) for time in range(3000)]
    assert any((world.hand, world.option, world.ability) == (stage.hand, 1, stage.ability) for world in worlds)


def test_the_shark_imagines_the_order_of_the_deck_alone():
    """JW-50."""
    stage = Table(sea(hand=HANDS[0])).play("shark", Choose("B")).stage
    worlds = [act.determinize(stage, "shark", luck(time)) for time in range(20)]
    assert len({world.deck for world in worlds}) == 20
    for world in worlds:
        assert replace(world, deck=stage.deck) == stage


def test_the_whole_view_of_the_crew_holds_no_ability_that_is_secret():
    """JW-50: not a letter of them in the JSON."""
    for hand in HANDS:
        table = Table(sea(hand=hand)).play("shark", Choose("B", hand[1]))
        body = msgspec.json.encode((table.view("quint"), table.news, act.legal(table.stage, "quint"))).decode()
        assert not any(name in body for name in ABILITIES)


def test_what_is_asked_is_told_to_everybody():
    table = Table(sea(surfacing("T1", 0), surfacing("T2"), surfacing("T4")))
    for seat in ("shark", *OTHERS):
        assert (table.view(seat).asked.question, table.view(seat).asked.seats) == ("choose", ("shark",))
    table.play("shark", Choose("A")).play("brody", Prepare("B3-boat"))
    assert table.view("shark").asked.seats == ("quint", "hooper")
