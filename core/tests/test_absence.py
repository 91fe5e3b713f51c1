"""Persons who don't answer: a machine player takes over, or the game ends, as was agreed on; and what is swept away."""

import json

import pytest
from hall import Follower, Hall
from toys.bids import Bid
from toys.pig import Bank, Roll

from tableshark import Decision
from tableshark.asking import wanted
from tableshark.errors import GameOver, StaleTurn, UnknownBot
from tableshark.header import Place, Terms
from tableshark.sweeping import Retention, sweep


@pytest.fixture
def follower():
    return Follower()


@pytest.fixture
def hall(store, follower):
    return Hall(store, follower)


def open_game(hall, rules="pig", given=None, **terms):
    options = hall.plugins.get(rules).options(**(given or {}))
    seats = hall.plugins.get(rules).seats(options)
    return hall.desk.create(
        rules,
        options,
        [Place(seat, "person", taken=1) for seat in seats],
        keys={seat: (f"key of {seat}",) for seat in seats},
        seed=b"s" * 32,
        terms=Terms(**terms),
    ).id


def woken(hall):
    news = [(one.seat, one.bot, one.turn) for one in hall.woken]
    del hall.woken[:]
    return news


def away(hall, game):
    return [place.seat for place in hall.table(game).header.seats if place.away]


def test_who_may_take_their_time_is_left_alone(hall):
    game = open_game(hall, turn_seconds=30.0, absent="wait")
    hall.now += 3600
    hall.desk.pass_time(game)
    assert hall.store.find("due") == []
    assert away(hall, game) == []
    assert hall.game(game).waiting == ("p0",)


