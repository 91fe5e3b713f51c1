"""Twins over HTTP: games that differ in nothing but what somebody may not know are the same to them, to the byte."""

import pytest
from leak_games import HIDDEN, MANY, chosen, compare_all
from leak_questions import OF_A_GAME, STATIC, routes_of

from tableshark.plugins import load


def test_every_route_is_asked(visits):
    assert routes_of(visits.sides[0].app) == {*OF_A_GAME, *STATIC}


def test_every_game_is_compared():
    assert set(HIDDEN) == set(MANY) == set(load().rules)
    assert {name for name, rules in load().rules.items() if rules.hides} == {name for name in HIDDEN if HIDDEN[name]}


# Jaws has a file of its own.
@pytest.mark.parametrize("name", sorted({*HIDDEN} - {"jaws"}))
def test_nothing_that_comes_out_tells_two_games_apart(visits, request, name):
    before, times = visits.figures.copy(), request.config.getoption("--twins")
    count = compare_all(visits, name, times)
    compared = visits.figures - before
    print(f"{name}: {dict(compared)}")
    assert compared["pairs"] == count
    assert compared["answers"] > 100 * count


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_every_hidden_field_differs_somewhere(name):
    differ = set().union(*(pair.hidden for pair in chosen(name, 1)[0]))
    assert differ == HIDDEN[name]
