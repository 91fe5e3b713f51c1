"""The command line: `tableshark`, whose commands come from the installed plugins."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module

import click

from tableshark.errors import TablesharkError
from tableshark.plugins import Plugins, load
from tableshark.settings import BadSetting


class Deferred(click.Command):
    """A command that is imported when it is called: else every worker would load what only other commands need."""

    def __init__(self, name: str, place: str) -> None:
        """Take the command's name and where it is, as "module:attribute"."""
        super().__init__(name)
        self.place = place

    def load(self) -> click.Command:
        """Import the command."""
        module, _, attribute = self.place.partition(":")
        found = getattr(import_module(module), attribute)
        if not isinstance(found, click.Command):
            raise TypeError(f"{self.place} is a {type(found).__name__}, a command expected")
        return found


class Commands(click.Group):
    """The group of all commands."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command, imported now if it was deferred."""
        found = super().get_command(ctx, cmd_name)
        return found.load() if isinstance(found, Deferred) else found


@click.group(cls=Commands)
@click.version_option(package_name="tableshark")
@click.pass_context
def group(context: click.Context) -> None:
    """Put tabletop games behind an API."""


@group.command("rules")
@click.pass_obj
def list_rules(plugins: Plugins) -> None:
    """List the installed games, their bots, and plugins that failed to load."""
    for rules in sorted(plugins.rules.values(), key=lambda rules: rules.id):
        seats = rules.seats(rules.options())
        bots = ", ".join(bot.id for bot in plugins.bots_for(rules.id))
        click.echo(f"{rules.id}  {rules.title}, version {rules.version}, seats {' '.join(seats)}, bots {bots}")
    for broken in plugins.broken:
        click.echo(f"disabled: {broken.plugin}: {broken.reason}", err=True)


group.add_command(Deferred("golden", "tableshark.testing.golden:golden"))
group.add_command(Deferred("verify", "tableshark.verifying:verify"))


def main() -> None:
    """Run the command line; what goes wrong is one line and a non-zero exit."""
    try:
        plugins = load()
        for command in plugins.commands.values():
            group.add_command(command)
        group.main(obj=plugins)
    except (TablesharkError, BadSetting) as error:
        click.echo(f"tableshark: {error}", err=True)
        sys.exit(1)
    except OSError as error:
        # As from a full disk behind standard output.
        click.echo(f"tableshark: {error.strerror or error}", err=True)
        with suppress(OSError):
            # What is left to be written would fail again when Python ends, with a code and words of its own.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
