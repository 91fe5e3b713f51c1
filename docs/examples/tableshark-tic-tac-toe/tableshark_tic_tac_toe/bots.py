"""A machine player that takes a win, blocks one, and else likes the middle."""

from __future__ import annotations

from typing import Any

from tableshark import Bot, Budget, Chance, Decision, Vantage
from tableshark_tic_tac_toe.rules import LINES, SEATS, Mark, State, View

LIKED = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def choose(
    vantage: Vantage[State, Mark, View], notes: Any, settings: Any, chance: Chance, budget: Budget
) -> Decision[Mark]:
    cells = vantage.view.cells
    other = SEATS[1 - SEATS.index(vantage.seat)]
    for mark in (vantage.seat, other):
        for line in LINES:
            held = [cells[cell] for cell in line]
            if held.count(mark) == 2 and "" in held:
                return Decision(Mark(line[held.index("")]))
    return Decision(Mark(next(cell for cell in LIKED if not cells[cell])))


BLOCKER = Bot(id="blocker", title="Takes a win, blocks one", rules="tic-tac-toe", choose=choose)
