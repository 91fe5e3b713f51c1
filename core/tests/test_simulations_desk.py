"""The desk of simulations: every episode is counted exactly once, whoever plays, is lost, or hands in twice."""

import random
import threading
import time

import pytest
from toys import PIG

from tableshark.errors import UnknownSimulation
from tableshark.plugins import load
from tableshark.simulations import Interval, Playing, make_plan, report, rows
from tableshark.simulations.course import LEASE
from tableshark.simulations.desk import Simulations
from tableshark.simulations.slices import play_slice
from tableshark.store import Change

ME, ID = "f" * 64, "sim-" + "0" * 24


@pytest.fixture(scope="module")
def plugins():
    found = load(only=[])
    found.rules["pig"] = PIG
    return found


@pytest.fixture
def plan(plugins):
    return lambda episodes=12, **more: make_plan(plugins, "pig", ["random", "greedy"], episodes, **more)


class Bureau:
    """A desk whose clock the test sets, and whose orders it keeps."""

    def __init__(self, store, plugins, **more):
        self.plugins, self.now, self.orders = plugins, 1000.0, []
        self.desk = Simulations(store, self.orders.append, lambda: self.now, **more)

    def claim(self, name=ID):
        return self.desk.claim(name)[1]

    def played(self, plan, claim, stop=None):
        """The episodes of a claim, or fewer."""
        playing = Playing(self.plugins, plan, time.process_time)
        return play_slice(playing, claim.start, stop or claim.stop, lambda: 0.0)

    def play_out(self, plan, name=ID):
        while (claim := self.claim(name)) is not None:
            self.desk.hand_in(name, claim.number, self.played(plan, claim))
        return self.desk.load(name)


@pytest.fixture
def bureau(store, plugins):
    return Bureau(store, plugins)


def expected(plugins, plan):
    return rows.digest([rows.write(Playing(plugins, plan).rows(0, plan.episodes))])


def test_an_order_is_played_to_the_end(bureau, plan):
    one = plan()
    ordered = bureau.desk.order(ID, one, ME)
    assert (ordered.state, ordered.created, ordered.ends) == ("queued", 1000.0, False)
    assert bureau.orders == [ID]
    assert bureau.desk.store.find("simulating") == [(ID, 1000.0)]
    bureau.now = 1010.0
    claim = bureau.claim()
    assert (bureau.desk.load(ID).state, bureau.desk.load(ID).began) == ("running", 1010.0)
    bureau.desk.hand_in(ID, claim.number, bureau.played(one, claim))
    bureau.now = 1020.0
    done = bureau.play_out(one)
    assert (done.state, done.ended, done.hash) == ("done", 1020.0, expected(bureau.plugins, one))
    told = b"".join(bureau.desk.rows(done))
    assert [row.episode for row in rows.read(told)] == list(range(12))
    assert rows.digest([told]) == done.hash
    assert report(one, done.course.tally).episodes == 12
    assert (bureau.desk.store.find("simulating"), bureau.desk.store.find("simulated")) == ([], [(ID, 1020.0)])


def test_rows_from_one_on(bureau, plan):
    one = plan()
    bureau.desk.order(ID, one, ME)
    done = bureau.play_out(one)
    for first in (0, 1, 5, 11, 12, 99):
        told = b"".join(bureau.desk.rows(done, first))
        assert [row.episode for row in rows.read(told)] == list(range(first, 12))


def test_ordered_twice_it_is_one(bureau, plan):
    bureau.desk.order(ID, plan(), ME)
    claim = bureau.claim()
    bureau.desk.hand_in(ID, claim.number, bureau.played(plan(), claim))
    again = bureau.desk.order(ID, plan(99), ME)
    assert (again.plan.episodes, again.course.merged) == (12, claim.stop)
    assert [one.id for one in bureau.desk.owned(ME)] == [ID]


