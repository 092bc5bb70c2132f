"""What a network is told of each action: eight numbers about the position that the action leaves.

An action is a fill or a bomb. Near the end, where the grid can be filled in few ways, every bomb is known, and so is
how many are left after each action; far from it the number of bombs is unknown and its parity is told as 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import POINTS, Placement, geometry

FEATURES = 8
"""Points; regions left with one, with two empty cells; parities of cells, of bombs; is a bomb; filled; odd regions."""
_POINTS = np.array(POINTS)
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Shape:
    """The tables of a block shape, for pairs of a cell and a value numbered ``cell * N + value - 1``."""

    size: int
    """How many values there are."""
    regions: Ints
    """By cell: its row, column and block."""
    inside: Ints
    """``inside[cell, region]`` is 1 where the cell is in the region."""
    seen: Bools
    """``seen[cell, other]``: the cells share a region."""

    def kills(self, pairs: Ints, others: Ints) -> Bools:
        """``kills[i, j]``: filling the i-th of the pairs strikes the j-th of the others out.

        Looked up for the pairs in question only: a table of all of them would be a quarter of a gigabyte on 5x5.
        """
        cells, values = np.divmod(pairs[:, None], self.size)
        other_cells, other_values = np.divmod(others[None, :], self.size)
        struck: Bools = (cells == other_cells) | (self.seen[cells, other_cells] & (values == other_values))
        return struck


@cache
def _shape(m: int, n: int) -> _Shape:
    size = m * n
    regions = np.array(geometry(m, n).regions)
    inside = np.zeros((size * size, 3 * size), dtype=np.int64)
    inside[np.arange(size * size)[:, None], regions] = 1
    return _Shape(size, regions, inside, (inside @ inside.T) > 0)


class Field:
    """A position by its pairs: which still stand, and which the ways to fill the grid have."""

    def __init__(self, m: int, n: int, empty: Bools, standing: Bools, ways: Bools | None) -> None:
        """Takes the position over.

        Args:
            m: Rows of a block.
            n: Columns of a block.
            empty: By cell.
            standing: By pair: may be proposed, by rule and taboo.
            ways: ``ways[number, pair]``: every way to fill the grid; None where they are not known.
        """
        self.m = m
        self.n = n
        self.empty = empty
        self.standing = standing
        self.ways = ways
        self._shape = _shape(m, n)
        self._left: Ints = empty.astype(np.int64) @ self._shape.inside

    @classmethod
    def of(cls, board: SudokuBoard, solutions: Sequence[Sequence[int]] | None) -> "Field":
        """The board's position; ``solutions`` hold a value for each empty cell."""
        size = board.N
        cells = np.array(board.cells)
        standing = np.zeros(size**3, dtype=np.bool_)
        for cell in np.flatnonzero(cells == 0):
            legal = board.legal_values(int(cell))
            standing[cell * size : (cell + 1) * size] = [legal >> value & 1 for value in range(size)]
        if solutions is None:
            return cls(board.m, board.n, cells == 0, standing, None)
        ways = np.zeros((len(solutions), size**3), dtype=np.bool_)
        places = np.flatnonzero(cells == 0) * size
        if len(places):
            ways[np.arange(len(solutions))[:, None], places + np.array(solutions) - 1] = True
        return cls(board.m, board.n, cells == 0, standing, ways)

    @property
    def empties(self) -> int:
        """How many cells are empty."""
        return int(self.empty.sum())

    @property
    def fills(self) -> Bools:
        """By pair: keeps the grid fillable; where the ways are not known, every pair that stands."""
        return self.standing if self.ways is None else self.standing & self.ways.any(axis=0)

    @property
    def bombs(self) -> Bools:
        """By pair: stands, and no way to fill the grid has it."""
        return self.standing & ~self.fills

    def placement(self, pair: int) -> Placement:
        """The pair as a move."""
        cell, value = divmod(pair, self.m * self.n)
        return Placement(*divmod(cell, self.m * self.n), value + 1)

    def points(self, pairs: Ints) -> Ints:
        """What filling each pair scores."""
        regions = self._shape.regions[pairs // (self.m * self.n)]
        scored: Ints = _POINTS[(self._left[regions] == 1).sum(axis=1)]
        return scored

    def replies(self, pairs: Ints) -> Ints:
        """The most that the other can score at once after filling each pair."""
        cells = pairs // (self.m * self.n)
        left = self._left - self._shape.inside[cells]
        scores = _POINTS[(left[:, self._shape.regions] == 1).sum(axis=2)]
        scores[:, ~self.empty] = 0
        scores[np.arange(len(cells)), cells] = 0
        best: Ints = scores.max(axis=1)
        return best

    def after(self, pair: int) -> "Field":
        """The position after a fill or a bomb."""
        bomb = self.ways is not None and not self.ways[:, pair].any()
        empty, standing, ways = self.empty, self.standing.copy(), self.ways
        if bomb:
            standing[pair] = False
        else:
            empty = empty.copy()
            empty[pair // (self.m * self.n)] = False
            standing &= ~self._shape.kills(np.array([pair]), np.arange(len(standing)))[0]
            ways = ways[ways[:, pair]] if ways is not None else None
        return Field(self.m, self.n, empty, standing, ways)

    def features(self, pairs: Ints) -> NDArray[np.float64]:
        """What a network is told of each pair, :data:`FEATURES` numbers a row."""
        size = self.m * self.n
        bomb = self.bombs[pairs]
        left = self._left - np.where(bomb[:, None], 0, self._shape.inside[pairs // size])
        cells = self.empties - ~bomb
        table = np.zeros((len(pairs), FEATURES))
        table[:, 0] = np.where(bomb, 0, self.points(pairs)) / 7
        table[:, 1] = (left == 1).sum(axis=1) / size
        table[:, 2] = (left == 2).sum(axis=1) / size
        table[:, 3] = cells % 2 * 2 - 1
        table[:, 4] = 0 if self.ways is None else self._bombs_after(pairs, bomb, self.ways) % 2 * 2 - 1
        table[:, 5] = bomb
        table[:, 6] = 1 - cells / len(self.empty)
        table[:, 7] = (left % 2 == 1).sum(axis=1) / (3 * size)
        return table

    def _bombs_after(self, pairs: Ints, bomb: Bools, ways: Bools) -> Ints:
        """How many bombs are left after each pair: those that stand, and that none of the ways that are left has."""
        stand = np.flatnonzero(self.standing)
        have = ways[:, stand].astype(np.float32)
        together = have[:, np.searchsorted(stand, pairs)].T @ have > 0
        kept: Ints = (~self._shape.kills(pairs, stand) & ~together).sum(axis=1)
        return np.where(bomb, int(self.bombs.sum()) - 1, kept)
