"""The course's game-state text: what is read, what is refused, and that nothing gets lost between writer and reader."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.base import Answer
from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku import (
    ASSUMED,
    Past,
    Placement,
    Played,
    Start,
    Sudoku,
    SudokuBoard,
    read_start,
    read_state,
    write_board,
    write_start,
    write_state,
)
from support.shared import shared

CONDEMNED = Answer(accepted=False, reason="search")
STATE = """\
# a comment
rows = 2
columns = 2
board =
   .   1+   .   2-
   2-   .   3   .

   .   .   .   .
\t.   .   .   .
scores = [3, 1]\x20
moves = [(0,1) -> 1, (3, 3) -> 2,
  (0,3) -> 2]
taboo-moves = [(3,3) -> 2]
current-player = 2
"""


def state(**more: str) -> str:
    """A whole state of a 1 x 2 board, some keys changed."""
    values = {"rows": "1", "columns": "2", "board": "1+ . . 2-", **more}
    return "".join(f"{key.replace('_', '-')} = {value}\n" for key, value in values.items())


def test_everything_is_read() -> None:
    """Comments, continued lines and blank lines; marks; what happened before."""
    assert read_start(STATE) == Start(
        m=2,
        n=2,
        cells=(0, 1, 0, 2, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        occupied=(((0, 1),), ((0, 3), (1, 0))),
        squares=None,
        past=Past(((3, 3, 2),), ((0, 1, 1), (3, 3, 2), (0, 3, 2)), (3, 1), 1),
    )


def test_a_state_is_a_start_as_it_stands() -> None:
    """Points count, taboos are taboo, the named seat moves first, the history is told and cannot be taken back."""
    board = Sudoku().start(STATE, {"mode": "rows"})
    assert (board.points, board.to_move) == ((3, 1), 1)
    assert list(board.taboo) == [(3, 3, 2)]
    assert Placement(3, 3, 2) not in set(board.legal_moves())
    assert [played.condemned for played in board.history()] == [False, True, False]
    board.push((3, 0, 1), ASSUMED)
    assert board.history()[3:] == (Played(Placement(3, 0, 1), condemned=False),)
    board.pop()
    with pytest.raises(IndexError):
        board.pop()
    assert board.points == (3, 1)


@pytest.mark.parametrize("name", ["empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4"])
def test_shipped_states_are_the_shipped_boards(name: str) -> None:
    """The course's two generations of one empty board are one start."""
    v14, classic = (shared(f"boards/{folder}{name}.txt").read_text(encoding="utf-8") for folder in ("v14/", ""))
    assert read_start(v14) == read_start(classic)


@pytest.mark.parametrize(("name", "moves", "taboos"), [("board-2x2", 11, 2), ("board-2x3", 39, 12)])
def test_shipped_positions_are_read(name: str, moves: int, taboos: int) -> None:
    """Their history need not agree with their board, and the course's second one does not."""
    start = read_start(shared(f"boards/v14/{name}.txt").read_text(encoding="utf-8"))
    assert (len(start.past.moves), len(start.past.taboo)) == (moves, taboos)
    assert sum(map(len, start.occupied)) == sum(map(bool, start.cells))
    assert Sudoku().start(write_start(start), {"mode": "border"}).empties


def test_classic_bytes() -> None:
    """Four wide, no squares."""
    board = Sudoku().start("1 2 1 . . .", {})
    board.push((0, 1, 2), CONDEMNED)
    board.push((1, 1, 1), ASSUMED)
    assert write_state(board.start()) == (
        "rows = 1\ncolumns = 2\nboard =\n   1   .\n   .   1\ntaboo-moves = [(0,1) -> 2]\n"
        "moves = [(0,1) -> 2, (1,1) -> 1]\nscores = [0, 0]\ncurrent-player = 1\n"
    )


def test_marked_bytes() -> None:
    """Six wide, and whatever is not the first seat's gets the second seat's mark, as the course's writer has it."""
    board = Sudoku().start("1 2 1+ . 2 .", {"mode": "rows"})
    board.push((0, 1, 2), ASSUMED)
    assert write_state(board.start()) == (
        "rows = 1\ncolumns = 2\nboard =\n    1+    2+\n    2-     .\ntaboo-moves = []\n"
        "moves = [(0,1) -> 2]\nscores = [3, 0]\ncurrent-player = 2\n"
        "allowed-squares1 = (0,0), (0,1)\nallowed-squares2 = (1,0), (1,1)\n"
        "occupied-squares1 = (0,0), (0,1)\noccupied-squares2 = \n"
    )


def test_a_neutral_given_stays_neutral() -> None:
    """The course's writer marks it `-`; the lists beside it say that it is nobody's."""
    board = Sudoku().start("1 2 1+ . 2 .", {"mode": "rows"})
    assert read_state(write_state(board.start())).occupied == (((0, 0),), ())
    assert read_state(state()).occupied == (((0, 0),), ((1, 1),))


def test_plain_twelve_is_twelve() -> None:
    """Where the course reads a 1 of the second seat's."""
    start = read_state(f"rows = 3\ncolumns = 4\nboard = 12 12- {'. ' * 142}")
    assert start.cells[:2] == (12, 12)
    assert start.occupied == ((), ((0, 1),))


