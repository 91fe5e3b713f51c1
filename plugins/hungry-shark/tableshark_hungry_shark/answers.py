"""What is asked in a round, and what is right."""

from __future__ import annotations

from typing import Literal

from tableshark_hungry_shark.cards import DECK, FISH, Icon, Numbers, left_alive
from tableshark_hungry_shark.sight import KINDS, Counts, Kind

Style = Literal["childfish", "gluttonous", "bubbles"]
Asks = Literal["number", "kind"]

Called = Literal[Kind, "none"]
"""A kind as it is declared. "none": nothing is left of which a kind could be said."""
CALLED: tuple[Called, ...] = (*KINDS, "none")

Answer = int | Called

MOST = 36
"""The highest number that may be declared: three fish in each of twelve slots."""


def asks(style: Style, board: Numbers) -> Asks:
    """Say whether a number is asked for, or a kind."""
    return "kind" if style == "bubbles" and _icon(board).sign in ("most", "least") else "number"


def right(style: Style, board: Numbers) -> tuple[Answer, ...]:
    """List what is right: one number, or the kinds that are tied."""
    if style == "childfish":
        return (sum([FISH[number] for number in board]),)
    alive = left_alive(board)
    return (sum(alive),) if style == "gluttonous" else by_icon(_icon(board), alive)


def by_icon(icon: Icon, alive: Counts) -> tuple[Answer, ...]:
    """List what is right by an icon, when so many of each kind are left alive."""
    if icon.sign == "all":
        return (sum(alive),)
    if icon.kind is not None:
        of_kind = alive[KINDS.index(icon.kind)]
        return (of_kind if icon.sign == "kind" else sum(alive) - of_kind,)
    there = [count for count in alive if count]
    if not there:
        return ("none",)
    wanted = max(there) if icon.sign == "most" else min(there)
    return tuple([kind for kind, count in zip(KINDS, alive, strict=True) if count == wanted])


def _icon(board: Numbers) -> Icon:
    icon = DECK[board[1]].icon
    assert icon is not None
    return icon
