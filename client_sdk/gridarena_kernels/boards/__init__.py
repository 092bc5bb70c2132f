"""Competitive Sudoku's start positions by name: ``KIND-MxN``, ``KIND-MxN-SEED`` (blocks of M rows x N columns).

The same name is the same board on every machine, because a name is its generator's seed; without a seed it is seed 0.
The suite are twelve of them with the names known from the course, shipped as files, so that a class plays the same
boards for as long as this package exists, whatever becomes of the generator.
"""

import re
from functools import cache
from importlib.resources import files

from gridarena_games.base import Board, Grade
from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku.board import sudoku_board
from gridarena_games.sudoku.text import write_board
from gridarena_kernels.boards.grading import grade
from gridarena_kernels.boards.making import KINDS, make

_NAME = re.compile(rf"(?P<kind>{'|'.join(KINDS)})-(?P<m>\d{{1,2}})x(?P<n>\d{{1,2}})(?:-(?P<seed>\d{{1,9}}))?", re.ASCII)


class SudokuPositions:
    """Kinds empty, easy, random and hard; only the empty one takes no seed."""

    suite = (
        "empty-2x2",
        "easy-2x2",
        "empty-2x3",
        "random-2x3",
        "empty-3x3",
        "easy-3x3",
        "random-3x3",
        "hard-3x3",
        "empty-3x4",
        "random-3x4",
        "empty-4x4",
        "random-4x4",
    )
    usual = "empty-3x3"
    forms = "KIND-MxN or KIND-MxN-SEED with KIND " + ", ".join(KINDS) + " (such as hard-3x3)"

    def setup(self, name: str) -> str | None:
        """Course board text.

        Raises:
            InvalidSetupError: the name has the right form, but there is no such board.
        """
        found = _NAME.fullmatch(name)
        if found is None:
            return None
        if name in self.suite:
            return (files(__name__) / "suite" / f"{name}.txt").read_text(encoding="utf-8")
        if found["seed"] and found["kind"] == "empty":
            raise InvalidSetupError(f"an empty board has no seed: write {name.rpartition('-')[0]}, not {name!r}")
        return _made(found["kind"], int(found["m"]), int(found["n"]), int(found["seed"] or 0))

    def seeded(self, name: str, seed: int) -> str:
        """The name with this seed; unchanged where it has one, or can have none."""
        found = _NAME.fullmatch(name)
        return f"{name}-{seed}" if found and not found["seed"] and found["kind"] != "empty" else name

    def grade(self, board: Board) -> Grade:
        """How hard it is."""
        board = sudoku_board(board)
        return grade(board.m, board.n, board.cells)


@cache
def _made(kind: str, m: int, n: int, seed: int) -> str:
    """Made once a process: a command may ask for the same board several times, and a hard one takes a second."""
    return write_board(m, n, make(kind, m, n, seed))
