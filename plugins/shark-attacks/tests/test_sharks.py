"""The shark attack: SA-8 to SA-13."""

from __future__ import annotations

import pytest

from tableshark import branches
from tableshark_shark_attacks.dice import feed
from tableshark_shark_attacks.rules import RULES, flee_throw
from tableshark_shark_attacks.state import Stop, SwimOn, TakeSign

NEXT = "0000000"


def news(state, name):
    """The news of one type, in order."""
    return [story for story in RULES.view(state, None).news if type(story).__name__ == name]


def test_sa_8_waves_go_back_and_swimmers_flee_with_one_red_die(table, play):
    """SA-8."""
    state = play(table("1030000"), SwimOn(), "sharks", "21", "0", NEXT)
    event, throw, *_ = RULES.view(state, None).news
    assert (event.face, event.joining) == ("sharks", -5)
    assert (throw.blue, throw.red) == ((2, 1), (0,))


def test_sa_8_nobody_in_the_water_ends_the_turn_with_nothing(table, play):
    """SA-8."""
    state = play(table("0000", signs=(3, 1, 0), totals=(8, 0, 0)), SwimOn(), "sharks", "000000")
    assert (state.totals, state.signs, state.seat) == ((8, 0, 0), (3, 1, 0), 1)
    assert [type(story).__name__ for story in RULES.view(state, None).news] == ["Event", "Scored", "NextTurn", "Throw"]
    assert news(state, "Scored")[0].how == "nobody"


LINES = [
    # (fins, dice, what is eaten): each is the first case in which its line of SA-9 counts.
    (3, "1233", (3,)),
    (3, "12", (2, 1)),
    (3, "1122", (2, 1)),
    (3, "111", (1, 1, 1)),
    (3, "1111", (1, 1, 1)),
    (3, "22", (2, 2)),
    (3, "222", (2, 2)),
    (3, "2", (2,)),
    (3, "11", (1, 1)),
    (3, "1", (1,)),
    (3, "", ()),
    (2, "1123", (2,)),
    (2, "113", (1, 1)),
    (2, "111", (1, 1)),
    (2, "13", (3,)),
    (2, "3", (3,)),
    (2, "1", (1,)),
    (2, "", ()),
    (1, "123", (1,)),
    (1, "23", (2,)),
    (1, "33", (3,)),
    (1, "", ()),
]


@pytest.mark.parametrize(("fins", "dice", "meal"), LINES)
def test_sa_9_every_line_in_order(fins, dice, meal, luck):
    """SA-9."""
    throw = flee_throw(len(dice) + 1, 1, luck("0" + dice, str(fins)))
    assert throw.eaten == (meal,)
    left = list(map(int, dice))
    for die in meal:
        left.remove(die)
    assert sorted(throw.escaped) == sorted(left)
    assert throw.lost == len(meal)
    assert throw.waves == 1


def test_sa_9_triple_then_double_then_single_share_what_is_left(luck):
    """SA-9."""
    throw = flee_throw(6, 4, luck("132123", "1302"))
    # The triple takes a 3, the double a 2, the single a 1.
    assert throw.eaten == ((3,), (2,), (1,))
    assert sorted(throw.escaped) == [1, 2, 3]


def test_sa_9_the_order_decides(luck):
    """SA-9."""
    # Were the single first, it would take the 1, and the triple only the 2.
    assert flee_throw(2, 2, luck("12", "13")).eaten == ((2, 1), ())


def test_sa_9_fins_do_not_add_up(luck):
    """SA-9."""
    # A double and a single are no triple: the 3 goes to the double, for want of better.
    assert flee_throw(2, 2, luck("33", "12")).eaten == ((3,), (3,))
    assert flee_throw(3, 3, luck("333", "111")).lost == 3
    assert flee_throw(1, 4, luck("3", "0000")).lost == 0


def test_sa_9_two_triples(luck):
    """SA-9."""
    assert flee_throw(4, 2, luck("3122", "33")).eaten == ((3,), (2, 1))


def test_sa_9_the_news_names_the_red_die(table, play):
    """SA-9."""
    state = play(table("11110"), SwimOn(), "sharks", "1000", "1", "123", "13", NEXT)
    bites = news(state, "Bite")
    assert [(bite.red, bite.fins, bite.eaten) for bite in bites] == [(0, 1, (1,)), (1, 3, (3,)), (0, 1, (1,))]
    assert bites[1].text == "A shark with 3 fins eats 3 of p0."
    assert state.totals == (2, 0, 0)


