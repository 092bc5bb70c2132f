"""The game as the registry finds it: options, start positions and move text.

The mode is an option so that a match says what was played; ``random`` also says which squares it drew, by the option
``seed`` or by a game-state file that lists them. An option, mode, mark or list of squares that would be ignored is
refused.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from gridarena_games.base import Move
from gridarena_games.errors import InvalidMoveError, InvalidSetupError, quoted
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.formats import read_start
from gridarena_games.sudoku.modes import MODES, Ground, Mode, Squares, starting_squares
from gridarena_games.sudoku.rules import Placement
from gridarena_games.sudoku.start import Start

_OPTIONS = ("mode", "seed")
_SEED = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)
_MOVE = re.compile(r"\s*\(\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*\)\s*->\s*(-?\d{1,6})\s*", re.ASCII)
_MOVES_KEPT = 25**3
"""A referee reads the same few texts over and over: no board has more moves than this."""


@lru_cache(maxsize=_MOVES_KEPT)
def _read_move(text: str) -> Placement:
    if (found := _MOVE.fullmatch(text)) is None:
        raise InvalidMoveError(f"expected a move like '(0,2) -> 4', got {text[:40]!r}")
    row, col, value = map(int, found.groups())
    return Placement(row, col, value)


class Sudoku:
    """Competitive Sudoku."""

    name = "sudoku"

    def start(self, setup: str, options: Mapping[str, str]) -> SudokuBoard:
        """A start position holds no duplicate and no word that would be ignored.

        Args:
            setup: course board text or course game-state text.
            options: ``mode``, one of :data:`MODES`, ``classic`` unless it is said; with ``random`` also ``seed``.

        Raises:
            InvalidSetupError: one line that says what was expected and what came.
        """
        for key in options:
            if key not in _OPTIONS:
                raise InvalidSetupError(f"expected the sudoku options mode and seed, got {key!r}")
        mode = _mode(options.get("mode", "classic"))
        start, seed = read_start(setup), options.get("seed")
        if seed is not None and mode != "random":
            raise InvalidSetupError(f"expected a seed with the mode random only, got it with {mode}")
        if mode == "classic":
            _check_classic(start)
            return SudokuBoard(start.m, start.n, start.cells, None, start.past)
        ground = Ground(mode, _squares(mode, start, seed), start.occupied)
        return SudokuBoard(start.m, start.n, start.cells, ground, start.past)

    def move(self, text: str) -> Placement:
        """Reads ``(row,col) -> value`` with any blanks; whether it is on the board is the board's question.

        Raises:
            InvalidMoveError: the text is no placement.
        """
        return _read_move(text)

    def text(self, move: Move) -> str:
        """Writes the course's move text, without blanks inside the parentheses."""
        row, col, value = cast(Placement, move)
        return f"({row},{col}) -> {value}"


def _mode(word: str) -> Mode:
    for mode in MODES:
        if mode == word:
            return mode
    raise InvalidSetupError(f"expected the sudoku mode to be one of {', '.join(MODES)}, got {quoted(word)}")


def _check_classic(start: Start) -> None:
    what = "owned cells (marked + or -)" if any(start.occupied) else "starting squares" if start.squares else None
    if what is not None:
        raise InvalidSetupError(
            f"expected a position of the mode classic, got one with {what}: add the option mode=rows, border or random"
        )


def _squares(mode: Mode, start: Start, seed: str | None) -> tuple[Squares, Squares]:
    if start.squares is not None:
        if seed is not None:
            raise InvalidSetupError("expected a seed or a position that lists its starting squares, got both")
        return start.squares
    if mode != "random":
        return starting_squares(mode, start.size)
    if seed is None:
        raise InvalidSetupError("expected a seed (such as seed=7) with the mode random, got none")
    if _SEED.fullmatch(seed) is None:
        raise InvalidSetupError(f"expected the seed to be a whole number from 0, got {quoted(seed)}")
    return starting_squares(mode, start.size, int(seed))
