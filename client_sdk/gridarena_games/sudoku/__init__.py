"""Competitive Sudoku, the course game: rules, board text, and the game found by entry point."""

from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_games.sudoku.game import Sudoku
from gridarena_games.sudoku.rules import POINTS, Placement, Position
from gridarena_games.sudoku.text import read_board, write_board

__all__ = ["ASSUMED", "POINTS", "Placement", "Position", "Sudoku", "SudokuBoard", "read_board", "write_board"]
