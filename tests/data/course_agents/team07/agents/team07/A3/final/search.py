import random
from competitive_sudoku.sudoku import Move


class Search:
    def __init__(self, width):
        self.width = width

    def moves(self, state):
        board, found = state.board, []
        for k in [k for k, value in enumerate(board.squares) if value == 0]:
            i, j = board.f2rc(k)
            top, left = i // board.m * board.m, j // board.n * board.n
            used = set(board.squares[board.rc2f(i, 0):board.rc2f(i, 0) + board.N]) | set(board.squares[j::board.N])
            used |= {board.get(a, b) for a in range(top, top + board.m) for b in range(left, left + board.n)}
            found += [Move(i, j, v) for v in range(1, board.N + 1)
                      if v not in used and Move(i, j, v) not in state.taboo_moves]
        return random.sample(found, min(self.width, len(found)))
