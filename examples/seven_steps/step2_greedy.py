"""Step 2: the most points at once, and no bomb by mistake."""

from step1_random import Step1

import gridarena
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve


def is_bomb(board: SudokuBoard, move: Placement) -> bool:
    """True where the grid could not be filled any more: the oracle would condemn the move."""
    grid = bytearray(board.cells)
    grid[move.row * board.N + move.col] = move.value
    return solve(board.m, board.n, grid, "quick").solvable is False


class Step2(Step1):
    """Takes what lies there."""

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes something at once, then the best it knows."""
        board = sudoku_board(turn.board)
        moves = list(board.legal_moves())
        self.rng.shuffle(moves)
        turn.propose(moves[0])
        moves.sort(key=board.completes, reverse=True)  # stable: equal ones stay in random order
        for move in moves:
            if not is_bomb(board, move):
                turn.propose(move, depth=1, value=board.completes(move))
                return


if __name__ == "__main__":
    gridarena.run(Step2)
