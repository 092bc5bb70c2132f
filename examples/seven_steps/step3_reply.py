"""Step 3: points, minus the most that the other can take at once."""

from step1_random import Step1
from step2_greedy import is_bomb

import gridarena
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement


def one_a_cell(board: SudokuBoard) -> list[Placement]:
    """One move for each cell: points depend on the cell alone, so that a search need not try its values."""
    return list({move[:2]: move for move in board.legal_moves()}.values())


def balance(board: SudokuBoard, move: Placement) -> int:
    """What the move scores, minus the best reply."""
    points = board.push(move, ASSUMED).points
    reply = max(map(board.completes, one_a_cell(board)), default=0)
    board.pop()
    return points - reply


class Step3(Step1):
    """Does not open a region for the other."""

    def play(self, turn: gridarena.Turn) -> None:
        """Tries cells from the best balance down, and each one's values until one is no bomb."""
        board = sudoku_board(turn.board)
        cells = one_a_cell(board)
        self.rng.shuffle(cells)
        turn.propose(cells[0])
        worth = {move[:2]: balance(board, move) for move in cells}
        moves = list(board.legal_moves())
        self.rng.shuffle(moves)
        moves.sort(key=lambda move: -worth[move[:2]])
        for move in moves:
            if not is_bomb(board, move):
                turn.propose(move, depth=2, nodes=len(cells), value=worth[move[:2]])
                return


if __name__ == "__main__":
    gridarena.run(Step3)