def test_a_slice_counts_once_however_often_it_is_handed_in(bureau, plan):
    one = plan()
    bureau.desk.order(ID, one, ME)
    claim = bureau.claim()
    played = bureau.played(one, claim)
    for _ in range(3):
        found = bureau.desk.hand_in(ID, claim.number, played)
    assert (found.course.merged, found.course.tally.episodes, found.lines) == (claim.stop, claim.stop, 1)
    assert len(bureau.desk.store.log(ID)) == 1


def test_who_is_late_counts_for_nothing(bureau, plan):
    """A worker that was thought lost comes back after another has played its episodes."""
    one = plan()
    bureau.desk.order(ID, one, ME)
    late = bureau.claim()
    bureau.now += LEASE + 1
    other = bureau.claim()
    assert (other.start, other.stop, other.tries) == (late.start, late.stop, 2)
    assert bureau.desk.hand_in(ID, late.number, bureau.played(one, late)).course.merged == 0
    assert bureau.desk.hand_in(ID, other.number, bureau.played(one, other)).course.merged == other.stop
    assert bureau.play_out(one).hash == expected(bureau.plugins, one)


def test_a_claim_is_held_by_renewing_it(bureau, plan):
    bureau.desk.order(ID, plan(), ME)
    claim = bureau.claim()
    for _ in range(3):
        bureau.now += LEASE - 1
        assert bureau.desk.renew(ID, claim.number)
    assert bureau.claim().start == claim.stop
    bureau.now += LEASE + 1
    bureau.claim()
    assert not bureau.desk.renew(ID, claim.number)


def test_many_at_once_give_what_one_gives(store, plugins, plan):
    one = plan(120, rotation="paired", options=PIG.options(target=10))
    bureau = Bureau(store, plugins)
    bureau.desk.order(ID, one, ME)
    failed = []

    def work(seed):
        luck = random.Random(seed)
        try:
            while not bureau.desk.load(ID).ends:
                claim = bureau.claim()
                if claim is None:
                    continue
                # Now and then a worker hands in less than it claimed.
                blocks = (claim.stop - claim.start) // one.block
                stop = claim.start + one.block * luck.randint(1, blocks)
                bureau.desk.hand_in(ID, claim.number, bureau.played(one, claim, stop))
        except Exception as error:
            failed.append(error)

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert failed == []
    found = bureau.desk.load(ID)
    assert (found.hash, found.course.tally.episodes) == (expected(plugins, one), 120)


def test_it_stops_at_a_fixed_number_and_counts_nothing_beyond(bureau, plan):
    one = plan(2000, until=Interval(0.2), options=PIG.options(target=6))
    bureau.desk.order(ID, one, ME)
    first, second = bureau.claim(), None
    while bureau.desk.load(ID).course.next <= 200:
        second = bureau.claim()
    # What is beyond the number at which it is judged comes first.
    bureau.desk.hand_in(ID, second.number, bureau.played(one, second))
    bureau.desk.hand_in(ID, first.number, bureau.played(one, first))
    bureau.now += LEASE + 1
    done = bureau.play_out(one)
    assert (done.state, done.course.merged, done.course.stopped) == ("done", 200, 200)
    told = b"".join(bureau.desk.rows(done))
    assert told.count(b"\n") == 200
    assert report(one, done.course.tally).until.decided


def test_cancelled_it_keeps_what_is_counted(bureau, plan):
    one = plan()
    bureau.desk.order(ID, one, ME)
    claim, other = bureau.claim(), bureau.claim()
    bureau.desk.hand_in(ID, claim.number, bureau.played(one, claim))
    found = bureau.desk.cancel(ID)
    assert (found.state, found.course.merged, found.hash) == ("cancelled", claim.stop, None)
    assert not bureau.desk.renew(ID, other.number), "nobody wants these any more"
    assert bureau.claim() is None
    assert bureau.desk.hand_in(ID, other.number, bureau.played(one, other)).course.merged == claim.stop
    ended = found.ended
    bureau.now += 5
    assert bureau.desk.cancel(ID).ended == ended
    assert bureau.desk.tend(ID).state == "cancelled"


