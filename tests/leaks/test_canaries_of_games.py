"""Hidden fields of all shipped games on a whole server: in no form is one heard by somebody who may not know it."""

import pytest
from leak_canaries import search
from leak_games import HIDDEN
from leak_party import OPERATOR
from leak_questions import OF_A_GAME
from leak_shipped import Shipped
from leaky_plugin import SHIPPED

MOMENTS = {
    "camouflage": [
        ({}, lambda game: game.state.phase == "hide" and len(game.state.hides) == 2),
        ({}, lambda game: game.state.phase == "seek" and game.state.turned),
    ],
    "hungry-shark": [({"style": "bubbles"}, lambda game: game.state.round == 2)],
    "jaws": [
        ({"acts": "one"}, lambda game: game.state.stage.shark_turn and len(game.state.stage.shark_turn.trail) > 2),
        ({"acts": "two"}, lambda game: game.state.stage.option >= 0 and game.state.stage.shark < 0),
    ],
    "shark-attack-cards": [({"jokers": True}, lambda game: game.state.round == 2 and len(game.sealed) == 2)],
}
"""Options, and when all is asked: each hidden field is in the state at one of these moments."""

VIEWS = {route: OF_A_GAME[route] for route in OF_A_GAME if route.endswith("/view")}


@pytest.fixture
def shipped(seated):
    """Bring a game of these rules to a moment."""

    def bring(vault, name, options, moment, **more):
        game = seated(Shipped, vault, name, options, **more)
        while not moment(game.games()[-1]):
            assert game.go_on()[0] == 200
        game.wire.take()
        return game

    return bring


def test_every_game_that_hides_anything_is_asked():
    assert set(MOMENTS) == set(SHIPPED) == {name for name in HIDDEN if HIDDEN[name]}


@pytest.mark.parametrize("name", MOMENTS)
def test_nobody_hears_what_is_hidden(vault, shipped, name):
    listened = set()
    for options, moment in MOMENTS[name]:
        game = shipped(vault, name, options, moment)
        heard, secrets = game.sweep()
        listened |= {one.what for one in secrets}
        print(f"{name}: {len(heard)} answers, {len(secrets)} secrets")
        # Who may know something does hear it: the search is not blind.
        for one in secrets:
            if one.what.endswith(" sees"):
                assert search([each._replace(who="") for each in heard if each.who in one.known], [one]), one
    assert listened >= HIDDEN[name]


@pytest.mark.parametrize("name", MOMENTS)
def test_every_hidden_field_that_gets_out_is_found(vault, shipped, name):
    """The rules log their state before each step, and a seat is shown what the next one sees."""
    logged, shown = set(), set()
    for options, moment in MOMENTS[name]:
        game = shipped(vault, name, options, moment, leaky=True)
        secrets = game.secrets()
        for who in (*game.seats, "onlooker"):
            game.wire.ask_all(who, game.asker(who), VIEWS)
        shown |= {what for _, _, what in search(game.wire.take(), secrets)}
        step = game.games()[-1].step
        while game.games()[-1].step == step:
            assert game.go_on()[0] == 200
        logged |= {what for who, _, what in search(game.vault.told(), secrets) if who == OPERATOR}
    assert logged >= HIDDEN[name]
    if name != "hungry-shark":
        # There all are shown the same.
        assert any(what.endswith(" sees") for what in shown)
