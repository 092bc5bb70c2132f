"""Step 5: the same search on integers, with counters of what each region lacks and a table of what is known.

A position is the set of its empty cells, one bit each. Making a move counts three numbers down, taking it back counts
them up. The same cells filled in another order are the same position, and the table remembers its value.
"""

from collections.abc import Callable, Iterator

from step2_greedy import is_bomb
from step4_alphabeta import INFINITE, Step4, Stopped

import gridarena
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import POINTS

EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class FastSearch:
    """Own minus other points, over cells."""

    def __init__(self, board: SudokuBoard, nodes: int, closed: Callable[[], bool]) -> None:
        """Copies what it needs of the board, which it never touches again."""
        self.regions = [board.regions(cell) for cell in range(board.N**2)]
        self.left = [board.left(region) for region in range(3 * board.N)]
        self.empty = sum(1 << cell for cell, value in enumerate(board.cells) if not value)
        self.limit = nodes
        self.closed = closed
        self.nodes = 0
        self.table: dict[int, tuple[int, int, int]] = {}

    def make(self, cell: int) -> int:
        """Fills a cell; its points."""
        complete = 0
        for region in self.regions[cell]:
            self.left[region] -= 1
            complete += not self.left[region]
        self.empty ^= 1 << cell
        return POINTS[complete]

    def undo(self, cell: int) -> None:
        """Takes it back."""
        for region in self.regions[cell]:
            self.left[region] += 1
        self.empty ^= 1 << cell

    def deepen(self, cells: list[int]) -> Iterator[tuple[int, int, int]]:
        """Yields the best of these cells, its value and the depth, deeper and deeper."""
        for depth in range(1, self.empty.bit_count() + 1 if cells else 0):
            best, value = cells[0], -INFINITE
            try:
                for cell in cells:
                    found = self.after(cell, depth, value, INFINITE)
                    if found > value:
                        best, value = cell, found
            except Stopped:
                return
            cells.remove(best)
            cells.insert(0, best)
            yield best, value, depth

    def after(self, cell: int, depth: int, alpha: int, beta: int) -> int:
        """What filling a cell is worth to who fills it."""
        points = self.make(cell)
        value = points - self.value(depth - 1, points - beta, points - alpha)
        self.undo(cell)
        return value

    def value(self, depth: int, alpha: int, beta: int) -> int:
        """What the position is worth to who is to move; outside alpha and beta only a bound."""
        self.nodes += 1
        if self.nodes >= self.limit or (self.nodes % 64 == 0 and self.closed()):
            raise Stopped
        if not depth or not self.empty:
            return 0
        known = self.table.get(self.empty)
        if known is not None and known[0] == depth:
            _, value, bound = known
            if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
                return value
        best, low = -INFINITE, alpha
        for cell in sorted(self.cells(), key=self.promise, reverse=True):
            best = max(best, self.after(cell, depth, low, beta))
            low = max(low, best)
            if low >= beta:
                break
        self.table[self.empty] = depth, best, AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        return best

    def cells(self) -> Iterator[int]:
        """The empty cells."""
        rest = self.empty
        while rest:
            yield (rest & -rest).bit_length() - 1
            rest &= rest - 1

    def promise(self, cell: int) -> int:
        """Puts first what scores, and last what leaves a region one cell short."""
        lacking = [self.left[region] for region in self.regions[cell]]
        return 4 * lacking.count(1) - lacking.count(2)


class Step5(Step4):
    """Looks further ahead in the same time."""

    def play(self, turn: gridarena.Turn) -> None:
        """Searches cells; each gets a value that is no bomb."""
        board = sudoku_board(turn.board)
        moves = list(board.legal_moves())
        self.rng.shuffle(moves)
        turn.propose(moves[0])
        fills = {move.row * board.N + move.col: move for move in moves if not is_bomb(board, move)}
        search = FastSearch(board, self.budget(turn), lambda: turn.closed)
        for cell, value, depth in search.deepen(list(fills)):
            turn.propose(fills[cell], depth=depth, nodes=search.nodes, value=value)


if __name__ == "__main__":
    gridarena.run(Step5)
