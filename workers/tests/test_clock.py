"""The clock: deadlines and delayed decisions, within a tenth of a second."""

import pytest
from busy_shop import wait_until

pytestmark = pytest.mark.alone


def test_a_deadline_is_called_in_time(busy):
    # The first game only shows that the clock is running.
    warm = busy.create("race", {}, seconds=0.01, rounds=1)
    wait_until(lambda: busy.is_over(warm))
    game = busy.create("race", {}, seconds=1.0, rounds=1)
    due = busy.game(game).due
    wait_until(lambda: busy.is_over(game))
    header = busy.desk.load(game)[1].header
    assert 0 <= header.ended - due < 0.1
    assert busy.game(game).state.timeouts == 1


def test_the_quicker_of_two_delayed_decisions_counts(busy):
    game = busy.create("race", {"a": "slow", "b": "quick"}, rounds=2)
    wait_until(lambda: busy.is_over(game))
    assert busy.game(game).state.won == (0, 2)


def test_a_delay_is_counted_from_the_question_however_slow_the_queue_is(shop):
    game = shop.create("race", {"a": "slow"}, rounds=1)
    asked = shop.desk.load(game)[1].since["a"]
    shop.run("work")
    intent = wait_until(lambda: shop.desk.load(game)[1].intents.get("a"))
    assert intent.due == asked + 0.6
    shop.run("clock")
    wait_until(lambda: shop.is_over(game))
    assert shop.desk.load(game)[1].header.ended >= intent.due


def test_an_intent_is_dropped_when_its_question_is_over(busy):
    game = busy.create("race", {"a": "slow"}, rounds=2)
    wait_until(lambda: busy.desk.load(game)[1].intents)
    state = busy.game(game)
    busy.desk.submit(game, "b", busy.desk.look(game, "b")[1].legal[0], state.turns["b"])
    table = busy.desk.load(game)[1]
    assert all(intent.turn == table.game.turns[seat] for seat, intent in table.intents.items())
    wait_until(lambda: busy.is_over(game))
    assert busy.game(game).state.won == (1, 1)


def test_a_bot_that_lets_others_go_first_moves_when_nobody_does(busy):
    game = busy.create("race", {"a": "polite", "b": "polite"}, rounds=2)
    wait_until(lambda: busy.is_over(game))
    assert busy.game(game).state.won == (2, 0)


def test_a_bot_waits_politely_for_a_person(busy):
    game = busy.create("race", {"a": "polite"}, rounds=1)
    wait_until(lambda: busy.desk.load(game)[1].passes)
    assert not busy.is_over(game)
    busy.desk.submit(game, "b", busy.desk.look(game, "b")[1].legal[0], busy.game(game).turns["b"])
    assert busy.game(game).state.won == (0, 1)
