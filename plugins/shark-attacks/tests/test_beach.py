"""Setting up, and the turn on the beach: SA-1 to SA-7, SA-14 and SA-15."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from tableshark import Awaiting, Outcome, Quick
from tableshark_shark_attacks import dice
from tableshark_shark_attacks.rules import RULES
from tableshark_shark_attacks.state import Options, Party, Stop, SwimOn

NEXT = "0000000"
"""The throw with which the next player's turn begins, where it does not matter."""


def told(state):
    """The types of the news, in order."""
    return [type(story).__name__ for story in RULES.view(state, None).news]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_sa_1_two_to_six_players(players, luck):
    """SA-1."""
    options = msgspec.json.decode(f'{{"players": {players}}}', type=Options)
    assert RULES.seats(options) == tuple(f"p{place}" for place in range(players))
    options = Options(players=players, first_seat=f"p{players - 1}")
    state = RULES.setup(options, luck(NEXT))
    assert len(RULES.view(state, "p0").beaches) == players
    assert RULES.status(state).seats == {f"p{players - 1}"}


@pytest.mark.parametrize(
    "wrong",
    ['{"players": 1}', '{"players": 7}', '{"target": 19}', '{"target": 501}', '{"target": 20.5}', '{"sharks": 1}'],
)
def test_sa_1_other_options_are_refused(wrong):
    """SA-1."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wrong, type=Options)


def test_sa_1_limits_of_the_target_and_defaults():
    """SA-1."""
    assert [msgspec.json.decode(f'{{"target": {target}}}', type=Options).target for target in (20, 500)] == [20, 500]
    assert Options() == Options(players=2, target=100, first_seat=None)


@pytest.mark.parametrize("seat", ["p2", "p9", "", "shark"])
def test_sa_1_the_first_seat_is_a_seat_of_the_table(seat):
    """SA-1."""
    with pytest.raises(ValueError, match=f"first_seat '{seat}' is no seat of a table of 2"):
        Options(players=2, first_seat=seat)


def test_sa_2_the_dice():
    """SA-2."""
    assert Counter(dice.BLUE) == Counter(dice.RED) == {0: 3, 1: 1, 2: 1, 3: 1}
    assert Counter(dice.EVENT) == {dice.RAIN: 2, dice.SUN: 2, dice.SHARKS: 2}
    assert (dice.BLUE_DICE, dice.RED_DICE, dice.SIGNS) == (11, 4, 6)


def test_sa_2_six_signs_are_in_the_pool(luck):
    """SA-2."""
    assert RULES.view(RULES.setup(Options(first_seat="p0"), luck(NEXT)), None).pool == 6


def test_sa_3_most_fins_start_not_most_dice(luck):
    """SA-3."""
    # p0 has three dice with fins, p1 one die with three and one with two.
    state = RULES.setup(Options(players=3), luck("1110", "3200", "1001", NEXT))
    assert RULES.status(state).seats == {"p1"}
    starts = [story for story in RULES.view(state, None).news if type(story).__name__ == "StartThrow"]
    assert [(story.seat, story.red, story.fins) for story in starts] == [
        ("p0", (1, 1, 1, 0), 3),
        ("p1", (3, 2, 0, 0), 5),
        ("p2", (1, 0, 0, 1), 2),
    ]
    assert starts[0].text == "p0 throws 1, 1, 1 and wave in red to start: 3 fins."


def test_sa_3_only_the_tied_throw_again_until_one_leads(luck):
    """SA-3."""
    throws = ("3000", "0100", "0012", "0000", "0000", "0010", "2000")
    state = RULES.setup(Options(players=3), luck(*throws, NEXT))
    starts = [story.seat for story in RULES.view(state, None).news if type(story).__name__ == "StartThrow"]
    assert starts == ["p0", "p1", "p2", "p0", "p2", "p0", "p2"]
    assert RULES.status(state).seats == {"p2"}


def test_sa_3_a_given_first_seat_throws_for_nothing(luck):
    """SA-3."""
    state = RULES.setup(Options(players=3, first_seat="p1"), luck("0102030"))
    assert RULES.status(state).seats == {"p1"}
    assert told(state) == ["NextTurn", "Throw"]


@pytest.mark.parametrize("signs", range(7))
def test_sa_4_a_die_less_for_every_sign(signs, table, play):
    """SA-4."""
    state = play(table("0", signs=(0, signs, 0)), Stop(), "0123012"[: 7 - signs])
    assert state.blue == (0, 1, 2, 3, 0, 1, 2)[: 7 - signs]
    assert RULES.view(state, None).seat == "p1"
    assert RULES.view(state, None).news[-2].dice == 7 - signs


def test_sa_5a_stop_scores_pips_and_returns_a_sign(table, play):
    """SA-5."""
    state = play(table("0123320", totals=(5, 0, 0), signs=(2, 1, 0)), Stop(), "000000")
    assert state.totals == (16, 0, 0)
    assert state.signs == (1, 1, 0)
    assert told(state) == ["Scored", "SignsMoved", "NextTurn", "Throw"]
    scored, moved, *_ = RULES.view(state, None).news
    assert (scored.seat, scored.how, scored.points, scored.total) == ("p0", "stop", 11, 16)
    assert (moved.count, moved.giver, moved.taker) == (1, "p0", "pool")
    assert moved.text == "1 sign goes from p0 to the pool."


def test_sa_5a_stop_with_no_swimmer_still_returns_a_sign(table, play):
    """SA-5."""
    state = play(table("000", signs=(4, 0, 0)), Stop(), NEXT)
    assert (state.totals, state.signs) == ((0, 0, 0), (3, 0, 0))


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1), (6, 4)])
def test_sa_5b_party_doubles_and_returns_up_to_two_signs(before, after, table, play):
    """SA-5."""
    state = play(table("1231", signs=(before, 0, 0)), Party(), NEXT)
    assert state.totals == (14, 0, 0)
    assert state.signs == (after, 0, 0)
    assert ("SignsMoved" in told(state)) == (before > 0)
    assert RULES.view(state, None).news[0].how == "party"


def test_sa_5_what_may_be_done(table):
    """SA-5."""
    assert RULES.legal(table("1230"), "p0") == (Stop(), SwimOn())
    assert RULES.legal(table("0000"), "p0") == (Stop(), SwimOn())
    assert RULES.legal(table("123"), "p0") == (Stop(), Party())


def test_sa_5c_the_event_die_falls_first(table, luck):
    """SA-5."""
    chance = luck("sun", "123")
    RULES.apply(table("1230012"), {"p0": SwimOn()}, chance)
    with pytest.raises(ValueError, match="no scripted draw"):
        chance.below(6)


def test_sa_6_sun_adds_a_die_to_the_waves(table, play):
    """SA-6."""
    state = play(table("1030012"), SwimOn(), "sun", "0303")
    assert sorted(state.blue) == sorted((1, 3, 1, 2, 0, 3, 0, 3))
    assert state.seat == 0
    event, throw = RULES.view(state, None).news
    assert (event.face, event.joining, event.seat) == ("sun", 1, "p0")
    assert (throw.blue, throw.red) == ((0, 3, 0, 3), ())
    assert throw.text == "p0 throws wave, 3, wave and 3 in blue."


def test_sa_6_at_eleven_dice_the_middle_is_empty(table, play):
    """SA-6."""
    state = play(table("11111111000"), SwimOn(), "sun", "020")
    assert len(state.blue) == 11
    assert RULES.view(state, None).news[0].joining == 0
    assert play(table("1111111000"), SwimOn(), "sun", "0200").blue.count(1) == 7


def test_sa_7_rain_takes_a_wave(table, play):
    """SA-7."""
    state = play(table("1030012"), SwimOn(), "rain", "03")
    assert sorted(state.blue) == sorted((1, 3, 1, 2, 0, 3))
    assert RULES.view(state, None).news[0].joining == -1


def test_sa_7_rain_on_the_only_wave_leaves_a_party(table, play):
    """SA-7."""
    state = play(table("1203"), SwimOn(), "rain")
    assert sorted(state.blue) == [1, 2, 3]
    assert told(state) == ["Event"]
    assert RULES.legal(state, "p0") == (Stop(), Party())
    assert play(state, Party(), NEXT).totals == (12, 0, 0)


def test_sa_7_rain_on_the_last_die_leaves_a_party_without_swimmers(table, play):
    """SA-7."""
    state = play(table("0", signs=(6, 0, 0)), SwimOn(), "rain")
    assert state.blue == ()
    assert RULES.legal(state, "p0") == (Stop(), Party())
    after = play(state, Party(), NEXT)
    assert (after.totals, after.signs) == ((0, 0, 0), (4, 0, 0))
    assert play(state, Stop(), NEXT).signs == (5, 0, 0)


def test_sa_14_the_target_ends_the_game_at_once(table, play):
    """SA-14."""
    state = play(table("3310", totals=(93, 99, 99), signs=(2, 0, 0)), Stop())
    outcome = RULES.status(state)
    assert outcome == Outcome({"p0": 1, "p1": 2, "p2": 2}, {"p0": 100.0, "p1": 99.0, "p2": 99.0}, "target reached")
    assert told(state) == ["Scored", "Won"]
    assert RULES.view(state, "p1").phase == "over"
    assert RULES.view(state, "p1").news[-1].text == "p0 wins with 100 points."
    # At once: no sign goes back any more.
    assert state.signs == (2, 0, 0)


def test_sa_14_a_point_short_goes_on(table, play):
    """SA-14."""
    state = play(table("3300", totals=(93, 99, 98)), Stop(), NEXT)
    assert RULES.status(state) == Awaiting.of("p1", question="turn 2")


def test_sa_14_ranks_by_total_and_beyond_the_target(table, play):
    """SA-14."""
    four = table("3332", totals=(40, 12, 95, 12), signs=(0, 0, 0, 0), seat=2)
    outcome = RULES.status(play(four, Party()))
    assert outcome.ranks == {"p0": 2, "p1": 3, "p2": 1, "p3": 3}
    assert outcome.scores["p2"] == 117.0


def test_sa_15_clockwise_from_the_last_to_the_first(table, play):
    """SA-15."""
    state, order = table("0000000", seat=1), []
    for _ in range(4):
        state = play(state, Stop(), NEXT)
        order.append(state.seat)
    assert order == [2, 0, 1, 2]


def test_a_turn_keeps_its_label_and_the_next_has_another(table, play):
    state = table("1000000")
    label = RULES.status(state).question
    state = play(state, SwimOn(), "sun", "1000000")
    assert RULES.status(state).question == label
    assert RULES.status(play(state, Stop(), NEXT)).question != label


def test_setup_costs_no_draw_but_seven_dice(luck):
    chance = luck(NEXT)
    RULES.setup(Options(first_seat="p1"), chance)
    assert chance.left == []


def test_the_seven_dice_are_fair():
    from_random = __import__("random").Random(7)
    faces = Counter(
        face for _ in range(2000) for face in RULES.setup(Options(first_seat="p0"), Quick(from_random)).blue
    )
    assert faces[0] / 14000 == pytest.approx(1 / 2, abs=0.02)
    assert faces[3] / 14000 == pytest.approx(1 / 6, abs=0.02)
