"""Plans of simulations: what can't be is refused with its field; who sits where; when it is judged."""

import dataclasses

import msgspec
import pytest
from episodes import plan_of
from hall import TOYS
from hypothesis import given
from hypothesis import strategies as st

from tableshark.errors import BadPlan, RulesAway, UnknownRules
from tableshark.plugins import load
from tableshark.simulations import Entrant, Interval, Plan, Playing, Sprt, make_plan, parse_until


@pytest.fixture(scope="module")
def plugins():
    return load([TOYS])


def test_a_plan_holds_all_that_decides(plugins):
    options = plugins.get("bids").options(cards=3)
    plan = make_plan(plugins, "bids", ["random", "greedy/normal", "random"], 9, options=options, rotation="paired")
    assert plan.options == {"players": 3, "cards": 3, "seconds": None}
    assert plan.seats == ("p0", "p1", "p2")
    assert [entrant.label for entrant in plan.bots] == ["random/normal", "greedy/normal", "random/normal"]
    assert plan.version == plugins.get("bids").version
    stopping = msgspec.structs.replace(plan, until=Sprt(0.4, 0.6))
    assert msgspec.json.decode(msgspec.json.encode(stopping), type=Plan) == stopping


def test_one_bot_plays_all_seats(plugins):
    assert make_plan(plugins, "bids", ["greedy"], 1).bots == (Entrant("greedy", "normal"),) * 3


@pytest.mark.parametrize(
    ("change", "where", "told"),
    [
        ({"bots": ["random", "greedy"]}, "/bots", "2 bots for 3 seats"),
        ({"bots": []}, "/bots", "0 bots for 3 seats"),
        ({"bots": ["random", "nobody", "random"]}, "/bots/1", "nobody"),
        ({"bots": ["random", "random", "greedy/grand"]}, "/bots/2", "grand"),
        ({"episodes": 0}, "/episodes", "from 1 to 10,000,000"),
        ({"episodes": 10_000_001}, "/episodes", "from 1 to 10,000,000"),
        ({"episodes": 10, "rotation": "paired"}, "/episodes", "3 times"),
        ({"steps": 0}, "/steps", "from 1 to 10,000"),
        ({"steps": 10_001}, "/steps", "from 1 to 10,000"),
        ({"seconds": 0.0}, "/seconds", "some seconds"),
        ({"seconds": float("nan")}, "/seconds", "some seconds"),
        ({"seconds": float("inf")}, "/seconds", "some seconds"),
    ],
)
def test_what_can_not_be_is_refused_with_its_field(plugins, change, where, told):
    with pytest.raises(BadPlan, match=told) as caught:
        make_plan(plugins, **{"rules": "bids", "bots": ["random"], "episodes": 9} | change)
    assert caught.value.where == where


def test_rules_must_be_installed_and_of_the_version_that_was_planned_for(plugins):
    with pytest.raises(UnknownRules, match="chess"):
        make_plan(plugins, "chess", ["random"], 1)
    plan = make_plan(plugins, "pig", ["random"], 1)
    later = dataclasses.replace(plugins, rules={"pig": dataclasses.replace(plugins.get("pig"), version=2)})
    with pytest.raises(RulesAway, match="version 2 here, not 1"):
        Playing(later, plan)


def test_who_sits_where():
    def seating(rotation):
        plan = plan_of("a", "b", "c", rotation=rotation)
        return ["".join(one.bot for one in plan.seating(episode).values()) for episode in range(4)]

    assert seating("none") == ["abc", "abc", "abc", "abc"]
    assert seating("rotate") == seating("paired") == ["abc", "cab", "bca", "abc"]


def test_a_deal_is_played_once_for_each_rotation_where_it_is_paired():
    assert [plan_of("a", "b", rotation="paired").deal(episode) for episode in range(5)] == [0, 0, 1, 1, 2]
    assert [plan_of("a", "b", rotation="rotate").deal(episode) for episode in range(3)] == [0, 1, 2]


def test_without_an_early_end_nothing_is_judged_before_all_is_played():
    assert plan_of("a", "b").check_after(0) == 1000


def test_the_numbers_at_which_it_is_judged():
    plan = plan_of("a", "b", "c", episodes=3000, rotation="paired", until=Interval(0.1))
    found, at = [], 0
    while at < plan.episodes:
        at = plan.check_after(at)
        found.append(at)
    assert found[:3] == [201, 402, 603]
    assert found[-2:] == [2940, 3000]
    assert all(number % plan.block == 0 for number in found)


@given(st.integers(0, 50_000), st.integers(0, 50_000), st.integers(2, 6))
def test_these_numbers_do_not_depend_on_who_asks(one, other, players):
    plan = plan_of(*"abcdef"[:players], episodes=60_000, rotation="paired", until=Interval(0.1))
    low, high = sorted((one, other))
    after, later = plan.check_after(low), plan.check_after(high)
    assert low < after <= later
    assert (later == after) == (high < after)
    assert plan.check_after(after - 1) == after


def test_when_to_stop_is_read():
    assert parse_until("interval:0.02") == Interval(0.02)
    assert parse_until("sprt:0.5:0.55") == Sprt(0.5, 0.55)


@pytest.mark.parametrize(
    "text",
    [
        "", "interval", "interval:", "interval:0", "interval:0.5", "interval:nan", "interval:0.1:0.2", "sprt:0.5",
        "sprt:0.6:0.5", "sprt:0.5:0.5", "sprt:-0.1:0.5", "sprt:0.5:1.1", "sprt:x:y", "never:1",
    ],
)  # fmt: skip
def test_what_is_no_time_to_stop(text):
    with pytest.raises(BadPlan) as caught:
        parse_until(text)
    assert caught.value.where == "/until"
