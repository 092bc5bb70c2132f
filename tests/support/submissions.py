"""Submissions for tests: those of the corpus, and small ones written on the spot."""

import zipfile
from pathlib import Path
from textwrap import dedent

CORPUS = Path(__file__).parents[1] / "data" / "course_agents"

CLASSIC = """
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai
class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        self.propose_move(Move(0, 0, 1))
"""
"""An agent without a fault; more can be written below it."""


def corpus() -> list[Path]:
    """Every submission of the corpus."""
    return sorted(path for path in CORPUS.iterdir() if path.is_dir())


def write(folder: Path, files: dict[str, str]) -> Path:
    """Writes files by their names below a folder; the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return folder


def zipped(folder: Path, archive: Path, *, inner: str = "") -> Path:
    """An archive of the folder's files, below a folder of its own where ``inner`` says so."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*")):
            file.write(path, Path(inner, path.relative_to(folder)))
    return archive
