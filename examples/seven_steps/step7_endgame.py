"""Step 7: the end exactly, by compiled code that knows every way to fill the grid.

Where the ways are few, a move is a bomb if none of them has it, and nobody need be asked again. The kernel searches
fills and bombs to the end of the match; it polls the turn's stop flag by itself.
"""

from step6_parity import Step6

import gridarena
from gridarena_games.sudoku.board import sudoku_board
from gridarena_kernels import exact
from gridarena_kernels.completions import completions
from gridarena_kernels.exact import Endgame
from gridarena_kernels.jit import flag

MOST_CELLS = 40
MOST_WAYS = 256


class Step7(Step6):
    """Makes no mistake near the end."""

    def warm_up(self) -> None:
        """Compiles before the match begins, not in its first turn."""
        exact.warm()

    def play(self, turn: gridarena.Turn) -> None:
        """Exact near the end, step 6 before it."""
        board = sudoku_board(turn.board)
        ways = None
        if board.empties <= MOST_CELLS:
            ways = completions(board.m, board.n, list(board.cells), MOST_WAYS)
        if not ways:
            super().play(turn)
            return
        turn.propose(next(board.legal_moves()))
        nodes = 100 * self.budget(turn) if self.limit is not None else self.budget(turn)
        for found in Endgame(board, ways).deepen(flag(turn.stop), nodes):
            turn.propose(found.move, depth=found.depth, nodes=found.nodes, value=found.value)


if __name__ == "__main__":
    gridarena.run(Step7)
