"""REF: a tic-tac-toe random-playout loop as one would write it by hand. Everything else is measured in its moves."""

from __future__ import annotations

from random import Random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Position:
    """A board of nine and who is to move; `apply` gives a new one."""

    __slots__ = ("board", "turn")

    def __init__(self, board: tuple[int, ...], turn: int) -> None:
        self.board = board
        self.turn = turn

    def legal(self) -> list[int]:
        """List the free cells."""
        return [i for i, mark in enumerate(self.board) if not mark]

    def apply(self, cell: int) -> Position:
        """Mark a cell."""
        board = self.board
        return Position((*board[:cell], self.turn, *board[cell + 1 :]), 3 - self.turn)

    def winner(self) -> int:
        """Say who has three in a row, 0 for nobody."""
        board = self.board
        for a, b, c in LINES:
            if board[a] and board[a] == board[b] == board[c]:
                return board[a]
        return 0


def playout(random: Random) -> int:
    """Play one game at random; gives the number of moves."""
    position, moves = Position((0,) * 9, 1), 0
    while moves < 9 and not position.winner():
        cells = position.legal()
        position = position.apply(cells[int(random.random() * len(cells))])
        moves += 1
    return moves
