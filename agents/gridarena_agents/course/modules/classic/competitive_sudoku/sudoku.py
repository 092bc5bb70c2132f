"""Moves, boards and states as agents of the classic generation (v5 to v12) know them.

Written from a description of the course's module. It adds what no agent can mind: moves can be hashed, and compared
with anything; ``copy``, ``io``, ``random`` and more names of ``typing`` can be imported from here. ``get`` and ``put``
are the hottest lines of nearly every agent and check nothing.
"""

import copy
import io
import random
from typing import Any, Iterator, List, Optional, Tuple, Union

from competitive_sudoku._drawing import draw as _draw
from competitive_sudoku._grid import Grid as _Grid


class Move:
    """A value for the cell in row i, column j."""

    def __init__(self, i: int, j: int, value: int) -> None:
        self.i = i
        self.j = j
        self.value = value

    def __str__(self) -> str:
        return "({},{}) -> {}".format(self.i, self.j, self.value)

    def __eq__(self, other: Any) -> Any:
        try:
            return self.i == other.i and self.j == other.j and self.value == other.value
        except AttributeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash((self.i, self.j, self.value))


class TabooMove(Move):
    """A move that was tried and would have left the board without a solution; equal to the plain move."""


class SudokuBoard(_Grid):
    """A grid whose cells are named by row and column."""

    def put(self, i: int, j: int, value: int) -> None:
        """Writes a cell."""
        self.squares[self.N * i + j] = value

    def get(self, i: int, j: int) -> int:
        """Reads a cell."""
        return self.squares[self.N * i + j]

    def rc2f(self, i: int, j: int) -> int:
        """The index of a cell in ``squares``."""
        return self.N * i + j

    def f2rc(self, k: int) -> Tuple[int, int]:
        """The row and column of an index."""
        return k // self.N, k % self.N

    def __str__(self) -> str:
        size = self.N
        words = ["{:>4}".format("." if value == 0 else str(value)) for value in self.squares]
        rows = ["".join(words[k : k + size]) + "\n" for k in range(0, size * size, size)]
        return "{} {}\n".format(self.m, self.n) + "".join(rows)


class GameState:
    """All an agent is told: the start position, the board, what is taboo, what was played, the scores."""

    def __init__(
        self,
        initial_board: SudokuBoard,
        board: SudokuBoard,
        taboo_moves: List[TabooMove],
        moves: List[Union[Move, TabooMove]],
        scores: List[int],
    ) -> None:
        self.initial_board = initial_board
        self.board = board
        self.taboo_moves = taboo_moves
        self.moves = moves
        self.scores = scores

    def current_player(self) -> int:
        """1 or 2; every turn, also a taboo one, is in ``moves``."""
        return 1 if len(self.moves) % 2 == 0 else 2

    def __str__(self) -> str:
        return "{}Score: {} - {}".format(print_board(self.board), self.scores[0], self.scores[1])


def print_board(board: SudokuBoard) -> str:
    """The board drawn with lines around its regions."""
    return _draw(board.m, board.n, ["." if value == 0 else str(value) for value in board.squares])


def load_sudoku_from_text(text: str) -> SudokuBoard:
    """Reads ``m n`` and N * N words; ``.`` and 0 are empty cells."""
    words = text.split()
    if len(words) < 2:
        raise RuntimeError("The string does not contain a sudoku board")
    board = SudokuBoard(int(words[0]), int(words[1]))
    if len(words) != board.N * board.N + 2:
        raise RuntimeError("The number of squares in the sudoku is incorrect.")
    board.squares = [SudokuBoard.empty if word == "." else int(word) for word in words[2:]]
    return board


def load_sudoku(filename: str) -> SudokuBoard:
    """Reads a board file."""
    with open(filename, encoding="utf-8") as file:
        return load_sudoku_from_text(file.read())


def save_sudoku(filename: str, board: SudokuBoard) -> None:
    """Writes a board file."""
    with open(filename, "w", encoding="utf-8") as file:
        file.write(str(board))
