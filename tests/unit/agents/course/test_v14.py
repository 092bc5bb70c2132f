"""Moves, boards and states of generation v14."""

import copy
from typing import Any

import pytest

from gridarena_games.sudoku import Past, Placement, Start, write_state

TEXT = """rows = 2
columns = 2
board =
     .    2+     .     .
    3-     .     .     .
     .     .     .     .
     .     .     .     .
taboo-moves = [(0,0) -> 1]
moves = [(0,1) -> 2, (0,0) -> 1, (1,0) -> 3]
scores = [1, 0]
current-player = 2
allowed-squares1 = (0,0), (0,1), (0,2), (0,3)
allowed-squares2 = (3,0), (3,1), (3,2), (3,3)
occupied-squares1 = (0,1)
occupied-squares2 = (1,0)
"""


def test_a_move_takes_a_square(v14: Any) -> None:
    """By place or by name; the square is the very object that was given."""
    square = (1, 2)
    move = v14.Move(square=square, value=3)
    assert move.square is square
    assert str(move) == "(1,2) -> 3"
    assert move in {v14.TabooMove((1, 2), 3)}
    assert move != v14.Move([1, 2], 3)
    assert move != None  # noqa: E711 - agents write it so


def test_a_board_is_asked_by_square(v14: Any) -> None:
    """Pairs everywhere."""
    board = v14.SudokuBoard(2, 3)
    board.put((1, 2), 5)
    assert board.get((1, 2)) == board.squares[8] == 5
    assert (board.square2index((1, 2)), board.index2square(8)) == (8, (1, 2))
    assert str(board).startswith("2 3\n   .   .")


def test_a_state_needs_nothing(v14: Any) -> None:
    """Two separate empty boards, lists of its own."""
    state, other = v14.GameState(), v14.GameState()
    assert state.board.N == state.initial_board.N == 4
    assert state.board is not state.initial_board
    assert state.moves is not other.moves
    assert (state.scores, state.current_player, state.is_classic_game()) == ([0, 0], 1, True)
    assert state.player_squares() is None
    assert state.occupied_squares() is None


def test_two_missing_boards_are_empty(v14: Any) -> None:
    """Whatever was moved."""
    state = v14.GameState(moves=[v14.Move((5, 5), 3)])
    assert state.board is not state.initial_board
    assert state.board.squares == state.initial_board.squares == [0] * 16


def test_the_missing_board_is_worked_out(v14: Any) -> None:
    """Every move of the history counts, taboo ones too."""
    board, moves = v14.SudokuBoard(2, 2), [v14.Move((0, 0), 1), v14.TabooMove((0, 1), 2)]
    played = v14.GameState(board, moves=moves)
    assert played.board.squares[:2] == [1, 2]
    assert played.initial_board is board
    assert sum(board.squares) == 0
    assert v14.GameState(board=played.board, moves=moves).initial_board.squares == board.squares


def test_a_copied_dict_is_a_state(v14: Any) -> None:
    """Agents build a subclass from ``__dict__`` and write to it."""

    class Mine(v14.GameState):  # type: ignore[misc]
        def __init__(self, state: Any) -> None:
            self.__dict__ = state.__dict__.copy()

    state = v14.parse_game_state(TEXT, "rows")
    mine = Mine(state)
    mine.current_player = 3 - mine.current_player
    mine.occupied_squares1.append((0, 2))
    assert state.current_player == 2
    assert (0, 2) in state.occupied_squares1
    assert (0, 3) in mine.player_squares()


