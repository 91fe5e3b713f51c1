"""What happens at a live table by itself: decisions that ripen, questions that end, persons whose time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tableshark import life
from tableshark.errors import NotNow
from tableshark.game import abandon, expire
from tableshark.rules import Rules, Seat
from tableshark.table import Table

AnyRules = Rules[Any, Any, Any, Any]
AnyTable = Table[Any, Any, Any]
Step = Callable[[AnyRules, AnyTable, Seat, Any, int], AnyTable]
"""Plays a move, or raises NotNow."""

NEVER = float("inf")


def do_next(rules: AnyRules, table: AnyTable, now: float, step: Step) -> AnyTable | None:
    """Do what is due first, if anything is due by now."""
    game = table.game
    if game is None or game.awaiting is None:
        return None
    ripe = life.ripening(table)
    late = life.running_out(table)
    # A decision that comes in the moment of the deadline is in time, and the rules' own deadline comes before ours.
    due = {
        "decision": ripe[0][0] if ripe else NEVER,
        "question": NEVER if game.due is None else game.due,
        "patience": late[0][0] if late else NEVER,
    }
    first = min(due, key=due.__getitem__)
    if due[first] > now:
        return None
    if first == "decision":
        return _decided(rules, table, ripe[0][1], step)
    if first == "question":
        return life.settle(table, expire(rules, game, now=now), now)
    if table.header.terms.absent == "end":
        gone = [seat for until, seat in late if until == due[first]]
        return life.settle(table, abandon(rules, game, gone), now)
    # One after the other: each is a line of the log.
    return life.turn_over(rules, table, late[0][1], now, away=True)


def is_late(table: AnyTable, now: float) -> bool:
    """Whether something was due before now that has not been done."""
    game = table.game
    if game is None or game.awaiting is None:
        return False
    times = [until for until, _ in (*life.ripening(table)[:1], *life.running_out(table)[:1])]
    return any(until < now for until in (*times, *([] if game.due is None else [game.due])))


def _decided(rules: AnyRules, table: AnyTable, seat: Seat, step: Step) -> AnyTable:
    intent = table.intents[seat]
    table = replace(table, intents={other: kept for other, kept in table.intents.items() if other != seat})
    try:
        return step(rules, table, seat, intent.move, intent.turn)
    except NotNow:
        # A house rule has forbidden it meanwhile: the machine player is asked again.
        return table


def given_up(rules: AnyRules, table: AnyTable, now: float) -> AnyTable | None:
    """End a game that was never begun, or in which nobody goes on; None where it is over."""
    header, game = table.header, table.game
    if game is None:
        if header.status != "waiting":
            return None
        return replace(table, header=replace(header, status="abandoned", ended=now))
    if game.outcome is not None:
        return None
    return life.settle(table, abandon(rules, game, game.waiting), now)
