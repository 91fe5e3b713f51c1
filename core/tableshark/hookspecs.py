"""The hooks through which plugins bring things and follow the life of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    import click

    from tableshark.bots import Bot
    from tableshark.header import Header
    from tableshark.rules import Outcome, Rules, Seat

hookspec = pluggy.HookspecMarker("tableshark")
hookimpl = pluggy.HookimplMarker("tableshark")


@hookspec
def tableshark_rules() -> list[Rules[Any, Any, Any, Any]]:
    """Return the rules that this plugin brings."""


@hookspec
def tableshark_bots() -> list[Bot]:
    """Return the machine players that this plugin brings."""


@hookspec
def tableshark_commands() -> list[click.Command]:
    """Return the commands that this plugin adds to `tableshark`."""


@hookspec
def tableshark_game_created(header: Header[Any]) -> None:
    """A game was created."""


@hookspec
def tableshark_seat_taken(header: Header[Any], seat: Seat) -> None:
    """Somebody took a seat."""


@hookspec
def tableshark_before_move(header: Header[Any], seat: Seat, move: Any) -> None:
    """A seat is about to answer: raise `Refused` to forbid it. Pure, and may be called more than once for one move."""


@hookspec
def tableshark_move_played(header: Header[Any], seat: Seat) -> None:
    """The question that a seat answered is over: once for a turn, however many steps it had."""


@hookspec
def tableshark_game_over(header: Header[Any], outcome: Outcome) -> None:
    """A game ended."""
