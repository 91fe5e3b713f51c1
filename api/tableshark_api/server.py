"""The server: granian in front of the app, with everything checked before it listens.

The app itself is imported by the processes that answer, not by the one that watches over them.
"""

from __future__ import annotations

import resource
import socket

import click
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from tableshark import settings
from tableshark.errors import TablesharkError
from tableshark.settings import BadSetting, Settings
from tableshark.store.connect import connect_checked

KILL_SECONDS = 2
"""How long requests in hand may take at the end; those that wait for a change are cut off then."""

CONNECTIONS = 1024
"""How many connections one process holds at least; with fewer, a crowd of idle or half-open ones would keep all out."""
FILES = 65_536
"""Connections to clients, to the store and to the queue are files; many a system allows a process 1,024 at first."""


class CantServe(TablesharkError):
    """The server can't start."""


def serve(wanted: Settings) -> None:
    """Answer requests until told to stop; CantServe, StoreAway, BadStore or BadSetting where that can't be."""
    connect_checked(wanted)
    _check_address(wanted)
    where = f"http://{f'[{wanted.host}]' if ':' in wanted.host else wanted.host}:{wanted.port}"
    threads = max(2, wanted.api_threads)
    _allow_files()
    server = Granian(
        "tableshark_api.process:build",
        factory=True,
        address=wanted.host,
        port=wanted.port,
        interface=Interfaces.WSGI,
        workers=max(1, wanted.api_workers),
        # As many again for bodies that are still on their way: those who send slowly hold up nobody else.
        blocking_threads=2 * threads,
        backpressure=max(CONNECTIONS, 4 * threads),
        workers_kill_timeout=KILL_SECONDS,
        websockets=False,
        log_level=LogLevels.error,
    )
    server.on_startup(lambda: click.echo(f"tableshark: listening at {where}", err=True))
    server.serve()


def _allow_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _check_address(wanted: Settings) -> None:
    # granian's workers share the port, so that a second server would quietly take half of the requests.
    if not 0 < wanted.port < 65536:
        raise BadSetting(f"TABLESHARK_PORT is {wanted.port}, a port from 1 to 65535 expected")
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(
            wanted.host, wanted.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as error:
        raise CantServe(f"can't listen at {wanted.host}:{wanted.port}: {error.strerror}") from None


@click.command("api")
def api_command() -> None:
    """Answer HTTP requests; where, and the store to use, come from the settings."""
    serve(settings.read())
