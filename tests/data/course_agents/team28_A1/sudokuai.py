# v14: raises after its first proposal, in a way that needs care to report
import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import Move


class Trouble(Exception):
    def __str__(self):
        raise ValueError("no text for you")


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        wanted = set(game_state.player_squares() or ((i, j) for i in range(board.N) for j in range(board.N)))
        for i, j in sorted(wanted, reverse=True):
            for value in range(1, board.N + 1):
                if not board.get((i, j)) and self.free(board, i, j, value):
                    if Move((i, j), value) not in game_state.taboo_moves:
                        self.propose_move(Move((i, j), value))
                        raise Trouble

    def free(self, b, i, j, value):
        cells = {(i, k) for k in range(b.N)} | {(k, j) for k in range(b.N)}
        cells |= {(i // b.m * b.m + x, j // b.n * b.n + y) for x in range(b.m) for y in range(b.n)}
        return value not in {b.get(cell) for cell in cells}
