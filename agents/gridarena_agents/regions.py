"""Who completes what: a Sudoku position as one integer, the set of its empty cells.

The score of Competitive Sudoku depends only on *which* cells are filled, never on the values. So the searches here
know a position as an int with one bit a cell (row-major, cell 0 lowest), a cell as its bit, and a region as the mask of
its cells. Making a move is ``empty ^ cell``, taking it back is forgetting the result, and how many cells a region still
lacks is a population count.
"""

from collections.abc import Iterator
from functools import cache

from gridarena_games.sudoku.rules import POINTS, geometry


def cells_in(cells: int) -> Iterator[int]:
    """Every cell of a set, as its bit, lowest first."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


def index(cell: int) -> int:
    """A cell's row-major number."""
    return cell.bit_length() - 1


class Regions:
    """The rows, columns and blocks of one board size, each counted even where two of them coincide."""

    __slots__ = ("around", "masks")

    def __init__(self, rows: int, columns: int) -> None:
        tables = geometry(rows, columns)
        masks = [0] * (3 * tables.size)
        for number, around in enumerate(tables.regions):
            for region in around:
                masks[region] |= 1 << number
        self.masks = tuple(masks)
        self.around = {
            1 << number: (masks[row], masks[column], masks[block])
            for number, (row, column, block) in enumerate(tables.regions)
        }
        """A cell's row, column and block."""

    def points(self, empty: int, cell: int) -> int:
        """What filling this empty cell scores."""
        row, column, block = self.around[cell]
        return POINTS[(row & empty == cell) + (column & empty == cell) + (block & empty == cell)]

    def best(self, empty: int, among: int) -> tuple[int, int]:
        """The most points that these empty cells take at once, and every one that takes them (all where it is 0)."""
        most, cells = 0, among
        for cell in cells_in(self.lacking(empty, 1) & among):
            points = self.points(empty, cell)
            if points > most:
                most, cells = points, 0
            if points == most:
                cells |= cell
        return most, cells

    def lacking(self, empty: int, count: int) -> int:
        """The empty cells of all regions that lack exactly this many cells."""
        found = 0
        for mask in self.masks:
            inside = mask & empty
            if inside.bit_count() == count:
                found |= inside
        return found


@cache
def regions(rows: int, columns: int) -> Regions:
    """The tables of a block size, built once."""
    return Regions(rows, columns)
