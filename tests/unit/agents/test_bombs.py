"""Every bomb of a position, and how many a fill leaves."""

import random
from pathlib import Path

import pytest

from gridarena_agents.bombs import Bombs
from gridarena_agents.champion import Champion
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
    bombs = Bombs(board, lambda: False)
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
    bombs = Bombs(position(28, 0), lambda: True)
    assert bombs.all() is None
    assert bombs.after(Placement(0, 0, 1)) is None


@pytest.mark.parametrize("seed", range(6))
def test_the_champion_leaves_even_numbers(seed: int, tmp_path: Path) -> None:
    """Long before the end can be seen: a bomb at odd numbers of bombs, else the right fill."""
    empties = 29 + seed % 2
    board = position(empties, seed)
    many = completions(2, 3, list(board.cells), 256)
    bombs = Bombs(board, lambda: False)
    listed = bombs.all() or []
    setup = "2 3\n" + " ".join(str(value or ".") for value in board.cells)
    move = one_turn(Champion(nodes=2000, seed=1), setup, tmp_path).moves[-1]
    placed = next(legal for legal in board.legal_moves() if str(legal) == move)
    if many is not None:
        pytest.fail("expected a position that cannot be solved yet")
    if empties % 2 == 0 and len(listed) % 2 == 1:
        assert placed in listed
    elif empties % 2 == 1 and placed not in listed:
        assert bombs.after(placed) in range(0, 200, 2)
