"""Step 4: alpha-beta, one move deeper at a time, for as long as the turn is open."""

from collections.abc import Callable, Iterator

from step1_random import Step1
from step2_greedy import is_bomb
from step3_reply import one_a_cell

import gridarena
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement

UNTIMED_NODES = 2_000
"""Of a turn that no clock ends."""
INFINITE = 1_000


class Stopped(Exception):  # noqa: N818 -- nothing went wrong
    """The turn is over, or the nodes are used up."""


class Search:
    """Own minus other points, to a depth, on the board itself: push, look, pop."""

    def __init__(self, board: SudokuBoard, nodes: int, closed: Callable[[], bool]) -> None:
        """Prepares a search of at most so many nodes."""
        self.board = board
        self.limit = nodes
        self.closed = closed
        self.nodes = 0

    def deepen(self, cells: list[Placement]) -> Iterator[tuple[Placement, int, int]]:
        """Yields the best cell, its value and the depth, deeper and deeper; the best is tried first next time."""
        for depth in range(1, self.board.empties + 1 if cells else 0):
            best, value = cells[0], -INFINITE
            try:
                for move in cells:
                    found = self.after(move, depth, value, INFINITE)
                    if found > value:
                        best, value = move, found
            except Stopped:
                return
            cells.remove(best)
            cells.insert(0, best)
            yield best, value, depth

    def after(self, move: Placement, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth to who makes it."""
        points = self.board.push(move, ASSUMED).points
        value = points - self.value(depth - 1, points - beta, points - alpha)
        self.board.pop()
        return value

    def value(self, depth: int, alpha: int, beta: int) -> int:
        """What the position is worth to who is to move."""
        self.nodes += 1
        if self.nodes >= self.limit or (self.nodes % 16 == 0 and self.closed()):
            raise Stopped
        moves = one_a_cell(self.board) if depth else []
        if not moves:
            return 0
        moves.sort(key=self.board.completes, reverse=True)
        for move in moves:
            alpha = max(alpha, self.after(move, depth, alpha, beta))
            if alpha >= beta:
                break
        return alpha


class Step4(Step1):
    """Looks ahead."""

    def __init__(self, *, nodes: int | None = None, seed: int | None = None) -> None:
        """Sits down; ``nodes`` limits a turn beside the clock."""
        super().__init__(seed=seed)
        self.limit = nodes

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes after every depth; a search that is cut off has proposed what it knew."""
        board = sudoku_board(turn.board)
        moves = list(board.legal_moves())
        self.rng.shuffle(moves)
        turn.propose(moves[0])
        fills = {move[:2]: move for move in moves if not is_bomb(board, move)}
        search = Search(board, self.budget(turn), lambda: turn.closed)
        for move, value, depth in search.deepen(list(fills.values())):
            turn.propose(move, depth=depth, nodes=search.nodes, value=value)

    def budget(self, turn: gridarena.Turn) -> int:
        """How many nodes this turn may take."""
        if self.limit is not None:
            return self.limit
        return UNTIMED_NODES if turn.match.clock.kind == "untimed" else 1 << 60


if __name__ == "__main__":
    gridarena.run(Step4)
