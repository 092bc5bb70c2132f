"""Start positions by name."""

from pathlib import Path

import pytest

from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku.text import read_board
from gridarena_lab.boards import FILLED, start_board


@pytest.mark.parametrize(("name", "m", "n"), [("empty-1x1", 1, 1), ("empty-2x3", 2, 3), ("empty-5x5", 5, 5)])
def test_an_empty_board_is_made_from_its_name(name: str, m: int, n: int) -> None:
    """Block rows and columns as named, no cell filled."""
    board = start_board(name)
    assert read_board(board.setup) == (m, n, [0] * (m * n) ** 2)
    assert board.name == name


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 5)])
@pytest.mark.parametrize("seed", [0, 1, 99])
def test_a_random_board_is_part_of_a_full_grid(m: int, n: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no cell taken out, every row, column and block holds every value once."""
    monkeypatch.setattr("gridarena_lab.boards.FILLED", 1)
    _, _, cells = read_board(start_board(f"random-{m}x{n}-{seed}").setup)
    size = m * n
    every = list(range(1, size + 1))
    for line in range(size):
        assert sorted(cells[line * size : (line + 1) * size]) == every
        assert sorted(cells[line::size]) == every
        top, left = line // m * m, line % m * n
        block = [cells[r * size + c] for r in range(top, top + m) for c in range(left, left + n)]
        assert sorted(block) == every


def test_a_random_board_has_the_share_of_filled_cells() -> None:
    """Of a 3x3 board 0.4 of 81 cells."""
    _, _, cells = read_board(start_board("random-3x3").setup)
    assert sum(map(bool, cells)) == round(FILLED * 81)


def test_a_name_is_one_board_everywhere() -> None:
    """The same name gives the same cells, another seed other ones; this one is written down."""
    assert start_board("random-2x2").setup == start_board("random-2x2-0").setup
    assert start_board("random-3x3-1").setup != start_board("random-3x3-2").setup
    assert start_board("random-2x2-7").setup.split() == RANDOM_2X2_7.split()


RANDOM_2X2_7 = """
2 2
1 . . 2
3 . . .
2 1 . .
. . . 1
"""


def test_a_file_is_a_board_of_any_game(tmp_path: Path) -> None:
    """The file's text, under the file's name."""
    file = tmp_path / "mine.txt"
    file.write_text("2 2\n" + ". " * 16, encoding="utf-8")
    board = start_board(str(file), {"mode": "classic"})
    assert (board.name, board.options) == ("mine", {"mode": "classic"})
    assert board.setup == "2 2\n" + ". " * 16


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.txt", "got 'nowhere.txt'"),
        ("empty-6x6", "M * N <= 25, got 'empty-6x6'"),
        ("random-0x3", "got 'random-0x3'"),
        ("empty-3x3-4", "has no seed"),
        (".", "got '.'"),
    ],
)
def test_a_bad_name_gets_one_line(name: str, words: str) -> None:
    """What was expected and what came."""
    with pytest.raises(InvalidSetupError) as caught:
        start_board(name)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
