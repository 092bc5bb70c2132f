"""A line for each fault, with the file and the line it is in."""

import sys
from pathlib import Path

import pytest

from gridarena_agents.course.judging import judge
from gridarena_agents.course.scan import scan
from gridarena_agents.course.submission import Finding, SubmissionError
from support.submissions import CLASSIC, write


def findings(tmp_path: Path, files: dict[str, str], python: str | None = None) -> list[Finding]:
    """What is found in an agent with these files."""
    write(tmp_path, {"team30/sudokuai.py": CLASSIC, **files})
    return list(judge(scan(tmp_path / "team30").only(), python))


def found(tmp_path: Path, more: str) -> list[tuple[str, str, int]]:
    """Level, kind and line of what is found in a faultless agent with these lines below it."""
    listed = findings(tmp_path, {"team30/sudokuai.py": CLASSIC + more})
    assert all(finding.file == "team30/sudokuai.py" for finding in listed)
    return [(finding.level, finding.kind, finding.line) for finding in listed]


LINE = CLASSIC.count("\n") + 1
"""Where what is written below begins."""


def test_an_agent_without_a_fault_has_no_findings(tmp_path: Path) -> None:
    """Otherwise nobody reads them."""
    assert findings(tmp_path, {}) == []


@pytest.mark.parametrize(
    "text", ["import numpy as np\nA = np.int(3)", "import numpy\nB = numpy.Inf", "from numpy import product\n"]
)
def test_removed_names_of_numpy_are_shown_with_their_line(tmp_path: Path, text: str) -> None:
    """The line is the one that raises."""
    assert found(tmp_path, text) == [("problem", "numpy", LINE + ("\n" in text.strip()))]


def test_names_that_numpy_has_are_no_fault(tmp_path: Path) -> None:
    """Also on a variable that is only called like one of its names."""
    assert found(tmp_path, "import numpy as np\nA = np.int64(1) + np.zeros(3).mean()\nx = A.int\n") == []


@pytest.mark.parametrize(
    ("text", "level", "kind"),
    [
        ("import package_of_nobody", "problem", "package"),
        ("from package_of_nobody.deep import x", "problem", "package"),
        ("def f(): import package_of_nobody", "warning", "package"),
        ("import team99_A1.search", "problem", "team"),
        ("import naive_player.sudokuai", "problem", "team"),
        ("from simulate_game import play", "problem", "module"),
        ("from team30.lost import x", "problem", "module"),
        ("from .lost import x", "problem", "module"),
        ("from competitive_sudoku.sudoku import allowed_squares", "problem", "framework"),
        ("import competitive_sudoku.extras", "problem", "framework"),
        ("from competitive_sudoku import execute", "warning", "oracle"),
        ("import competitive_sudoku.execute", "warning", "oracle"),
        ("def f(self): return self.solve_sudoku_path", "warning", "oracle"),
        ("PATH = 'bin/solve_sudoku.exe'", "warning", "oracle"),
    ],
)
def test_imports_that_fail_are_told(tmp_path: Path, text: str, level: str, kind: str) -> None:
    """Each once, at its first line; inside a function it is a warning."""
    assert found(tmp_path, text) == [(level, kind, LINE)]


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    import package_of_nobody\nexcept ImportError:\n    pass",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import package_of_nobody",
        "if __name__ == '__main__':\n    import package_of_nobody",
        "import os.path, numpy.random, xml.dom",
        "import simulate_game, play_match",
        "from competitive_sudoku.sudoku import *",
    ],
)
def test_imports_that_nobody_misses_are_no_fault(tmp_path: Path, text: str) -> None:
    """Guarded ones, and those that are there."""
    assert found(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("SudokuAI().compute_best_move(None)", [("problem", "import", LINE)]),
        ("ai = SudokuAI()\nfor i in range(2):\n    ai.compute_best_move(i)", [("problem", "import", LINE + 2)]),
        ("if __name__ == '__main__':\n    SudokuAI().compute_best_move(None)", []),
        ("def f(): SudokuAI().compute_best_move(None)", []),
        ("board = open('boards\\\\easy-2x2.txt')", [("warning", "path", LINE)]),
        (
            "run = str('bin\\\\solve.exe'); ask = repr('bin\\\\solve_sudoku.exe')",
            [("warning", "path", LINE), ("warning", "oracle", LINE)],
        ),
        ("board = open('boards/easy-2x2.txt'); print('a\\\\b', 'x.txt')", []),
    ],
)
def test_what_was_left_from_trying_it_out_is_told(tmp_path: Path, text: str, told: list[tuple[str, str, int]]) -> None:
    """A search at import, and a path that only Windows knows."""
    assert found(tmp_path, text) == told


