"""A server under load whose parts are killed: what test_kills.py runs, and `python ordeal.py --kills N` for long."""

import argparse
import contextlib
import secrets
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event

from fault_report import Report, added_up, keep, table
from killers import KINDS, SOON, Killer
from load import Crowd
from whole_server import start_server

from tableshark.plugins import load

APART = 0.4
"""The most seconds between two faults of a round; what they break takes longer to mend, so that they meet."""
MOVES = 30
"""So many are acknowledged between two rounds."""
NONE = ("TOKEN_REQUESTS", "ADDRESS_REQUESTS", "GAMES_AN_HOUR", "SIMULATION_WORKERS")
"""Limits, and workers, that the server does without."""


def endure(folder, kills, seed, told=lambda line: None):
    """Do each kind of harm so many times to one server under load; then have all games played out, and check them."""
    luck, pause = Random(seed), Event()
    with contextlib.ExitStack() as stack:
        server = start_server(folder / "data", folder / "log", **{f"TABLESHARK_{name}": "0" for name in NONE})
        stack.callback(lambda: server.process.poll() is None and server.stop())
        killer = Killer(server, luck)
        report = Report(load(), killer.faults)
        with Crowd(server.url, folder, seed) as crowd, ThreadPoolExecutor(len(KINDS)) as pool:
            crowd.goes_on(MOVES, SOON)
            for number in range(kills):
                strikes = []
                for kind in luck.sample(KINDS, len(KINDS)):
                    strikes.append(pool.submit(killer.strike, kind))
                    pause.wait(luck.uniform(0.0, APART))
                if number + 1 == kills:
                    crowd.stop.set()
                for strike in strikes:
                    strike.result()
                if number + 1 < kills:
                    crowd.goes_on(MOVES, SOON)
                for played in crowd.finished():
                    report.add(played)
                told(f"round {number + 1}: {dict(report.counts)}")
        for played in crowd.finished():
            report.add(played)
        assert server.process.poll() is None, server.log.read_text()
    return report


def main():
    """Run for long, and add what was shown to a file of runs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--kills", type=int, default=500, help="how often each kind of harm is done")
    parser.add_argument("--report", type=Path, default=Path("faults.ndjson"), help="the file of runs")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    print(f"seed {given.seed}, in {folder}")
    report = endure(folder, given.kills, given.seed, lambda line: print(line, flush=True))
    row = {"seed": given.seed, **report.row()}
    print(table(row), *report.found, sep="\n")
    print("\nall runs:", table(added_up(keep(given.report, row))), sep="\n")
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
