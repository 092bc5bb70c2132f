"""Random games and the tree above them follow the rules; the tree finds what wins."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from gridarena_games.base import Seat
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.rules import geometry
from gridarena_games.sudoku.text import write_board
from gridarena_kernels import playout, uct_cells
from gridarena_kernels.jit import Flat, flat, zeros
from gridarena_kernels.uct_cells import CellUct, Root

SIZE, COUNT = 6, 36
GOING = np.zeros(1, dtype=np.uint8)


def position(mode: str, seed: int) -> tuple[SudokuBoard, Flat, Flat, Flat]:
    """A board of 2 x 3 blocks, and what the kernels know of it."""
    options = {"mode": mode} | ({"seed": str(seed)} if mode == "random" else {})
    board = Sudoku().start(write_board(2, 3, [0] * COUNT), options)
    areas = board.reach(0), board.reach(1)
    root = Root(2, 3, (1 << COUNT) - 1, areas, 0, 0, mode != "classic")
    return board, uct_cells._position(root), *uct_cells._tables(2, 3)


@pytest.mark.parametrize(("mode", "seed"), [*product(["classic", "rows", "border", "random"], [1, 2])])
def test_a_random_game_is_a_game_by_the_rules(mode: str, seed: int) -> None:
    """The same cells filled on the board: the same seat moves, may move there, and scores the same."""
    board, state, regions, near = position(mode, seed)
    solution = solved()
    rng, tried = flat((seed,)), zeros(COUNT + 1)
    while (seat := playout.mover(state)) >= 0:
        if board.forced_skip():
            board.push(None)
        assert seat == board.to_move
        assert state[playout.OPEN + seat] == board.reach(board.to_move).bit_count()
        rank = min(2, int(state[playout.OPEN + seat]) - 1)
        cell = int(playout.choose(state, SIZE, regions, rng, rank, tried, playout.ANY))
        board.push((cell // SIZE, cell % SIZE, solution[cell]), ASSUMED)
        playout.fill(state, SIZE, regions, near, cell)
        assert state[playout.DIFFERENCE] == board.points[0] - board.points[1]
    assert board.outcome() is not None


def solved() -> list[int]:
    return [(3 * (cell // 6 % 2) + cell // 6 // 2 + cell % 6) % 6 + 1 for cell in range(COUNT)]


def test_what_scores_comes_before_what_does_not() -> None:
    """Here three cells complete one region each; equal ones at random, and so do those that score nothing."""
    _, state, regions, near = position("classic", 0)
    for cell in (0, 1, 2, 3, 4, 6, 7, 12, 18, 24):
        playout.fill(state, SIZE, regions, near, cell)
    rng, tried = flat((5,)), zeros(COUNT + 1)
    found = [
        {int(playout.choose(state, SIZE, regions, rng, rank, tried, playout.ANY)) for _ in range(60)}
        for rank in range(4)
    ]
    assert found[:3] == [{5, 8, 30}] * 3
    assert not found[3] & {5, 8, 30}
    assert len(found[3]) > 10


def test_the_most_points_come_first() -> None:
    """Two regions at once before one."""
    _, state, regions, near = position("classic", 0)
    for cell in (0, 1, 6, 7, 8, 3, 4, 5, 12, 18, 24):
        playout.fill(state, SIZE, regions, near, cell)
    rng, tried = flat((5,)), zeros(COUNT + 1)
    assert [int(playout.choose(state, SIZE, regions, rng, rank, tried, playout.ANY)) for rank in (0, 1)] == [2, 30]


def root(empty: int, to_move: Seat = 0, difference: int = 0) -> Root:
    return Root(2, 2, empty, (empty, empty), to_move, difference, False)


def value(empty: int, tables: tuple[tuple[int, int, int], ...]) -> int:
    """The mover's points minus the other's under best play."""
    best = None
    for cell in range(16):
        if empty >> cell & 1:
            left = empty & ~(1 << cell)
            worth = scored(empty, cell, tables) - value(left, tables)
            best = worth if best is None else max(best, worth)
    return best or 0


def scored(empty: int, cell: int, tables: tuple[tuple[int, int, int], ...]) -> int:
    done = sum(
        not any(empty >> other & 1 and region in tables[other] for other in range(16) if other != cell)
        for region in tables[cell]
    )
    return (0, 1, 3, 7)[done]


@pytest.mark.parametrize("empty", [0b1100_0110_0000_0011, 0b0000_1011_0101_0000, 0b0110_0000_0110_0100])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_cell_visited_most_keeps_a_win(empty: int, seat: Seat) -> None:
    """Where the mover can win, by trying everything, the tree's choice still wins."""
    tables = geometry(2, 2).regions
    best = value(empty, tables)
    behind = 1 - best
    difference = behind if seat == 0 else -behind
    found = CellUct(root(empty, seat, difference), c=1.0, k=3, seed=7, nodes=5_000).run(4_000, GOING)
    assert found is not None
    left = empty & ~(1 << found.move)
    assert behind + scored(empty, found.move, tables) - value(left, tables) == 1
    assert found.chance > 0.5
    assert len(found.line) == empty.bit_count()


def test_a_search_goes_on_where_it_was_and_stops_when_told() -> None:
    """Simulations add up; with the flag set there are none."""
    search = CellUct(root(0xFFFF), c=1.5, k=5, seed=1, nodes=100)
    assert search.run(10, np.ones(1, dtype=np.uint8)) is None
    first, second = search.run(100, GOING), search.run(150, GOING)
    assert (first and first.games, second and second.games) == (100, 250)


def test_a_full_tree_still_learns() -> None:
    """More simulations than nodes."""
    found = CellUct(root(0xFFFF), c=1.5, k=5, seed=1, nodes=30).run(2_000, GOING)
    assert found is not None
    assert found.games == 2_000


SCRIPT = """
import numpy as np
from gridarena_kernels import jit, playout, uct_cells
from gridarena_kernels.jit import flat, zeros
full = (1 << 36) - 1
state = uct_cells._position(uct_cells.Root(2, 3, full, (full, full), 0, 0, False))
differences, rng, regions, near = [], flat((9,)), *uct_cells._tables(2, 3)
for _ in range(20):
    game = flat(state)
    differences.append(int(playout.playout(game, 6, regions, near, rng, 4, zeros(37))))
print(jit.COMPILED, differences)
"""


def test_plain_python_plays_the_same_games() -> None:
    """Compiled or not, equal seeds are equal games."""
    said = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env=os.environ | extra, capture_output=True, encoding="utf-8", check=True
        ).stdout.split(" ", 1)
        for extra in ({}, {"GRIDARENA_NO_NUMBA": "1"})
    ]
    assert said[1][0] == "False"
    assert said[0][1] == said[1][1]
