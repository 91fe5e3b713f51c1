"""Random play to the end on the bare path: what search and tests stand on."""

from __future__ import annotations

from typing import Any

from tableshark.chance import Chance
from tableshark.rules import Outcome, Rules, draw_move

STEPS = 10_000
"""After this many steps a playout is given up."""


def playout(rules: Rules[Any, Any, Any, Any], state: Any, chance: Chance, steps: int = STEPS) -> Outcome | None:
    """Play random legal moves to the end and give the outcome; None where `steps` were not enough."""
    status_of, legal, apply, pick = rules.status, rules.legal, rules.apply, chance.pick
    for _ in range(steps):
        status = status_of(state)
        if isinstance(status, Outcome):
            return status
        seats = status.seats
        if len(seats) == 1:
            [seat] = seats
            moves = legal(state, seat)
            move = pick(moves) if type(moves) is tuple else draw_move(moves, chance)
            state = apply(state, {seat: move}, chance)
        elif status.until == "all":
            answers = {seat: draw_move(legal(state, seat), chance) for seat in sorted(seats)}
            state = apply(state, answers, chance)
        else:
            seat = pick(sorted(seats))
            state = apply(state, {seat: draw_move(legal(state, seat), chance)}, chance)
    status = status_of(state)
    return status if isinstance(status, Outcome) else None
