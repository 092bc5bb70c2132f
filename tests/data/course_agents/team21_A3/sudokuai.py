# v14: searches on the very state it was given and never takes anything back; poisons a cache of its module
from competitive_sudoku.sudoku import *
import competitive_sudoku.sudokuai

CACHE = {}


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        assert not CACHE, "every turn starts from the module as it was imported"
        while True:
            move = self.first(game_state)
            if move is None:
                return
            if not CACHE:
                self.propose_move(move)
            CACHE[str(game_state.board)] = move
            game_state.board.put(move.square, move.value)
            game_state.moves.append(move)
            game_state.scores[:] = [7, 7]
            game_state.current_player = 3 - game_state.current_player

    def first(self, state):
        board = state.board
        for square in self.squares(state):
            for value in range(board.N, 0, -1):
                near = [c for c in range(board.N ** 2) if self.sees(board, square, board.index2square(c))]
                if value not in [board.squares[c] for c in near] and Move(square, value) not in state.taboo_moves:
                    return Move(square, value)
        return None

    def squares(self, state):
        if state.allowed_squares1 is None:
            return [state.board.index2square(k) for k, v in enumerate(state.board.squares) if not v]
        return state.player_squares()

    def sees(self, board, one, other):
        return (one[0] == other[0] or one[1] == other[1]
                or (one[0] // board.m == other[0] // board.m and one[1] // board.n == other[1] // board.n))
