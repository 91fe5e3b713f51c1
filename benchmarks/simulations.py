"""Simulations: on two processes, through the queue, and how many episodes of each game a CPU second gives."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from rich.table import Table

from benchmarks import shark_attacks_by_hand
from benchmarks.measure import Ratio
from benchmarks.served import stores
from tableshark.plugins import Plugins, load
from tableshark.settings import read
from tableshark.simulations import Plan, make_plan
from tableshark.simulations.desk import Simulations
from tableshark.store.connect import connect
from tableshark_workers.simulations import run

ROUNDS = 5
EPISODES = 3000
"""Of Shark Attacks! of three, by random players: some seconds."""
SPIN = 1.0
TICK = os.sysconf("SC_CLK_TCK")
OWN = {"camouflage": 40, "hungry-shark": 40, "jaws": 8, "shark-attack-cards": 300, "shark-attacks": 600}
"""How many episodes of each game are timed, by its own first bot."""


def _plan(plugins: Plugins, episodes: int = EPISODES) -> Plan:
    options = plugins.get("shark-attacks").options(players=3)
    return make_plan(plugins, "shark-attacks", ["random"], episodes, options=options)


def _ratio(found: list[float]) -> Ratio:
    return Ratio(median(found), min(found), max(found))


def two_processes() -> Ratio:
    """P5: how much faster two processes are than one, over how much faster two are that do nothing but spin."""
    plugins = load()
    plan = _plan(plugins)

    def once() -> float:
        gained = _wall(lambda: run(plan, plugins=plugins)) / _wall(lambda: run(plan, plugins=plugins, workers=2))
        return gained / (_spin(2) / _spin(1))

    return _ratio([once() for _ in range(ROUNDS)])


def _wall(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _spin(processes: int) -> int:
    """Give how far so many processes count in a second, all of them together."""
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        return sum(pool.map(_count, [SPIN] * processes, chunksize=1))


def _count(seconds: float) -> int:
    until, counted = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        for _ in range(1000):
            counted += 1
    return counted


def through_the_queue() -> Ratio:
    """P6: CPU time of a simulation by a worker, the stores' included, over that of the same one in this process."""
    plugins = load()
    plan = _plan(plugins)
    found = []
    with stores() as settings:
        os.environ.update(settings)
        store, queue = connect(read())
        desk = Simulations(store, queue.simulate, time.time)
        worker = subprocess.Popen([sys.executable, "-m", "tableshark", "work", "--simulations"])
        try:
            for number in range(ROUNDS + 1):
                name = f"sim-{number:024x}"
                before = _cpu()
                desk.order(name, plan, "f" * 64)
                while not desk.load(name).ends:
                    time.sleep(0.05)
                spent = _cpu() - before
                began = time.process_time()
                inline = run(plan, plugins=plugins)
                own = time.process_time() - began
                assert desk.load(name).hash == inline.hash
                found.append(spent / own)
        finally:
            worker.terminate()
            worker.wait(20)
    # The first round warms everything up.
    return _ratio(found[1:])


def _cpu() -> float:
    """CPU seconds of all that this process has started: workers, their children that have ended, stores."""
    mine, spent = os.getpid(), 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(words[1]) == mine:
                spent += sum(map(int, words[11:15]))
    return spent / TICK


def table() -> Table:
    """Say how many episodes of each game a CPU second gives."""
    plugins = load()
    told = Table("", "players", "episodes a CPU second")
    luck = Random(1)
    began, games = time.process_time(), 2000
    for _ in range(games):
        shark_attacks_by_hand.playout(luck)
    told.add_row("shark-attacks of three, by hand", "random", f"{games / (time.process_time() - began):,.0f}")
    three = run(_plan(plugins), plugins=plugins)
    told.add_row("shark-attacks of three", "random", f"{EPISODES / three.cpu:,.0f}")
    for name, episodes in OWN.items():
        own = plugins.bots_for(name)[0]
        for bot, count in (("random", 2 * episodes), (f"{own.id}/{own.level}", episodes)):
            cpu = run(make_plan(plugins, name, [bot], count), plugins=plugins).cpu
            told.add_row(name, bot, f"{count / cpu:,.1f}")
    return told
