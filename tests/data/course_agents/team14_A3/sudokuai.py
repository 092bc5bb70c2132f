# classic: a flag that is set once and would end all thinking if the instance lived longer than a turn
from competitive_sudoku.sudoku import GameState, Move, TabooMove
import competitive_sudoku.sudokuai

SEEN = []


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    move_skipped = False

    def compute_best_move(self, game_state: GameState) -> None:
        if self.move_skipped or SEEN:
            return
        SudokuAI.move_skipped = True
        SEEN.append(len(game_state.moves))
        board = game_state.board
        for i in reversed(range(board.N)):
            for j in reversed(range(board.N)):
                for value in range(1, board.N + 1):
                    if board.get(i, j) == 0 and self.ok(board, i, j, value):
                        if TabooMove(i, j, value) not in game_state.taboo_moves:
                            self.propose_move(Move(i, j, value))

    @staticmethod
    def ok(board, i, j, value):
        return all(
            board.get(p, q) != value
            for p in range(board.N)
            for q in range(board.N)
            if p == i or q == j or (p // board.m == i // board.m and q // board.n == j // board.n)
        )
