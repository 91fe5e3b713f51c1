"""The hook implementations of the workers: the commands that run them."""

from __future__ import annotations

import click

from tableshark import hookimpl
from tableshark.cli import Deferred


@hookimpl
def tableshark_commands() -> list[click.Command]:
    """Bring the commands that run workers, the clock, and everything at once."""
    return [Deferred(name, f"tableshark_workers.commands:{name}") for name in ("serve", "work", "clock")]
