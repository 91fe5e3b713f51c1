"""Simulations by real worker processes: the same results whoever plays, is killed, or loses the queue."""

import os
import signal
import time

import msgspec
import pytest
from busy_shop import wait_until
from rq import Queue, Worker

from tableshark.errors import QueueAway
from tableshark.jobs import SIMULATE
from tableshark.simulations import Playing, make_plan, rows
from tableshark.simulations.desk import Simulations
from tableshark_workers.simulations import run

ME = "f" * 64
SHORT = {"rounds": 3}


class Batches:
    """Simulations of a shop, ordered in this process and played in others."""

    def __init__(self, shop):
        self.shop, self.plugins, self.made = shop, shop.desk.plugins, 0
        self.desk = Simulations(shop.desk.store, shop.queue.simulate, time.time)

    def plan(self, bots, episodes, rules="race", options=None, **more):
        known = self.plugins.get(rules)
        return make_plan(self.plugins, rules, bots, episodes, options=known.options(**(options or {})), **more)

    def order(self, plan):
        self.made += 1
        return self.desk.order(f"sim-{self.made:024x}", plan, ME).id

    def over(self, name):
        found = self.desk.load(name)
        return found if found.ends else None

    def hash(self, plan):
        return rows.digest([rows.write(Playing(self.plugins, plan).rows(0, plan.episodes))])


@pytest.fixture
def batches(shop):
    return Batches(shop)


SHARKS = {"rules": "shark-attacks", "rotation": "paired", "options": {"target": 60}}


def test_two_workers_give_what_one_process_gives(shop, batches):
    plan = batches.plan(["stop-at-8", "random"], 1200, **SHARKS)
    for _ in range(2):
        shop.run("work", "--simulations")
    name = batches.order(plan)
    alone = run(plan, plugins=batches.plugins)
    found = wait_until(lambda: batches.over(name), 60)
    assert (found.state, found.hash) == ("done", alone.hash)
    told = b"".join(batches.desk.rows(found))
    assert told == alone.rows
    assert found.course.spent.cpu > 0
    assert set(found.course.thinking()) == {"stop-at-8/normal", "random/normal"}


def test_a_killed_worker_changes_nothing(shop, batches):
    """It is killed while it plays: its claim runs out, and the other plays its episodes."""
    plan = batches.plan(["ponders", "random"], 60, options=SHORT)
    shop.run("clock")
    victim = shop.run("work", "--simulations")
    name = batches.order(plan)
    wait_until(lambda: batches.desk.load(name).course.claims)
    os.killpg(victim.pid, signal.SIGSTOP)
    held = batches.desk.load(name).course.claims
    shop.kill(victim)
    # Not only the worker: also its child, which plays.
    shop.run("work", "--simulations")
    shop.run("work", "--simulations")
    found = wait_until(lambda: batches.over(name), 60)
    assert held, "it was lost with episodes in its hands"
    assert (found.state, found.hash) == ("done", batches.hash(plan))


def test_a_queue_that_loses_everything_is_filled_again(shop, batches):
    plan = batches.plan(["ponders", "random"], 12, options=SHORT)
    name = batches.order(plan)
    shop.queue.connection.flushall()
    shop.run("work", "--simulations")
    shop.run("clock")
    found = wait_until(lambda: batches.over(name), 30)
    assert found.hash == batches.hash(plan)


@pytest.mark.alone
def test_cancelled_its_worker_is_free_within_a_second(shop, batches):
    """Even from an episode that has no end."""
    shop.run("work", "--simulations")
    endless = batches.order(batches.plan(["loops", "random"], 5))
    wait_until(lambda: batches.desk.load(endless).course.claims)
    began = time.monotonic()
    assert batches.desk.cancel(endless).state == "cancelled"
    name = batches.order(batches.plan(["random"], 1, options=SHORT))
    found = wait_until(lambda: batches.desk.load(name).began, 15)
    assert time.monotonic() - began < 1.5, "a second, and what a worker takes to begin another slice"
    assert found
    wait_until(lambda: batches.over(name))


@pytest.mark.parametrize("bot", ["raises", "eats", "leaves", "rubbish", "scribbles"])
def test_a_bot_that_misbehaves_is_counted(busy_simulations, bot):
    plan = busy_simulations.plan([bot, "random"], 2, options=SHORT)
    name = busy_simulations.order(plan)
    found = wait_until(lambda: busy_simulations.over(name), 30)
    assert found.state == "done"
    faults = {label: sum(cell.faults for cell in cells.values()) for label, cells in found.course.tally.cells.items()}
    assert faults[f"{bot}/normal"] > 0
    assert faults["random/normal"] == 0


