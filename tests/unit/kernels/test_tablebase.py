"""The complete solution of the 2x2 game."""

import random

import numpy as np
import pytest

from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_kernels.exact import solve_position
from gridarena_kernels.solver import solve
from gridarena_kernels.tablebase import IMAGES, book_2x2, canonical, solve_2x2
from support import exhaustive

pytestmark = pytest.mark.timeout(120)


def random_position(empties: int, rng: random.Random) -> SudokuBoard:
    """A position of a random match, with what became taboo on the way."""
    board = SudokuBoard(2, 2, [0] * 16)
    while board.empties > empties:
        move = rng.choice(list(board.legal_moves()))
        position = board.question(move).position
        board.push(move, ASSUMED if solve(2, 2, position.cells).solvable else exhaustive.CONDEMNED)
    return board


def test_the_game_has_693281_states_and_the_second_seat_wins_by_14() -> None:
    """The figures another program found."""
    table = solve_2x2()
    assert (table.boards, len(table.values)) == (5583, 693281)
    assert table.rate(SudokuBoard(2, 2, [0] * 16)).value == -14


def test_the_book_that_is_shipped_is_the_solution() -> None:
    """Value by value; `solve_2x2().save(path)` writes a new one."""
    book, solution = book_2x2(), solve_2x2()
    assert np.array_equal(book.values, solution.values)
    for ours, theirs in zip(book.levels, solution.levels, strict=True):
        assert np.array_equal(ours.codes, theirs.codes)
        assert np.array_equal(ours.bombs, theirs.bombs)
        assert np.array_equal(ours.start, theirs.start)


def test_agrees_with_the_search_move_by_move() -> None:
    """Two ways to the same values, bombs and taboos included."""
    rng = random.Random(11)
    for empties in (4, 6, 7, 8, 9, 10, 10):
        board = random_position(empties, rng)
        found = solve_2x2().rate(board)
        searched = solve_position(board, every=True)
        assert searched is not None
        assert {one.move: (one.kind, one.value) for one in found.moves} == {
            one.move: (one.kind, one.value) for one in searched.moves
        }, str(board)


def test_images_of_a_board_are_one_board() -> None:
    """Whatever is turned and renamed has the same code."""
    rng = np.random.default_rng(3)
    board = np.array([1, 0, 3, 0, 0, 4, 0, 2, 0, 0, 0, 0, 4, 0, 0, 0], dtype=np.uint8)
    names = np.array([0, *rng.permutation([1, 2, 3, 4])], dtype=np.uint8)
    assert len(np.unique(canonical(names[board[IMAGES]]).codes)) == 1
    assert len({tuple(image) for image in IMAGES}) == 128
