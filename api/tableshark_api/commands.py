"""The command `tableshark openapi`: the contract, written down."""

from __future__ import annotations

from pathlib import Path

import click

from tableshark.plugins import Plugins, load
from tableshark.store.memory import MemoryStore
from tableshark_api.app import SPEC, create_app
from tableshark_api.document import written
from tableshark_api.idle import IdleQueue

SHIPPED = (
    "tableshark-shark-attacks",
    "tableshark-jaws",
    "tableshark-shark-attack-cards",
    "tableshark-hungry-shark",
    "tableshark-camouflage",
)
"""The distributions whose rules the committed contract describes."""


@click.command("openapi")
@click.option("--shipped", is_flag=True, help="Only the games that come with Tableshark.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file, instead of the terminal.")
@click.pass_obj
def openapi_command(plugins: Plugins, shipped: bool, output: Path | None) -> None:
    """Write the contract as YAML."""
    described = load(only=SHIPPED) if shipped else plugins
    text = written(create_app(described, MemoryStore(), IdleQueue()).extensions[SPEC])
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
