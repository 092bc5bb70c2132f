# v14: keyword arguments, taboo moves looked up among plain ones, lists of moves compared
from competitive_sudoku.sudoku import (GameState, Move, SudokuBoard, TabooMove, allowed_squares)
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state: GameState) -> None:
        board = game_state.board
        legal = [Move(square=square, value=value)
                 for square in self.open(game_state)
                 for value in range(1, board.N + 1)
                 if self.allowed(board, square, value)]
        for taboo in game_state.taboo_moves:
            if TabooMove(square=taboo.square, value=taboo.value) in legal:
                legal.remove(taboo)
        player = getattr(game_state, "current_player")
        self.propose_move(legal[0] if player == 1 else legal[-1])

    def open(self, game_state):
        squares = game_state.player_squares()
        if squares is not None:
            return squares
        N = game_state.board.N
        return [(k // N, k % N) for k in range(N * N) if game_state.board.squares[k] == 0]

    def allowed(self, board, square, value):
        row, col = square
        for k in range(board.board_width()):
            if value in (board.get((row, k)), board.get((k, col))):
                return False
        for r in range(row - row % board.m, row - row % board.m + board.m):
            for c in range(col - col % board.n, col - col % board.n + board.n):
                if board.get((r, c)) == value:
                    return False
        return True
