"""The oracle of Competitive Sudoku: does this placement keep the puzzle solvable?

In the order of cost: a solution that is known already and agrees; the quick search, on the referee's loop where it is
compiled and the grid not too large; the full search, in a thread, which releases the GIL. What is still open then is
``undecided`` and counts as taboo, because accepting it might leave a board that nobody can fill.

Whether a known solution agrees is asked before every search, so it must be cheap: a grid is one long int, a byte a
cell, and "equal where the position is filled" is two operations on such ints, about 0.1 us for 256 cells.
"""

from collections import deque

from gridarena_games.base import Answer, Board, Question
from gridarena_games.sudoku.board import sudoku_board
from gridarena_games.sudoku.rules import Position
from gridarena_kernels.jit import COMPILED
from gridarena_kernels.solver import Effort, Solved, solve

KEPT = 8
"""Solutions kept for a match; the newest agree with the board most often."""
LARGEST_NOW = 16
"""Grid size up to which the quick search stays on the loop; at 25x25 its budget can take 70 ms."""

_FILLED = bytes((0, *[0xFF] * 0xFF))
"""Translates a value to the mask of its byte."""


class SudokuOracle:
    """What an oracle learns makes later answers cheap; only a question that would stay undecided can fare better."""

    def __init__(self, board: Board) -> None:
        board = sudoku_board(board)
        self._start = Position(board.m, board.n, bytes(board.cells))
        self._known: deque[int] = deque(maxlen=KEPT)

    def start(self) -> Answer:
        """Judges the start position."""
        return self._full(self._start)

    def answer_now(self, question: Question) -> Answer | None:
        """Answers from a known solution, or by the quick search where that takes but milliseconds."""
        position: Position = question.position
        if self._agrees(position.cells):
            return _KNOWN
        if not COMPILED or position.m * position.n > LARGEST_NOW:
            return None
        solved = self._solve(position, "quick")
        return None if solved.solvable is None else Answer(solved.solvable, "search", solved.nodes)

    def answer(self, question: Question) -> Answer:
        """Answers by the full search."""
        position: Position = question.position
        return _KNOWN if self._agrees(position.cells) else self._full(position)

    def _full(self, position: Position) -> Answer:
        solved = self._solve(position, "full")
        return Answer(bool(solved.solvable), "undecided" if solved.solvable is None else "search", solved.nodes)

    def _solve(self, position: Position, effort: Effort) -> Solved:
        solved = solve(position.m, position.n, position.cells, effort)
        if solved.solution is not None:
            self._known.appendleft(int.from_bytes(solved.solution))
        return solved

    def _agrees(self, cells: bytes) -> bool:
        grid, filled = int.from_bytes(cells), int.from_bytes(cells.translate(_FILLED))
        return any(not (grid ^ solution) & filled for solution in tuple(self._known))


_KNOWN = Answer(True, "known")
