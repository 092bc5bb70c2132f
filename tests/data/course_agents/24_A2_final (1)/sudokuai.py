# v14: its folder was renamed after it was written; its imports still have the old name
import competitive_sudoku.sudokuai
from team24_A2.board_tools import moves_of
from team24_A2 import preferences


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        self.propose_move(min(moves_of(game_state), key=preferences.rank))
