"""The oracle's answers, phrase by phrase, and the solver behind them."""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridarena_kernels.solver import solve as reference
from support.course_modules import course_modules
from support.puzzles import pigeonhole, playout

EMPTY = "2 2\n" + " . . . .\n" * 4
DEAD = "2 2 1 2 3 . . . . 4"
"""No value is left for the cell at the end of the first row."""


@pytest.fixture
def execute() -> Iterator[Any]:
    """The module, of one generation: both have the very same."""
    with course_modules("v14") as found:
        yield found["execute"]


@pytest.mark.parametrize(
    ("board", "options", "expected"),
    [
        (EMPTY, "", "The sudoku has a solution."),
        (DEAD, "", "The sudoku has no solution."),
        (EMPTY, '--move "0 5"', "Invalid move '0 5'."),
        (EMPTY, '--move "0 0"', "Invalid move '0 0'."),
        (EMPTY, '--move "16 1"', "Invalid move '16 1'."),
        (EMPTY, '--move "-1 1"', "Invalid move '-1 1'."),
        ("2 2 1", '--move "0 2"', "Illegal move '0 2'."),
        ("2 2 1", '--move "3 1"', "Illegal move '3 1'."),
        ("2 2 1", '--move "12 1"', "Illegal move '12 1'."),
        ("2 2 1", '--move "5 1"', "Illegal move '5 1'."),
        (EMPTY, '--move "0 1" --allowed "1 2"', "Illegal move '0 1'."),
        (EMPTY, '--move "0 1" --allowed ""', "The score is 0 (valid move '0 1')."),
        (EMPTY, '--move "0 1" --allowed "x"', "The score is 0 (valid move '0 1')."),
        (EMPTY, '--move "0 1" --allowed "0,1"', "The score is 0 (valid move '0 1')."),
        (EMPTY, '--move "1 1" --allowed "0,1"', "Illegal move '1 1'."),
        (EMPTY, '--move "0 1" --allowed "-3 0 99"', "The score is 0 (valid move '0 1')."),
        ("2 2 1 2 . . 3", '--move "5 4"', "The score is 1 (valid move '5 4')."),
        ("2 2 1 2 3 . . . . . 2", '--move "3 4"', "The score is 1 (valid move '3 4')."),
        ("2 2 1 2 . . . . 3", '--move "3 3"', "Illegal move '3 3'."),
        ("2 2 1 2 . . . . . 3", '--move "2 4"', "The sudoku has no solution after move '2 4')."),
        ("1 2 1", '--move "1 2"', "The score is 3 (valid move '1 2')."),
        ("1 1 .", '--move "0 1"', "The score is 7 (valid move '0 1')."),
        (DEAD, '--move "3 1"', "Illegal move '3 1'."),
        (DEAD, '--move "15 1"', "The sudoku has no solution after move '15 1')."),
        (EMPTY, '--move "abc"', "Could not parse a move from 'abc'."),
        (EMPTY, '--move "6"', "Could not parse a move from '6'."),
        (EMPTY, '--move "6,1"', "Could not parse a move from '6,1'."),
        (EMPTY, '--move "6.5 1"', "Could not parse a move from '6.5 1'."),
        (EMPTY, '--move "6 1 2"', "The score is 0 (valid move '6 1')."),
        (EMPTY, '--move "6 1x"', "The score is 0 (valid move '6 1')."),
        (EMPTY, '--move "6 1.0"', "The score is 0 (valid move '6 1')."),
        (EMPTY, '--move ""', "The sudoku has a solution."),
        ("1 2 1 . . .", "--print", "The sudoku has a solution.\n1 2\n   1   2\n   2   1"),
        ("1 2", '--move "0 2" --print', "The score is 0 (valid move '0 2').\n1 2\n   2   1\n   1   2"),
        (DEAD, "--print", "The sudoku has no solution."),
        ("1 2 1 2 2 1", "--greedy", "Error: could not find a legal move."),
        ("1 2 1 . 2 1", "--greedy", "Generated move (1,2)."),
        ("1 2 1 . 2 1", "--random", "Generated move (1,2)."),
        ("1 2 1 . 2 1", '--random --taboo "0 1 2"', "Error: could not find a legal move."),
        ("1 2 1 . . 1", '--random --allowed "2"', "Generated move (2,2)."),
        ("", "", "The sudoku has a solution."),
        ("rows = 2\ncolumns = 2\n", "", "The sudoku has a solution."),
        ("0 0", "", "The sudoku has a solution."),
        ("1 2 5+ . . .", "", "The sudoku has no solution."),
        ("1 2 2+ . . . 7 7", "", "The sudoku has a solution."),
        ("1 2 -1 . . .", "", "The sudoku has no solution."),
    ],
)
def test_the_oracle_answers_in_its_own_words(execute: Any, board: str, options: str, expected: str) -> None:
    """Every line of the table of the oracle's outputs."""
    assert execute.solve_sudoku("bin/solve_sudoku", board, options) == expected


def test_a_junk_word_gets_no_verdict(execute: Any) -> None:
    """The oracle breaks off there; nobody can take the answer for one of its own."""
    said = execute.solve_sudoku("bin/solve_sudoku", "1 2 x . . .", "")
    assert "x" in said
    assert "solution" not in said


def test_greedy_takes_what_scores_most(execute: Any) -> None:
    """Whatever chance picks, it completes the row."""
    said = {execute.solve_sudoku("x", "2 2 1 2 3", "--greedy") for _ in range(20)}
    assert said == {"Generated move (3,4)."}


def test_no_path_is_no_oracle(execute: Any) -> None:
    """In the course's words."""
    with pytest.raises(RuntimeError, match=r'^No oracle found at location ""$'):
        execute.solve_sudoku("", EMPTY)


def test_a_command_is_answered_with_its_output(execute: Any) -> None:
    """Or with its errors, where there is no output."""
    python = f'"{sys.executable}" -c'
    assert execute.execute_command(f"{python} \"print(' yes ')\"") == "yes"
    assert execute.execute_command(f"{python} \"import sys; sys.stderr.write('no')\"") == "no"


def test_the_solver_agrees_with_exhaustive_counting(execute: Any) -> None:
    """On every board of the verified list."""
    listed = json.loads((Path(__file__).parents[3] / "data" / "oracle_boards.json").read_text("utf-8"))["boards"]
    for case in listed:
        verdict = "a" if case["solvable"] else "no"
        assert execute.solve_sudoku("x", case["board"]) == f"The sudoku has {verdict} solution.", case["what"]


@pytest.mark.parametrize(("m", "n"), [(1, 3), (2, 2), (2, 3), (3, 3), (4, 4)])
def test_the_solver_agrees_with_our_own(execute: Any, m: int, n: int) -> None:
    """On the questions of a random game, condemned ones included."""
    for asked in playout(m, n, random.Random(7), share=0.1 if m == 4 else 0.5):
        words = " ".join(str(value) for value in asked.cells)
        verdict = "a" if reference(m, n, asked.cells).solvable else "no"
        assert execute.solve_sudoku("x", f"{m} {n} {words}") == f"The sudoku has {verdict} solution."


def test_pigeonholes_are_seen_at_once(execute: Any) -> None:
    """Five values or more that fit into one cell less: a search without the matching would never come back."""
    for k in (5, 8, 12):
        asked = pigeonhole(k, random.Random(k))
        words = " ".join(str(value) for value in asked.cells)
        assert execute.solve_sudoku("x", f"4 4 {words}") == "The sudoku has no solution."
