"""The hook implementations of the API: the commands that it brings."""

from __future__ import annotations

import click

from tableshark import hookimpl
from tableshark.cli import Deferred


@hookimpl
def tableshark_commands() -> list[click.Command]:
    """Bring the API, its contract, and a player at the terminal."""
    return [
        Deferred("api", "tableshark_api.server:api_command"),
        Deferred("openapi", "tableshark_api.commands:openapi_command"),
        Deferred("play", "tableshark_api.play:play_command"),
    ]
