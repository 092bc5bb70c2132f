"""Positions as sets of empty cells."""

import random

import pytest

from gridarena_agents.regions import cells_in, index, regions
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard


def _empty(board: SudokuBoard) -> int:
    return sum(1 << cell for cell, value in enumerate(board.cells) if not value)


@pytest.mark.parametrize(("m", "n"), [(1, 3), (2, 2), (2, 3), (3, 3)])
def test_points_are_those_of_the_board(m: int, n: int) -> None:
    """Along random games every empty cell scores what the rules say, and best() finds the highest of them."""
    tables = regions(m, n)
    for seed in range(5):
        rng = random.Random(seed)
        board = SudokuBoard(m, n, [0] * (m * n) ** 2)
        while moves := list(board.legal_moves()):
            empty = _empty(board)
            points = {1 << (row * board.N + col): board.completes((row, col, value)) for row, col, value in moves}
            assert points == {cell: tables.points(empty, cell) for cell in points}
            most, cells = tables.best(empty, empty)
            assert most == max(tables.points(empty, cell) for cell in cells_in(empty))
            assert set(cells_in(cells)) == {cell for cell in cells_in(empty) if tables.points(empty, cell) == most}
            board.push(rng.choice(moves), ASSUMED)


def test_lacking_names_the_cells_of_regions_so_far_filled() -> None:
    """Row 0 of a 2x2 board but for its last cell is filled: that row lacks one, the left upper block lacks two."""
    tables = regions(2, 2)
    empty = (1 << 16) - 1 & ~0b0111
    assert set(cells_in(tables.lacking(empty, 1))) == {1 << 3}
    assert set(cells_in(tables.lacking(empty, 2))) == {1 << 4, 1 << 5}


def test_cells_come_lowest_first() -> None:
    """A set of cells is read off bit by bit."""
    assert [index(cell) for cell in cells_in(1 << 80 | 1 << 3 | 1)] == [0, 3, 80]


def test_tables_are_built_once() -> None:
    """Equal sizes share one object."""
    assert regions(3, 3) is regions(3, 3)
