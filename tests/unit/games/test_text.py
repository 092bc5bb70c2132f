"""The course's board text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku import read_board, write_board
from support.shared import shared

BOARDS = [
    *("easy-2x2", "easy-3x3", "empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4"),
    *("empty-4x4", "hard-3x3", "random-2x3", "random-3x3", "random-3x4", "random-4x4"),
]
STRAY_BLANK = {"empty-2x3"}
"""Its first row ends with a blank that no writer of the course leaves."""

SHAPES = [(m, n) for m in range(1, 26) for n in range(1, 26) if m * n <= 25]


@st.composite
def grids(draw: st.DrawFn) -> tuple[int, int, list[int]]:
    m, n = draw(st.sampled_from(SHAPES))
    size = m * n
    return m, n, draw(st.lists(st.integers(0, size), min_size=size * size, max_size=size * size))


@pytest.mark.parametrize("name", BOARDS)
def test_course_boards_are_written_byte_for_byte(name: str) -> None:
    """What the course's writer wrote comes out again."""
    data = shared(f"boards/{name}.txt").read_bytes()
    if name in STRAY_BLANK:
        data = data.replace(b" \n", b"\n")
    assert write_board(*read_board(data.decode())).encode() == data


@given(grids())
def test_written_boards_are_read_back(grid: tuple[int, int, list[int]]) -> None:
    """Reading undoes writing for every block shape."""
    assert read_board(write_board(*grid)) == grid


@pytest.mark.parametrize(
    "text",
    ["2 1 1 2 . .", "2 1\n   1   2\n   .   .\n", "\ufeff2 1\r\n1 2\r\n0 0\r\n", "\t2\n1\n1\n2\n.\n.", "2 1 1 2 0 ."],
)
def test_any_layout_of_the_same_words_is_read(text: str) -> None:
    """The course splits at blanks; so do we, with Windows line ends, a byte order mark and 0 for empty."""
    assert read_board(text) == (2, 1, [1, 2, 0, 0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a board that starts with 'm n', got ''"),
        ("2", "expected a board that starts with 'm n', got '2'"),
        ("two 2 . . . .", "expected two whole numbers 'm n' from 1, got 'two 2'"),
        ("0 2", "expected two whole numbers 'm n' from 1, got '0 2'"),
        ("-1 2", "expected two whole numbers 'm n' from 1, got '-1 2'"),
        ("1.5 2", "expected two whole numbers 'm n' from 1, got '1.5 2'"),
        ("5 6", "expected m * n of at most 25, got 5 * 6 = 30"),
        ("9999 9999", "expected m * n of at most 25, got 9999 * 9999 = 99980001"),
        ("99999 1", "expected two whole numbers 'm n' from 1, got '99999 1'"),
        ("1 2 . . .", "expected 4 cells after '1 2', got 3"),
        ("1 2 . . . . .", "expected 4 cells after '1 2', got 5"),
        ("1 2 . . 3 .", "expected '.' or 1 to 2 at row 1, column 0, got '3'"),
        ("1 2 . -1 . .", "expected '.' or 1 to 2 at row 0, column 1, got '-1'"),
        ("1 2 . 2+ . .", "expected '.' or 1 to 2 at row 0, column 1, got '2+'"),
        ("1 2 . ² . .", "expected '.' or 1 to 2 at row 0, column 1, got '²'"),
        ("1 2 . \u0661 . .", "expected '.' or 1 to 2 at row 0, column 1, got '\u0661'"),
        ("1 2 . 1_0 . .", "expected '.' or 1 to 2 at row 0, column 1, got '1_0'"),
        (f"1 2 . {'9' * 5000} . .", f"expected '.' or 1 to 2 at row 0, column 1, got '{'9' * 21}...'"),
        ("rows = 2\ncolumns = 2", "expected a board that starts with 'm n', got a game-state file ('rows = ...')"),
        ("\x00\x00\n\x00", "expected two whole numbers 'm n' from 1, got '\\x00\\x00 \\x00'"),
    ],
)
def test_corrupt_boards_get_one_clear_line(text: str, message: str) -> None:
    """What was expected and what came, never a traceback's worth."""
    with pytest.raises(InvalidSetupError) as caught:
        read_board(text)
    assert str(caught.value) == message


@given(st.text(max_size=60) | st.text("0123456789. \n", max_size=60))
def test_no_text_is_read_wrongly_or_refused_in_many_lines(text: str) -> None:
    """Either a whole board in range, or one line."""
    try:
        m, n, cells = read_board(text)
    except InvalidSetupError as error:
        lines = len(str(error).splitlines())
    else:
        lines = 1
        assert len(cells) == (m * n) ** 2
        assert all(0 <= value <= m * n for value in cells)
    assert lines == 1
