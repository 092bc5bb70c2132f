"""The game as the registry finds it: options, start positions and move text.

One mode, ``classic``: every empty cell belongs to both seats. The mode is an option so that a match says what was
played; an option or mode this version does not know is refused, never ignored.
"""

import re
from collections.abc import Mapping
from typing import cast

from gridarena_games.base import Move
from gridarena_games.errors import InvalidMoveError, InvalidSetupError
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_games.sudoku.text import read_board

_MODES = ("classic",)
_MOVE = re.compile(r"\s*\(\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*\)\s*->\s*(-?\d{1,6})\s*", re.ASCII)


class Sudoku:
    """Competitive Sudoku."""

    name = "sudoku"

    def start(self, setup: str, options: Mapping[str, str]) -> SudokuBoard:
        """A start position holds no duplicate and no option that would be ignored.

        Args:
            setup: course board text.
            options: ``{}`` or ``{"mode": "classic"}``.

        Raises:
            InvalidSetupError: one line that says what was expected and what came.
        """
        for key in options:
            if key != "mode":
                raise InvalidSetupError(f"expected no sudoku option but 'mode', got {key!r}")
        if (mode := options.get("mode", "classic")) not in _MODES:
            raise InvalidSetupError(f"expected the sudoku mode to be one of {', '.join(_MODES)}, got {mode!r}")
        return SudokuBoard(*read_board(setup))

    def move(self, text: str) -> Placement:
        """Reads ``(row,col) -> value`` with any blanks; whether it is on the board is the board's question.

        Raises:
            InvalidMoveError: the text is no placement.
        """
        if (found := _MOVE.fullmatch(text)) is None:
            raise InvalidMoveError(f"expected a move like '(0,2) -> 4', got {text[:40]!r}")
        row, col, value = map(int, found.groups())
        return Placement(row, col, value)

    def text(self, move: Move) -> str:
        """Writes the course's move text, without blanks inside the parentheses."""
        row, col, value = cast(Placement, move)
        return f"({row},{col}) -> {value}"
