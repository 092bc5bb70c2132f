"""Step 6: bombs, and who has to move when nothing good is left.

With e empty cells and u bombs: e odd, fill; e even and u odd, use a bomb; who has to move with both even has lost. So a
bomb is used where the law says so, and of the fills those are searched that leave the other with both even.
"""

from step5_counters import FastSearch, Step5

import gridarena
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve

LATE = 20
"""Empty cells from which the bombs that each fill leaves are counted."""


def bombs_of(board: SudokuBoard) -> list[Placement]:
    """Every bomb of the seat to move; a solution that turns up vouches for its values, which spares most questions."""
    sound: set[tuple[int, int]] = set()
    bombs = []
    for move in board.legal_moves():
        cell = move.row * board.N + move.col
        if (cell, move.value) in sound:
            continue
        grid = bytearray(board.cells)
        grid[cell] = move.value
        found = solve(board.m, board.n, grid, "quick")
        sound.update(enumerate(found.solution or ()))
        if found.solvable is False:
            bombs.append(move)
    return bombs


def leaves_even(board: SudokuBoard, move: Placement) -> bool:
    """True where the other finds an even number of bombs."""
    board.push(move, ASSUMED)
    even = len(bombs_of(board)) % 2 == 0
    board.pop()
    return even


class Step6(Step5):
    """Passes when passing wins."""

    def play(self, turn: gridarena.Turn) -> None:
        """A bomb where the law wants one; else the search, among the fills that the law likes."""
        board = sudoku_board(turn.board)
        moves = list(board.legal_moves())
        self.rng.shuffle(moves)
        turn.propose(moves[0])
        bombs = bombs_of(board)
        if board.empties % 2 == 0 and len(bombs) % 2 == 1:
            turn.propose(self.rng.choice(bombs))
            return
        fills = [move for move in moves if move not in bombs]
        if board.empties % 2 == 1 and board.empties <= LATE:
            fills = self.lawful(turn, board, fills) or fills
        cells = {move.row * board.N + move.col: move for move in fills}
        search = FastSearch(board, self.budget(turn), lambda: turn.closed)
        for cell, value, depth in search.deepen(list(cells)):
            turn.propose(cells[cell], depth=depth, nodes=search.nodes, value=value)

    def lawful(self, turn: gridarena.Turn, board: SudokuBoard, fills: list[Placement]) -> list[Placement]:
        """The fills that leave an even number of bombs, as far as the time goes."""
        found = []
        for move in fills:
            if turn.closed:
                break
            if leaves_even(board, move):
                found.append(move)
        return found


if __name__ == "__main__":
    gridarena.run(Step6)
