"""What may be written where, against the oracle's own answers."""

import random

import pytest

from gridarena_agents.regions import cells_in, index
from gridarena_agents.view import View
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.oracle import SudokuOracle
from support.toy import Pebbles

TRAPPED = "2 2\n1 . . .\n. . 2 .\n. . . .\n. . . ."
"""A board with bombs."""


def _board(setup: str) -> SudokuBoard:
    return Sudoku().start(setup, {})


def _view(board: SudokuBoard, seed: int = 0, *, stopped: bool = False) -> View:
    return View(board, random.Random(seed), lambda: stopped)


def _bombs(board: SudokuBoard) -> set[Placement]:
    oracle = SudokuOracle(board)
    return {move for move in board.legal_moves() if not oracle.answer(board.question(move)).accepted}


def test_the_empty_cells_are_those_of_the_board() -> None:
    """One bit for each empty cell."""
    board = _board(TRAPPED)
    assert {index(cell) for cell in cells_in(_view(board).empty)} == {
        cell for cell, value in enumerate(board.cells) if not value
    }


def test_a_sound_move_is_never_a_bomb() -> None:
    """Into every empty cell of a board with bombs, whatever the seed."""
    board = _board(TRAPPED)
    bombs = _bombs(board)
    assert bombs
    for seed in range(10):
        view = _view(board, seed)
        moves = [view.sound_move(cell) for cell in cells_in(view.empty)]
        assert not bombs & set(moves)
        assert None not in moves


@pytest.mark.parametrize("seed", range(5))
def test_one_bomb_after_the_other_is_found(seed: int) -> None:
    """Each time one is used up another one is named, never anything else, until there are none."""
    board = _board(TRAPPED)
    bombs = _bombs(board)
    found = set()
    while (bomb := _view(board, seed).bomb(999)) is not None:
        found.add(bomb)
        _condemn(board, {bomb})
    assert found == bombs


def _condemn(board: SudokuBoard, bombs: set[Placement]) -> SudokuBoard:
    oracle = SudokuOracle(board)
    for move in sorted(bombs):
        board.push(move, oracle.answer(board.question(move)))
    return board


def test_looks_bound_the_search_for_a_bomb() -> None:
    """Without a look nothing is found; one closed turn ends it too."""
    board = _board(TRAPPED)
    assert _view(board).bomb(0) is None
    assert _view(board, stopped=True).bomb(999) is None


def test_a_taboo_is_no_move() -> None:
    """Neither the quick move nor the sound one nor the bomb names a taboo."""
    board = _board(TRAPPED)
    bombs = _bombs(board)
    view = _view(_condemn(board, bombs))
    quick = {_view(board, seed).any_move() for seed in range(300)}
    assert quick == set(board.legal_moves())
    assert not quick & bombs
    assert all(view.sound_move(cell) not in bombs for cell in cells_in(view.empty))


def test_a_cell_without_values_has_no_sound_move() -> None:
    """Where every value is taken or taboo the view says so instead of guessing."""
    cell = 1 << 3
    assert _view(_board("2 2\n1 2 3 .\n. . . .\n. . . .\n. . . .")).sound_move(cell) == Placement(0, 3, 4)
    assert _view(_board("2 2\n1 2 3 .\n. . . 4\n. . . .\n. . . .")).sound_move(cell) is None


def test_other_games_are_refused_in_one_line() -> None:
    """These agents play sudoku only."""
    board = Pebbles().start("6", {})
    with pytest.raises(TypeError, match=r"^expected a sudoku board, got a PebblesBoard$"):
        View(board, random.Random(0), lambda: False)
