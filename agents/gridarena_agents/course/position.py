"""A board as plain values, from which the runner builds the game state of either generation."""

from typing import Any

from gridarena_games.base import SEATS, Board
from gridarena_games.sudoku.board import sudoku_board


def initial_cells(board: Board) -> list[int]:
    """The cells of a start position before the moves of its history, which is where agents that replay those begin.

    Raises:
        TypeError: it is another game's.
    """
    sudoku = sudoku_board(board)
    cells = list(sudoku.cells)
    for played in sudoku.history():
        cells[sudoku.cell_of(played.move)] = 0
    return cells


def has_modes(board: Board) -> bool:
    """Each seat has squares of its own to start from, as in every mode but classic."""
    return sudoku_board(board).starting_squares(0) is not None


def plain_state(board: Board, initial: list[int]) -> dict[str, Any]:
    """Everything the course tells an agent; the player to move is the agent's own."""
    sudoku = sudoku_board(board)
    return {
        "m": sudoku.m,
        "n": sudoku.n,
        "initial": initial,
        "cells": list(sudoku.cells),
        "taboo": list(sudoku.taboo),
        "moves": [(*played.move, played.condemned) for played in sudoku.history()],
        "scores": sudoku.points,
        "player": sudoku.to_move + 1,
        "allowed": [sudoku.starting_squares(seat) for seat in SEATS],
        "occupied": [sudoku.occupied(seat) for seat in SEATS],
    }
