"""The rules of tic-tac-toe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from tableshark import Awaiting, Chance, Data, Move, News, Options, Outcome, Rules, Seat

SEATS = ("x", "o")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Cell = Annotated[int, Meta(ge=0, le=8)]


class NoOptions(Options, frozen=True):
    """There is nothing to choose."""


class Mark(Move, frozen=True):
    """Put your mark on a free cell: 0 to 2 are the top row, 6 to 8 the bottom row."""

    cell: Cell


class Marked(News, frozen=True):
    """A seat has put its mark on a cell."""

    seat: Seat
    cell: Cell


class State(Data, frozen=True):
    """The nine cells (0 free, 1 x, 2 o), the seat to move (0 is x), and the cell marked last."""

    cells: tuple[int, ...] = (0,) * 9
    turn: int = 0
    last: int | None = None


class View(Data, frozen=True):
    """The nine cells, each "x", "o" or empty, and what just happened."""

    cells: tuple[str, ...]
    news: tuple[Marked, ...]


MARKS = tuple(Mark(cell) for cell in range(9))
ASKED = tuple(Awaiting.of(seat) for seat in SEATS)
WON = tuple(Outcome.highest({"x": 1.0 - i, "o": float(i)}, "three in a row") for i in range(2))
DRAWN = Outcome.highest({"x": 0.5, "o": 0.5}, "the board is full")


def setup(options: NoOptions, chance: Chance) -> State:
    return State()


def status(state: State) -> Awaiting | Outcome:
    cells = state.cells
    for a, b, c in LINES:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return WON[cells[a] - 1]
    return ASKED[state.turn] if 0 in cells else DRAWN


def legal(state: State, seat: Seat) -> tuple[Mark, ...]:
    return tuple([MARKS[i] for i, cell in enumerate(state.cells) if not cell])


def apply(state: State, moves: Mapping[Seat, Mark], chance: Chance) -> State:
    [move] = moves.values()
    cells, cell = state.cells, move.cell
    return State((*cells[:cell], state.turn + 1, *cells[cell + 1 :]), 1 - state.turn, cell)


def view(state: State, seat: Seat | None) -> View:
    cells = tuple(["" if not mark else SEATS[mark - 1] for mark in state.cells])
    if state.last is None:
        return View(cells, ())
    mover = SEATS[1 - state.turn]
    return View(cells, (Marked(seat=mover, cell=state.last, text=f"{mover} marks cell {state.last}."),))


TIC_TAC_TOE: Rules[NoOptions, State, Mark, View] = Rules(
    id="tic-tac-toe",
    title="Tic-tac-toe",
    version=1,
    options=NoOptions,
    state=State,
    move=Mark,
    seen=View,
    seats=lambda options: SEATS,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
)
