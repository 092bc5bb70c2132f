# v14: handles the lock and the list by itself, ignores SIGTERM, swallows every exception, never ends
import signal
import time
from competitive_sudoku.sudoku import Move, SudokuBoard
from competitive_sudoku.sudokuai import SudokuAI as Parent


class SudokuAI(Parent):
    def propose_move(self, move):
        with self.lock:
            self.best_move[0], self.best_move[1] = move.square
            self.best_move[2] = move.value

    def compute_best_move(self, game_state):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            try:
                self.propose_move(self.pick(game_state))
                time.sleep(0.01)
                raise KeyboardInterrupt
            except BaseException:
                pass

    def pick(self, game_state):
        board = game_state.board
        squares = game_state.player_squares() or [
            (i, j) for i in range(board.N) for j in range(board.N) if board.get((i, j)) == SudokuBoard.empty]
        for i, j in squares:
            top, left = (i // board.m) * board.m, (j // board.n) * board.n
            used = {board.get((i, k)) for k in range(board.N)} | {board.get((k, j)) for k in range(board.N)}
            used |= {board.get((top + a, left + b)) for a in range(board.m) for b in range(board.n)}
            for value in range(1, board.N + 1):
                if value not in used and Move((i, j), value) not in game_state.taboo_moves:
                    return Move((i, j), value)
