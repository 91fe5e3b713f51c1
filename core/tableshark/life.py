"""The life of a game on its table: it begins, settles after each change, and stands in the store's indexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tableshark import luck
from tableshark.asking import wanted
from tableshark.game import Game, note, same_question, start
from tableshark.rules import Rules, Seat
from tableshark.seating import absent
from tableshark.store import Index
from tableshark.table import Table


def begin(rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], now: float) -> Table[Any, Any, Any]:
    """Start the game once nobody is missing."""
    header = table.header
    if table.game is not None or not all(place.full for place in header.seats):
        return table
    key = luck.salted(table.seed, table.salts)
    begun = replace(table, header=replace(header, status="running", started=now), brought={})
    return settle(begun, start(rules, header.options, key, now=now), now)


def settle(table: Table[Any, Any, Any], game: Game[Any, Any], now: float) -> Table[Any, Any, Any]:
    """Put a changed game on its table, and clear away what was meant for questions that are over."""
    header = table.header
    if game.outcome is not None:
        left = game.entry is not None and game.entry.kind == "abandoned"
        header = replace(header, status="abandoned" if left else "over", ended=now, outcome=game.outcome)
    stepped = table.game is None or game.step != table.game.step
    turns = {} if table.game is None else table.game.turns
    # A turn of several steps is one question: for a seat that goes on with it, time runs from its beginning.
    goes_on = game.played if stepped else ()
    asked = {
        seat: now
        for seat, turn in game.turns.items()
        if turns.get(seat) != turn and seat not in goes_on and _told(table, game, seat)
    }
    return replace(
        table,
        header=header,
        game=game,
        since={**table.since, **asked} if asked else table.since,
        passes={} if stepped else table.passes,
        orders={seat: order for seat, order in table.orders.items() if _open(game, seat, order.turn)},
        intents={seat: intent for seat, intent in table.intents.items() if _open(game, seat, intent.turn)},
    )


def _told(table: Table[Any, Any, Any], game: Game[Any, Any], seat: Seat) -> bool:
    """Whether all others may know that a seat's person is asked anew: else its time, which all see, would tell."""
    place = table.header.place(seat)
    if table.game is None or place is None or place.by == "bot":
        return True
    return all(number != table.game.numbers[other] for other, number in game.numbers.items() if other != seat)


def asked_at(table: Table[Any, Any, Any], seat: Seat, now: float) -> float:
    """When a seat's machine player was asked: as its question was put, or as a person called it in."""
    order = table.orders.get(seat)
    return max(table.since.get(seat, now), 0.0 if order is None else order.at)


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


def running_out(table: Table[Any, Any, Any]) -> list[tuple[float, Seat]]:
    """Until when whose person may take its time, the first one first; a place that was left counts as a person's."""
    game, terms = table.game, table.header.terms
    if game is None or terms.turn_seconds is None or terms.absent == "wait":
        return []
    asked = [place.seat for place in table.header.seats if place.by != "bot" and not place.away]
    return sorted(
        [
            (table.since[seat] + terms.turn_seconds, seat)
            for seat in asked
            if game.waited_for(seat) and seat in table.since
        ],
        key=lambda until: until[0],
    )


def is_away(table: Table[Any, Any, Any], seat: Seat) -> bool:
    """Whether a machine player answers for a person."""
    place = table.header.place(seat)
    return place is not None and place.away


def turn_over(
    rules: Rules[Any, Any, Any, Any], table: Table[Any, Any, Any], seat: Seat, now: float, *, away: bool
) -> Table[Any, Any, Any]:
    """Let a machine player answer for a seat, or its person again. Time begins anew for whoever has to answer now."""
    assert table.game is not None
    noted = note(rules, table.game, "away" if away else "back", seat)
    return replace(absent(table, seat, away=away), game=noted, since={**table.since, seat: now})


def marks(table: Table[Any, Any, Any]) -> Mapping[Index, float | None]:
    """Where the game stands in each index of the store."""
    header, game = table.header, table.game
    times = [due for due, _ in (*ripening(table), *running_out(table))]
    if game is not None and game.awaiting is not None and game.due is not None:
        times.append(game.due)
    return {
        "waiting": header.created if header.status == "waiting" else None,
        "running": header.started if header.status == "running" else None,
        "idle": max(table.since.values(), default=header.started) if header.status == "running" else None,
        "ended": header.ended,
        "bots": table.asked if wanted(table) else None,
        "due": min(times, default=None),
    }


def _open(game: Game[Any, Any], seat: Seat, turn: int) -> bool:
    return game.turns[seat] == turn and game.waited_for(seat)
