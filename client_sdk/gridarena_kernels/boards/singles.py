"""What a person solves without trying: naked singles (a cell has one value left), hidden singles (a value one cell)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from gridarena_games.sudoku.rules import Grid, geometry


@dataclass(frozen=True, slots=True)
class Singles:
    """How far singles lead."""

    filled: int
    """Cells they fill."""
    left: int
    """Cells they leave empty."""
    rounds: int
    """How often all cells and regions had to be gone through."""


def by_singles(m: int, n: int, cells: Sequence[int]) -> Singles:
    """Goes through all cells and regions until a round finds nothing more."""
    grid = Grid(geometry(m, n), list(cells))
    start = grid.empties
    rounds = 0
    while grid.empties:
        before = grid.empties
        rounds += 1
        _naked(grid)
        for members in _members(m, n):
            _hidden(grid, members)
        if grid.empties == before:
            break
    return Singles(start - grid.empties, grid.empties, rounds)


def _naked(grid: Grid) -> None:
    for cell in range(len(grid.cells)):
        values = grid.free(cell)
        if values and not values & (values - 1):
            grid.place(cell, values.bit_length())


def _hidden(grid: Grid, members: Sequence[int]) -> None:
    once = more = 0
    for cell in members:
        values = grid.free(cell)
        more |= once & values
        once |= values
    hidden = once & ~more
    if hidden:
        for cell in members:
            values = grid.free(cell) & hidden
            if values and not values & (values - 1):
                grid.place(cell, values.bit_length())


@cache
def _members(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """The cells of every region."""
    tables = geometry(m, n)
    members: list[list[int]] = [[] for _ in range(3 * tables.size)]
    for cell, regions in enumerate(tables.regions):
        for region in regions:
            members[region].append(cell)
    return tuple(map(tuple, members))
