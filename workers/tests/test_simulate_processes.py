"""Simulations on several processes: the same results with any number of them, whatever dies."""

import dataclasses
import multiprocessing
import os
import signal

import pytest
from simulating import PLUGINS, lines_of, sharks

from tableshark.errors import SimulationFailed
from tableshark.simulations import Interval, Playing, Sprt, make_plan, rows
from tableshark.simulations.plan import CHECK
from tableshark_workers.simulations import run


@pytest.mark.parametrize("rotation", ["none", "rotate", "paired"])
def test_any_number_of_workers_gives_the_same(rotation):
    plan = sharks(700, rotation=rotation)
    one, *more = (run(plan, plugins=PLUGINS, workers=workers) for workers in (1, 2, 3))
    assert one.complete
    assert one.rows == lines_of(plan, 700)
    assert one.hash == rows.digest([one.rows])
    for other in more:
        assert (other.complete, other.hash, other.rows, other.report) == (True, one.hash, one.rows, one.report)


@pytest.mark.parametrize("until", [Interval(0.05), Sprt(0.35, 0.5)])
def test_it_stops_at_the_same_number_with_any_number_of_workers(until):
    plan = sharks(100_000, rotation="paired", until=until)
    one, two = (run(plan, plugins=PLUGINS, workers=workers) for workers in (1, 2))
    assert one.complete
    assert one.report.until.decided
    assert CHECK <= one.report.episodes < 5000
    assert (two.complete, two.hash, two.report) == (True, one.hash, one.report)
    assert one.rows == lines_of(plan, one.report.episodes)


@pytest.mark.alone
def test_episodes_of_killed_workers_are_played_again():
    """All workers are killed, again and again, until one of them took a claim with it that another has then."""
    plan = sharks(3500)
    killed, again = set(), []

    def kill(course):
        again.extend(claim for claim in course.claims if claim.tries > 1)
        if not again and course.spent.episodes > 1:
            for child in multiprocessing.active_children():
                killed.add(child.pid)
                os.kill(child.pid, signal.SIGKILL)

    found = run(plan, plugins=PLUGINS, workers=2, progress=kill)
    assert killed
    assert again
    assert found.complete
    assert found.rows == lines_of(plan, 3500)
    assert not multiprocessing.active_children()


def deadly(state, moves, chance):
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_kills_every_worker_fails_the_simulation():
    rules = dataclasses.replace(PLUGINS.get("shark-attacks"), apply=deadly)
    deadly_plugins = dataclasses.replace(PLUGINS, rules={"shark-attacks": rules})
    with pytest.raises(SimulationFailed, match=r"from ([01]) to \1 "):
        run(make_plan(deadly_plugins, "shark-attacks", ["random"], 10), plugins=deadly_plugins, workers=2)
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("workers", [1, 2])
def test_it_ends_with_what_it_has_once_it_is_told_to(workers):
    plan, calls = sharks(10_000_000), []
    found = run(
        plan, plugins=PLUGINS, workers=workers, progress=calls.append,
        stop=lambda: len(calls) >= 3 and calls[-1].merged > 0,
    )  # fmt: skip
    assert not found.complete
    assert 0 < found.report.episodes < plan.episodes
    assert found.rows == lines_of(plan, found.report.episodes)


def test_how_long_decisions_take_is_told_beside_the_results():
    found = run(sharks(300), plugins=PLUGINS)
    assert set(found.thinking) == {"stop-at-8/normal", "stop-at-12/normal"}
    made = {label: 300 * standing.decisions for label, standing in found.report.players.items()}
    spent = sum(seconds * made[label] for label, seconds in found.thinking.items())
    assert 0 < spent < found.cpu


def test_an_episode_is_played_again_from_the_plan_alone():
    plan = sharks(40, rotation="paired")
    found = rows.read(run(plan, plugins=PLUGINS).rows)
    assert [Playing(PLUGINS, plan).play(episode) for episode in (31, 7)] == [found[31], found[7]]
