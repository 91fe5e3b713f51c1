"""Stored games under other versions of their rules."""

import dataclasses

import msgspec
import pytest
from hall import Hall
from offers import OFFERS, Offer, Withdraw
from toys import BIDS, PIG
from toys.bids import Bid
from toys.pig import Bank, Roll

from tableshark import Awaiting, Data, Decision
from tableshark.asking import wanted
from tableshark.errors import AlreadyAnswered, GameOver, RulesAway, StaleTurn
from tableshark.sweeping import Retention, sweep


class Pig3(Data, frozen=True):
    target: int
    scores: tuple[int, ...]
    rolled: int
    turn: int = 0
    pot: int = 0


def to_two(state):
    return {**state, "rolls": 0}


def to_three(state):
    return {"rolled" if name == "rolls" else name: value for name, value in state.items()}


PIG3 = dataclasses.replace(PIG, version=3, state=Pig3, seen=Pig3, upgrades={1: to_two, 2: to_three})


@pytest.fixture
def hall(store):
    return Hall(store)


def test_a_game_of_version_one_plays_on_under_version_three(hall):
    game = hall.open("pig", target=12)
    while not hall.game(game).state.pot:
        hall.say(game, hall.game(game).waiting[0], Roll())
    before = hall.game(game)
    hall.plugins.rules["pig"] = PIG3
    header, window = hall.desk.look(game, None)
    assert header.version == 3
    # Under each of the versions it may be told otherwise.
    assert window.number == before.numbers[""] + 2
    after = hall.game(game)
    assert after.state == Pig3(12, before.state.scores, 0, before.state.turn, before.state.pot)
    assert (after.turns, after.waiting, after.due) == (before.turns, before.waiting, before.due)
    while waiting := hall.game(game).waiting:
        legal = hall.desk.look(game, waiting[0])[1].legal
        hall.say(game, waiting[0], legal[-1])
    assert hall.table(game).header.version == 3
    versions = [msgspec.json.decode(line)["version"] for line in hall.store.log(game)]
    assert versions == sorted(versions)
    assert {*versions} == {1, 3}


def test_a_game_that_has_not_begun_is_set_up_by_the_present_version(hall):
    game = hall.open("pig", by="open")
    fresh = dataclasses.replace(PIG3, setup=lambda options, chance: Pig3(options.target, (0,) * options.players, 7))
    hall.plugins.rules["pig"] = fresh
    hall.desk.take_seat(game, "p0", "a")
    header = hall.desk.take_seat(game, "p1", "b")
    assert header.version == 3
    assert hall.game(game).state.rolled == 7


def test_an_older_installation_does_not_touch_a_later_game(hall):
    hall.plugins.rules["pig"] = dataclasses.replace(PIG, version=2)
    game = hall.open("pig")
    stored = hall.store.load(game)
    hall.plugins.rules["pig"] = PIG
    with pytest.raises(RulesAway, match=r"version 2.*version 1 is installed"):
        hall.desk.submit(game, "p0", Roll(), 1)
    assert hall.store.load(game) == stored


@pytest.mark.parametrize(
    "upgrades",
    [{2: to_three}, {1: to_two}, {1: to_two, 2: lambda state: {}["lost"]}, {1: to_two, 2: lambda state: state}],
    ids=["none-from-1", "none-from-2", "raises", "does-not-fit"],
)
def test_what_can_not_be_brought_up_is_away(hall, upgrades):
    game = hall.open("pig")
    stored = hall.store.load(game)
    hall.plugins.rules["pig"] = dataclasses.replace(PIG3, upgrades=upgrades)
    with pytest.raises(RulesAway, match="pig"):
        hall.desk.look(game, "p0")
    assert hall.store.load(game) == stored


def test_a_state_that_changed_without_a_version_is_away(hall):
    game = hall.open("pig")
    hall.plugins.rules["pig"] = dataclasses.replace(PIG, state=Pig3)
    with pytest.raises(RulesAway, match="pig") as caught:
        hall.desk.look(game, "p0")
    assert "rolled" not in str(caught.value)


def test_sealed_answers_that_no_longer_decode_are_asked_again(hall):
    game = hall.open("bids")
    hall.say(game, "p1", Bid(3))
    hall.plugins.rules["bids"] = OFFERS
    window = hall.desk.look(game, "p1")[1]
    assert window.answered == ()
    assert window.turn == 1
    assert Withdraw() in window.legal
    hall.desk.submit(game, "p1", Offer(4), 1)
    with pytest.raises(AlreadyAnswered):
        hall.desk.submit(game, "p1", Offer(5), 1)  # compared with lines of the log that are no moves any more, too
    hall.say(game, "p0", Offer(1))
    hall.say(game, "p2", Offer(2))
    assert hall.game(game).state.news[0].bids == (1, 4, 2)
    assert hall.desk.submit(game, "p1", Offer(4), 1).turn == 2
    with pytest.raises(StaleTurn):
        hall.desk.submit(game, "p1", Withdraw(), 1)


