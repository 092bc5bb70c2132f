"""Is there a second solution? Asked of a board one of whose solutions is known, with the solver that finds one.

A cell is asked for each of its other values whether the board could be filled with it. Once none can, the cell is as
good as filled, which makes the next cell cheaper. A board from which a single value was taken needs one cell only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gridarena_games.sudoku.rules import Grid, geometry
from gridarena_kernels.solver import Effort, solve


@dataclass(frozen=True, slots=True)
class Other:
    """Whether a cell, or any cell, can hold another value than the solution's."""

    exists: bool | None
    """None: a search used up its budget, and none that ended found one."""
    nodes: int


def other_value(m: int, n: int, cells: Sequence[int], cell: int, value: int, effort: Effort) -> Other:
    """Looks for a solution in which this empty cell does not hold this value."""
    grid = Grid(geometry(m, n), list(cells))
    values = grid.free(cell) & ~(1 << (value - 1))
    trial = list(cells)
    nodes, undecided = 0, False
    while values:
        low = values & -values
        values ^= low
        trial[cell] = low.bit_length()
        solved = solve(m, n, trial, effort)
        nodes += solved.nodes
        if solved.solvable:
            return Other(True, nodes)
        undecided = undecided or solved.solvable is None
    return Other(None if undecided else False, nodes)


def other_solution(m: int, n: int, cells: Sequence[int], solution: Sequence[int]) -> Other:
    """Looks for any solution but this one."""
    trial = list(cells)
    nodes = 0
    for cell, value in enumerate(solution):
        if trial[cell]:
            continue
        other = other_value(m, n, trial, cell, value, "full")
        nodes += other.nodes
        if other.exists is not False:
            return Other(other.exists, nodes)
        trial[cell] = value
    return Other(False, nodes)
