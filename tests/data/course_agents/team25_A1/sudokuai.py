# v14: prints a lot, at import and in every turn
import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import Move, pretty_print_game_state

print("x" * 200_000)


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        print(pretty_print_game_state(game_state))
        print("thinking " * 10_000)
        board = game_state.board
        for i in range(board.N):
            for j in range(board.N):
                if board.get((i, j)) != 0 or (i, j) not in (game_state.player_squares() or [(i, j)]):
                    continue
                for value in range(1, board.N + 1):
                    blocked = [board.get((p, q)) == value for p in range(board.N) for q in range(board.N)
                               if p == i or q == j or (p // board.m == i // board.m and q // board.n == j // board.n)]
                    if not any(blocked) and Move((i, j), value) not in game_state.taboo_moves:
                        return self.propose_move(Move((i, j), value))
