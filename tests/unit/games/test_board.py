"""Rules and scores of Competitive Sudoku, classic mode."""

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.base import Answer, Applied, Move, Outcome
from gridarena_games.errors import IllegalMoveError
from gridarena_games.sudoku import ASSUMED, POINTS, Placement, Position, Sudoku, SudokuBoard
from support.shared import shared

CONDEMNED = Answer(accepted=False, reason="search")


def start(m: int, n: int, words: str = "") -> SudokuBoard:
    cells = words or " ".join("." * (m * n) ** 2)
    return Sudoku().start(f"{m} {n} {cells}", {})


def vectors(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shared("vectors/sudoku_vectors.json").read_text(encoding="utf-8"))[name]
    return found


def reason(board: SudokuBoard, move: Move) -> str:
    """Why the move is refused; asking and pushing must agree and leave the board as it was."""
    before = str(board)
    reasons = []
    for action in (lambda: board.question(move), lambda: board.push(move, ASSUMED)):
        with pytest.raises(IllegalMoveError) as caught:
            action()
        reasons.append(caught.value.reason)
    assert str(board) == before
    assert reasons[0] == reasons[1]
    return reasons[0]


def random_board(rng: random.Random) -> SudokuBoard:
    """Some placements and some condemnations from an empty board of a random shape."""
    m, n = rng.choice([(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 7)])
    board = start(m, n)
    for _ in range(rng.randrange((m * n) ** 2 + 1)):
        moves = list(board.legal_moves())
        if moves:
            board.push(rng.choice(moves), rng.choice([ASSUMED, ASSUMED, CONDEMNED]))
    return board


def test_verified_scores() -> None:
    """Points, completed regions and the emptied counters of every verified placement."""
    for vector in vectors("scoring"):
        board = Sudoku().start(vector["board"], {})
        kinds = sorted(kind for kind, completed in vector["completes"].items() if completed)
        assert board.completes(tuple(vector["move"])) == vector["points"], vector["id"]
        applied = board.push(tuple(vector["move"]), ASSUMED)
        assert applied.points == vector["points"] == board.points[0], vector["id"]
        assert sorted(region.split()[0] for region in applied.regions) == kinds, vector["id"]


def test_verified_positions_can_be_set_up() -> None:
    """Every known best move is legal there, also where taboos stand; taboos are illegal."""
    for vector in vectors("positions"):
        board = Sudoku().start(vector["board"], {})
        assert board.empties == vector["empties"], vector["id"]
        for taboo in vector["taboo"]:
            board.push(tuple(taboo), CONDEMNED)
        legal = set(board.legal_moves())
        assert legal.isdisjoint(tuple(taboo) for taboo in vector["taboo"]), vector["id"]
        assert {tuple(move[:3]) for move in vector["optimal_moves"]} <= legal, vector["id"]


def test_accepted_placement_fills_and_passes_the_turn() -> None:
    """Rule 1."""
    board = start(2, 2, "1 2 3 . 3 4 1 2 2 1 . 3 . 3 . 1")
    assert board.push((0, 3, 4), ASSUMED) == Applied(7, None, ("row 0", "column 3", "block 0,1"))
    assert (board.points, board.to_move, board.empties, board.cells[3]) == ((7, 0), 1, 3, 4)


def test_condemned_placement_fills_nothing_and_is_taboo_for_both() -> None:
    """Rule 2: no points, the turn passes, the number of empties stays."""
    board = start(2, 2)
    assert board.push((0, 3, 4), CONDEMNED) == Applied(0, "taboo")
    assert (board.points, board.to_move, board.empties, board.cells[3]) == ((0, 0), 1, 16, 0)
    assert list(board.taboo) == [(0, 3, 4)]
    assert board.legal_values(3) == 0b0111
    assert reason(board, (0, 3, 4)) == "taboo"
    board.push((3, 0, 1), ASSUMED)
    assert reason(board, (0, 3, 4)) == "taboo"


