"""`board new`, `show` and `grade`, as typed."""

import json
from pathlib import Path

import pytest

from gridarena_cli.exits import Exit
from gridarena_cli.main import main
from gridarena_games.sudoku.text import read_board


def typed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["board", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_new_position_can_be_had_again_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed that was drawn is in it."""
    code, out, _ = typed(capsys, "new", "random-2x3", "--json")
    assert code == 0
    made = json.loads(out)
    _, again, _ = typed(capsys, "show", made["name"], "--json")
    assert json.loads(again) == {"boards": [{"name": made["name"], "setup": made["setup"]}]}
    assert made["name"].startswith("random-2x3-")


def test_a_seed_that_is_given_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """And the board is drawn under its name, with what it is."""
    code, out, err = typed(capsys, "new", "hard-2x3", "--seed", "7")
    assert code == 0
    assert out.startswith("hard-2x3-7: hard, empty ")
    assert " 0 |" in out
    assert "--board hard-2x3-7" in err


def test_a_new_position_is_written_to_a_new_file_only(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In the game's text; what is there already stays."""
    path = tmp_path / "mine.txt"
    assert typed(capsys, "new", "easy-2x2", "--out", str(path))[0] == 0
    text = path.read_text(encoding="utf-8")
    assert read_board(text)[:2] == (2, 2)
    code, _, err = typed(capsys, "new", "easy-2x2", "--out", str(path))
    assert code == Exit.USAGE
    assert "exists already" in err
    assert path.read_text(encoding="utf-8") == text


def test_grades_stand_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    """With what their levels mean."""
    code, out, err = typed(capsys, "grade", "hard-2x3", "easy-2x2")
    assert code == 0
    assert ["hard-2x3", "hard"] in [line.split()[:2] for line in out.splitlines()]
    assert ["easy-2x2", "easy"] in [line.split()[:2] for line in out.splitlines()]
    assert "easy: naked and hidden singles solve it" in err


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("new", "empty-2x2", "--seed", "1"), Exit.USAGE, "empty-2x2 takes no --seed"),
        (("new", "hard-3x3-5", "--seed", "1"), Exit.USAGE, "hard-3x3-5 takes no --seed"),
        (("new", "nice-3x3"), Exit.USAGE, "got 'nice-3x3'"),
        (("new", "hard-2x2"), Exit.BAD_FILE, "no hard board of 2x2"),
        (("new", "empty-2x2", "--game", "chess"), Exit.NOT_FOUND, "no game is called 'chess'"),
        (("new", "easy-2x2", "--out", "nowhere/mine.txt"), Exit.BAD_FILE, "mine.txt cannot be written"),
        (("grade", "nowhere.txt"), Exit.BAD_FILE, "got 'nowhere.txt'"),
        (("show", "empty-2x2", "-o", "mode"), Exit.USAGE, "KEY=VALUE, got 'mode'"),
    ],
)
def test_what_cannot_be_gets_one_line(
    words: tuple[str, ...], code: Exit, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And its number."""
    ended, out, err = typed(capsys, *words)
    assert (ended, out) == (code, "")
    assert line in err
    assert err.count("\n") == 1
