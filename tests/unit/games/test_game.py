"""Sudoku as the registry finds it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_games.base import Board, Game, Oracle
from gridarena_games.errors import InvalidMoveError, InvalidSetupError, UnknownGameError
from gridarena_games.registry import find_game, find_oracle, game_names
from gridarena_games.sudoku import Placement, Sudoku
from gridarena_games.sudoku.game import Sudoku as Found
from support.shared import shared

EMPTY = "2 2\n" + "   .   .   .   .\n" * 4


def test_sudoku_is_found_by_its_name() -> None:
    """The entry point leads to the class, under the name it gives itself."""
    game: Game = find_game("sudoku")
    assert isinstance(game, Found)
    assert game.name == "sudoku"
    assert "sudoku" in game_names()


def test_oracle_is_found_by_the_games_name() -> None:
    """Made from a start board, it is what the referee asks."""
    factory = find_oracle("sudoku")
    assert factory is not None
    board: Board = Sudoku().start(EMPTY, {})
    oracle: Oracle = factory(board)
    assert hasattr(oracle, "answer_now")


def test_unknown_game_names_those_there_are() -> None:
    """One line that helps."""
    with pytest.raises(UnknownGameError, match=r"no game is called 'chess'; installed games: .*sudoku"):
        find_game("chess")
    assert find_oracle("chess") is None


@pytest.mark.parametrize("options", [{}, {"mode": "classic"}])
def test_classic_is_the_mode(options: dict[str, str]) -> None:
    """Said or unsaid."""
    assert Sudoku().start(EMPTY, options).empties == 16


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "cols"}, "expected the sudoku mode to be one of classic, rows, border, random, got 'cols'"),
        ({"mode": ""}, "expected the sudoku mode to be one of classic, rows, border, random, got ''"),
        ({"mode": "classic", "size": "3"}, "expected the sudoku options mode and seed, got 'size'"),
        ({"seed": "3"}, "expected a seed with the mode random only, got it with classic"),
        ({"mode": "border", "seed": "3"}, "expected a seed with the mode random only, got it with border"),
        ({"mode": "random"}, "expected a seed (such as seed=7) with the mode random, got none"),
        ({"mode": "random", "seed": "07"}, "expected the seed to be a whole number from 0, got '07'"),
        ({"mode": "random", "seed": "-1"}, "expected the seed to be a whole number from 0, got '-1'"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, str], message: str) -> None:
    """Nothing that would be ignored is accepted."""
    with pytest.raises(InvalidSetupError) as caught:
        Sudoku().start(EMPTY, options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ("2 2 1 . . 1 . . . . . . . . . . . .", "row 0 has the value 1 twice (counting from 0)"),
        ("2 2 . 1 . . . . . . . 1 . . . . . .", "column 1 has the value 1 twice (counting from 0)"),
        ("2 2 . . . . . . . . . . 3 . . . . 3", "block 1,1 has the value 3 twice (counting from 0)"),
    ],
)
def test_start_with_a_duplicate_is_refused(setup: str, message: str) -> None:
    """The course's oracle would say 'no solution' of such a board; here it never starts."""
    with pytest.raises(InvalidSetupError) as caught:
        Sudoku().start(setup, {})
    assert str(caught.value) == message


def test_duplicate_vectors_are_refused() -> None:
    """The verified boards that are full but for two swapped cells."""
    vectors = json.loads(shared("vectors/oracle_vectors.json").read_text(encoding="utf-8"))
    swapped = [entry for entry in vectors["boards"] if "two cells swapped" in entry["tag"]]
    assert swapped
    for entry in swapped:
        with pytest.raises(InvalidSetupError, match="twice"):
            Sudoku().start(entry["board"], {})


@given(st.integers(0, 24), st.integers(0, 24), st.integers(1, 25))
def test_moves_are_read_back(row: int, col: int, value: int) -> None:
    """Writing is the course's text, and reading undoes it."""
    move = Placement(row, col, value)
    text = Sudoku().text(move)
    assert text == str(move) == f"({row},{col}) -> {value}"
    assert Sudoku().move(text) == move


@pytest.mark.parametrize("text", [" ( 0 , 2 )  ->  4 ", "(0,2)->4", "(00,02) -> 04", "\t(0,2) -> 4\n"])
def test_blanks_in_a_move_do_not_matter(text: str) -> None:
    """People type moves too."""
    assert Sudoku().move(text) == (0, 2, 4)


def test_move_off_the_board_is_still_a_move() -> None:
    """Syntax apart from rules: such a move is illegal, not invalid."""
    assert Sudoku().move("(-1,99) -> 0") == (-1, 99, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0,2,4",
        "(0,2) -> ",
        "(0,2) -> x",
        "(0;2) -> 4",
        "(0,2) -> 4.0",
        "(0,2) -> 4 4",
        "(0,2) -> 9999999",
        "(\u0660,2) -> 4",
    ],
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    """One line that shows what a move looks like."""
    with pytest.raises(InvalidMoveError, match=r"^expected a move like '\(0,2\) -> 4', got "):
        Sudoku().move(text)


def test_plain_tuple_is_as_good_as_a_placement() -> None:
    """Students write tuples."""
    assert Sudoku().text((1, 2, 3)) == "(1,2) -> 3"
    assert Placement(1, 2, 3) == (1, 2, 3)
    assert hash(Placement(1, 2, 3)) == hash((1, 2, 3))
