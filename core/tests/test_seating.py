"""Who sits where: plans for new games, and people who come and go."""

import pytest
from hall import Follower, Hall
from toys.pig import Roll

from tableshark.errors import (
    GameNotStarted,
    GameOver,
    NotInvited,
    SeatTaken,
    UnfitSeats,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from tableshark.header import Place
from tableshark.seating import Wish, plan


@pytest.fixture
def follower():
    return Follower()


@pytest.fixture
def hall(store, follower):
    return Hall(store, follower)


def test_a_plan_fills_the_seats_as_wished():
    plugins = Hall().plugins
    pig = plugins.get("pig")
    wishes = {"p1": Wish(bot="greedy"), "p0": Wish(mine=True, holders=2)}
    assert plan(plugins, pig, pig.options(players=3), wishes) == (
        Place("p0", "person", holders=2, taken=1),
        Place("p1", "bot", "greedy", "normal"),
        Place("p2", "open"),
    )


def test_a_plan_can_not_have_what_there_is_not():
    plugins = Hall().plugins
    pig = plugins.get("pig")
    with pytest.raises(UnfitSeats, match="p2") as caught:
        plan(plugins, pig, pig.options(), {"p2": Wish()})
    assert caught.value.where == "/p2"
    with pytest.raises(UnknownBot, match="stranger"):
        plan(plugins, pig, pig.options(), {"p1": Wish(bot="stranger")})
    with pytest.raises(UnknownBot, match="fierce"):
        plan(plugins, pig, pig.options(), {"p1": Wish(bot="random", level="fierce")})


def test_the_last_to_come_starts_the_game(hall, follower):
    game = hall.open("pig", by="open")
    assert hall.desk.look(game, None)[1] is None
    with pytest.raises(GameNotStarted):
        hall.desk.submit(game, "p0", Roll(), 1)
    header = hall.desk.take_seat(game, "p1", "one")
    assert header.status == "waiting"
    assert header.place("p1") == Place("p1", "person", taken=1)
    hall.now += 5
    header = hall.desk.take_seat(game, "p0", "two")
    assert (header.status, header.started) == ("running", 1005.0)
    assert hall.game(game).turns == {"p0": 1, "p1": 0}
    assert follower.told == [("created", game), ("taken", "p1"), ("taken", "p0")]
    assert [index for index in ("waiting", "running") if hall.store.find(index)] == ["running"]


def test_who_sits_there_already_changes_nothing(hall, follower):
    game = hall.open("pig", by="open")
    hall.desk.take_seat(game, "p0", "one")
    revision = hall.store.load(game).revision
    header = hall.desk.take_seat(game, "p0", "one")
    assert header.place("p0").taken == 1
    assert hall.store.load(game).revision == revision
    assert follower.told.count(("taken", "p0")) == 1


def test_a_seat_is_taken_once(hall):
    game = hall.open("pig", by="open", bots=["p1"])
    hall.desk.take_seat(game, "p0", "one")
    for seat in ("p0", "p1"):
        with pytest.raises(SeatTaken, match=seat):
            hall.desk.take_seat(game, seat, "two")
    with pytest.raises(UnknownSeat):
        hall.desk.take_seat(game, "p7", "two")
    with pytest.raises(UnknownGame):
        hall.desk.take_seat("nowhere", "p0", "two")


def test_a_seat_can_be_shared(hall, follower):
    pig = hall.plugins.get("pig")
    places = plan(hall.plugins, pig, pig.options(), {"p0": Wish(holders=2), "p1": Wish(bot="random")})
    game = hall.desk.create("pig", pig.options(), places).id
    assert hall.desk.take_seat(game, "p0", "one").status == "waiting"
    assert hall.desk.take_seat(game, "p0", "two").status == "running"
    with pytest.raises(SeatTaken):
        hall.desk.take_seat(game, "p0", "three")
    assert follower.told.count(("taken", "p0")) == 2
    assert hall.desk.leave_seat(game, "p0", "one")
    assert hall.table(game).header.place("p0") == Place("p0", "person", holders=2, taken=1)


def test_who_leaves_makes_room(hall):
    game = hall.open("pig")
    revision = hall.store.load(game).revision
    assert not hall.desk.leave_seat(game, "p0", "not the key")
    assert hall.table(game).header.place("p0").taken == 1
    assert hall.store.load(game).revision == revision
    assert hall.desk.leave_seat(game, "p0", "key of p0")
    header = hall.table(game).header
    assert header.place("p0") == Place("p0", "open")
    assert header.status == "running"
    before = hall.game(game)
    header = hall.desk.take_seat(game, "p0", "another")
    assert header.place("p0") == Place("p0", "person", taken=1)
    assert hall.game(game) == before
    assert hall.table(game).keys["p0"] == ("another",)


def test_nobody_comes_to_a_game_that_is_over(hall):
    game = hall.open("count", by="open", rounds=1, players=1)
    hall.desk.take_seat(game, "p0", "one")
    hall.now += 100
    hall.desk.pass_time(game)
    hall.desk.leave_seat(game, "p0", "one")
    with pytest.raises(GameOver):
        hall.desk.take_seat(game, "p0", "two")


def test_a_seat_that_needs_an_invitation(hall):
    places = [Place("p0", "person", taken=1), Place("p1", holders=2, invited=True)]
    game = hall.desk.create("pig", hall.plugins.get("pig").options(), places, invites={"p1": "kept"}).id
    for invite in (None, "other", ""):
        with pytest.raises(NotInvited):
            hall.desk.take_seat(game, "p1", "key", invite=invite)
    assert hall.table(game).header.place("p1").taken == 0
    hall.desk.take_seat(game, "p1", "one", invite="kept")
    hall.desk.take_seat(game, "p1", "two", invite="kept")
    with pytest.raises(SeatTaken):
        hall.desk.take_seat(game, "p1", "three", invite="kept")
    assert hall.table(game).header.status == "running"


def test_a_key_is_exchanged_for_another(hall):
    game = hall.open("pig")
    assert hall.desk.change_key(game, "p0", "key of p0", "fresh")
    assert hall.table(game).keys["p0"] == ("fresh",)
    assert hall.desk.change_key(game, "p0", "key of p0", "fresh"), "it was done before"
    assert not hall.desk.change_key(game, "p0", "key of p0", "again")
    assert hall.table(game).keys["p0"] == ("fresh",)


def test_salts_of_a_shared_seat_are_joined_and_go_with_those_who_leave(hall):
    places = [Place("p0", holders=3), Place("p1")]
    game = hall.desk.create("pig", hall.plugins.get("pig").options(), places).id
    hall.desk.take_seat(game, "p0", "one", salt="a")
    hall.desk.take_seat(game, "p0", "two", salt="b")
    hall.desk.take_seat(game, "p0", "two", salt="c")
    assert hall.table(game).salts == {"p0": "a+b"}
    hall.desk.change_key(game, "p0", "two", "new")
    hall.desk.leave_seat(game, "p0", "one")
    assert hall.table(game).salts == {"p0": "b"}
    hall.desk.take_seat(game, "p0", "one")
    hall.desk.take_seat(game, "p0", "three", salt="d")
    hall.desk.leave_seat(game, "p0", "new")
    assert hall.table(game).salts == {"p0": "d"}
    hall.desk.take_seat(game, "p0", "four", salt="e")
    hall.desk.take_seat(game, "p1", "five")
    hall.desk.leave_seat(game, "p0", "three")
    hall.desk.take_seat(game, "p0", "six", salt="too-late")
    assert hall.table(game).salts == {"p0": "d+e"}
    assert hall.table(game).brought == {}


def test_a_game_that_is_named_is_created_once(hall, follower):
    places = [Place("p0", "person", taken=1), Place("p1", "bot", "random", "normal")]
    options = hall.plugins.get("pig").options()
    name = "ab" * 12
    one = hall.desk.create("pig", options, places, game=name)
    hall.say(name, "p0", Roll())
    again = hall.desk.create("pig", options, places, game=name)
    assert (one.id, again.commitment) == (name, one.commitment)
    assert hall.game(name).step == 1
    assert follower.told.count(("created", name)) == 1
