"""The rules kernel: which values a cell may take and which regions a placement completes, on plain ints and lists.

A region is a row, a column or a block; region numbers run rows ``0..N-1``, columns ``N..2N-1``, blocks ``2N..3N-1``, so
that one list holds the used values and one the empties of all of them. A set of values is a bitmask: bit ``v - 1`` is
value ``v``. Where regions coincide (1 x N blocks are rows) each is counted by itself, as the course's referee does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from gridarena_games.errors import InvalidSetupError

MAX_SIZE = 25
"""Largest N = m * n."""

POINTS = (0, 1, 3, 7)
"""Points by number of regions one placement completes."""


class Placement(NamedTuple):
    """A move: this value into this cell. Equal to the plain tuple ``(row, col, value)``; row and col count from 0."""

    row: int
    col: int
    value: int

    def __str__(self) -> str:
        return f"({self.row},{self.col}) -> {self.value}"


class Position(NamedTuple):
    """A grid as the oracle gets it: one byte a cell, row-major, 0 = empty."""

    m: int
    n: int
    cells: bytes


@dataclass(frozen=True, slots=True)
class Geometry:
    """The tables of one block shape; equal shapes share one object."""

    m: int
    n: int
    size: int
    regions: tuple[tuple[int, int, int], ...]
    """By cell: its row, column and block as region numbers."""
    placements: tuple[tuple[Placement, ...], ...]
    """By cell and value - 1: the move itself, so that listing moves builds nothing."""

    def name(self, region: int) -> str:
        """A region for people, counted from 0: ``row 2``, ``column 0``, ``block 1,0``."""
        kind, number = divmod(region, self.size)
        if kind == 2:
            return f"block {number // self.m},{number % self.m}"
        return f"{('row', 'column')[kind]} {number}"


@cache
def geometry(m: int, n: int) -> Geometry:
    """Builds the tables for blocks of m rows and n columns."""
    size = m * n
    coordinates = [divmod(cell, size) for cell in range(size * size)]
    regions = tuple((row, size + col, 2 * size + row // m * m + col // n) for row, col in coordinates)
    placements = tuple(tuple(Placement(row, col, value) for value in range(1, size + 1)) for row, col in coordinates)
    return Geometry(m, n, size, regions, placements)


class Grid:
    """A partly filled grid without duplicates; place and clear are exact inverses."""

    __slots__ = ("cells", "empties", "full", "left", "regions", "used")

    def __init__(self, tables: Geometry, cells: Sequence[int]) -> None:
        self.regions = tables.regions
        self.full = (1 << tables.size) - 1
        self.cells = [0] * len(cells)
        self.empties = len(cells)
        self.used = [0] * (3 * tables.size)
        self.left = [tables.size] * (3 * tables.size)
        for cell, value in enumerate(cells):
            if value:
                for region in self.regions[cell]:
                    if self.used[region] >> (value - 1) & 1:
                        raise InvalidSetupError(f"{tables.name(region)} has the value {value} twice (counting from 0)")
                self.place(cell, value)

    def free(self, cell: int) -> int:
        """The values an empty cell can take without a duplicate; nothing for a filled cell."""
        if self.cells[cell]:
            return 0
        row, col, block = self.regions[cell]
        used = self.used
        return self.full & ~(used[row] | used[col] | used[block])

    def completed(self, cell: int) -> int:
        """How many regions (0 to 3) are complete once this empty cell is filled."""
        row, col, block = self.regions[cell]
        left = self.left
        return (left[row] == 1) + (left[col] == 1) + (left[block] == 1)

    def place(self, cell: int, value: int) -> None:
        """Fills an empty cell."""
        self.cells[cell] = value
        self.empties -= 1
        for region in self.regions[cell]:
            self.used[region] |= 1 << (value - 1)
            self.left[region] -= 1

    def clear(self, cell: int) -> None:
        """Empties a filled cell."""
        bit = 1 << (self.cells[cell] - 1)
        self.cells[cell] = 0
        self.empties += 1
        for region in self.regions[cell]:
            self.used[region] ^= bit
            self.left[region] += 1
