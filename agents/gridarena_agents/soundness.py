"""Whether values leave the grid a completion, as the solver says.

A completion that was found for one question vouches for a value in every other cell, too, so most questions are
answered by what is known already.
"""

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve


class Soundness:
    """Of one position and everything asked about it; it does not follow the board."""

    def __init__(self, board: SudokuBoard) -> None:
        """Nothing is known yet."""
        self._board = board
        self._completions: list[bytes] = []
        self._values = [0] * len(board.cells)
        """By cell the values that some known completion has there."""

    def known(self, move: Placement) -> bool:
        """True when a completion with this value was found before."""
        return bool(self._values[self._board.cell_of(move)] >> (move.value - 1) & 1)

    def of(self, *moves: Placement) -> bool | None:
        """True when a completion has all of these values, False when none has; None: open after the quick search."""
        wanted = [(self._board.cell_of(move), move.value) for move in moves]
        if all(map(self.known, moves)) and any(
            all(completion[cell] == value for cell, value in wanted) for completion in self._completions
        ):
            return True
        cells = bytearray(self._board.cells)
        for cell, value in wanted:
            cells[cell] = value
        solved = solve(self._board.m, self._board.n, cells, "quick")
        if solved.solution is not None:
            self._completions.append(solved.solution)
            for cell, value in enumerate(solved.solution):
                self._values[cell] |= 1 << (value - 1)
        return solved.solvable
