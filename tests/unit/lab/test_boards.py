"""Start positions by name or file, for any game."""

from pathlib import Path

import pytest

from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_positions
from gridarena_games.sudoku.text import read_board
from gridarena_lab.boards import start_board, start_boards


def test_a_name_is_a_position_of_the_game() -> None:
    """Under that name."""
    board = start_board("sudoku", "empty-2x3")
    assert read_board(board.setup) == (2, 3, [0] * 36)
    assert board.name == "empty-2x3"


def test_the_suite_is_every_shipped_position() -> None:
    """In its order, among others, with the same options."""
    positions = find_positions("sudoku")
    assert positions is not None
    boards = start_boards("sudoku", ["empty-1x1", "suite"], {"mode": "classic"})
    assert [board.name for board in boards] == ["empty-1x1", *positions.suite]
    assert all(board.options == {"mode": "classic"} for board in boards)


def test_a_file_is_a_board_of_any_game(tmp_path: Path) -> None:
    """The file's text, under the file's name."""
    file = tmp_path / "mine.txt"
    file.write_text("2 2\n" + ". " * 16, encoding="utf-8")
    for game in ("sudoku", "chess"):
        board = start_board(game, str(file), {"mode": "classic"})
        assert (board.name, board.options) == ("mine", {"mode": "classic"})
        assert board.setup == "2 2\n" + ". " * 16


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        ("sudoku", "nowhere.txt", "such as hard-3x3), or a board file, got 'nowhere.txt'"),
        ("sudoku", "empty-6x6", "M * N <= 25, got 6x6"),
        ("sudoku", ".", "got '.'"),
        ("chess", "empty-3x3", "chess has no names for its"),
        ("chess", "suite", "chess comes without a suite"),
    ],
)
def test_a_bad_name_gets_one_line(game: str, name: str, words: str) -> None:
    """What was expected and what came."""
    with pytest.raises(InvalidSetupError) as caught:
        start_boards(game, [name])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
