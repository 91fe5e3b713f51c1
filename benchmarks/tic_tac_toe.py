"""Tic-tac-toe as rules, for the benchmarks of the bare and the checked path."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.reference import LINES
from tableshark import Awaiting, Chance, Data, Move, Options, Outcome, Rules, Seat

SEATS = ("x", "o")


class NoOptions(Options, frozen=True):
    """Nothing can be chosen."""


class Mark(Move, frozen=True, gc=False):
    """Put the own mark on a free cell, 0 to 8."""

    cell: int


class Board(Data, frozen=True):
    """Nine cells, 0 for a free one, 1 for x and 2 for o; and whose turn it is."""

    cells: tuple[int, ...] = (0,) * 9
    turn: int = 0


MARKS = tuple(Mark(cell) for cell in range(9))
ASKED = tuple(Awaiting.of(seat) for seat in SEATS)
WON = tuple(
    Outcome.highest({seat: float(i == winner) for i, seat in enumerate(SEATS)}, "three in a row") for winner in (0, 1)
)
DRAWN = Outcome.highest(dict.fromkeys(SEATS, 0.5), "the board is full")


def setup(options: NoOptions, chance: Chance) -> Board:
    return Board()


def status(board: Board) -> Awaiting | Outcome:
    cells = board.cells
    for a, b, c in LINES:
        if cells[a] and cells[a] == cells[b] == cells[c]:
            return WON[cells[a] - 1]
    return ASKED[board.turn] if 0 in cells else DRAWN


def legal(board: Board, seat: Seat) -> tuple[Mark, ...]:
    return tuple([MARKS[i] for i, cell in enumerate(board.cells) if not cell])


def apply(board: Board, moves: Mapping[Seat, Mark], chance: Chance) -> Board:
    [move] = moves.values()
    cells, cell = board.cells, move.cell
    return Board((*cells[:cell], board.turn + 1, *cells[cell + 1 :]), 1 - board.turn)


def view(board: Board, seat: Seat | None) -> Board:
    return board


TIC_TAC_TOE: Rules[NoOptions, Board, Mark, Board] = Rules(
    id="tic-tac-toe",
    title="Tic-tac-toe",
    version=1,
    options=NoOptions,
    state=Board,
    move=Mark,
    seen=Board,
    seats=lambda options: SEATS,
    setup=setup,
    status=status,
    legal=legal,
    apply=apply,
    view=view,
)
