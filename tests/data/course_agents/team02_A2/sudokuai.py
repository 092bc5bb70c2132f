# classic: does not inherit the base class at all
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard


class SudokuAI(object):
    def __init__(self):
        self.best_move = [0, 0, 0]
        self.lock = None

    def propose_move(self, move):
        i, j, value = move.i, move.j, move.value
        if self.lock:
            self.lock.acquire()
        self.best_move[0] = i
        self.best_move[1] = j
        self.best_move[2] = value
        if self.lock:
            self.lock.release()

    def compute_best_move(self, game_state):
        board = game_state.board
        for k, value in enumerate(board.squares):
            if value != 0:
                continue
            i, j = board.f2rc(k)
            for candidate in range(1, board.N + 1):
                if self.fits(board, i, j, candidate) and Move(i, j, candidate) not in game_state.taboo_moves:
                    self.propose_move(Move(i, j, candidate))
                    return

    def fits(self, board, i, j, value):
        for k in range(board.N):
            if board.get(i, k) == value or board.get(k, j) == value:
                return False
        for a in range(i - i % board.m, i - i % board.m + board.m):
            for b in range(j - j % board.n, j - j % board.n + board.n):
                if board.get(a, b) == value:
                    return False
        return True
