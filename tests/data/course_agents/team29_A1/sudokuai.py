# classic: imports the framework's script for nothing, and makes the board's class its own
import argparse

import simulate_game
from competitive_sudoku.sudoku import Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai


def holes(self):
    return [SudokuBoard.f2rc(self, k) for k in range(self.N ** 2) if self.squares[k] == SudokuBoard.empty]


def same(self, other):
    return self.m == other.m and self.squares == other.squares


SudokuBoard.holes = holes
SudokuBoard.__eq__ = same
SudokuBoard.__hash__ = lambda self: hash((self.m, *self.squares))


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def _init_(self):
        super()._init_()

    def compute_best_move(self, game_state):
        assert {game_state.board: 1}[game_state.board] == 1
        for i, j in game_state.board.holes():
            for value in range(1, game_state.board.N + 1):
                if TabooMove(i, j, value) not in game_state.taboo_moves and self.free(game_state.board, i, j, value):
                    self.propose_move(Move(i=i, j=j, value=value))
                    return

    @staticmethod
    def free(board, i, j, value):
        top, left = i // board.m * board.m, j // board.n * board.n
        seen = [board.get(i, k) for k in range(board.N)] + [board.get(k, j) for k in range(board.N)]
        seen += [board.get(r, c) for r in range(top, top + board.m) for c in range(left, left + board.n)]
        return value not in seen