@pytest.fixture(scope="module")
def busy_simulations(busy):
    made = Batches(busy)
    made.made = 1000
    busy.run("work", "--simulations")
    wait_until(lambda: Worker.count(queue=busy.queue._simulations))
    return made


def test_what_an_episode_costs_is_asked_once(busy_simulations):
    from_queue = busy_simulations.shop.queue
    plan = busy_simulations.plan(["ponders", "random"], 1, options=SHORT)
    asked = msgspec.json.encode(plan)
    price = from_queue.price(asked, 2)
    assert 0.02 < price < 1
    assert from_queue.price(asked, 2) == price


def test_a_worker_with_another_version_of_the_rules_plays_nothing(busy_simulations):
    plan = busy_simulations.plan(["random"], 1, options=SHORT)
    other = msgspec.structs.replace(plan, version=2)
    name = busy_simulations.order(other)
    found = wait_until(lambda: busy_simulations.over(name), 30)
    assert found.state == "failed"
    assert "race is version 1 here, not 2" in found.reason


@pytest.mark.alone
def test_a_flood_of_slices_holds_up_no_game_of_people(shop, batches):
    """10,000 slices wait, and a worker is busy with them: a live game's bots have workers of their own."""
    plan = batches.plan(["random"], 10_000_000, **SHARKS | {"rotation": "none"})
    name = batches.order(plan)
    order = {"func": SIMULATE, "kwargs": {"simulation": name}}
    shop.queue._simulations.enqueue_many([Queue.prepare_data(**order, job_id=f"{name}-{n}") for n in range(10_000)])
    for command in (("clock",), ("work",), ("work", "--simulations")):
        shop.run(*command)
    wait_until(lambda: batches.desk.load(name).course.merged)
    game = shop.create("race", {"a": "random", "b": "random"}, rounds=20)
    wait_until(lambda: shop.is_over(game), 10)
    assert not batches.desk.load(name).ends
    assert shop.queue.connection.llen("rq:queue:simulations") > 9000
    batches.desk.cancel(name)


def test_what_is_long_over_is_swept_away(shop, batches):
    shop.environment["TABLESHARK_SIMULATION_DAYS"] = "3"
    days = 24 * 3600.0
    names = {}
    for ago in (2.9, 3.1):
        then = Simulations(shop.desk.store, lambda simulation: None, lambda ago=ago: time.time() - ago * days)
        names[ago] = then.order(f"sim-{int(10 * ago):024x}", batches.plan(["random"], 5), ME).id
        then.cancel(names[ago])
    shop.run("clock")
    wait_until(lambda: shop.desk.store.load(names[3.1]) is None)
    assert [one.id for one in batches.desk.owned(ME)] == [names[2.9]]
    assert dict(shop.desk.store.find("simulated")).keys() == {names[2.9]}


@pytest.mark.alone
def test_a_dear_one_holds_up_a_cheap_one_by_a_slice_for_each_worker(shop, batches):
    """A simulation spreads only while nobody waits: its orders don't stand in a long line before those of others."""
    for _ in range(2):
        shop.run("work", "--simulations")
    dear = batches.order(batches.plan(["ponders", "random"], 10_000, options=SHORT))
    wait_until(lambda: len(batches.desk.load(dear).course.claims) == 2, 30)
    assert len(shop.queue._waiting(0, -1)) <= 1
    cheap = batches.order(batches.plan(["random"], 1, options=SHORT))
    wait_until(lambda: batches.over(cheap), 8)
    assert not batches.over(dear)
    batches.desk.cancel(dear)


@pytest.mark.alone
def test_a_price_that_nobody_can_say_in_time_is_not_taken_for_none(shop, batches):
    plan = msgspec.json.encode(batches.plan(["ponders", "random"], 1, options=SHORT))
    assert shop.queue.price(plan, 1) is None, "there is nobody to ask"
    shop.run("work", "--simulations")
    wait_until(lambda: Worker.count(queue=shop.queue._simulations))
    busy = batches.order(batches.plan(["loops", "random"], 5))
    wait_until(lambda: batches.desk.load(busy).course.claims)
    with pytest.raises(QueueAway, match="in time"):
        shop.queue.price(plan, 1)
    batches.desk.cancel(busy)
    assert wait_until(lambda: known(shop.queue, plan)) > 0


def known(queue, plan):
    try:
        return queue.price(plan, 1)
    except QueueAway:
        return None


def test_who_cannot_say_a_price_says_why(busy_simulations):
    plan = busy_simulations.plan(["random"], 1, options=SHORT)
    other = msgspec.structs.replace(plan, version=2)
    with pytest.raises(QueueAway, match="race is version 1 here, not 2"):
        busy_simulations.shop.queue.price(msgspec.json.encode(other), 2)