def test_its_time_runs_from_its_first_episode(bureau, plan):
    bureau.desk.order(ID, plan(seconds=30.0), ME)
    bureau.now += 100
    assert bureau.desk.tend(ID).state == "queued"
    bureau.claim()
    bureau.now += 29
    assert bureau.desk.tend(ID).state == "running"
    bureau.now += 1
    assert bureau.desk.tend(ID).state == "out_of_time"


def test_what_costs_too_much_fails(store, plugins, plan):
    bureau = Bureau(store, plugins, most=1.0)
    one = plan(1000)
    bureau.desk.order(ID, one, ME)
    claim = bureau.claim()
    played = bureau.played(one, claim)
    played.spent.cpu = 1.5
    found = bureau.desk.hand_in(ID, claim.number, played)
    assert (found.state, found.reason) == ("failed", "it took more than 1 s of CPU time")
    assert found.course.merged == claim.stop


def test_episodes_that_nobody_can_play_fail_it(bureau, plan):
    bureau.desk.order(ID, plan(), ME)
    for _ in range(3):
        bureau.desk.release(ID, bureau.claim().number, "no memory")
    assert bureau.claim() is None
    found = bureau.desk.load(ID)
    assert (found.state, found.reason) == ("failed", "the episodes from 0 to 0 can't be played: no memory")


def test_what_the_queue_loses_is_ordered_again(bureau, plan):
    bureau.desk.order(ID, plan(3), ME)
    bureau.orders.clear()
    assert bureau.desk.order_again(ID, missed=False)
    assert bureau.orders == [], "one that was just taken may not have begun"
    assert bureau.desk.order_again(ID, missed=True)
    assert bureau.orders == [ID]


def test_nothing_is_ordered_while_somebody_plays_or_all_is_over(bureau, plan):
    one = plan(3)
    bureau.desk.order(ID, one, ME)
    assert bureau.claim()
    assert not bureau.desk.order_again(ID, missed=True), "who plays orders what follows"
    bureau.now += LEASE + 1
    assert bureau.desk.order_again(ID, missed=True), "it was lost"
    bureau.play_out(one)
    assert not bureau.desk.order_again(ID, missed=True)
    assert bureau.orders == [ID, ID]


def test_the_last_worker_may_be_lost_before_it_has_told_the_hash(bureau, plan, monkeypatch):
    one = plan(1)
    bureau.desk.order(ID, one, ME)
    claim = bureau.claim()
    with monkeypatch.context() as patch:
        patch.setattr(Simulations, "finish", lambda self, found: found)
        found = bureau.desk.hand_in(ID, claim.number, bureau.played(one, claim))
    assert (found.state, found.hash) == ("running", None)
    assert bureau.desk.tend(ID).hash == expected(bureau.plugins, one)


def test_each_token_has_its_own(bureau, plan):
    others = "e" * 64
    names = [f"sim-{n:024x}" for n in range(4)]
    for n, name in enumerate(names):
        bureau.now += 1
        bureau.desk.order(name, plan(), others if n == 2 else ME)
    assert [one.id for one in bureau.desk.owned(ME)] == [names[3], names[1], names[0]]
    assert [one.id for one in bureau.desk.owned(others)] == [names[2]]
    assert bureau.desk.owned("d" * 64) == []
    bureau.desk.remove(names[1])
    assert [one.id for one in bureau.desk.owned(ME)] == [names[3], names[0]]
    for name in names:
        bureau.desk.remove(name)
    assert bureau.desk.owned(ME) == []
    assert bureau.desk.store.load(f"owner-{ME[:32]}") is None, "nothing is left"


def test_a_game_is_no_simulation(bureau, plan):
    game = "0" * 24
    bureau.desk.store.update(game, lambda before: Change(b"{}", (), 0, {}))
    for name in (game, f"owner-{ME[:32]}", "sim-1"):
        with pytest.raises(UnknownSimulation):
            bureau.desk.load(name)
    for name in ("sim-1",):
        with pytest.raises(UnknownSimulation):
            bureau.desk.cancel(name)
