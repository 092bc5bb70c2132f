# classic: bare imports of its own files, no __init__.py
import evaluation09
from moves09 import generate
from competitive_sudoku.sudokuai import SudokuAI as SudokuAIBase


class SudokuAI(SudokuAIBase):
    def compute_best_move(self, game_state):
        scored = [(evaluation09.score(game_state.board, move), n, move) for n, move in enumerate(generate(game_state))]
        self.propose_move(max(scored)[2])
