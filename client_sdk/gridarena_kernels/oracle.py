"""The oracle of Competitive Sudoku: does this placement keep the puzzle solvable?

In the order of cost: a solution that is known already and agrees; the quick search, on the referee's loop where it is
compiled; the full search, in a thread, which releases the GIL. What is still open then is ``undecided`` and counts as
taboo, because accepting it might leave a board that nobody can fill.
"""

from collections import deque

from gridarena_games.base import Answer, Board, Question
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Position
from gridarena_kernels.jit import COMPILED
from gridarena_kernels.solver import Effort, Solved, solve

KEPT = 16
"""Solutions kept for a match; the newest agree with the board most often."""


class SudokuOracle:
    """Answers the questions of one match; what it learns makes later answers cheap, never different."""

    def __init__(self, board: Board) -> None:
        if not isinstance(board, SudokuBoard):
            raise TypeError(f"expected a sudoku board, got {board!r}")
        self._start = Position(board.m, board.n, bytes(board.cells))
        self._known: deque[bytes] = deque(maxlen=KEPT)

    def start(self) -> Answer:
        """Judges the start position."""
        return self._full(self._start)

    def answer_now(self, question: Question) -> Answer | None:
        """Answers from a known solution, or by the quick search where that is compiled."""
        position: Position = question.position
        if self._agrees(position.cells):
            return _KNOWN
        if not COMPILED:
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
            self._known.appendleft(solved.solution)
        return solved

    def _agrees(self, cells: bytes) -> bool:
        return any(
            all(not value or value == there for value, there in zip(cells, solution, strict=True))
            for solution in tuple(self._known)
        )


_KNOWN = Answer(True, "known")
