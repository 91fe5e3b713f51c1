"""Episodes of a plan: the same luck in a deal, told step by step, and rules that raise."""

import dataclasses
from itertools import count

import pytest
from hall import TOYS
from toys import BIDS, PIG
from toys import TOYS as ALL

from tableshark import Outcome, Player, simulate
from tableshark.plugins import load
from tableshark.search import RANDOM
from tableshark.simulate import chance_of
from tableshark.simulations import Playing, make_plan
from tableshark.table import encode

PLUGINS = load([TOYS])


def states(rules, **given):
    """What an episode was like: for each step its answers and its state."""
    found = []
    players = dict.fromkeys(rules.seats(rules.options()), Player(RANDOM, "normal"))
    simulate(rules, players, tell=lambda *told: found.append(told), **given)
    return found


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_an_episode_is_told_step_by_step(rules):
    """The answers, with the luck of the deal, lead to each of the states."""
    found = states(rules, seed="told", episode=9, deal=3)
    chance = chance_of("told", 3, "game")
    state = rules.setup(rules.options(), chance)
    assert encode(found[0]) == encode((0, {}, state))
    for number, (step, answers, after) in enumerate(found[1:], start=1):
        state = rules.apply(state, answers, chance)
        assert step == number
        assert encode(after) == encode(state)
    assert isinstance(rules.status(state), Outcome)


def test_telling_changes_nothing():
    players = dict.fromkeys(["p0", "p1"], Player(RANDOM, "normal"))
    assert simulate(PIG, players, episode=4, tell=lambda *_: None) == simulate(PIG, players, episode=4)


def test_episodes_of_a_deal_have_the_luck_of_the_game_in_common():
    one, same, other = states(BIDS, episode=4, deal=2), states(BIDS, episode=5, deal=2), states(BIDS, episode=4, deal=3)
    assert one[0] == same[0]
    assert one[0] != other[0]
    # Not that of the players.
    assert one[1][1] != same[1][1]
    assert states(BIDS, episode=4) == states(BIDS, episode=4, deal=4)


def test_paired_episodes_have_the_same_deal():
    playing = Playing(PLUGINS, make_plan(PLUGINS, "bids", ["random"], 6, rotation="paired"))
    begins = []
    for episode in range(6):
        playing.play(episode, lambda step, answers, state: begins.append(state) if step == 0 else None)
    assert begins[0] == begins[1] == begins[2] != begins[3] == begins[4] == begins[5]


def test_what_the_rules_raise_is_a_result():
    def raises(state, moves, chance):
        if state.scores[0] > 10:
            raise KeyError("the deck is lost")
        return PIG.apply(state, moves, chance)

    broken = dataclasses.replace(PLUGINS, rules={"pig": dataclasses.replace(PIG, apply=raises)})
    playing = Playing(broken, make_plan(broken, "pig", ["random"], 20))
    rows = list(playing.rows(0, 20))
    raised = [row for row in rows if row.error is not None]
    assert 0 < len(raised) < 20
    assert {row.error for row in raised} == {"KeyError"}
    assert {row.ranks is None for row in raised} == {True}
    assert rows == list(playing.rows(0, 20))


def test_a_limit_of_steps_leaves_no_outcome():
    row = Playing(PLUGINS, make_plan(PLUGINS, "pig", ["random"], 1, steps=3)).play(0)
    assert (row.ranks, row.scores, row.reason, row.steps, row.error) == (None, None, None, 3, None)


def test_time_is_measured_by_player_and_outside_of_the_rows():
    ticks = count()
    plan = make_plan(PLUGINS, "bids", ["random", "greedy", "random"], 2)
    timed = Playing(PLUGINS, plan, lambda: next(ticks) / 2)
    assert list(timed.rows(0, 2)) == list(Playing(PLUGINS, plan).rows(0, 2))
    # Half a second for each decision: seven cards, two episodes.
    assert timed.spent == {"random/normal": 14.0, "greedy/normal": 7.0}