def test_taboo_is_told_before_everything_else() -> None:
    """Rule 3: checked before legality, even when the cell has been filled since."""
    board = start(2, 2)
    board.push((0, 3, 4), CONDEMNED)
    board.push((0, 3, 1), ASSUMED)
    assert reason(board, (0, 3, 4)) == "taboo"
    assert reason(board, (0, 3, 2)) == "occupied"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ((0, 0, 1), "occupied"),
        ((0, 0, 2), "occupied"),
        ((0, 3, 1), "duplicate"),
        ((3, 0, 1), "duplicate"),
        ((1, 1, 1), "duplicate"),
        ((0, 1, 0), "out of range"),
        ((0, 1, 5), "out of range"),
        ((-1, 1, 2), "out of range"),
        ((0, -1, 2), "out of range"),
        ((4, 1, 2), "out of range"),
        ((0, 4, 2), "out of range"),
        ((0, 1, 1.0), "out of range"),
        ((0, 1, "2"), "out of range"),
        ((0, 1), "out of range"),
        ((0, 1, 2, 3), "out of range"),
        ("(0,1) -> 2", "out of range"),
        (7, "out of range"),
    ],
)
def test_illegal_moves_say_why(move: Move, expected: str) -> None:
    """Rule 4; nothing wraps around, spills into the next row or is rounded."""
    assert reason(start(2, 2, "1 " + ". " * 15), move) == expected


def test_refusals_name_the_move_and_the_cause() -> None:
    """One line a student understands."""
    board = start(2, 2, "1 " + ". " * 15)
    for move, message in [
        ((0, 0, 2), "(0,0) -> 2: the cell already holds 1"),
        ((0, 3, 1), "(0,3) -> 1: row 0 already holds 1"),
        ((1, 1, 1), "(1,1) -> 1: block 0,0 already holds 1"),
        ((0, 4, 2), "expected row and column 0 to 3, value 1 to 4, got (0,4) -> 2"),
    ]:
        with pytest.raises(IllegalMoveError) as caught:
            board.question(move)
        assert str(caught.value) == message


def test_numpy_ints_are_ints() -> None:
    """Students search with numpy; the board keeps plain ints."""
    board = start(2, 2)
    board.push(tuple(np.array([0, 1, 2])), ASSUMED)
    assert board.cells[1] == 2
    assert type(board.cells[1]) is int


def test_nobody_may_pass() -> None:
    """A skip is never forced in classic mode: the cells belong to both seats."""
    board = start(2, 2)
    assert not board.forced_skip()
    with pytest.raises(IllegalMoveError) as caught:
        board.push(None)
    assert caught.value.reason == "not allowed"


def test_push_needs_the_answer() -> None:
    """A forgotten oracle is a bug, not a rule."""
    board = start(2, 2)
    with pytest.raises(ValueError, match=r"expected the oracle's answer for \(0, 0, 1\), got None"):
        board.push((0, 0, 1))
    assert board.empties == 16


def test_question_is_the_position_after_the_move() -> None:
    """The board is not touched, and later pushes do not change a question."""
    board = start(2, 1)
    position = board.question((1, 0, 2)).position
    board.push((0, 0, 1), ASSUMED)
    assert position == Position(2, 1, bytes([0, 0, 2, 0]))


@pytest.mark.parametrize(
    ("m", "n", "moves", "points"),
    [
        (1, 1, [(0, 0, 1)], [7]),
        (1, 2, [(0, 0, 1), (0, 1, 2), (1, 0, 2), (1, 1, 1)], [0, 3, 1, 7]),
        (2, 1, [(0, 0, 1), (1, 0, 2), (0, 1, 2), (1, 1, 1)], [0, 3, 1, 7]),
        (1, 3, [(0, 0, 1), (0, 1, 2), (0, 2, 3)], [0, 0, 3]),
    ],
)
def test_coinciding_regions_count_separately(
    m: int, n: int, moves: list[tuple[int, int, int]], points: list[int]
) -> None:
    """A row that is a block too scores as two regions, as measured on the course's referee."""
    board = start(m, n)
    assert [board.push(move, ASSUMED).points for move in moves] == points


def test_match_ends_when_the_grid_is_full() -> None:
    """Rule 6: more points win."""
    board = start(1, 2)
    for move in [(0, 0, 1), (0, 1, 2), (1, 0, 2)]:
        assert board.outcome() is None
        board.push(move, ASSUMED)
    board.push((1, 1, 1), ASSUMED)
    assert board.outcome() == Outcome(1, "completed", (1, 10))


