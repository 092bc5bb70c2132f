# classic: star-imports, uses `random` that it never imported, never returns
from competitive_sudoku.sudokuai import *
from competitive_sudoku.sudoku import *


class SudokuAI(SudokuAI):
    def __init__(self):
        super().__init__()

    def compute_best_move(self, game_state: GameState) -> None:
        N = game_state.board.N

        def possible(i, j, value):
            board = game_state.board
            if board.get(i, j) != SudokuBoard.empty or TabooMove(i, j, value) in game_state.taboo_moves:
                return False
            row, col = i // board.m * board.m, j // board.n * board.n
            block = [board.get(row + a, col + b) for a in range(board.m) for b in range(board.n)]
            return value not in [board.get(i, k) for k in range(N)] + [board.get(k, j) for k in range(N)] + block

        all_moves = [Move(i, j, v) for i in range(N) for j in range(N) for v in range(1, N + 1) if possible(i, j, v)]
        while True:
            self.propose_move(random.choice(all_moves))
