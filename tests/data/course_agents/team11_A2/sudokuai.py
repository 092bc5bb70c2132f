# classic: reads a file of its own by a path that starts at the working folder
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai
from .tables import candidates


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        with open("team11_A2/weights/values.txt") as file:
            weights = [int(word) for word in file.read().split()]
        moves = [Move(i, j, value) for i, j, value in candidates(game_state.board)]
        moves = [move for move in moves if move not in game_state.taboo_moves]
        self.propose_move(max(moves, key=lambda move: weights[move.value % len(weights)]))
