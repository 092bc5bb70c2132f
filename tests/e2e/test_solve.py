"""`gridarena solve` as people run it."""

import json
from pathlib import Path

from support.cli import gridarena

NEAR = "2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . ."


def test_a_position_is_solved_and_shown(tmp_path: Path) -> None:
    """As a picture with its value, and as one JSON object."""
    shown = gridarena("solve", "sudoku", "--position", NEAR, cwd=tmp_path)
    assert shown.code == 0
    assert "value " in shown.out
    answer = gridarena("solve", "sudoku", "--position", NEAR, "--json", cwd=tmp_path).json()
    assert set(answer) == {"value", "best", "nodes", "seconds"}


def test_what_cannot_be_understood_is_one_line(tmp_path: Path) -> None:
    """Two positions, none, a file that is no JSON."""
    (tmp_path / "vectors.json").write_text("{", encoding="utf-8")
    assert "--size" in gridarena("solve", "sudoku", cwd=tmp_path).line()
    assert "--size" in gridarena("solve", "sudoku", "--size", "2x2", "--board", "easy-2x2", cwd=tmp_path).line()
    bad = gridarena("solve", "sudoku", "--vectors", "vectors.json", cwd=tmp_path)
    assert bad.code == 9
    assert "JSON" in bad.line()


def test_vectors_that_do_not_hold_end_with_1(tmp_path: Path) -> None:
    """And are named."""
    entry = {"id": "wrong", "board": NEAR, "solvable": False}
    (tmp_path / "vectors.json").write_text(json.dumps({"boards": [entry]}), encoding="utf-8")
    said = gridarena("solve", "sudoku", "--vectors", "vectors.json", "--json", cwd=tmp_path)
    assert said.code == 1
    assert json.loads(said.out) == {"checked": 1, "failed": ["wrong"]}
