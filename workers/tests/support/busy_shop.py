"""Real stores, real worker processes and a plugin that misbehaves, for the tests of the workers."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field

from whole_server import importable

from tableshark.plugins import load
from tableshark.seating import Wish, plan
from tableshark.settings import Settings
from tableshark_workers.embedded import EmbeddedStore
from tableshark_workers.shop import open_checked


def wait_until(holds, seconds=15.0):
    """Wait for something to become true; what it gives then is given back."""
    deadline = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.01)
    return found


@dataclass
class Shop:
    """A store, a queue, a desk over them, and processes that can be started and killed."""

    settings: Settings
    environment: dict[str, str]
    desk: object
    queue: object
    processes: list = field(default_factory=list)

    def run(self, *command):
        process = subprocess.Popen(
            [sys.executable, "-m", "tableshark", *command], env=self.environment, start_new_session=True
        )
        self.processes.append(process)
        return process

    def kill(self, process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def create(self, rules, bots, **options):
        """Open a game with these bots by seat; a seat that has none is taken by the key "k"."""
        found = self.desk.plugins.get(rules)
        chosen = found.options(**options)
        wishes = {seat: Wish(bot=bots.get(seat), mine=seat not in bots) for seat in found.seats(chosen)}
        places = plan(self.desk.plugins, found, chosen, wishes)
        return self.desk.create(rules, chosen, places, keys={seat: ("k",) for seat in wishes if seat not in bots}).id

    def game(self, game):
        return self.desk.load(game)[1].game

    def is_over(self, game):
        return self.desk.load(game)[1].header.status == "over"


@contextmanager
def open_shop(folder, odd_folder):
    with EmbeddedStore(folder) as store, EmbeddedStore(folder, name="queue", durable=False) as queue:
        settings = Settings(store=store.url, queue=queue.url)
        environment = {
            **os.environ,
            "TABLESHARK_STORE": store.url,
            "TABLESHARK_QUEUE": queue.url,
            "PYTHONPATH": importable(odd_folder),
        }
        desk, jobs = open_checked(load(), settings)
        made = Shop(settings, environment, desk, jobs)
        yield made
        for process in made.processes:
            if process.poll() is None:
                made.kill(process)
