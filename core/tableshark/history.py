"""Past windows of a seat, played again from the log: so that whoever looks late misses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tableshark.game import ONLOOKER, Entry, replay
from tableshark.rules import M, Rules, Seat, V
from tableshark.windows import Window, look


def window_after(
    rules: Rules[Any, Any, M, V], options: Any, seed: bytes, entries: Iterable[Entry[M]], seat: Seat | None, number: int
) -> Window[M, V] | None:
    """Give the first window of the seat with a higher number, as it was shown then but for its deadline.

    None where it can't be had again: rules that forget, or lines of another version of the rules.
    """
    if rules.forgets:
        return None
    lines = tuple(entries)
    if any(line.version != rules.version for line in lines):
        return None
    key = ONLOOKER if seat is None else seat
    for game in replay(rules, options, seed, lines):
        if game.numbers[key] > number:
            return look(rules, game, seat)
    return None
