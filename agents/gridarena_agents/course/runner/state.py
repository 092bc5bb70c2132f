"""The game state of either generation, built from plain values by the agent's own ``competitive_sudoku``."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .frames import Frame


def build(state: Frame, generation: str) -> Any:  # noqa: ANN401 - a class of the agent's own modules
    """A private game state; ``generation`` is "classic" or "v14".

    In ``moves`` a condemned move is a TabooMove, the very object that ``taboo_moves`` has.
    """
    sudoku = importlib.import_module("competitive_sudoku.sudoku")
    three = generation == "classic"
    taboo = {}
    for row, col, value in state["taboo"]:
        taboo[row, col, value] = sudoku.TabooMove(row, col, value) if three else sudoku.TabooMove((row, col), value)
    moves = []
    for row, col, value, condemned in state["moves"]:
        if condemned:
            moves.append(taboo[row, col, value])
        else:
            moves.append(sudoku.Move(row, col, value) if three else sudoku.Move((row, col), value))
    boards = [_board(sudoku, state["m"], state["n"], state[cells]) for cells in ("initial", "cells")]
    classic = sudoku.GameState(*boards, list(taboo.values()), moves, list(state["scores"]))
    return classic if three else _complete(classic, state)


def _board(sudoku: Any, m: int, n: int, cells: list[int]) -> Any:  # noqa: ANN401 - the agent's own modules
    board = sudoku.SudokuBoard(m, n)
    board.squares = list(cells)
    return board


def _complete(made: Any, state: Frame) -> Any:  # noqa: ANN401 - a class of the agent's own modules
    """Adds what the generation v14 has more; its two lists of starting squares are one where they are equal."""
    made.current_player = state["player"]
    allowed = [_squares(squares) for squares in state["allowed"]]
    if allowed[0] == allowed[1]:
        allowed[1] = allowed[0]
    made.allowed_squares1, made.allowed_squares2 = allowed
    made.occupied_squares1, made.occupied_squares2 = map(_squares, state["occupied"])
    return made


def _squares(squares: list[list[int]] | None) -> list[tuple[int, int]] | None:
    return None if squares is None else [(row, col) for row, col in squares]
