"""What the agents of the course reports add of their own."""

import random
import tracemalloc

import pytest

from gridarena_agents.reports.a2 import ReportA2
from gridarena_agents.reports.actions import Field
from gridarena_agents.reports.search import PlainSearch
from gridarena_agents.reports.skips import by_lines, by_solution
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard, sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve


def board(text: str) -> SudokuBoard:
    """A classic board."""
    return Sudoku().start(text, {})


def played(seed: int, empties: int) -> SudokuBoard:
    """A 2x3 board after random sound moves."""
    rng = random.Random(seed)
    position = board("2 3\n" + ". " * 36)
    while position.empties > empties:
        move = rng.choice(list(position.legal_moves()))
        question = position.question(move).position
        if solve(2, 3, question.cells).solvable:
            position.push(move, ASSUMED)
    return position


@pytest.mark.parametrize("seed", range(12))
def test_what_the_skips_find_is_a_bomb(seed: int) -> None:
    """A legal value after which nothing fills the grid."""
    position = played(seed, 18)
    solution = solve(2, 3, position.cells).solution
    assert solution is not None
    for found in (by_lines(position), by_solution(position, solution, 1000)):
        if found is not None:
            assert solve(2, 3, position.question(found).position.cells).solvable is False


def test_the_skips_do_find_bombs() -> None:
    """On most boards of that kind there are some."""
    assert sum(by_lines(played(seed, 18)) is not None for seed in range(12)) > 6


def test_the_plain_search_counts_points_to_the_end() -> None:
    """Three cells of one row; the first to go completes a column and a block."""
    position = board("2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 . . .")
    search = PlainSearch(position, lambda: False, moves=lambda there: list(there.legal_moves()))
    values = [best.value for best in search.deepen(9)]
    assert len(values) == 3
    assert values[0] == 3
    assert position.empties == 3


def test_cells_that_bring_nothing_are_left_out() -> None:
    """Unless the board is empty."""
    agent = ReportA2(seed=1)
    empty = board("2 2\n" + ". " * 16)
    assert len(agent._moves(empty)) == 64
    empty.push(Placement(0, 0, 1), ASSUMED)
    assert all(move.row == 0 or move.col == 0 or (move.row < 2 and move.col < 2) for move in agent._moves(empty))


def test_the_plain_search_ends_with_the_turn() -> None:
    """Nothing is looked at once it is closed: on an empty 4x4 board the moves of one node take long enough."""
    position = board("2 2\n" + ". " * 16)
    looked = 0

    def moves(there: SudokuBoard) -> list[Placement]:
        nonlocal looked
        looked += 1
        return list(there.legal_moves())

    search = PlainSearch(position, lambda: looked >= 3, moves=moves)
    assert len(list(search.deepen(3))) == 1
    assert looked == 3


def test_the_largest_board_needs_no_large_table() -> None:
    """What a pair strikes out is looked up for the pairs in question; all of 5x5 would be 244 MB."""
    empty = sudoku_board(Sudoku().start("5 5\n" + ". " * 625, {}))
    tracemalloc.start()
    try:
        field = Field.of(empty, None)
        after = field.after(0)
        assert tracemalloc.get_traced_memory()[1] < 32 * 2**20
    finally:
        tracemalloc.stop()
    assert field.standing.sum() - after.standing.sum() == 25 + 24 + 24 + 16
