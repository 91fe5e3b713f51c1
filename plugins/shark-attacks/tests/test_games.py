"""Whole games, and the machine players."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableshark import Awaiting, Outcome, Quick, Vantage
from tableshark_shark_attacks import tableshark_bots, tableshark_rules
from tableshark_shark_attacks.bots import BOTS
from tableshark_shark_attacks.rules import RULES
from tableshark_shark_attacks.state import Options, Party, Stop, SwimOn, TakeSign


def choose(bot, state, seat):
    """Ask a bot for its move."""
    level = bot.levels[bot.level]
    chance = Quick(Random(0))
    return bot.choose(Vantage(RULES, state, seat, chance), None, level.settings, chance, level.budget).move


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.sampled_from([20, 60, 150]), st.integers(0, 2**32))
def test_random_games_end_and_keep_the_sums(players, target, seed):
    random = Random(seed)
    chance = Quick(random)
    state, steps = RULES.setup(Options(players=players, target=target), chance), 0
    while isinstance(asked := RULES.status(state), Awaiting):
        [seat] = asked.seats
        moves = RULES.legal(state, seat)
        seen = RULES.view(state, None)
        assert seen.pool + sum(beach.signs for beach in seen.beaches) == 6
        assert min(state.signs) >= 0
        assert seen.pool >= 0
        assert len(state.blue) <= 11
        assert seen.seat == seat
        assert {type(move) for move in moves} in ({Stop, SwimOn}, {Stop, Party}, {TakeSign})
        assert len(moves) >= 2
        assert all(story.text.endswith(".") for story in seen.news)
        assert set(RULES.standing(state)) == set(RULES.seats(Options(players=players)))
        before, state = state, RULES.apply(state, {seat: random.choice(moves)}, chance)
        assert sum(state.totals) >= sum(before.totals)
        steps += 1
        assert steps < 20_000
    assert isinstance(asked, Outcome)
    assert min(asked.ranks.values()) == 1
    assert max(asked.scores.values()) >= target
    assert len(asked.ranks) == players


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_states_and_views_survive_json(seed):
    random = Random(seed)
    chance = Quick(random)
    state = RULES.setup(Options(players=3, target=40), chance)
    while isinstance(asked := RULES.status(state), Awaiting):
        assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.state) == state
        seen = RULES.view(state, "p0")
        assert msgspec.json.decode(msgspec.json.encode(seen), type=RULES.seen) == seen
        [seat] = asked.seats
        move = random.choice(RULES.legal(state, seat))
        assert msgspec.json.decode(msgspec.json.encode(move), type=RULES.move) == move
        state = RULES.apply(state, {seat: move}, chance)
    assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.state) == state


def test_the_types_of_the_moves():
    written = [msgspec.json.decode(msgspec.json.encode(move)) for move in (Stop(), Party(), SwimOn(), TakeSign("p1"))]
    assert written == [{"type": "stop"}, {"type": "party"}, {"type": "swim_on"}, {"type": "take_sign", "seat": "p1"}]


def test_the_hooks_bring_the_rules_and_two_bots():
    assert tableshark_rules() == [RULES]
    assert [bot.id for bot in tableshark_bots()] == ["stop-at-8", "stop-at-12"]
    assert {bot.rules for bot in tableshark_bots()} == {RULES.id}


@pytest.mark.parametrize(
    ("blue", "at_8", "at_12"),
    [
        ("3310000", SwimOn(), SwimOn()),
        ("3320000", Stop(), SwimOn()),
        ("3332000", Stop(), SwimOn()),
        ("3333000", Stop(), Stop()),
        ("12", Party(), Party()),
        ("3333", Party(), Party()),
    ],
)
def test_bots_stop_at_their_number_and_never_miss_a_party(blue, at_8, at_12, table):
    assert [choose(bot, table(blue), "p0") for bot in BOTS] == [at_8, at_12]


@pytest.mark.parametrize(
    ("totals", "signs", "giver"),
    [
        ((0, 7, 9), (0, 3, 3), "p2"),
        ((0, 9, 7), (0, 3, 3), "p1"),
        ((0, 8, 8), (0, 2, 4), "p1"),
        ((5, 0, 8, 8), (2, 0, 2, 2), "p2"),
        ((8, 0, 3, 8), (2, 0, 2, 2), "p3"),
        ((8, 0, 3, 4), (2, 0, 2, 2), "p0"),
    ],
)
def test_bots_take_signs_from_the_leader_and_of_equals_the_next_clockwise(totals, signs, giver, table, play):
    seat = len(totals) - 3
    state = play(table("10", totals=totals, signs=signs, seat=seat), SwimOn(), "sharks", "1", "1")
    assert [choose(bot, state, f"p{seat}") for bot in BOTS] == [TakeSign(giver)] * 2


def test_standing_rises_with_points_and_stakes_and_falls_with_signs(table):
    def stands(blue, **facts):
        return RULES.standing(table(blue, **facts))["p0"]

    assert stands("10") < stands("30") < stands("30", totals=(5, 0, 0)) < stands("3", totals=(5, 0, 0))
    assert stands("30", signs=(2, 0, 0)) < stands("30", signs=(1, 0, 0)) < stands("30")
    assert stands("30", totals=(5, 9, 0)) < stands("30", totals=(5, 0, 0))


def test_standing_of_a_stop_that_wins_is_the_best_there_is(table, play):
    won = RULES.standing(play(table("3310", totals=(93, 0, 0)), Stop()))["p0"]
    on = RULES.standing(play(table("3310", totals=(93, 0, 0)), SwimOn(), "sun", "33"))["p0"]
    assert won == on == 100
