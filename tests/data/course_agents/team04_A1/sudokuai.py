# classic: iterative deepening minimax on deep copies of the whole state, for ever; shows the state at every turn
import copy
from competitive_sudoku.sudoku import *
import competitive_sudoku.sudokuai
from team04_A1.rules import legal_moves, points


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def __init__(self):
        super().__init__()

    def compute_best_move(self, game_state: GameState) -> None:
        print(game_state)
        me = game_state.current_player()
        self.propose_move(legal_moves(game_state)[0])
        depth = 1
        while True:
            _, move = self.minimax(copy.deepcopy(game_state), depth, me)
            if move is not None:
                self.propose_move(move)
            depth += 1

    def minimax(self, state, depth, me):
        moves = legal_moves(state)
        if depth == 0 or not moves:
            return state.scores[me - 1] - state.scores[2 - me], None
        player = state.current_player()
        best = None
        for move in moves:
            child = copy.deepcopy(state)
            child.board.put(move.i, move.j, move.value)
            child.scores[player - 1] += points(child.board, move.i, move.j)
            child.moves.append(move)
            value, _ = self.minimax(child, depth - 1, me)
            if best is None or (value > best[0] if player == me else value < best[0]):
                best = value, move
        return best
