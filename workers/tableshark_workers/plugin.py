"""The hook implementations of the workers: the commands that run them."""

from __future__ import annotations

import click

from tableshark import hookimpl
from tableshark_workers.commands import clock, serve, work


@hookimpl
def tableshark_commands() -> list[click.Command]:
    """Bring the commands that run workers, the clock, and everything at once."""
    return [serve, work, clock]