def test_the_squares_of_the_current_player(v14: Any) -> None:
    """Its empty start squares and the empty neighbours of its own, sorted, once each."""
    state = v14.parse_game_state(TEXT, "rows")
    assert state.player_squares() == [(0, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (3, 3)]
    state.current_player = 1
    assert state.player_squares() == [(0, 0), (0, 2), (0, 3), (1, 1), (1, 2)]
    assert state.occupied_squares() is state.occupied_squares1


def test_a_state_is_written_as_the_course_writes_it(v14: Any) -> None:
    """Byte for byte, and back."""
    state = v14.parse_game_state(TEXT, "rows")
    assert str(state) == v14.print_game_state(state) == TEXT
    assert type(state.moves[1]) is v14.Move


@pytest.mark.parametrize("squares", [None, (((0, 0), (0, 1)), ((1, 0),))])
def test_our_own_writer_writes_the_same(v14: Any, squares: Any) -> None:
    """What a teacher exports and what an agent prints do not differ in a byte."""
    past = Past((Placement(0, 0, 1),), (Placement(0, 0, 1), Placement(1, 1, 2)), (3, 0), 1)
    ours = write_state(Start(1, 2, (0, 0, 0, 2), ((), ((1, 1),)) if squares else ((), ()), squares, past))
    mode = "classic" if squares is None else "rows"
    assert str(v14.parse_game_state(ours, mode)) == ours


def test_a_classic_state_has_no_squares(v14: Any) -> None:
    """Cells of four, no lists of squares."""
    state = v14.GameState(v14.parse_sudoku_board("1 2 . 2 . ."))
    text = (
        "rows = 1\ncolumns = 2\nboard =\n   .   2\n   .   .\ntaboo-moves = []\nmoves = []\nscores = [0, 0]\n"
        "current-player = 1\n"
    )
    assert str(state) == text
    read = v14.parse_game_state(text, "classic")
    assert read.board.squares == [0, 2, 0, 0]
    assert read.is_classic_game()


def test_neutral_squares_come_back_as_the_second_players(v14: Any) -> None:
    """A quirk of the format: it has two marks only."""
    state = v14.GameState(v14.parse_sudoku_board("1 2 . 2 . ."), None, None, None, None, 1, [(0, 0)], [(1, 1)], [], [])
    read = v14.parse_game_state(str(state), "rows")
    assert (read.occupied_squares1, read.occupied_squares2) == ([], [(0, 1)])
    assert (read.allowed_squares1, read.allowed_squares2) == ([(0, 0)], [(1, 1)])


@pytest.mark.parametrize(
    ("cells", "mode", "error"),
    [("5 . . .", "rows", ValueError), ("1+ . . .", "classic", ValueError)],
)
def test_marks_belong_to_modes_with_squares(v14: Any, cells: str, mode: str, error: type[Exception]) -> None:
    """A number without its mark cannot be read, and a mark is no number."""
    with pytest.raises(error):
        v14.parse_game_state(f"rows = 1\ncolumns = 2\nboard = {cells}", mode)


def test_a_state_without_rows_is_refused(v14: Any) -> None:
    """A classic board file is not a state."""
    with pytest.raises(KeyError, match="rows"):
        v14.parse_game_state("1 2\n. . . .", "rows")


def test_start_squares(v14: Any) -> None:
    """By mode; the border is one list shared by both."""
    board = v14.SudokuBoard(2, 2)
    assert v14.allowed_squares(board, "classic") == ([], [])
    assert v14.allowed_squares(board, "rows")[1] == [(3, 0), (3, 1), (3, 2), (3, 3)]
    first, second = v14.allowed_squares(board, "border")
    assert first is second
    assert sorted(first) == [(i, j) for i in range(4) for j in range(4) if i in (0, 3) or j in (0, 3)]
    first, second = v14.allowed_squares(board, "random")
    assert len(first) == len(second) == 4
    assert len({*first, *second}) == 8
    assert v14.allowed_squares(board, "diagonal") is None
    with pytest.raises(ValueError, match="no"):
        v14.generate_random_tuples(0)


def test_properties_go_on_below(v14: Any) -> None:
    """A line that starts with a space belongs to the key above; remarks and blank lines to nobody."""
    text = "# a remark\na = 1\n\nboard =\n  1 2\n  3 4\nlonely\n"
    assert v14.parse_properties(text) == {"a": "1", "board": "1 2\n3 4", "lonely": ""}


def test_states_can_be_drawn_in_every_mode(v14: Any) -> None:
    """The classic one too, which the course's own printer cannot."""
    for state in (v14.GameState(), v14.parse_game_state(TEXT, "rows")):
        assert "Score: " in v14.pretty_print_game_state(state)
    drawing = v14.pretty_print_sudoku_board(state.board, state)
    assert "2+" in drawing
    assert "3-" in drawing


def test_star_imports_bring_what_agents_use(v14: Any) -> None:
    """Names a real agent never imported itself."""
    names = {
        "List",
        "Tuple",
        "Union",
        "Any",
        "Optional",
        "Iterator",
        "Square",
        "SudokuSettings",
        "random",
        "io",
        "copy",
    }
    assert names <= {name for name in vars(v14) if not name.startswith("_")}
    assert copy is v14.copy
