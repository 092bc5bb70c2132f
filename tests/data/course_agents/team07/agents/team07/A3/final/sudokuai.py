# classic: a package four folders deep, imported from its root
from agents.team07.A3.final.search import Search
from agents.team07.A3.final import settings
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        for move in Search(settings.WIDTH).moves(game_state):
            self.propose_move(move)
