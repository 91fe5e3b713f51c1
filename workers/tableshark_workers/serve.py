"""Everything on one machine, by one command: the embedded stores, the API, the clock and the workers."""

from __future__ import annotations

import errno
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

import click

from tableshark.errors import TablesharkError
from tableshark.plugins import Plugins
from tableshark.settings import PREFIX, BadSetting, Settings
from tableshark_workers.embedded import EmbeddedStore, StoreFailed, StoreLocked
from tableshark_workers.shop import open_checked
from tableshark_workers.supervisor import Program, Startable, Supervisor

LEAVING = 3.0
"""Seconds in which the API of a server that was killed gives its port free."""
READY = 60
"""Seconds in which the API is expected to answer."""


def run_server(plugins: Plugins, settings: Settings) -> int:
    """Run until SIGTERM or Ctrl-C; gives the exit code."""
    for broken in plugins.broken:
        click.echo(f"disabled: {broken.plugin}: {broken.reason}", err=True)
    try:
        _check_port(settings)
        with ExitStack() as stack:
            stores: list[EmbeddedStore] = []
            if not settings.store:
                folder = Path(settings.data).expanduser()
                # The queue's server keeps nothing: a job's twenty writes need not wait for a disk each.
                stores = [EmbeddedStore(folder), EmbeddedStore(folder, name="queue", durable=False)]
                for store in stores:
                    stack.enter_context(store)
            environment = _environment(settings, stores)
            if not stores:
                open_checked(plugins, settings)
            Thread(target=_announce, args=(settings, stores), daemon=True).start()
            return Supervisor([*stores, *_programs(settings, environment)]).run()
    except (StoreLocked, StoreFailed, TablesharkError, OSError) as error:
        click.echo(f"tableshark: {error}", err=True)
        return 1


def _environment(settings: Settings, stores: Sequence[EmbeddedStore]) -> dict[str, str]:
    store, queue = (stores[0].url, stores[1].url) if stores else (settings.store, settings.queue_url)
    return {
        f"{PREFIX}STORE": store,
        f"{PREFIX}QUEUE": queue,
        f"{PREFIX}HOST": settings.host,
        f"{PREFIX}PORT": str(settings.port),
    }


def _programs(settings: Settings, environment: dict[str, str]) -> list[Startable]:
    def program(name: str, *command: str) -> Program:
        return Program(name, [sys.executable, "-m", "tableshark", *command], environment)

    workers = [program(f"worker {n + 1}", "work") for n in range(settings.bot_workers)]
    simulating = [
        program(f"worker of simulations {n + 1}", "work", "--simulations") for n in range(settings.simulation_workers)
    ]
    return [program("clock", "clock"), *workers, program("api", "api"), *simulating]


def _check_port(settings: Settings) -> None:
    """Fail at once, and in one line, where the API could not listen."""
    if not 0 < settings.port < 65536:
        raise BadSetting(f"{PREFIX}PORT is {settings.port}, a port from 1 to 65535 expected")
    kind = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    deadline = time.monotonic() + LEAVING
    while True:
        with socket.socket(kind, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((settings.host, settings.port))
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                    raise OSError(f"can't listen on {settings.host} port {settings.port}: {error.strerror}") from error
            else:
                return
        time.sleep(0.1)


def _announce(settings: Settings, stores: Sequence[EmbeddedStore]) -> None:
    """Say where the API listens once it answers."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    url = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{settings.port}"  # noqa: S104
    for _ in range(READY * 10):
        try:
            with urlopen(f"{url}/readyz", timeout=1.0):  # noqa: S310 - our own address
                break
        except (URLError, OSError):
            time.sleep(0.1)
    else:
        return
    click.echo(f"Tableshark listens on {url} - the page that shows its API is {url}/docs")
    if stores:
        click.echo(f"Games are kept in {stores[0].folder}. Ctrl-C ends everything.")
