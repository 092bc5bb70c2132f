"""Start positions by name or file, for any game."""

from pathlib import Path

import pytest

from gridarena.boards import meant_game, start_board, start_boards, usual_board
from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_positions
from gridarena_games.sudoku.text import read_board


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


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ([], "sudoku"),
        (["suite"], "sudoku"),
        (["empty-2x2", "random-3x3-7"], "sudoku"),
        (["3x4"], "dots"),
        (["suite", "3x4"], "dots"),
        (["random6-5x5-1"], "dots"),
        (["13x13"], "dots"),
        (["empty-9x9"], "sudoku"),
        (["nowhere.txt"], "sudoku"),
        (["empty-2x2", "3x4"], "sudoku"),
    ],
)
def test_a_name_says_which_game_is_meant(words: list[str], game: str) -> None:
    """All of them have to be of it; what is of none is told by the game everybody starts with."""
    assert meant_game(words) == game


def test_a_file_says_which_game_is_meant(tmp_path: Path) -> None:
    """By whether the game can read it, with these options; what none can read is told by all of them."""
    files = {"dots": "3x3 seat 1", "sudoku": "1 2 1+ . . .", "broken": "3x3 0101"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert meant_game([str(tmp_path / "dots")]) == "dots"
    assert meant_game([str(tmp_path / "sudoku")], {"mode": "rows"}) == "sudoku"
    with pytest.raises(
        InvalidSetupError, match=r"sudoku: expected two whole .*; dots: expected 24 edges on 3x3, got 4"
    ):
        meant_game([str(tmp_path / "broken")])


def test_the_usual_board_is_one_of_the_games() -> None:
    """What is played where nobody names one."""
    for game in ("sudoku", "dots"):
        assert start_board(game, usual_board(game)).setup
    with pytest.raises(InvalidSetupError, match="chess has no start positions with names"):
        usual_board("chess")