def test_listed_squares_are_believed() -> None:
    """In every mode but classic; `random` then needs no seed."""
    setup = state(allowed_squares1="(0,1)", allowed_squares2="(1,0), (0,1)")
    for mode in ("rows", "random"):
        board = Sudoku().start(setup, {"mode": mode})
        assert (board.starting_squares(0), board.starting_squares(1)) == (((0, 1),), ((1, 0), (0, 1)))
    with pytest.raises(InvalidSetupError, match="expected a seed or a position that lists its starting squares"):
        Sudoku().start(setup, {"mode": "random", "seed": "1"})
    plain = setup.replace("1+ . . 2-", "1 . . 2")
    with pytest.raises(
        InvalidSetupError, match="got one with starting squares: add the option mode=rows, border or random"
    ):
        Sudoku().start(plain, {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rows = 2\ncolumns = 2\n", "expected a game state with the keys rows, columns and board, got none for board"),
        (state(rows="two"), "expected two whole numbers 'm n' from 1, got 'two 2'"),
        (state(rows="9", columns="9"), "expected m * n of at most 25, got 9 * 9 = 81"),
        (state(board="1 . ."), "expected 4 cells after '1 2', got 3"),
        (state(board="1 . . 3"), "expected '.' or 1 to 2 at row 1, column 1, got '3'"),
        (state(score="[1, 2]"), "expected a key such as rows, board or moves, got 'score'"),
        (state() + "rows = 1", "expected the key rows once, got it twice"),
        (state(scores="[1, -2]"), "expected scores like [3, 7], got '[1, -2]'"),
        (state(current_player="3"), "expected the current-player to be 1 or 2, got '3'"),
        (state(moves="[(0,1) -> 3]"), "moves: expected moves on a 2 x 2 grid, got (0,1) -> 3"),
        (state(moves="[(0,1) -> 2 (0,1)]"), "moves: expected a list of entries like (0,2) -> 4, got '(0,1)'"),
        (
            state(taboo_moves="[(-1,1) -> 2]"),
            "taboo-moves: expected a list of entries like (0,2) -> 4, got '(-1,1) -> 2'",
        ),
        (state(allowed_squares1="(0,1)"), "expected both allowed-squares1 and allowed-squares2, or neither"),
        (
            state(allowed_squares1="(0,1)", allowed_squares2="(0,2)"),
            "allowed-squares2: expected squares of a 2 x 2 grid, got (0,2)",
        ),
        (
            state(occupied_squares1="", occupied_squares2="(1,1)"),
            "occupied-squares1 and the board disagree about (0,0)",
        ),
        (
            state(occupied_squares1="(0,0), (0,1)", occupied_squares2=""),
            "occupied-squares1 and the board disagree about (0,1)",
        ),
        (
            state(occupied_squares1="(0,0), (1,1)", occupied_squares2=""),
            "occupied-squares1 and the board disagree about (1,1)",
        ),
        (
            state(board="1+ . . 2", occupied_squares1="(0,0), (1,1)", occupied_squares2="(1,1)"),
            "expected (1,1) in one of the lists of occupied squares, got it in both",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, message: str) -> None:
    """In one line."""
    with pytest.raises(InvalidSetupError) as caught:
        read_start(text)
    assert str(caught.value) == message


def test_board_text_is_written_where_it_says_everything() -> None:
    """A classic board without a past."""
    board = Sudoku().start("1 2 1 . . .", {})
    assert board.setup() == write_board(1, 2, [1, 0, 0, 0])


@given(st.randoms(use_true_random=False))
def test_a_written_position_is_the_position(rng: random.Random) -> None:
    """Whatever was played, in every mode: the board set up from the text shows the same and plays on alike."""
    options = rng.choice([{}, {"mode": "rows"}, {"mode": "border"}, {"mode": "random", "seed": "3"}])
    m, n = rng.choice([(1, 1), (1, 3), (2, 2), (3, 2)])
    board = Sudoku().start(f"{m} {n} " + ". " * (m * n) ** 2, options)
    for _ in range(rng.randrange(30)):
        moves = list(board.legal_moves())
        if board.outcome() is None:
            board.push(rng.choice(moves) if moves else None, rng.choice([ASSUMED, ASSUMED, CONDEMNED]))
    again = Sudoku().start(board.setup(), board.options())
    assert shown(again) == shown(board)
    assert again.start() == board.start()


def shown(board: SudokuBoard) -> tuple[object, ...]:
    owners = [(board.starting_squares(seat), board.occupied(seat), board.playable(seat)) for seat in (0, 1)]
    return str(board), list(board.legal_moves()), board.history(), owners, board.outcome(), board.forced_skip()


@given(st.text("0123456789.+-=[](),> \nrowsclumnbad#", max_size=80))
def test_no_text_is_refused_in_many_lines(text: str) -> None:
    """Either a start, or one line."""
    lines = 1
    try:
        read_start(text)
    except InvalidSetupError as error:
        lines = len(str(error).splitlines())
    assert lines == 1
