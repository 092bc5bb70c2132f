# classic: proposes, then recurses without end
import sys
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai

sys.setrecursionlimit(3000)


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        self.search(game_state, 0)

    def search(self, state, depth):
        if depth == 0:
            self.propose_move(next(self.legal(state)))
        return self.search(state, depth + 1)

    def legal(self, state):
        board = state.board
        for k in range(board.N * board.N):
            i, j = board.f2rc(k)
            if not board.get(i, j):
                for value in range(1, board.N + 1):
                    used = [board.get(i, q) for q in range(board.N)] + [board.get(q, j) for q in range(board.N)]
                    used += [board.get(i // board.m * board.m + a, j // board.n * board.n + b)
                             for a in range(board.m) for b in range(board.n)]
                    if value not in used and Move(i, j, value) not in state.taboo_moves:
                        yield Move(i, j, value)
