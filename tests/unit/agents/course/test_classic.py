"""Moves, boards and states of the classic generation."""

import copy
from typing import Any

import pytest


def test_a_move_takes_three_values_by_place_or_name(classic: Any) -> None:
    """Both spellings are used by agents."""
    move = classic.Move(i=1, j=2, value=3)
    assert (move.i, move.j, move.value) == (1, 2, 3)
    assert str(move) == "(1,2) -> 3"
    assert move == classic.Move(1, 2, 3)


def test_moves_are_equal_whatever_their_class(classic: Any) -> None:
    """Agents look plain moves up among taboo ones, and in sets."""
    assert classic.Move(1, 2, 3) in [classic.TabooMove(1, 2, 3)]
    assert classic.TabooMove(1, 2, 3) in {classic.Move(1, 2, 3)}
    assert classic.Move(1, 2, 3) != classic.Move(1, 2, 4)
    assert classic.Move(1, 2, 3) != None  # noqa: E711 - agents write it so
    assert isinstance(classic.TabooMove(1, 2, 3), classic.Move)


def test_a_board_is_a_flat_list(classic: Any) -> None:
    """Cells are where agents look for them."""
    board = classic.SudokuBoard(2, 3)
    board.put(1, 2, 5)
    assert board.get(1, 2) == board.squares[8] == 5
    assert (board.rc2f(1, 2), board.f2rc(8)) == (8, (1, 2))
    assert (board.region_width(), board.region_height(), board.board_width(), board.board_height()) == (3, 2, 6, 6)
    assert list(vars(board)) == ["m", "n", "N", "squares"]
    assert type(board.squares) is list
    assert classic.SudokuBoard().N == 9
    assert classic.SudokuBoard.empty == 0


def test_cells_are_not_checked(classic: Any) -> None:
    """A column too many is the next row; only the end of the list is an end."""
    board = classic.SudokuBoard(2, 2)
    board.put(0, 4, 3)
    assert board.get(1, 0) == 3
    board.put(1, -1, 2)
    assert board.get(0, 3) == 2
    with pytest.raises(IndexError):
        board.get(4, 0)


def test_a_board_is_written_in_cells_of_four(classic: Any) -> None:
    """The text is the course's, to the last newline, and reads back."""
    board = classic.SudokuBoard(1, 2)
    board.put(0, 1, 2)
    assert str(board) == "1 2\n   .   2\n   .   .\n"
    assert classic.load_sudoku_from_text(str(board)).squares == board.squares
    assert classic.load_sudoku_from_text("1 2 0 2\n. .").squares == board.squares


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2", "The string does not contain a sudoku board"),
        ("1 1 . .", "The number of squares in the sudoku is incorrect."),
    ],
)
def test_a_text_that_is_no_board_is_refused_in_the_course_words(classic: Any, text: str, message: str) -> None:
    """Some agents read the message."""
    with pytest.raises(RuntimeError) as caught:
        classic.load_sudoku_from_text(text)
    assert str(caught.value) == message


def test_a_board_file_reads_back(classic: Any, tmp_path: Any) -> None:
    """What is saved is loaded."""
    board = classic.SudokuBoard(2, 2)
    board.put(3, 1, 4)
    classic.save_sudoku(str(tmp_path / "board.txt"), board)
    assert classic.load_sudoku(str(tmp_path / "board.txt")).squares == board.squares


def test_the_current_player_follows_from_the_history(classic: Any) -> None:
    """A taboo move is a turn too."""
    board = classic.SudokuBoard(2, 2)
    moves = [classic.Move(0, 0, 1)]
    state = classic.GameState(board, copy.deepcopy(board), [], moves, [3, 1])
    assert state.current_player() == 2
    moves.append(classic.TabooMove(0, 1, 2))
    assert state.current_player() == 1
    assert str(state).endswith("Score: 3 - 1")
    assert list(vars(state)) == ["initial_board", "board", "taboo_moves", "moves", "scores"]


def test_star_imports_bring_what_agents_use(classic: Any) -> None:
    """Names a real agent never imported itself."""
    names = {"List", "Tuple", "Union", "Optional", "random", "copy", "print_board", "save_sudoku", "load_sudoku"}
    assert names <= {name for name in vars(classic) if not name.startswith("_")}
