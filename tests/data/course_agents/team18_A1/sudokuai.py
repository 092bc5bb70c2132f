# v14: the assignment's own naive idea; prints the state, never returns
import random
import time
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """
    Sudoku AI that computes a move for a given sudoku configuration.
    """

    def __init__(self):
        super().__init__()

    # N.B. This is a very naive implementation.
    def compute_best_move(self, game_state: GameState) -> None:
        N = game_state.board.N
        print(game_state)
        squares = game_state.player_squares()
        if squares is None:
            squares = [(i, j) for i in range(N) for j in range(N) if game_state.board.get((i, j)) == SudokuBoard.empty]

        def possible(square, value):
            board = game_state.board
            i, j = square
            near = [(i, k) for k in range(N)] + [(k, j) for k in range(N)]
            near += [(i // board.m * board.m + a, j // board.n * board.n + b) for a in range(board.m) for b in range(board.n)]
            return value not in map(board.get, near) and not TabooMove(square, value) in game_state.taboo_moves

        all_moves = [Move(square, value) for square in squares for value in range(1, N + 1) if possible(square, value)]
        move = random.choice(all_moves)
        self.propose_move(move)
        while True:
            time.sleep(0.02)
            self.propose_move(random.choice(all_moves))
