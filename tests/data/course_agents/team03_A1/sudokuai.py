# classic: keyword arguments, one-letter names, changes the state it was given, no result without a search
import copy
import random
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Greedy: the move that completes most regions."""

    def __init__(self):
        super().__init__()
        self.turn = 0

    def moves(self, state):
        b = state.board
        N = b.N
        for i in range(N):
            for j in range(N):
                if b.get(i, j) == SudokuBoard.empty:
                    used = set(b.squares[i * N:(i + 1) * N]) | set(b.squares[j::N])
                    used |= {b.get(p, q) for p in range(N) for q in range(N)
                             if p // b.region_height() == i // b.region_height()
                             and q // b.region_width() == j // b.region_width()}
                    for v in range(1, N + 1):
                        if v not in used and Move(i=i, j=j, value=v) not in state.taboo_moves:
                            yield Move(i=i, j=j, value=v)

    def gain(self, state, move):
        b = copy.deepcopy(state.board)
        b.put(move.i, move.j, move.value)
        N = b.N
        full = int(0 not in b.squares[move.i * N:(move.i + 1) * N]) + int(0 not in b.squares[move.j::N])
        rows = range(move.i // b.m * b.m, move.i // b.m * b.m + b.m)
        full += all(b.get(p, q) for p in rows for q in range(move.j // b.n * b.n, move.j // b.n * b.n + b.n))
        return {0: 0, 1: 1, 2: 3, 3: 7}[full]

    def compute_best_move(self, game_state: GameState) -> None:
        self.turn += 1
        assert self.turn == 1, "every turn has a fresh instance"
        best = max(self.moves(game_state), key=lambda move: (self.gain(game_state, move), random.random()))
        self.propose_move(best)
        game_state.board.put(best.i, best.j, best.value)
        game_state.moves.append(best)
        game_state.scores[0] = 1000
        game_state.taboo_moves.clear()