def test_files_that_nobody_imports_are_not_looked_at(tmp_path: Path) -> None:
    """A folder of experiments is no fault."""
    assert findings(tmp_path, {"team30/train.py": "import torch_of_nobody", "team30/old.py": "def ("}) == []


def test_a_module_further_down_is_shown_by_its_own_name(tmp_path: Path) -> None:
    """Wherever the import leads."""
    more = {
        "team30/sudokuai.py": CLASSIC + "from team30.inner.deep import x",
        "team30/inner/deep.py": "from . import deeper\nx = 1",
        "team30/inner/deeper.py": "\nimport numpy as np\nx = np.bool8",
    }
    [one] = findings(tmp_path, more)
    assert (one.file, one.line) == ("team30/inner/deeper.py", 3)
    assert str(one).startswith("team30/inner/deeper.py, line 3: uses np.bool8")


def test_a_file_that_is_no_python_is_shown_with_its_line(tmp_path: Path) -> None:
    """As the interpreter would say it."""
    [one] = findings(
        tmp_path, {"team30/sudokuai.py": "from team30 import a\n" + CLASSIC, "team30/a.py": "x = 1\ny = ("}
    )
    assert (one.level, one.kind, one.file, one.line) == ("problem", "syntax", "team30/a.py", 2)


@pytest.mark.parametrize(
    "text",
    [
        "class Sudoku: ...",
        "from competitive_sudoku.sudokuai import SudokuAI",
        "class SudokuAI:\n    def best(self): ...",
        "class SudokuAI:\n    def __init__(self, depth): ...\n    def compute_best_move(self, state): ...",
        "class SudokuAI:\n    def __init__(self, *, depth): ...\n    def compute_best_move(self, state): ...",
    ],
)
def test_a_class_that_the_framework_cannot_use_is_told(tmp_path: Path, text: str) -> None:
    """Missing, without its method, or in need of arguments."""
    listed = findings(
        tmp_path, {"team30/sudokuai.py": "from competitive_sudoku.sudoku import Move\nMove(1, 2, 3)\n" + text}
    )
    assert [(one.level, one.kind) for one in listed] == [("problem", "class")]


@pytest.mark.parametrize(
    "text",
    [
        "from team30.mine import SudokuAI",
        "from .mine import *",
        "from .mine import Player\nSudokuAI = Player",
        "from .mine import Player\nclass SudokuAI(Player): ...",
        "class SudokuAI:\n    def __init__(self, depth=3): ...\n    def compute_best_move(self, state): ...",
    ],
)
def test_a_class_may_come_from_anywhere(tmp_path: Path, text: str) -> None:
    """Another file, another name, a base of the agent's own."""
    assert findings(tmp_path, {"team30/sudokuai.py": text, "team30/mine.py": CLASSIC}) == []


def test_a_move_as_default_of_a_data_class_is_noted(tmp_path: Path) -> None:
    """It plays here, and not in the course's own framework."""
    text = "from dataclasses import dataclass\n@dataclass\nclass Node:\n    move: Move = Move(0, 0, 0)\n"
    assert found(tmp_path, text) == [("warning", "dataclass", LINE + 3)]


def test_another_team_beside_the_agent_is_a_warning(tmp_path: Path) -> None:
    """It plays as long as that folder lies there."""
    more = {"team30/sudokuai.py": CLASSIC + "from team31.search import x", "team31/sudokuai.py": CLASSIC}
    [one] = findings(tmp_path, {**more, "team31/search.py": "x = 1"})
    assert (one.level, one.kind, one.line) == ("warning", "team", LINE)


def test_the_interpreter_that_is_asked_is_the_one_that_plays(tmp_path: Path) -> None:
    """Another one has other packages; one that is none is refused in one line."""
    files = {"team30/sudokuai.py": CLASSIC + "import package_of_nobody, numpy as np\nnp.int"}
    kinds = [one.kind for one in findings(tmp_path, files, python=sys.executable)]
    assert kinds == ["package", "numpy"]
    with pytest.raises(SubmissionError, match="expected a Python interpreter at"):
        findings(tmp_path, files, python=str(tmp_path / "python"))
