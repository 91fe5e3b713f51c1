"""Nothing grows without end: what is swept leaves no key behind, and what is not yet old stays whole."""

import pytest
from hall import Hall
from toys import PIG

from tableshark.errors import UnknownGame
from tableshark.rules import Outcome
from tableshark.simulations import Playing, make_plan
from tableshark.simulations.desk import Simulations
from tableshark.simulations.slices import play_slice
from tableshark.sweeping import Retention, sweep, sweep_simulations

DAY = 24 * 3600.0
KEPT = Retention(waiting=DAY, idle=30 * DAY, ended=30 * DAY, simulated=7 * DAY)
MANY = 12


def tend(name, care):
    care()


class House:
    """A store with everything in it, and its sweepers."""

    def __init__(self, store):
        self.hall = Hall(store)
        self.simulations = Simulations(store, lambda simulation: None, lambda: self.hall.now)

    def fill(self):
        hall = self.hall
        waiting = [hall.open("pig", by="open") for _ in range(MANY)]
        running = [hall.open("count", options=hall.plugins.get("count").options(rounds=2)) for _ in range(MANY)]
        over = [self.played_out() for _ in range(MANY)]
        batches = [self.batch(number) for number in range(MANY)]
        return waiting, running, over, batches

    def played_out(self):
        game = self.hall.open("pig", target=2)
        while not isinstance(PIG.status(self.hall.game(game).state), Outcome):
            [seat] = self.hall.game(game).waiting
            self.hall.say(game, seat, PIG.legal(self.hall.game(game).state, seat)[-1])
        return game

    def batch(self, number):
        plan = make_plan(self.hall.plugins, "pig", ["random"], 4)
        name = self.simulations.order(f"sim-{number:024x}", plan, f"{number % 3:064x}").id
        playing = Playing(self.hall.plugins, plan)
        for _ in range(4):
            claim = self.simulations.claim(name)[1]
            self.simulations.hand_in(name, claim.number, play_slice(playing, claim.start, claim.stop, lambda: 0.0))
        assert self.simulations.load(name).state == "done"
        return name

    def pass_days(self, days):
        self.hall.now += days * DAY
        sweep(self.hall.desk, KEPT, self.hall.now, tend)
        sweep_simulations(self.simulations, KEPT, self.hall.now, tend)


def test_nothing_is_left_of_what_was_swept(redis_store, server):
    house = House(redis_store)
    before = set(server.keys())
    house.fill()
    assert len(server.keys()) > 4 * MANY
    for _ in range(4):
        house.pass_days(31)
    assert set(server.keys()) - before == set()


def test_what_is_not_old_stays(store):
    house = House(store)
    waiting, running, over, batches = house.fill()
    house.pass_days(0.9)
    statuses = {house.hall.desk.load(game)[1].header.status: 0 for games in (waiting, running, over) for game in games}
    assert set(statuses) == {"waiting", "running", "over"}
    house.pass_days(0.2)
    assert {house.hall.table(game).header.status for game in waiting} == {"abandoned"}
    assert [house.simulations.load(name).state for name in batches] == ["done"] * MANY
    house.pass_days(6)
    assert house.simulations.owned(f"{1:064x}") == []
    assert {house.hall.table(game).header.status for game in running} == {"running"}
    house.pass_days(23)
    assert {house.hall.table(game).header.status for game in running} == {"abandoned"}
    for game in over:
        with pytest.raises(UnknownGame):
            house.hall.table(game)


def test_a_game_keeps_nothing_of_who_has_left_or_what_is_over(store):
    hall = House(store).hall
    game = hall.open("pig", target=100)
    seats = [place.seat for place in hall.table(game).header.seats]

    def round_of(number):
        for seat in seats:
            hall.desk.change_key(game, seat, f"key {number} of {seat}", f"key {number + 1} of {seat}")
            hall.desk.leave_seat(game, seat, f"key {number + 1} of {seat}")
            hall.desk.take_seat(game, seat, f"key {number + 1} of {seat}", salt=f"salt-{number}")
        [seat] = hall.game(game).waiting
        turn = hall.game(game).turns[seat]
        hall.desk.order(game, seat, turn, "random", None)
        assert set(hall.table(game).orders) == {seat}
        hall.say(game, seat, PIG.legal(hall.game(game).state, seat)[0])
        assert hall.table(game).orders == {}

    for seat in seats:
        hall.desk.change_key(game, seat, f"key of {seat}", f"key 10 of {seat}")
    round_of(10)
    before = len(store.load(game).body)
    for number in range(11, 51):
        round_of(number)
    assert abs(len(store.load(game).body) - before) < 40, "but for longer numbers"


def test_what_is_kept_under_a_name_goes_by_itself(redis_store, server):
    for number in range(MANY):
        redis_store.keep(f"answer:{number}", b"x", 60)
        redis_store.replace(f"answer:{number}", b"y", 60)
    redis_store.probe()
    assert len(server.keys()) == MANY + 1
    assert all(0 < server.ttl(key) <= 60 for key in server.keys("*"))
