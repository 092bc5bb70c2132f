# classic: numpy arrays all over, so that every number it proposes is one of numpy's
import numpy as np
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state: GameState) -> None:
        b = game_state.board
        grid = np.array(b.squares, dtype=np.int64).reshape((b.N, b.N))
        free = np.ones((b.N, b.N, b.N), dtype=bool)
        for i, j in np.argwhere(grid > 0):
            v = grid[i, j] - 1
            free[i, :, v] = free[:, j, v] = free[i, j, :] = False
            r, c = i // b.m * b.m, j // b.n * b.n
            free[r:r + b.m, c:c + b.n, v] = False
        for move in game_state.taboo_moves:
            free[move.i, move.j, move.value - 1] = False
        moves = np.argwhere(free)
        np.random.shuffle(moves)
        for i, j, v in moves:
            self.propose_move(Move(i, j, np.int16(v + 1)))
