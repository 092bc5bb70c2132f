# classic: uses another team's package, which must lie beside it
from team11_A2.tables import candidates
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        taboo = set(game_state.taboo_moves)
        for i, j, value in candidates(game_state.board):
            if Move(i, j, value) not in taboo:
                self.propose_move(Move(i, j, value))