def test_equal_points_are_a_draw() -> None:
    """Rule 6; a grid that is full from the start is over at once."""
    board = start(1, 2)
    for move in [(0, 0, 1), (1, 1, 1), (0, 1, 2), (1, 0, 2)]:
        board.push(move, ASSUMED)
    assert board.outcome() == Outcome(None, "completed", (7, 7))
    full = Sudoku().start("1 2 1 2 2 1", {})
    assert full.outcome() == Outcome(None, "completed", (0, 0))
    assert list(full.legal_moves()) == []


def test_dead_end_is_an_end() -> None:
    """Where an unsound oracle leaves nothing to propose, the match ends by points instead of never."""
    board = start(1, 2, ". . . .")
    board.push((0, 0, 1), ASSUMED)
    board.push((1, 1, 2), ASSUMED)
    assert list(board.legal_moves()) == []
    assert board.outcome() == Outcome(None, "completed", (0, 0))


def test_pop_without_push_raises() -> None:
    """As the seam says."""
    with pytest.raises(IndexError):
        start(2, 2).pop()


def test_setup_starts_again_from_here() -> None:
    """The cells as board text."""
    board = start(2, 2)
    board.push((0, 1, 2), ASSUMED)
    assert Sudoku().start(board.setup(), {}).cells == board.cells


def test_board_reads_well() -> None:
    """Numbers of rows and columns, blocks apart, taboos below."""
    board = start(2, 2, "1 2 3 . 3 4 1 2 2 1 . 3 . 3 . 1")
    board.push((2, 2, 4), CONDEMNED)
    assert str(board).splitlines() == [
        "points 0 - 0, seat 1 to move, 4 empty",
        "     0 1   2 3",
        "   +-----+-----+",
        " 0 | 1 2 | 3 . |",
        " 1 | 3 4 | 1 2 |",
        "   +-----+-----+",
        " 2 | 2 1 | . 3 |",
        " 3 | . 3 | . 1 |",
        "   +-----+-----+",
        "taboo: (2,2) -> 4",
    ]
    assert str(start(2, 5, "10 " + ". " * 99)).isascii()


@given(st.randoms(use_true_random=False))
def test_cheap_access_agrees_with_the_rules(rng: random.Random) -> None:
    """Every figure an agent reads is what counting by hand gives."""
    board = random_board(rng)
    size = board.N
    rows = [board.cells[row * size : row * size + size] for row in range(size)]
    legal = []
    for cell in range(size * size):
        row, col = divmod(cell, size)
        top, left = row // board.m * board.m, col // board.n * board.n
        block = [rows[top + down][left + right] for down in range(board.m) for right in range(board.n)]
        regions = [rows[row], [line[col] for line in rows], block]
        assert [board.left(region) for region in board.regions(cell)] == [list(cells).count(0) for cells in regions]
        free = [value for value in range(1, size + 1) if not any(value in cells for cells in regions)]
        moves = [Placement(row, col, value) for value in free] if not board.cells[cell] else []
        moves = [move for move in moves if move not in board.taboo]
        assert board.legal_values(cell) == sum(1 << (move.value - 1) for move in moves)
        if moves:
            assert board.completes(moves[0]) == POINTS[sum(list(cells).count(0) == 1 for cells in regions)]
        legal += moves
    assert list(board.legal_moves()) == legal
    assert board.empties == list(board.cells).count(0)


@given(st.randoms(use_true_random=False))
def test_score_depends_on_the_filled_cells_only(rng: random.Random) -> None:
    """Whatever the values, a placement that completes as many regions scores as many points."""
    board = random_board(rng)
    by_cell: dict[tuple[int, int], set[int]] = {}
    for move in board.legal_moves():
        by_cell.setdefault((move.row, move.col), set()).add(board.push(move, ASSUMED).points)
        board.pop()
    assert all(len(points) == 1 for points in by_cell.values())


@given(st.randoms(use_true_random=False))
def test_last_cell_scores_seven(rng: random.Random) -> None:
    """The last fill of a grid completes a row, a column and a block at once."""
    board = start(*rng.choice([(1, 1), (1, 3), (2, 2), (3, 1)]))
    points = 0
    while board.outcome() is None:
        points = board.push(rng.choice(list(board.legal_moves())), ASSUMED).points
    if not board.empties:
        assert points == 7
