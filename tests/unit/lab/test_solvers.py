"""Solvers by game, and files of verified positions."""

import json
from typing import Any

import pytest

from gridarena_games.dots.game import Dots
from gridarena_games.errors import UnknownGameError
from gridarena_games.sudoku.game import Sudoku
from gridarena_lab.solvers import Checked, UnsolvedError, VectorsError, find_solver
from support.shared import shared

NEAR_THE_END = {
    "id": "near",
    "board": "2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . .",
    "taboo": [],
    "value_mover": 11,
    "optimal_moves": [[3, 0, 4, "fill"], [3, 1, 3, "fill"], [3, 2, 2, "fill"], [3, 3, 1, "fill"]],
}


def test_a_file_of_verified_positions_is_checked_whole() -> None:
    """Positions, scorings and oracle boards."""
    solver = find_solver("sudoku")
    oracle = json.loads(shared("vectors/oracle_vectors.json").read_text(encoding="utf-8"))
    assert solver.check(oracle) == Checked(46, ())
    scoring = json.loads(shared("vectors/sudoku_vectors.json").read_text(encoding="utf-8"))["scoring"]
    assert solver.check({"scoring": scoring}) == Checked(22, ())


def test_what_does_not_hold_is_named() -> None:
    """A wrong value, a missing best move, a wrong verdict."""
    value = solver_value()
    right = {**NEAR_THE_END, "value_mover": value[0], "optimal_moves": value[1]}
    wrong = [{**right, "id": "value", "value_mover": value[0] + 1}, {**right, "id": "moves", "optimal_moves": []}]
    board = {"id": "board", "board": NEAR_THE_END["board"], "solvable": False}
    checked = find_solver("sudoku").check({"positions": [right, *wrong], "boards": [board]})
    assert checked == Checked(4, ("value", "moves", "board"))


def solver_value() -> tuple[int, list[list[object]]]:
    """What the position is worth: four cells of one row, each column lacking one cell only."""
    board = Sudoku().start(str(NEAR_THE_END["board"]), {})
    solved = find_solver("sudoku").solve(board)
    moves = [Sudoku().move(text) for text in solved.best]
    return solved.value, [[*move, "fill"] for move in moves]  # type: ignore[misc]


def test_a_file_of_something_else_is_refused() -> None:
    """Neither an empty success nor a traceback."""
    with pytest.raises(VectorsError, match="positions"):
        find_solver("sudoku").check({"games": []})
    with pytest.raises(VectorsError, match="board"):
        find_solver("sudoku").check({"positions": [{"id": "x"}]})


@pytest.mark.parametrize(
    ("game", "vectors"),
    [
        ("sudoku", {"positions": None}),
        ("sudoku", {"positions": [5]}),
        ("sudoku", {"scoring": {"id": "x"}}),
        ("sudoku", {"boards": [{"board": ["a"], "solvable": True}]}),
        ("dots", {"positions": None}),
        ("dots", {"endgames": ["a"]}),
        ("dots", {"endgames": [{"chains": 5, "loops": []}]}),
    ],
)
def test_entries_of_another_shape_are_refused(game: str, vectors: dict[str, Any]) -> None:
    """In one line that names their part."""
    with pytest.raises(VectorsError, match=f"^{next(iter(vectors))}: ") as caught:
        find_solver(game).check(vectors)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("rows", "cols"), [("x", 2), (0, 2), (9, 9)])
def test_a_board_that_cannot_be_does_not_hold(rows: object, cols: int) -> None:
    """No size at all, none that is played, one that is beyond the solver."""
    entry = {"id": "odd", "rows": rows, "cols": cols, "value_first_player": 0}
    assert find_solver("dots").check({"empty_board_values": [entry]}) == Checked(1, ("odd",))


def test_a_position_beyond_it_is_said_to_be() -> None:
    """The empty 3x3 board cannot be solved."""
    with pytest.raises(UnsolvedError, match="81 empty cells"):
        find_solver("sudoku").solve(Sudoku().start("3 3\n" + ". " * 81, {}))


def test_an_unknown_game_is_named() -> None:
    """With those that have a solver."""
    with pytest.raises(UnknownGameError, match="sudoku"):
        find_solver("chess")


def test_dots_endgames_positions_and_boards_are_checked() -> None:
    """Everything of the file but the boards that take seconds; what does not hold is named."""
    vectors = json.loads(shared("vectors/dots_vectors.json").read_text(encoding="utf-8"))
    small = [entry for entry in vectors["empty_board_values"] if entry["rows"] * entry["cols"] <= 6]
    positions = [entry for entry in vectors["positions"] if entry["dbn"].count("0") <= 14]
    assert len(positions) >= 20
    told = {"positions": positions, "empty_board_values": small, "endgames": vectors["endgames"]}
    solver = find_solver("dots")
    assert solver.check(told) == Checked(len(positions) + len(small) + 17, ())
    wrong = [{"chains": [3], "loops": [], "value_to_non_opener": 2}]
    assert solver.check({"endgames": wrong}) == Checked(1, ("endgames 0",))


def test_a_dots_board_too_large_to_solve_is_said_to_be() -> None:
    """The sets of its edges have no room."""
    with pytest.raises(UnsolvedError, match="5x6"):
        find_solver("dots").solve(Dots().start("5x6", {}))
