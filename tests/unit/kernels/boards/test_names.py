"""Start positions by name, found as any game's are."""

from collections import Counter

import pytest

from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_game, find_positions
from gridarena_games.sudoku.text import read_board, write_board
from gridarena_kernels.boards import SudokuPositions
from gridarena_kernels.boards.making import make

POSITIONS = SudokuPositions()
COURSE_NAMES = {
    *("easy-2x2", "easy-3x3", "empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4", "hard-3x3"),
    *("random-2x3", "random-3x3", "random-3x4", "random-4x4"),
}


def test_the_game_brings_its_positions() -> None:
    """By entry point, under the game's name; a game without any has none."""
    assert isinstance(find_positions("sudoku"), SudokuPositions)
    assert find_positions("chess") is None


def test_the_suite_has_the_names_of_the_course() -> None:
    """Twelve, each once."""
    assert Counter(POSITIONS.suite) == Counter(COURSE_NAMES)


@pytest.mark.parametrize("name", POSITIONS.suite)
def test_a_shipped_position_is_what_its_seed_makes(name: str) -> None:
    """Of its size and kind: seed 0, on this machine as on the one where it was made."""
    kind, size = name.split("-")
    m, n = map(int, size.split("x"))
    setup = POSITIONS.setup(name)
    assert setup == write_board(m, n, make(kind, m, n, 0))


@pytest.mark.parametrize(("name", "level"), [("easy-2x2", "easy"), ("easy-3x3", "easy"), ("hard-3x3", "hard")])
def test_a_shipped_position_is_as_hard_as_it_is_called(name: str, level: str) -> None:
    """Graded through the seam, from its text."""
    setup = POSITIONS.setup(name)
    assert setup is not None
    assert POSITIONS.grade(find_game("sudoku").start(setup, {})).level == level


def test_a_name_is_one_board_everywhere() -> None:
    """The same name gives the same cells, another seed other ones; this one is written down."""
    assert POSITIONS.setup("random-2x2") == POSITIONS.setup("random-2x2-0")
    assert POSITIONS.setup("random-3x3-1") != POSITIONS.setup("random-3x3-2")
    setup = POSITIONS.setup("hard-2x3-7")
    assert setup is not None
    assert setup.split() == HARD_2X3_7.split()


HARD_2X3_7 = """
2 3
. 5 . . . .
. . . 1 . .
. . . 5 . .
3 . . . 6 1
. . . 6 . .
1 . 6 . 2 .
"""


@pytest.mark.parametrize(("name", "m", "n"), [("empty-1x1", 1, 1), ("empty-2x3", 2, 3), ("empty-5x5", 5, 5)])
def test_an_empty_board_is_made_from_its_name(name: str, m: int, n: int) -> None:
    """Block rows and columns as named, no cell filled."""
    setup = POSITIONS.setup(name)
    assert setup is not None
    assert read_board(setup) == (m, n, [0] * (m * n) ** 2)


@pytest.mark.parametrize(
    ("name", "seeded"),
    [
        ("hard-3x3", "hard-3x3-7"),
        ("hard-3x3-5", "hard-3x3-5"),
        ("empty-3x3", "empty-3x3"),
        ("mine.txt", "mine.txt"),
    ],
)
def test_a_seed_goes_into_the_name(name: str, seeded: str) -> None:
    """Once, and only where there is something to draw."""
    assert POSITIONS.seeded(name, 7) == seeded


@pytest.mark.parametrize("name", ["nowhere.txt", "EMPTY-2x2", "empty-2x2.txt", "empty-2x", "random-2x2-", "empty-²x2"])
def test_another_word_is_no_name(name: str) -> None:
    """It may be a file."""
    assert POSITIONS.setup(name) is None


def test_an_empty_board_has_no_seed() -> None:
    """One line says what to write."""
    with pytest.raises(InvalidSetupError, match="no seed: write empty-3x3, not 'empty-3x3-4'"):
        POSITIONS.setup("empty-3x3-4")
