"""The commands `tableshark serve`, `work` and `clock`."""

from __future__ import annotations

import logging
import signal
from dataclasses import replace
from threading import Event, Thread

import click

from tableshark.discreet import Discreet, log_uncaught
from tableshark.jobs import BOTS, SIMULATIONS
from tableshark.plugins import Plugins
from tableshark.settings import read
from tableshark.store.counts import Counts
from tableshark.sweeping import Retention
from tableshark_workers.clock import run_clock
from tableshark_workers.metrics import serve_metrics
from tableshark_workers.reconciler import run_reconciler
from tableshark_workers.serve import run_server
from tableshark_workers.shop import open_checked, open_simulations
from tableshark_workers.work import run_worker

DAY = 24 * 3600.0


@click.command()
@click.option("--host", help="Where the API listens [TABLESHARK_HOST].")
@click.option("--port", type=click.IntRange(1, 65535), help="On which port [TABLESHARK_PORT].")
@click.option("--data", type=click.Path(file_okay=False), help="Folder of the embedded store [TABLESHARK_DATA].")
@click.pass_obj
def serve(plugins: Plugins, host: str | None, port: int | None, data: str | None) -> None:
    """Run everything: the store (where TABLESHARK_STORE names none), the API, the workers and the clock."""
    _log()
    given = {"host": host, "port": port, "data": data}
    settings = replace(read(), **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    raise SystemExit(run_server(plugins, settings))


@click.command()
@click.option("--simulations", is_flag=True, help="Play simulations instead.")
@click.pass_obj
def work(plugins: Plugins, simulations: bool) -> None:
    """Run one worker, which plays machine opponents, or simulations."""
    _log()
    run_worker(plugins, read(), SIMULATIONS if simulations else BOTS)


@click.command()
@click.pass_obj
def clock(plugins: Plugins) -> None:
    """Run the clock (deadlines, delayed moves) and the reconciler (moves that the queue lost)."""
    _log()
    settings = read()
    desk, queue = open_checked(plugins, settings)
    if settings.metrics_port:
        serve_metrics(Counts(queue), settings.metrics_port)
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    # Connections of its own: a slow round must not keep the clock waiting.
    own, orders = open_checked(plugins, settings)
    simulations, _ = open_simulations(settings)
    retention = Retention(
        3600.0 * settings.waiting_hours,
        DAY * settings.idle_days,
        DAY * settings.ended_days,
        DAY * settings.simulation_days,
    )
    reconciler = Thread(target=run_reconciler, args=(own, simulations, orders, retention, stop), name="reconciler")
    reconciler.start()
    run_clock(desk, stop)
    reconciler.join()


def _log() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    log_uncaught()