def test_sa_10_escaped_dice_count_and_only_waves_are_thrown_again(table, play):
    """SA-10."""
    state = play(table("1230000"), SwimOn(), "sharks", "300", "0", "02", "0", "1", "0", NEXT)
    throws = [(throw.blue, throw.red) for throw in news(state, "Throw")[:-1]]
    assert throws == [((3, 0, 0), (0,)), ((0, 2), (0,)), ((1,), (0,))]
    assert [escape.dice for escape in news(state, "Escape")] == [(3,), (2,), (1,)]
    assert state.totals == (18, 0, 0)


def test_sa_10_only_waves_on_blue_costs_nobody(table, play):
    """SA-10."""
    state = play(table("1200000"), SwimOn(), "sharks", "00", "3", "00", "3", "11", "0", NEXT)
    assert state.totals == (6, 0, 0)
    assert news(state, "Bite") == []
    assert state.signs == (0, 0, 0)


def test_sa_11_a_red_die_joins_after_each_throw_with_casualties_up_to_four(table, play):
    """SA-11."""
    throws = ("10000", "1", "1000", "10", "100", "100", "10", "1000", "0", "3000", "1", "0000")
    state = play(table("111110"), SwimOn(), "sharks", *throws, NEXT)
    reds = [len(throw.red) for throw in news(state, "Throw")[:-1]]
    assert reds == [1, 2, 3, 4, 4, 4]
    assert (state.totals, state.signs) == ((1, 0, 0), (4, 0, 0))


def test_sa_11_two_meals_in_one_throw_bring_one_die(table, play):
    """SA-11."""
    state = play(table("1110000"), SwimOn(), "sharks", "110", "2", "3", "00", NEXT)
    assert [len(throw.red) for throw in news(state, "Throw")[:-1]] == [1, 2]
    assert state.signs == (2, 0, 0)
    assert state.totals == (3, 0, 0)


def test_sa_12_signs_come_from_the_pool(table, play):
    """SA-12."""
    state = play(table("1110000", signs=(0, 2, 0)), SwimOn(), "sharks", "111", "3", "00000")
    assert state.signs == (3, 2, 0)
    [moved] = news(state, "SignsMoved")
    assert (moved.count, moved.giver, moved.taker) == (3, "pool", "p0")


def test_sa_12_one_opponent_with_signs_gives_by_itself(table, play):
    """SA-12."""
    state = play(table("1110", signs=(1, 4, 0)), SwimOn(), "sharks", "111", "3", "00000")
    assert state.signs == (4, 2, 0)
    assert [(moved.count, moved.giver) for moved in news(state, "SignsMoved")] == [(1, "pool"), (1, "p1"), (1, "p1")]


def test_sa_12_the_pool_first_then_a_choice_each(table, play):
    """SA-12."""
    start = table("1110", signs=(0, 2, 3), totals=(0, 7, 9))
    asked = RULES.status(start)
    state = play(start, SwimOn(), "sharks", "111", "3")
    assert state.signs == (1, 2, 3)
    assert RULES.status(state) == asked
    assert RULES.legal(state, "p0") == (TakeSign("p1"), TakeSign("p2"))
    seen = RULES.view(state, "p1")
    assert (seen.phase, seen.owed, seen.pool, seen.seat, seen.red) == ("sign", 2, 0, "p0", (3,))
    state = play(state, TakeSign("p2"))
    assert (state.signs, RULES.view(state, None).owed) == ((2, 2, 2), 1)
    assert [story.giver for story in RULES.view(state, None).news] == ["p2"]
    state = play(state, TakeSign("p1"), "000000")
    assert (state.signs, state.seat, state.totals) == ((3, 1, 2), 1, (0, 7, 9))


def test_sa_12_choices_come_clockwise_from_the_taker(table, play):
    """SA-12."""
    start = table("10", signs=(2, 0, 3, 1), totals=(0, 0, 0, 0), seat=1)
    state = play(start, SwimOn(), "sharks", "1", "1")
    assert RULES.legal(state, "p1") == (TakeSign("p2"), TakeSign("p3"), TakeSign("p0"))


def test_sa_12_a_choice_holds_up_the_next_flee_throw(table, play):
    """SA-12."""
    state = play(table("110", signs=(0, 3, 3)), SwimOn(), "sharks", "10", "1")
    assert RULES.view(state, None).blue == (0,)
    after = play(state, TakeSign("p1"), "2", "00", NEXT[:5])
    assert [(throw.blue, throw.red) for throw in news(after, "Throw")[:-1]] == [((2,), (0, 0))]
    assert (after.totals, after.signs) == ((2, 0, 0), (1, 2, 3))


