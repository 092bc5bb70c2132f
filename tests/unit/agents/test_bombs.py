"""Every bomb of a position, and how many a fill leaves."""

import random
from pathlib import Path

import pytest

from gridarena_agents.bombs import Bombs
from gridarena_agents.champion import MOST_COMPLETIONS, Champion
from gridarena_agents.soundness import Soundness
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.completions import completions
from gridarena_kernels.solver import solve
from support.turns import one_turn

SOLVED = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2]


def position(empties: int, seed: int) -> SudokuBoard:
    """A 2x3 board that can be filled."""
    cells = list(SOLVED)
    for cell in random.Random(seed).sample(range(36), empties):
        cells[cell] = 0
    return SudokuBoard(2, 3, cells)


def asked_one_by_one(board: SudokuBoard) -> list[Placement]:
    """What is legal and leaves no completion."""
    return sorted(move for move in board.legal_moves() if not solvable(board, move))


def solvable(board: SudokuBoard, move: Placement) -> bool:
    """True when the grid can still be filled after the move."""
    cells = bytearray(board.cells)
    cells[move.row * board.N + move.col] = move.value
    return solve(board.m, board.n, cells).solution is not None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("empties", [14, 21, 28])
def test_bombs_are_what_leaves_no_completion(empties: int, seed: int) -> None:
    """Now, and after every fill; a lawful one leaves an even number."""
    board = position(empties, seed)
    bombs = Bombs(board, Soundness(board), lambda: False)
    listed = bombs.all()
    assert listed is not None
    assert sorted(listed) == asked_one_by_one(board)
    fills = [move for move in board.legal_moves() if move not in listed]
    for move in fills[::5]:
        cells = list(board.cells)
        cells[move.row * 6 + move.col] = move.value
        assert bombs.after(move) == len(asked_one_by_one(SudokuBoard(2, 3, cells)))
    for cell in {move.row * 6 + move.col for move in fills}:
        lawful = bombs.lawful(cell)
        assert lawful is None or (lawful in fills and bombs.after(lawful) in range(0, 200, 2))


def test_a_stopped_count_says_nothing() -> None:
    """Rather than too little."""
    board = position(28, 0)
    bombs = Bombs(board, Soundness(board), lambda: True)
    assert bombs.all() is None
    assert bombs.after(Placement(0, 0, 1)) is None


def proposed(board: SudokuBoard, folder: Path) -> Placement:
    """The champion's last word of a turn, before the end can be seen."""
    assert completions(2, 3, list(board.cells), MOST_COMPLETIONS) is None
    setup = "2 3\n" + " ".join(str(value or ".") for value in board.cells)
    move = one_turn(Champion(nodes=2000, seed=1), setup, folder).moves[-1]
    return next(legal for legal in board.legal_moves() if str(legal) == move)


@pytest.mark.parametrize("seed", range(5))
def test_the_champion_leaves_even_bombs_at_an_odd_number_of_cells(seed: int, tmp_path: Path) -> None:
    """By a fill."""
    board = position(29, seed)
    bombs = Bombs(board, Soundness(board), lambda: False)
    move = proposed(board, tmp_path)
    assert move not in (bombs.all() or ())
    assert bombs.after(move) in range(0, 200, 2)


@pytest.mark.parametrize("seed", [3, 6, 13, 15, 16])
def test_the_champion_uses_a_bomb_where_both_numbers_call_for_it(seed: int, tmp_path: Path) -> None:
    """An even number of cells and an odd number of bombs."""
    board = position(30, seed)
    listed = Bombs(board, Soundness(board), lambda: False).all()
    assert listed is not None
    assert len(listed) % 2 == 1
    assert proposed(board, tmp_path) in listed
