"""Whether a grid can be filled, against verified grids, brute force and formulas."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.base import Answer
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Grid, Placement, Position, geometry
from gridarena_games.sudoku.text import read_board
from gridarena_kernels import solver
from gridarena_kernels.solver import solve
from support.puzzles import brute_force, fills, pigeonhole, playout, position
from support.shared import PROJECT, shared

pytestmark = pytest.mark.timeout(120)  # the first test of a fresh machine compiles the kernels

BOARDS = json.loads((PROJECT / "tests" / "data" / "oracle_boards.json").read_text(encoding="utf-8"))["boards"]


def vectors(path: str) -> dict[str, list[dict]]:
    """A shared file of verified positions."""
    file: Path = shared(f"vectors/{path}")
    return json.loads(file.read_text(encoding="utf-8"))


def check(board: str, solvable: bool) -> None:
    """The solver says so, and proves it where it says yes."""
    asked = position(board)
    solved = solve(*asked)
    assert solved.solvable is solvable
    assert fills(solved.solution, asked) is solvable


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["what"])
def test_verified_grids(board: dict) -> None:
    """Empty, full, unique, impossible, one bomb in: all were counted out by other programs."""
    check(board["board"], board["solvable"])


def test_all_shared_oracle_vectors() -> None:
    """Every verified grid there is, and the only solution where there is but one."""
    for board in vectors("oracle_vectors.json")["boards"]:
        check(board["board"], board["solvable"])
        if board["solutions"] == 1:
            assert solve(*position(board["board"])).solution == position(board["witness"]).cells


def test_shared_scoring_vectors_stay_solvable() -> None:
    """The board after each verified placement."""
    for vector in vectors("sudoku_vectors.json")["scoring"]:
        board = SudokuBoard(*read_board(vector["board"]))
        assert solve(*board.question(tuple(vector["move"])).position).solvable is vector["solvable_after"]


def test_shared_positions_have_exactly_these_bombs() -> None:
    """Each legal move of a verified position is known to be a fill or a bomb."""
    for vector in vectors("sudoku_vectors.json")["positions"]:
        board = SudokuBoard(*read_board(vector["board"]))
        for row, col, value in vector["taboo"]:
            board.push(Placement(row, col, value), Answer(accepted=False, reason="search"))
        found = {move: solve(*board.question(move).position).solvable for move in board.legal_moves()}
        assert list(found.values()).count(False) == vector["unused_bombs"], vector["id"]
        if vector["all_moves"] is not None:
            assert found == {tuple(move[:3]): move[3] == "fill" for move in vector["all_moves"]}, vector["id"]


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 2), (1, 25), (25, 1), (2, 5), (5, 2), (3, 4), (4, 5), (4, 6), (5, 5)])
def test_empty_grids_of_all_shapes_are_filled(m: int, n: int) -> None:
    """Blocks may be rows, columns, wide or high; up to 25 values."""
    asked = Position(m, n, bytes((m * n) ** 2))
    solved = solve(*asked)
    assert solved.solvable
    assert fills(solved.solution, asked)


@st.composite
def small_grids(draw: st.DrawFn) -> Position:
    """A grid without duplicates, 4x4 or 6x6, filled at random up to where brute force is quick."""
    m, n = draw(st.sampled_from([(2, 2), (2, 3), (3, 2), (1, 4), (4, 1)]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    grid = Grid(geometry(m, n), [0] * (m * n) ** 2)
    for cell in rng.sample(range(len(grid.cells)), draw(st.integers(0, len(grid.cells)))):
        if values := [value for value in range(1, m * n + 1) if grid.free(cell) >> (value - 1) & 1]:
            grid.place(cell, rng.choice(values))
    return Position(m, n, bytes(grid.cells))


@given(small_grids())
def test_solver_agrees_with_brute_force(asked: Position) -> None:
    """Nothing is refuted that can be filled, nothing is filled that cannot."""
    solved = solve(*asked)
    assert solved.solvable is brute_force(asked)
    assert fills(solved.solution, asked) is solved.solvable


@pytest.mark.parametrize("effort", ["quick", "full"])
@pytest.mark.parametrize("k", range(5, 13))
def test_pigeonhole_grids_are_refuted_at_the_root(k: int, effort: solver.Effort) -> None:
    """By singles alone a 16x16 grid with k values for k - 1 cells stays open for minutes."""
    solved = solve(*pigeonhole(k, random.Random(k)), effort)
    assert solved == solver.Solved(False, 1, None)


@pytest.mark.parametrize("k", range(5, 13))
def test_almost_pigeonhole_grids_are_decided(k: int) -> None:
    """With a given less the contradiction may hide behind a few choices, or be gone."""
    rng = random.Random(k)
    for _ in range(5):
        asked = pigeonhole(k, rng)
        cells = bytearray(asked.cells)
        cells[rng.choice([cell for cell, value in enumerate(cells) if value])] = 0
        solved = solve(4, 4, cells)
        assert solved.solvable is not None
        assert fills(solved.solution, Position(4, 4, bytes(cells))) is solved.solvable


def test_equal_grids_cost_equal_nodes() -> None:
    """Nothing is carried over from one question to the next."""
    asked = list(playout(3, 3, random.Random(3)))
    forwards = [solve(*position) for position in asked]
    backwards = [solve(*position) for position in reversed(asked)]
    assert forwards == backwards[::-1]
    assert {solved.solvable for solved in forwards} == {True, False}


def test_budgets_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick stops at its budget; full spends its own on top, then leaves the question open."""
    monkeypatch.setattr(solver, "QUICK_NODES", 5)
    monkeypatch.setattr(solver, "FULL_NODES", 9)
    assert solve(4, 4, bytes(256), "quick") == solver.Solved(None, 5, None)
    assert solve(4, 4, bytes(256), "full") == solver.Solved(None, 14, None)


def test_thorough_search_agrees_with_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second way to look answers every question as the first did."""
    asked = [position for seed in range(3) for position in playout(4, 4, random.Random(seed), 0.2)]
    plain = [solve(*position, "quick").solvable for position in asked]
    monkeypatch.setattr(solver, "QUICK_NODES", 1)
    thorough = [solve(*position, "full").solvable for position in asked]
    assert [(one, other) for one, other in zip(plain, thorough, strict=True) if one is not None and one != other] == []
    assert None not in thorough