def test_sa_12_a_choice_holds_up_the_last_scoring(table, play):
    """SA-12."""
    state = play(table("110", totals=(98, 0, 0), signs=(0, 3, 3)), SwimOn(), "sharks", "13", "1")
    assert state.totals == (98, 0, 0)
    assert RULES.view(state, None).escaped == (3,)
    after = play(state, TakeSign("p2"))
    assert after.totals == (101, 0, 0)
    assert RULES.status(after).ranks["p0"] == 1
    assert after.signs == (1, 3, 2)


def test_sa_12_after_a_choice_only_one_opponent_has_signs(table, play):
    """SA-12."""
    state = play(table("1110", signs=(3, 1, 2)), SwimOn(), "sharks", "111", "3")
    after = play(state, TakeSign("p1"), NEXT)
    # p1 has none left, so that the other two come from p2 without a question.
    assert after.signs == (6, 0, 0)
    assert [moved.giver for moved in news(after, "SignsMoved")] == ["p1", "p2", "p2"]


def test_sa_12_never_more_than_six(table, play):
    """SA-12."""
    state = play(table("11110", signs=(5, 1, 0)), SwimOn(), "sharks", "1111", "3", "0" * 7)
    assert state.signs == (6, 0, 0)
    assert [moved.count for moved in news(state, "SignsMoved")] == [1]
    again = play(table("1110", signs=(6, 0, 0)), SwimOn(), "sharks", "111", "3", "0" * 7)
    assert again.signs == (6, 0, 0)
    assert news(again, "SignsMoved") == []


def test_sa_12_signs_of_this_turn_leave_its_dice_alone(table, play):
    """SA-12."""
    state = play(table("1110000"), SwimOn(), "sharks", "110", "1", "1", "00", NEXT)
    assert state.signs == (1, 0, 0)
    assert state.totals == (2, 0, 0)


def test_sa_13_three_times_when_nobody_was_eaten(table, play):
    """SA-13."""
    state = play(table("1230000"), SwimOn(), "sharks", "123", "0", NEXT)
    assert state.totals == (18, 0, 0)
    [scored] = news(state, "Scored")
    assert (scored.how, scored.points) == ("adventure", 18)


def test_sa_13_once_when_one_die_was_eaten_at_any_time(table, play):
    """SA-13."""
    state = play(table("1230000"), SwimOn(), "sharks", "310", "1", "2", "00", NEXT)
    assert state.totals == (5, 0, 0)
    assert news(state, "Scored")[0].how == "rescue"


def test_sa_13_all_eaten_is_no_adventure(table, play):
    """SA-13."""
    state = play(table("10"), SwimOn(), "sharks", "3", "3", NEXT)
    assert (state.totals, state.signs) == ((0, 0, 0), (1, 0, 0))
    assert news(state, "Scored")[0].how == "rescue"


def test_sa_13_no_sign_goes_back(table, play):
    """SA-13."""
    state = play(table("10", signs=(2, 0, 0)), SwimOn(), "sharks", "3", "0", NEXT)
    assert (state.totals, state.signs) == ((9, 0, 0), (2, 0, 0))


def test_sa_14_a_rescue_can_end_the_game(table, play):
    """SA-14."""
    state = play(table("10", totals=(91, 0, 0)), SwimOn(), "sharks", "3", "0")
    assert RULES.status(state).reason == "target reached"
    assert state.totals == (100, 0, 0)


def test_feed_does_not_mind_the_order_in_which_dice_fell():
    assert feed((2, 0, 1, 3), (0, 1, 3)) == feed((3, 1, 2, 0), (3, 1, 0)) == (((3,), (1,)), (2,))


def test_one_flee_throw_can_be_forked():
    ways = list(branches(lambda chance: flee_throw(2, 1, chance)))
    assert len(ways) == 4**3
    assert sum(weight for weight, _ in ways) == pytest.approx(1)


def test_a_flee_can_be_cut_short_by_nothing_but_the_dice(table, luck):
    with pytest.raises(ValueError, match="no scripted draw"):
        RULES.apply(table("10"), {"p0": SwimOn()}, luck("sharks", "0", "3", "0", "3"))


def test_sa_8_stop_is_not_asked_again_in_an_attack(table, play):
    """SA-8."""
    state = play(table("110", signs=(0, 3, 3)), SwimOn(), "sharks", "10", "1")
    assert Stop() not in RULES.legal(state, "p0")
    assert SwimOn() not in RULES.legal(state, "p0")
