"""Looking ahead over cells."""

import random
from collections.abc import Sequence

import pytest

from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.game import Sudoku
from gridarena_kernels.jit import octets
from gridarena_kernels.lookahead import Glance, Lookahead

NEVER = octets(bytearray(1))


def plain(board: SudokuBoard, open_cells: frozenset[int], depth: int) -> int:
    """Points of the mover minus the other's over the next moves, by looking at every order of cells."""
    if not depth or not open_cells:
        return 0
    return max(scores(board, open_cells, cell) - plain(board, open_cells - {cell}, depth - 1) for cell in open_cells)


def scores(board: SudokuBoard, open_cells: frozenset[int], cell: int) -> int:
    """What the cell completes."""
    lines = zip(board.regions(cell), (0, 1, 2), strict=True)
    complete = sum(
        not any(board.regions(other)[kind] == region for other in open_cells - {cell}) for region, kind in lines
    )
    return int((1 << complete) - 1)


def deepest(board: SudokuBoard, depth: int, passes: int = 0) -> Glance:
    """What the search says after so many depths."""
    for glance in Lookahead(board, random.Random(0)).deepen(NEVER, passes=passes):
        if glance.depth == depth:
            return glance
    raise AssertionError(depth)


def nearly_full(seed: int) -> SudokuBoard:
    """A 2x2 board with seven empty cells."""
    grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    for cell in random.Random(seed).sample(range(16), 7):
        grid[cell] = 0
    return SudokuBoard(2, 2, grid)


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_every_order_of_cells(seed: int) -> None:
    """To every depth, with the cells that cannot matter merged."""
    board = nearly_full(seed)
    open_cells = frozenset(cell for cell, value in enumerate(board.cells) if not value)
    for depth in (1, 2, 3, 5, 7):
        glance = deepest(board, depth)
        assert glance.value == plain(board, open_cells, depth)
        assert glance.cell in open_cells
        assert glance.line[0] == glance.cell
        if len(glance.line) == depth:
            assert along(board, open_cells, glance.line) == glance.value


def along(board: SudokuBoard, open_cells: frozenset[int], line: Sequence[int | None]) -> int:
    """Points of the mover minus the other's when both keep to the line."""
    worth, side = 0, 1
    for cell in line:
        assert cell in open_cells
        worth += side * scores(board, open_cells, cell)
        open_cells -= {cell}
        side = -side
    return worth


@pytest.mark.parametrize("mode", ["rows", "border"])
def test_a_line_leaves_the_position_as_it_was(mode: str) -> None:
    """Where every cell changes what is open, too: the same search says the same again."""
    search = Lookahead(sudoku_board(Sudoku().start("3 3" + " ." * 81, {"mode": mode})), random.Random(0))
    first, second = (next(glance for glance in search.deepen(NEVER) if glance.depth == 4) for _ in range(2))
    assert first.value == second.value
    assert len(first.line) > 1


def test_a_pass_is_taken_where_every_cell_gives_points_away() -> None:
    """Two cells left, each completing what the other then completes better: whoever may wait waits."""
    board = nearly_full(2)
    assert deepest(board, 2, passes=1).value >= deepest(board, 2).value
    two = SudokuBoard(2, 2, [0, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    assert deepest(two, 1).value == 7


def test_a_seat_without_ground_is_passed_over() -> None:
    """In rows the other goes on alone."""
    board = Sudoku().start("2 2\n1- . . .\n2- . . .\n3- . . .\n4- . . .", {"mode": "rows"})
    assert deepest(board, 3).depth == 3


def test_a_seat_that_passes_again_and_again_needs_no_more_room() -> None:
    """Its passes cost no depth; they once wrote behind the end of the stack."""
    lonely = Sudoku().start("2 4\n" + "1- 2- 3- 4- 5- 6- 7- 8-\n" + ". . . . . . . .\n" * 7, {"mode": "rows"})
    assert lonely.forced_skip()
    lonely.push(None)
    glances = list(Lookahead(lonely, random.Random(0)).deepen(NEVER, nodes=60_000))
    assert glances[-1].depth > 3


def test_ends_at_the_stop_flag_and_at_the_budget() -> None:
    """With what it has found by then."""
    board = SudokuBoard(4, 4, [0] * 256)
    assert not list(Lookahead(board, random.Random(0)).deepen(octets(bytearray(b"\x01"))))
    few = list(Lookahead(board, random.Random(0)).deepen(NEVER, nodes=3000))
    assert few
    assert few[-1].nodes <= 3000 + 256
