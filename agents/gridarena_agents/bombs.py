"""The bombs of a `classic` position, all of them, and how many a fill would leave.

A bomb passes the turn, so who moves at an even number of empty cells wants one, and the other wants their number to be
even: then each is answered by another (the law of parity). Counted exactly, with the solver: a value is a bomb where no
completion has it. One completion vouches for a value in every cell, so most questions are answered by one that is
known; and a bomb stays one as long as the rules allow it.
"""

from collections.abc import Callable

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement, geometry
from gridarena_kernels.solver import solve


class Bombs:
    """Of one position; it does not follow the board."""

    def __init__(self, board: SudokuBoard, stopped: Callable[[], bool]) -> None:
        """Nothing is asked yet."""
        self._board = board
        self._stopped = stopped
        self._regions = geometry(board.m, board.n).regions
        self._pairs = [
            (cell, value)
            for cell, given in enumerate(board.cells)
            if not given
            for value in range(1, board.N + 1)
            if board.legal_values(cell) >> (value - 1) & 1
        ]
        self._known: list[bytes] = []
        """Completions."""
        self._bombs: list[tuple[int, int]] | None = None
        self._lawful: dict[int, Placement | None] = {}

    def all(self) -> list[Placement] | None:
        """Every bomb; None when stopped before they were counted."""
        if self._bombs is None:
            found = []
            for pair in self._pairs:
                if self._stopped():
                    return None
                if not self._possible(pair):
                    found.append(pair)
            self._bombs = found
        return [Placement(*divmod(cell, self._board.N), value) for cell, value in self._bombs]

    def lawful(self, cell: int) -> Placement | None:
        """A fill of this cell that condemns nothing and leaves an even number of bombs; None where none was found."""
        if cell not in self._lawful:
            bombs = {(move.row * self._board.N + move.col, move.value) for move in self.all() or ()}
            fills = [
                Placement(*divmod(cell, self._board.N), value)
                for there, value in self._pairs
                if there == cell and (there, value) not in bombs
            ]
            self._lawful[cell] = next(
                (fill for fill in fills if (left := self.after(fill)) is not None and left % 2 == 0), None
            )
        return self._lawful[cell]

    def after(self, move: Placement) -> int | None:
        """How many there are once a cell is filled so; None when stopped before they were counted."""
        if self.all() is None or self._bombs is None:
            return None
        filled = move.row * self._board.N + move.col, move.value
        bombs = set(self._bombs)
        count = 0
        for pair in self._pairs:
            if self._stopped():
                return None
            if not self._excludes(filled, pair):
                count += pair in bombs or not self._possible(filled, pair)
        return count

    def _excludes(self, filled: tuple[int, int], pair: tuple[int, int]) -> bool:
        """True when the rules forbid the second once the first is there."""
        (cell, value), (other, same) = filled, pair
        if other == cell:
            return True
        return value == same and any(
            mine == theirs for mine, theirs in zip(self._regions[cell], self._regions[other], strict=True)
        )

    def _possible(self, *pairs: tuple[int, int]) -> bool:
        """True when a completion has all of these, or none was found in the solver's quick budget."""
        if any(all(known[cell] == value for cell, value in pairs) for known in self._known):
            return True
        cells = bytearray(self._board.cells)
        for cell, value in pairs:
            cells[cell] = value
        solved = solve(self._board.m, self._board.n, cells, "quick")
        if solved.solution is not None:
            self._known.append(solved.solution)
        return solved.solvable is not False