def test_a_machine_player_takes_over_until_the_person_plays_again(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    assert hall.table(game).header.terms == Terms(turn_seconds=30.0, absent="bot", bot="random", level="normal")
    assert hall.store.find("due") == [(game, 1030.0)]
    hall.now = 1029.9
    hall.desk.pass_time(game)
    assert away(hall, game) == []
    hall.now = 1030.0
    hall.desk.pass_time(game)
    assert away(hall, game) == ["p0"]
    assert woken(hall) == [("p0", "random", 1)]
    assert hall.store.find("due") == []
    hall.desk.decide(wanted(hall.table(game))[0], Decision(Roll()))
    # The machine player has answered: the person comes too late, and is back all the same.
    with pytest.raises(StaleTurn):
        hall.say(game, "p0", Bank(), turn=1)
    assert away(hall, game) == []
    assert wanted(hall.table(game)) == []
    kinds = [entry["kind"] for entry in map(json.loads, hall.store.log(game))]
    assert [kind for kind in kinds if kind in ("away", "back")] == ["away", "back"]


def test_the_time_of_a_machine_player_that_takes_over_runs_from_then(hall):
    """Else a turn whose end is to tell nothing would end as soon as it is thought out."""
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.now += 30
    hall.desk.pass_time(game)
    hall.now += 0.5
    hall.desk.decide(wanted(hall.table(game))[0], Decision(Roll(), delay=2.0))
    assert hall.store.find("due") == [(game, 1032.0)]


def test_everybody_is_told_who_takes_over(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    before = {seat: hall.desk.look(game, seat)[1].number for seat in ("p0", "p1", None)}
    hall.now += 30
    hall.desk.pass_time(game)
    after = {seat: hall.desk.look(game, seat)[1] for seat in ("p0", "p1", None)}
    assert {seat: window.number for seat, window in after.items()} == {seat: n + 1 for seat, n in before.items()}
    # Whoever follows the game from the log counts the same.
    assert hall.desk.follow(hall.table(game), after["p1"], before["p1"]) == after["p1"]
    hall.say(game, "p0", Roll())
    assert hall.desk.look(game, "p1")[1].number >= before["p1"] + 2
    for window in [hall.desk.look(game, seat)[1] for seat in ("p0", "p1", None)]:
        past = hall.desk.follow(hall.table(game), window, window.number - 2)
        assert past.number == window.number - 1


def test_who_is_away_and_quicker_than_the_machine_player_plays(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.now += 30
    hall.desk.pass_time(game)
    (thought,) = wanted(hall.table(game))
    hall.desk.decide(thought, Decision(Roll(), delay=60.0))
    hall.now += 30
    hall.say(game, "p0", Roll())
    assert away(hall, game) == []
    assert hall.table(game).intents == {}


def test_who_was_away_as_the_game_ended_is_told_that_it_is_over(hall):
    game = open_game(hall, "bids", {"cards": 1}, turn_seconds=30.0, absent="bot", bot="random")
    hall.say(game, "p1", Bid(1))
    hall.say(game, "p2", Bid(1))
    hall.now += 30
    hall.desk.pass_time(game)
    (thought,) = wanted(hall.table(game))
    hall.desk.decide(thought, Decision(Bid(1)))
    assert (hall.table(game).header.status, away(hall, game)) == ("over", ["p0"])
    with pytest.raises(GameOver):
        hall.say(game, "p0", Bid(2), turn=1)
    hall.say(game, "p0", Bid(1), turn=1)  # what was played for it is acknowledged


def test_who_is_away_again_before_the_answer_is_taken_plays_all_the_same(hall, monkeypatch):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.now += 30
    hall.desk.pass_time(game)
    update, slow = hall.store.update, [31.0]

    def updated(*given):
        stored = update(*given)
        if slow and b'"back"' in hall.store.log(game)[-1]:
            hall.now += slow.pop()
        return stored

    monkeypatch.setattr(hall.store, "update", updated)
    hall.say(game, "p0", Roll())
    kinds = [json.loads(line)["kind"] for line in hall.store.log(game)]
    assert (kinds, slow) == (["setup", "away", "back", "away", "back", "answer"], [])


def test_the_game_ends_without_those_who_stay_away(hall, follower):
    game = open_game(hall, "bids", turn_seconds=30.0, absent="end")
    hall.say(game, "p1", Bid(3))
    hall.now += 30
    hall.desk.pass_time(game)
    header = hall.table(game).header
    assert (header.status, header.ended) == ("abandoned", 1030.0)
    assert header.outcome.ranks == {"p0": 2, "p1": 1, "p2": 2}
    assert header.outcome.scores == {"p0": 0.0, "p1": 1.0, "p2": 0.0}
    assert header.outcome.reason == "abandoned"
    assert hall.store.find("due") == []
    assert follower.told[-1] == ("over", "abandoned")
    with pytest.raises(GameOver):
        hall.say(game, "p0", Bid(1), turn=1)
    window = hall.desk.look(game, "p0")[1]
    assert (window.outcome, window.legal, window.waiting) == (header.outcome, None, ())


def test_each_question_has_its_own_time(hall):
    game = open_game(hall, turn_seconds=30.0, absent="end")
    hall.now += 29
    hall.say(game, "p0", Roll())
    assert hall.store.find("due") == [(game, 1059.0)]


def test_what_the_rules_set_a_time_for_comes_first(hall):
    """A rules' own deadline answers for who is late; the other clock runs anew with the next question."""
    options = hall.plugins.get("bids").options(seconds=10.0)
    places = [Place(seat, "person", taken=1) for seat in hall.plugins.get("bids").seats(options)]
    game = hall.desk.create("bids", options, places, terms=Terms(turn_seconds=10.0, absent="end")).id
    hall.now += 10
    hall.desk.pass_time(game)
    assert hall.table(game).header.status == "running"
    assert hall.store.find("due") == [(game, 1020.0)]


def test_a_seat_that_was_left_is_played_for_too(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot", bot="random")
    hall.desk.leave_seat(game, "p0", "key of p0")
    hall.now += 30
    hall.desk.pass_time(game)
    assert away(hall, game) == ["p0"]
    hall.desk.take_seat(game, "p0", "another key")
    assert away(hall, game) == ["p0"]
    hall.say(game, "p0", Roll())
    assert away(hall, game) == []


def test_the_machine_player_that_takes_over_is_known_from_the_start(hall):
    game = open_game(hall, turn_seconds=30.0, absent="bot")
    terms = hall.table(game).header.terms
    assert (terms.bot, terms.level) == (hall.plugins.bots_for("pig")[0].id, "normal")
    with pytest.raises(UnknownBot):
        open_game(hall, turn_seconds=30.0, absent="bot", bot="stranger")
    assert hall.table(open_game(hall, bot="random")).header.terms.bot is None


# What is swept away

KEPT = Retention(waiting=100.0, idle=200.0, ended=300.0)


def swept(hall):
    sweep(hall.desk, KEPT, hall.now, lambda game, care: care())


def test_a_game_that_nobody_joins_is_given_up_and_removed(hall):
    game = hall.open("pig", by="open")
    hall.now = 1099.9
    swept(hall)
    assert hall.table(game).header.status == "waiting"
    hall.now = 1100.0
    swept(hall)
    header = hall.table(game).header
    assert (header.status, header.ended, header.outcome) == ("abandoned", 1100.0, None)
    with pytest.raises(GameOver):
        hall.desk.take_seat(game, "p0", "key")
    hall.now = 1400.0
    swept(hall)
    assert hall.store.load(game) is None


def test_a_game_that_rests_is_given_up(hall):
    game = hall.open("pig")
    hall.now = 1150.0
    hall.say(game, "p0", Bank() if Bank() in hall.desk.look(game, "p0")[1].legal else Roll())
    hall.now = 1349.0
    swept(hall)
    assert hall.table(game).header.status == "running"
    hall.now = 1350.0
    swept(hall)
    header = hall.table(game).header
    assert (header.status, header.outcome.reason) == ("abandoned", "abandoned")
    assert hall.store.find("idle") == []
    assert hall.store.find("ended") == [(game, 1350.0)]
    hall.now = 1650.0
    swept(hall)
    assert hall.store.load(game) is None
    assert hall.store.log(game) == []


def test_one_that_fails_holds_up_no_other(hall):
    games = [hall.open("pig", by="open") for _ in range(3)]
    hall.now += 100
    tended = []
    sweep(hall.desk, KEPT, hall.now, lambda game, care: tended.append(game))
    assert sorted(tended) == sorted(games)