def test_sealed_answers_that_decode_are_kept(hall):
    game = hall.open("bids")
    hall.say(game, "p1", Bid(3))
    hall.plugins.rules["bids"] = dataclasses.replace(BIDS, version=2, upgrades={1: lambda state: state})
    assert hall.game(game).sealed == {"p1": Bid(3)}
    assert hall.desk.look(game, None)[1].answered == ("p1",)


def test_decisions_that_wait_are_asked_again_when_they_no_longer_decode(hall):
    game = hall.open("bids", bots=["p0"])
    [one] = wanted(hall.table(game))
    hall.desk.decide(one, Decision(Bid(3), delay=5.0))
    assert wanted(hall.table(game)) == []
    hall.plugins.rules["bids"] = OFFERS
    assert wanted(hall.table(game)) == [one]


def test_an_end_that_the_new_version_sees_is_seen(hall):
    """What is asked comes from the rules that are installed, not from what was stored."""
    game = hall.open("pig", target=100)
    lower = {1: lambda state: {**state, "scores": [100, 0]}}
    hall.plugins.rules["pig"] = dataclasses.replace(PIG, version=2, upgrades=lower)
    window = hall.desk.look(game, None)[1]
    assert window.outcome.ranks == {"p0": 1, "p1": 2}
    assert window.waiting == ()


def test_the_same_answer_again_after_an_upgrade(hall):
    game = hall.open("pig")
    hall.say(game, "p0", Roll(), turn=1)
    hall.plugins.rules["pig"] = PIG3
    assert hall.desk.submit(game, "p0", Roll(), 1).seat == "p0"
    with pytest.raises(StaleTurn):
        hall.desk.submit(game, "p0", Bank(), 1)


@pytest.mark.parametrize("left", [False, True])
def test_a_game_that_an_upgrade_ends_is_swept_away_as_any_other(hall, left):
    game = hall.open("pig", target=100)
    lower = {1: lambda state: {**state, "scores": [100, 0]}}
    hall.plugins.rules["pig"] = dataclasses.replace(PIG, version=2, upgrades=lower)
    if left:
        hall.desk.leave_seat(game, "p0", "key of p0")
    kept = Retention(waiting=100.0, idle=200.0, ended=300.0)
    for ended in (200.0, 300.0):
        assert hall.store.load(game) is not None
        hall.now += ended
        sweep(hall.desk, kept, hall.now, lambda game, care: care())
    assert hall.store.load(game) is None


def test_a_game_that_was_given_up_stays_so(hall):
    game = hall.open("pig")
    hall.desk.give_up(game)
    before, log = hall.table(game), hall.store.log(game)
    hall.plugins.rules["pig"] = PIG3
    with pytest.raises(GameOver):
        hall.say(game, "p0", Roll(), turn=1)
    assert hall.store.log(game) == log
    header, window = hall.desk.look(game, "p0")
    assert (header.status, header.outcome, window.outcome) == ("abandoned", before.header.outcome, before.game.outcome)
    assert (window.turn, window.legal, window.waiting, window.due) == (None, None, (), None)


def test_a_game_that_is_over_stays_so_where_the_new_version_would_go_on(hall):
    game = hall.open("pig", target=1)
    while seats := hall.game(game).waiting:
        hall.say(game, seats[0], hall.desk.look(game, seats[0])[1].legal[-1])
    higher = {1: lambda state: {**state, "target": 100}}
    hall.plugins.rules["pig"] = dataclasses.replace(PIG, version=2, upgrades=higher)
    assert hall.desk.look(game, "p0")[1].outcome == hall.table(game).header.outcome is not None


def asking(*seats):
    """A version of the bids that asks these seats alone."""
    found = Awaiting.of(*seats, question="bids")
    return dataclasses.replace(BIDS, version=2, status=lambda state: found, upgrades={1: lambda state: state})


@pytest.mark.parametrize("asked", ["p0 p1", "p1 p2"])
def test_where_others_are_asked_now_all_of_them_answer(hall, asked):
    game = hall.open("bids")
    hall.say(game, "p0", Bid(1))
    if asked == "p0 p1":
        hall.say(game, "p1", Bid(2))
    hall.plugins.rules["bids"] = asking(*asked.split())
    for number, seat in enumerate(asked.split()):
        assert hall.game(game).step == 0
        hall.say(game, seat, Bid(3 + number), turn=1)
    assert hall.game(game).step == 1


def test_an_answer_of_old_is_none_to_what_is_asked_since_an_upgrade(hall):
    game = hall.open("pig", players=2)
    hall.say(game, "p0", Roll(), turn=1)
    while hall.game(game).waiting == ("p0",):
        hall.say(game, "p0", Roll())
    old = hall.game(game).turns["p0"]
    asks = Awaiting.of("p0", question="again")
    new = dataclasses.replace(PIG, version=2, status=lambda state: asks, upgrades={1: lambda state: state})
    hall.plugins.rules["pig"] = new
    step = hall.game(game).step
    hall.say(game, "p0", Roll(), turn=old)  # sent again
    assert hall.game(game).step == step
    hall.say(game, "p0", Roll(), turn=old + 1)
    assert hall.game(game).step == step + 1
