"""Who may play where: the modes rows, border and random, and who passes when."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.base import Answer, Applied, Outcome
from gridarena_games.errors import IllegalMoveError, InvalidSetupError
from gridarena_games.sudoku import ASSUMED, Placement, Squares, Sudoku, SudokuBoard, starting_squares

CONDEMNED = Answer(accepted=False, reason="search")


def start(cells: str, mode: str, **options: str) -> SudokuBoard:
    return Sudoku().start(cells, {"mode": mode, **options})


def empty(m: int, n: int) -> str:
    return f"{m} {n} " + ". " * (m * n) ** 2


def near(squares: Squares, size: int) -> set[tuple[int, int]]:
    """The eight neighbours of each, by the definition."""
    around = {(row + down, col + right) for row, col in squares for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {(row, col) for row, col in around if 0 <= row < size and 0 <= col < size}


def test_rows_are_the_first_and_the_last() -> None:
    """Seat 0 has the top row, seat 1 the bottom row."""
    assert starting_squares("rows", 3) == (((0, 0), (0, 1), (0, 2)), ((2, 0), (2, 1), (2, 2)))


def test_border_is_shared() -> None:
    """Both seats have the very same squares: top, bottom, then the sides without corners."""
    first, second = starting_squares("border", 3)
    assert first is second
    assert first == ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2), (1, 0), (1, 2))


@pytest.mark.parametrize("mode", ["rows", "border", "random"])
def test_one_square_belongs_to_both(mode: str) -> None:
    """1 x 1: whoever moves first fills it."""
    board = start("1 1 .", mode, **({"seed": "5"} if mode == "random" else {}))
    assert [board.starting_squares(seat) for seat in (0, 1)] == [((0, 0),), ((0, 0),)]
    board.push((0, 0, 1), ASSUMED)
    assert board.outcome() == Outcome(0, "completed", (7, 0))


@pytest.mark.parametrize("shape", [(1, 2), (2, 1)])
def test_a_two_by_two_grid_has_a_border_of_four(shape: tuple[int, int]) -> None:
    """Nothing is listed twice where the rows leave no sides."""
    board = start(empty(*shape), "border")
    assert board.playable() == board.starting_squares(1) == ((0, 0), (0, 1), (1, 0), (1, 1))


@pytest.mark.parametrize("size", range(2, 26))
def test_random_squares_are_distinct(size: int) -> None:
    """N for each seat, none for both, another seed another choice."""
    first, second = starting_squares("random", size, 7)
    assert len({*first, *second}) == 2 * size == len(first) + len(second)
    assert size == 2 or starting_squares("random", size, 8) != (first, second)


def test_a_seed_means_the_same_squares_for_ever() -> None:
    """A match is replayed by them: these were written down once."""
    assert starting_squares("random", 4, 7) == (((3, 1), (2, 3), (3, 0), (3, 2)), ((1, 1), (0, 3), (0, 1), (2, 1)))


def test_classic_has_no_owners() -> None:
    """Every empty cell is open to both."""
    board = start("2 1 1 . . .", "classic")
    assert (board.starting_squares(0), board.occupied(1)) == (None, None)
    assert board.playable(0) == board.playable(1) == ((0, 1), (1, 0), (1, 1))


def test_squares_grow_by_the_neighbours_of_own_cells() -> None:
    """Kings' moves, cut off at the edge; the rival's cells give nothing."""
    board = start(empty(2, 2), "rows")
    board.push((0, 0, 1), ASSUMED)
    assert board.playable(0) == ((0, 1), (0, 2), (0, 3), (1, 0), (1, 1))
    assert board.playable() == board.starting_squares(1)
    assert (board.occupied(0), board.occupied(1)) == (((0, 0),), ())


def test_condemned_placements_occupy_nothing() -> None:
    """A square is held only once a value stands there."""
    board = start(empty(2, 2), "rows")
    board.push((0, 0, 1), CONDEMNED)
    assert board.occupied(0) == ()
    assert board.playable(0) == board.starting_squares(0)


def test_marked_givens_belong_to_a_seat() -> None:
    """`+` is seat 0's, `-` seat 1's, a plain given nobody's: its neighbours are nobody's either."""
    board = start("2 2 . . . . 1+ . . 2 . . . . . . 3- .", "rows")
    assert (board.occupied(0), board.occupied(1)) == (((1, 0),), ((3, 2),))
    assert board.playable(0) == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (2, 0), (2, 1))


def test_far_squares_are_not_allowed() -> None:
    """A reason of its own, said behind taboo and occupied and before duplicate."""
    board = start(empty(2, 2), "rows")
    for move, reason in [((2, 2, 1), "not allowed"), ((3, 0, 1), "not allowed"), ((4, 0, 1), "out of range")]:
        for action in (lambda move=move: board.question(move), lambda move=move: board.push(move, ASSUMED)):
            with pytest.raises(IllegalMoveError) as caught:
                action()
            assert caught.value.reason == reason
    board.push((0, 0, 1), CONDEMNED)
    with pytest.raises(IllegalMoveError, match=r"\(0,0\) -> 1 is taboo"):
        board.question((0, 0, 1))


def test_a_seat_without_squares_passes_and_the_other_plays_on() -> None:
    """Nothing is filled, nothing scored; the skip has its kind; pop takes it back."""
    board = start("2 2 1 2 3 4 3+ . . . . . . . 2 1 4 3", "rows")
    board.push((1, 1, 4), ASSUMED)
    before = str(board)
    assert board.forced_skip()
    assert list(board.legal_moves()) == []
    assert board.push(None) == Applied(0, "no squares")
    assert (board.to_move, board.points) == (0, (1, 0))
    board.pop()
    assert str(board) == before


def test_a_move_may_not_be_passed() -> None:
    """Who has a square has to fill it or lose."""
    with pytest.raises(IllegalMoveError) as caught:
        start(empty(2, 2), "border").push(None)
    assert caught.value.reason == "not allowed"


def test_both_out_is_the_end() -> None:
    """Cells are left, but nobody may fill them: points decide."""
    board = start("2 2 1 2 3 4 . . . . . . . . 2 1 4 3", "rows")
    assert board.empties == 8
    assert not board.forced_skip()
    assert board.outcome() == Outcome(None, "completed", (0, 0))


def test_the_board_shows_whose_cells_are_whose() -> None:
    """Marks as in the course's files, and how much is open to each."""
    board = start("2 2 . . . . 1+ . . 2 . . . . . . 3- .", "rows")
    assert str(board).splitlines() == [
        "rows: points 0 - 0, seat 0 (+) to move, 13 empty, 7 open to +, 6 open to -",
        "     0  1    2  3",
        "   +-------+-------+",
        " 0 | .  .  | .  .  |",
        " 1 | 1+ .  | .  2  |",
        "   +-------+-------+",
        " 2 | .  .  | .  .  |",
        " 3 | .  .  | 3- .  |",
        "   +-------+-------+",
    ]


