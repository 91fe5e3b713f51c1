"""The hook implementations of the workers: the commands that run them, and those of simulations."""

from __future__ import annotations

import click

from tableshark import hookimpl
from tableshark.cli import Deferred


@hookimpl
def tableshark_commands() -> list[click.Command]:
    """Bring the commands that run workers, the clock, and everything at once, and those of simulations."""
    simulations = {"simulate": "commands", "replay": "replaying", "plot": "plotting"}
    return [
        *(Deferred(name, f"tableshark_workers.commands:{name}") for name in ("serve", "work", "clock")),
        *(Deferred(name, f"tableshark_workers.simulations.{module}:{name}") for name, module in simulations.items()),
    ]
