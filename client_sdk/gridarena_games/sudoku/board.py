"""A Sudoku position with its history: the :class:`~gridarena_games.base.Board` of Competitive Sudoku.

The board never looks for bombs itself. Whether a placement keeps the puzzle solvable is a question for the oracle, and
its answer comes back through :meth:`SudokuBoard.push`; a search that does not want to ask pushes :data:`ASSUMED`.
"""

from collections.abc import Iterator, Sequence, Set
from operator import index
from typing import Literal, cast

from gridarena_games.base import Answer, Applied, Move, Outcome, Question, Seat
from gridarena_games.errors import IllegalMoveError
from gridarena_games.sudoku.rules import POINTS, Grid, Placement, Position, geometry
from gridarena_games.sudoku.text import write_board

ASSUMED = Answer(accepted=True, reason="assumed")
"""For searches: the placement is taken to keep the puzzle solvable."""

_FORBIDDEN = "a seat may pass only when it has no move"


class SudokuBoard:
    """A taboo stays forbidden for both seats; only push and pop change a board.

    Cheap reading access, all of it O(1) and valid until the next push or pop:

    - ``m``, ``n``, ``N``: block rows, block columns, grid size ``N = m * n``.
    - ``to_move``: seat 0 or 1; ``points``: ``(seat 0, seat 1)``.
    - ``cells``: N * N ints, row-major, 0 = empty; the live list, never to be written to. ``cell = row * N + col``.
    - ``empties``: number of empty cells (the e of the parity law).
    - ``taboo``: the taboo placements, a set in order of condemnation.
    - ``legal_values(cell)``: bitmask of the values that may be proposed there (bit ``v - 1`` = value ``v``; taboos are
      out), 0 for a filled cell.
    - ``completes(move)``: the points 0, 1, 3 or 7 the placement scores if it is accepted; depends on the cell only.
    - ``regions(cell)``: numbers of its row, column, block; ``left(region)``: how many cells of that region are empty.

    ``legal_moves()`` yields :class:`Placement` row-major, values ascending. ``push(move, ASSUMED)`` and ``pop()`` are
    the make/undo of a search. A plain ``(row, col, value)`` tuple is as good a move as a :class:`Placement`.
    """

    def __init__(self, m: int, n: int, cells: list[int]) -> None:
        tables = geometry(m, n)
        self.m = m
        self.n = n
        self.N = tables.size
        self.to_move: Seat = 0
        self._tables = tables
        self._grid = Grid(tables, cells)
        self._points = [0, 0]
        self._taboo: dict[Placement, None] = {}
        self._taboo_values = [0] * len(cells)
        self._history: list[tuple[int, int, int]] = []  # cell, value (0 when condemned), points

    @property
    def cells(self) -> Sequence[int]:
        """The values, row-major, 0 = empty."""
        return self._grid.cells

    @property
    def empties(self) -> int:
        """How many cells are empty."""
        return self._grid.empties

    @property
    def taboo(self) -> Set[Placement]:
        """The condemned placements, oldest first."""
        return self._taboo.keys()

    @property
    def points(self) -> tuple[int, int]:
        """Points so far, by seat."""
        return self._points[0], self._points[1]

    def regions(self, cell: int) -> tuple[int, int, int]:
        """Numbers of the cell's row (from 0), column (from N) and block (from 2N)."""
        return self._tables.regions[cell]

    def left(self, region: int) -> int:
        """How many cells of the region are empty."""
        return self._grid.left[region]

    def legal_values(self, cell: int) -> int:
        """Bitmask of the values that may be proposed for the cell."""
        return self._grid.free(cell) & ~self._taboo_values[cell]

    def completes(self, move: Move) -> int:
        """Points the placement scores if it is accepted."""
        row, col, _ = cast(Placement, move)
        return POINTS[self._grid.completed(row * self.N + col)]

    def legal_moves(self) -> Iterator[Placement]:
        """Every placement that is neither a duplicate nor taboo, row-major, values ascending."""
        for cell, placements in enumerate(self._tables.placements):
            values = self.legal_values(cell)
            while values:
                low = values & -values
                yield placements[low.bit_length() - 1]
                values ^= low

    def question(self, move: Move) -> Question:
        """Asks whether the grid with this placement can still be filled.

        Raises:
            IllegalMoveError: taboo, out of range, occupied or duplicate, tested in this order.
        """
        cell, value = self._legal(move)
        cells = bytearray(self._grid.cells)
        cells[cell] = value
        return Question(Position(self.m, self.n, bytes(cells)))

    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        """A condemned placement fills nothing, scores nothing and becomes taboo; the turn passes either way.

        Raises:
            IllegalMoveError: the rules forbid the move here; the board is unchanged.
            ValueError: no answer was given.
        """
        if move is None:
            raise IllegalMoveError("not allowed", _FORBIDDEN)
        cell, value = self._legal(move)
        if answer is None:
            raise ValueError(f"expected the oracle's answer for {move!r}, got None")
        applied = self._fill(cell, value) if answer.accepted else self._condemn(cell, value)
        self.to_move = _other(self.to_move)
        return applied

    def pop(self) -> None:
        """Takes the last push back exactly. Raises IndexError when there is none."""
        cell, value, points = self._history.pop()
        self.to_move = _other(self.to_move)
        if value:
            self._grid.clear(cell)
            self._points[self.to_move] -= points
        else:
            placement, _ = self._taboo.popitem()
            self._taboo_values[cell] ^= 1 << (placement.value - 1)

    def forced_skip(self) -> Literal[False]:
        """Nobody ever has to pass: the cells belong to both seats, so who cannot move ends the game."""
        return False

    def outcome(self) -> Outcome | None:
        """Over when the grid is full, or (never under a sound oracle) when nothing can be proposed any more."""
        if self._grid.empties and next(self.legal_moves(), None) is not None:
            return None
        first, second = self._points
        winner: Seat | None = None if first == second else 0 if first > second else 1
        return Outcome(winner, "completed", (first, second))

    def setup(self) -> str:
        """The cells as course board text: a setup that starts from here."""
        return write_board(self.m, self.n, self._grid.cells)

    def __str__(self) -> str:
        return "\n".join((self._caption(), *self._drawing(), *self._taboo_lines()))

    def _legal(self, move: Move) -> tuple[int, int]:
        try:
            row, col, value = map(index, cast(Placement, move))
        except (TypeError, ValueError):
            raise IllegalMoveError("out of range", f"expected three whole numbers, got {move!r}") from None
        if not (0 <= row < self.N and 0 <= col < self.N and 1 <= value <= self.N):
            raise IllegalMoveError(
                "out of range",
                f"expected row and column 0 to {self.N - 1}, value 1 to {self.N}, got ({row},{col}) -> {value}",
            )
        cell = row * self.N + col
        if not self.legal_values(cell) >> (value - 1) & 1:
            raise self._refusal(self._tables.placements[cell][value - 1], cell)
        return cell, value

    def _refusal(self, move: Placement, cell: int) -> IllegalMoveError:
        if move in self._taboo:
            return IllegalMoveError("taboo", f"{move} is taboo")
        if self._grid.cells[cell]:
            return IllegalMoveError("occupied", f"{move}: the cell already holds {self._grid.cells[cell]}")
        bit = 1 << (move.value - 1)
        clash = next(region for region in self.regions(cell) if self._grid.used[region] & bit)
        return IllegalMoveError("duplicate", f"{move}: {self._tables.name(clash)} already holds {move.value}")

    def _fill(self, cell: int, value: int) -> Applied:
        completed = tuple(self._tables.name(region) for region in self.regions(cell) if self._grid.left[region] == 1)
        points = POINTS[len(completed)]
        self._grid.place(cell, value)
        self._points[self.to_move] += points
        self._history.append((cell, value, points))
        return Applied(points, None, completed)

    def _condemn(self, cell: int, value: int) -> Applied:
        self._taboo[self._tables.placements[cell][value - 1]] = None
        self._taboo_values[cell] |= 1 << (value - 1)
        self._history.append((cell, 0, 0))
        return Applied(0, "taboo")

    def _caption(self) -> str:
        first, second = self._points
        return f"points {first} - {second}, seat {self.to_move} to move, {self.empties} empty"

    def _drawing(self) -> Iterator[str]:
        width = len(str(self.N))
        rule = " " * (width + 2) + "+" + ("-" * ((width + 1) * self.n + 1) + "+") * self.m
        yield " " * (width + 2) + self._row([f"{col:>{width}}" for col in range(self.N)]).replace("|", " ").rstrip()
        for row in range(self.N):
            if row % self.m == 0:
                yield rule
            values = self._grid.cells[row * self.N : (row + 1) * self.N]
            yield f" {row:>{width}} " + self._row([f"{value or '.':>{width}}" for value in values])
        yield rule

    def _row(self, words: list[str]) -> str:
        blocks = (" ".join(words[start : start + self.n]) for start in range(0, self.N, self.n))
        return "| " + " | ".join(blocks) + " |"

    def _taboo_lines(self) -> Iterator[str]:
        if self._taboo:
            yield "taboo: " + ", ".join(map(str, self._taboo))


def _other(seat: Seat) -> Seat:
    return 1 if seat == 0 else 0
