# classic: a folder whose name is no identifier; relative imports
from .tools.board import free_values
from . import constants
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        choices = [(len(values), i, j, values) for i in range(board.N) for j in range(board.N)
                   if (values := [v for v in free_values(board, i, j)
                                  if Move(i, j, v) not in game_state.taboo_moves])]
        _, i, j, values = sorted(choices)[constants.FIRST]
        self.propose_move(Move(i, j, values[constants.FIRST]))
