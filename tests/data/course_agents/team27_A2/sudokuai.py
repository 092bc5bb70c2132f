# v14: asks the oracle before it proposes, with whatever path there is
import competitive_sudoku.sudokuai
from competitive_sudoku.execute import solve_sudoku
from competitive_sudoku.sudoku import Move


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        board = game_state.board
        path = getattr(self, "solve_sudoku_path", "bin/solve_sudoku")
        for k in range(board.N ** 2):
            square = board.index2square(k)
            if board.squares[k] or square not in (game_state.player_squares() or [square]):
                continue
            for value in range(1, board.N + 1):
                text = solve_sudoku(path, str(board), f'--move "{k} {value}"')
                if "The score is" in text and Move(square, value) not in game_state.taboo_moves:
                    self.propose_move(Move(square, value))
                    return
