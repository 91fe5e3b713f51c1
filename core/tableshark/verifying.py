"""The command `tableshark verify`: checks the record of a game, from a file or a URL."""

from __future__ import annotations

from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import click

from tableshark import record
from tableshark.errors import BadRecord
from tableshark.plugins import Plugins

SECONDS = 30
"""How long a server may take to answer."""


@click.command()
@click.argument("source", metavar="RECORD")
@click.option("--token", help="A seat's token, for a game without onlookers.")
@click.pass_obj
def verify(plugins: Plugins, source: str, token: str | None) -> None:
    """Check commitment, draws, chain and rules of a game's RECORD, a file or a URL."""
    found = record.read(_fetch(source, token))
    shown = record.verify(plugins, found)
    rules = (
        "played again by the rules" if shown.replayed else f"not played again: {found.rules} of that version is away"
    )
    seed = "the creator chose the seed" if found.seeded else "the seed was committed to"
    click.echo(f"game {found.game} holds: {shown.lines} lines, {shown.draws} draws; {seed}; {rules}")


def _fetch(source: str, token: str | None) -> bytes:
    try:
        if source.startswith(("http://", "https://")):
            request = Request(source, headers={"Authorization": f"Bearer {token}"} if token else {})  # noqa: S310
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - http alone gets here
                body: bytes = answer.read()
                return body
        return Path(source).read_bytes()
    except (OSError, URLError) as error:
        raise BadRecord(f"{source} can't be read: {error}") from None
