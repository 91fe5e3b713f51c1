"""The life of a game on its table: it begins, settles after each change, and stands in the store's indexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tableshark import luck
from tableshark.asking import wanted
from tableshark.game import Game, same_question, start
from tableshark.rules import Rules, Seat
from tableshark.store import Index
from tableshark.table import Table


def begin(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], now: float) -> Table[Any, Any, Any]:
    """Start the game once nobody is missing."""
    header = table.header
    if table.game is not None or not all(place.full for place in header.seats):
        return table
    key = luck.salted(table.seed, table.salts)
    begun = replace(table, header=replace(header, status="running", started=now))
    return settle(begun, start(rules, header.options, key, now=now), now)


def settle(table: Table[Any, Any, Any], game: Game[Any, Any], now: float) -> Table[Any, Any, Any]:
    """Put a changed game on its table, and clear away what was meant for questions that are over."""
    header = table.header
    if game.outcome is not None:
        header = replace(header, status="over", ended=now, outcome=game.outcome)
    stepped = table.game is None or game.step != table.game.step
    turns = {} if table.game is None else table.game.turns
    # A turn of several steps is one question: for a seat that goes on with it, time runs from its beginning.
    goes_on = game.played if stepped else ()
    asked = {seat: now for seat, turn in game.turns.items() if turns.get(seat) != turn and seat not in goes_on}
    return replace(
        table,
        header=header,
        game=game,
        since={**table.since, **asked} if asked else table.since,
        passes={} if stepped else table.passes,
        orders={seat: order for seat, order in table.orders.items() if _open(game, seat, order.turn)},
        intents={seat: intent for seat, intent in table.intents.items() if _open(game, seat, intent.turn)},
    )


def asked_since(before: Table[Any, Any, Any] | None, after: Table[Any, Any, Any], now: float) -> float | None:
    """Since when a machine player is wanted: from the step that put the question on."""
    if not wanted(after):
        return after.asked if after.intents else None
    stepped = before is None or before.game is None or after.game is None or before.game.step != after.game.step
    return now if stepped or after.asked is None else after.asked


def plays_on(before: Table[Any, Any, Any] | None, after: Table[Any, Any, Any], seat: Seat) -> bool:
    """Whether the seat still faces the question that it faced before the change."""
    if before is None or before.game is None or after.game is None:
        return False
    was, now = before.game.awaiting, after.game.awaiting
    return was is not None and now is not None and same_question(was, now) and after.game.waited_for(seat)


def ripening(table: Table[Any, Any, Any]) -> list[tuple[float, Seat]]:
    """When whose decision is due, the first one first; in a race none while a machine player is still to be asked.

    Else the one whose job ran first would win it, and a live race could end otherwise than a simulated one.
    """
    game = table.game
    if game is None or game.awaiting is None or (game.awaiting.until == "any" and wanted(table)):
        return []
    return sorted(
        [(table.intents[seat].due, seat) for seat in game.turns if seat in table.intents], key=lambda due: due[0]
    )


def marks(table: Table[Any, Any, Any]) -> Mapping[Index, float | None]:
    """Where the game stands in each index of the store."""
    header, game = table.header, table.game
    times = [due for due, _ in ripening(table)]
    if game is not None and game.awaiting is not None and game.due is not None:
        times.append(game.due)
    return {
        "waiting": header.created if header.status == "waiting" else None,
        "running": header.started if header.status == "running" else None,
        "ended": header.ended,
        "bots": table.asked if wanted(table) else None,
        "due": min(times, default=None),
    }


def _open(game: Game[Any, Any], seat: Seat, turn: int) -> bool:
    return game.turns[seat] == turn and game.waited_for(seat)
