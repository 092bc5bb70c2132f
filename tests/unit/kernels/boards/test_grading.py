"""How hard a board is: levels and figures, checked against boards that were counted by hand or by brute force."""

from itertools import product

import pytest

from gridarena_games.sudoku.rules import Grid, geometry
from gridarena_games.sudoku.text import read_board
from gridarena_kernels.boards.grading import grade
from gridarena_kernels.boards.making import make
from gridarena_kernels.boards.singles import by_singles
from gridarena_kernels.boards.uniqueness import other_solution
from gridarena_kernels.solver import solve

HIDDEN = "2 2\n1 . . .\n. . 1 .\n. 1 . .\n. . . ."
"""The last 1 has one cell, the cell has four values: only a hidden single sees it."""
NAKED = "2 2\n1 2 3 .\n. . . .\n. . . .\n. . . ."
PAIR = """3 3
4 . . . . . 9 3 8
. 3 2 . 9 4 1 . .
. 9 5 3 . . 2 4 .
3 7 . 6 . 9 . . 4
5 2 9 . . 1 6 7 3
6 . 4 7 . 3 . 9 .
9 5 7 . . 8 3 . .
. . 3 9 . . 4 . .
2 4 . . 3 . 7 . 9
"""
"""A textbook board for naked pairs."""


def solutions(m: int, n: int, cells: list[int]) -> int:
    """All of them, counted by trying everything."""
    grid = Grid(geometry(m, n), list(cells))

    def count() -> int:
        if not grid.empties:
            return 1
        cell = grid.cells.index(0)
        found = 0
        for value in range(1, m * n + 1):
            if grid.free(cell) >> (value - 1) & 1:
                grid.place(cell, value)
                found += count()
                grid.clear(cell)
        return found

    return count()


def test_a_naked_and_a_hidden_single_are_seen() -> None:
    """One step each."""
    assert by_singles(*read_board(NAKED)).filled >= 1
    assert by_singles(*read_board(HIDDEN)).filled == 1


def test_what_follows_within_a_region_is_medium() -> None:
    """Singles stop short of it, and nothing has to be tried."""
    found = grade(*read_board(PAIR))
    assert (found.level, found.figures["solutions found"], found.figures["nodes"]) == ("medium", 1, 1)
    assert by_singles(*read_board(PAIR)).left > 0


@pytest.mark.parametrize(("kind", "seed"), [*product(["random", "easy", "hard"], range(4))])
def test_solutions_and_bombs_are_counted_right(kind: str, seed: int) -> None:
    """As by trying everything."""
    cells = make(kind, 2, 3, seed)
    if kind == "hard":
        cells = list(cells)
        cells[cells.index(0)] = (solve(2, 3, cells).solution or b"")[cells.index(0)]
    found = grade(2, 3, cells).figures
    assert found["solutions found"] == min(2, solutions(2, 3, cells))
    grid = Grid(geometry(2, 3), list(cells))
    places = [(cell, v + 1) for cell in range(36) for v in range(6) if grid.free(cell) >> v & 1]
    assert found["placements"] == len(places)
    bombs = 0
    for cell, value in places:
        trial = list(cells)
        trial[cell] = value
        bombs += not solve(2, 3, trial).solvable
    assert found["bombs"] == bombs


def test_another_solution_is_found_where_there_is_one() -> None:
    """And not where there is none."""
    cells = [0] * 16
    solution = solve(2, 2, cells).solution
    assert solution is not None
    assert other_solution(2, 2, cells, solution).exists is True
    assert other_solution(2, 2, [*solution[:12], 0, 0, 0, 0], solution).exists is False


@pytest.mark.parametrize(
    ("board", "level", "count"),
    [
        ("2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1", "full", 1),
        ("2 2\n1 2 3 .\n. . . 4\n. . . .\n. . . .", "unsolvable", 0),
        ("2 2\n" + ". " * 16, "several solutions", 2),
    ],
)
def test_a_board_without_exactly_one_way_to_be_solved_says_so(board: str, level: str, count: int) -> None:
    """Full, unsolvable, or open to more than one solution."""
    found = grade(*read_board(board))
    assert (found.level, found.figures["solutions found"]) == (level, count)
    assert found.why