@pytest.mark.parametrize(
    ("setup", "mode", "message"),
    [
        (
            "1 2 1+ . . .",
            "classic",
            "got one with owned cells (marked + or -): add the option mode=rows, border or random",
        ),
        ("1 2 0+ . . .", "rows", "expected '.' or 1 to 2 at row 0, column 0, got '0+'"),
        ("1 2 .+ . . .", "rows", "expected '.' or 1 to 2 at row 0, column 0, got '.+'"),
        ("1 2 1* . . .", "rows", "expected '.' or 1 to 2 at row 0, column 0, got '1*'"),
    ],
)
def test_marks_that_mean_nothing_are_refused(setup: str, mode: str, message: str) -> None:
    """One line."""
    with pytest.raises(InvalidSetupError) as caught:
        start(setup, mode)
    assert str(caught.value).endswith(message)


@given(st.randoms(use_true_random=False))
def test_whole_games_follow_the_definition(rng: random.Random) -> None:
    """Squares, owners, passes and the end as the course's rules say them, kept by hand beside the board."""
    m, n = rng.choice([(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 2)])
    size, mode = m * n, rng.choice(["rows", "border", "random"])
    board = start(empty(m, n), mode, **({"seed": str(rng.randrange(99))} if mode == "random" else {}))
    own: list[list[tuple[int, int]]] = [[], []]
    history: list[tuple[Placement, bool]] = []
    while board.outcome() is None:
        seat = board.to_move
        filled = {*own[0], *own[1]}
        wanted = [sorted(({*board.starting_squares(s)} | near(own[s], size)) - filled) for s in (0, 1)]
        assert [list(board.playable(s)) for s in (0, 1)] == wanted
        assert [board.occupied(s) for s in (0, 1)] == [tuple(squares) for squares in own]
        moves = list(board.legal_moves())
        assert {move[:2] for move in moves} <= {*wanted[seat]}
        assert board.forced_skip() == (not moves)
        if not moves:
            board.push(None)
            continue
        move, condemned = rng.choice(moves), rng.random() < 0.1
        board.push(move, CONDEMNED if condemned else ASSUMED)
        history.append((move, condemned))
        own[seat] += [] if condemned else [move[:2]]
    assert list(board.history()) == history
    assert not any(list(board.legal_moves()) for _ in (0, 1))
