"""Competitive Sudoku, the course game: rules, board text, and the game found by entry point."""

from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_games.sudoku.formats import read_start, write_start
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.history import Played
from gridarena_games.sudoku.modes import MODES, Ground, Mode, Square, Squares, starting_squares
from gridarena_games.sudoku.rules import POINTS, Placement, Position
from gridarena_games.sudoku.start import Past, Start
from gridarena_games.sudoku.state import read_state, write_state
from gridarena_games.sudoku.text import read_board, write_board

__all__ = [
    "ASSUMED",
    "MODES",
    "POINTS",
    "Ground",
    "Mode",
    "Past",
    "Placement",
    "Played",
    "Position",
    "Square",
    "Squares",
    "Start",
    "Sudoku",
    "SudokuBoard",
    "read_board",
    "read_start",
    "read_state",
    "starting_squares",
    "write_board",
    "write_start",
    "write_state",
]
