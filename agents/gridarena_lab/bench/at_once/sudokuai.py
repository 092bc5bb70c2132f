"""A course agent that answers at once with the first move it finds: what is measured is the way to it and back."""

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, TabooMove


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Proposes one move and returns."""

    def compute_best_move(self, game_state: GameState) -> None:
        """The first legal one, row by row."""
        board = game_state.board
        for k, value in enumerate(board.squares):
            if value == board.empty:
                i, j = board.f2rc(k)
                for value in range(1, board.N + 1):
                    if fits(board, i, j, value) and TabooMove(i, j, value) not in game_state.taboo_moves:
                        self.propose_move(Move(i, j, value))
                        return


def fits(board, i, j, value):
    top, left = i - i % board.m, j - j % board.n
    return not any(
        board.get(i, k) == value
        or board.get(k, j) == value
        or board.get(top + k // board.n, left + k % board.n) == value
        for k in range(board.N)
    )
