"""Iterative-deepening alpha-beta as students write it: moves are made on the board and taken back.

What a report adds of its own comes in as two functions: which moves to look at, in which order, and what a position
is worth beyond the points. Passes for want of squares cost no depth.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_games.sudoku.rules import Placement

INFINITE = float("inf")
NO_LIMIT = 1 << 60
UNTIMED_NODES = 3_000
"""Nodes of a turn without a clock and without a budget."""

Moves = Callable[[SudokuBoard], list[Placement]]
Worth = Callable[[SudokuBoard], float]


@dataclass(frozen=True, slots=True)
class Best:
    """What one finished depth came to."""

    move: Placement
    value: float
    """Own minus other points from the root on, and what else the report counts."""
    depth: int
    nodes: int
    line: tuple[Placement, ...]
    """The principal variation, from the move on; passes left out."""


class Stopped(Exception):  # noqa: N818 - it ends a search, nothing went wrong
    """The time or the nodes are used up."""


class PlainSearch:
    """One turn's search on one board."""

    def __init__(
        self,
        board: SudokuBoard,
        stopped: Callable[[], bool],
        *,
        moves: Moves,
        worth: Worth = lambda board: 0.0,
        nodes: int = NO_LIMIT,
    ) -> None:
        """Prepares a search.

        Args:
            board: Is left as it was found when the search ends by itself; else in any state.
            stopped: True once nothing found can count any more.
            moves: What to look at, most promising first.
            worth: Of a position for the seat to move, beside its points.
            nodes: At most so many.
        """
        self._board = board
        self._stopped = stopped
        self._moves = moves
        self._worth = worth
        self._limit = nodes
        self.nodes = 0
        self._line: dict[int, tuple[Placement, ...]] = {}
        """By moves left to look at: the best way on from the position looked at last."""

    def deepen(self, depths: int) -> Iterator[Best]:
        """Yields the best move of depth 1, 2, ... until stopped or until the end of the match is in sight."""
        seat = self._board.to_move
        start = self._board.points[seat] - self._board.points[1 - seat]
        order = self._moves(self._board)
        for depth in range(1, min(depths, self._board.empties) + 1):
            best, value, line = order[0], -INFINITE, tuple(order[:1])
            try:
                for move in order:
                    found = self._after(move, depth, value, INFINITE)
                    if found > value:
                        best, value = move, found
                        line = (move, *self._line[depth - 1])
            except Stopped:
                return
            order.remove(best)
            order.insert(0, best)
            yield Best(best, value - start, depth, self.nodes, line)

    def _after(self, move: Placement, depth: int, alpha: float, beta: float) -> float:
        """The move's value for the seat that makes it."""
        seat = self._board.to_move
        self._board.push(move, ASSUMED)
        passed = self._board.forced_skip()
        if passed:
            self._board.push(None)
        same = self._board.to_move == seat
        value = self._value(depth - 1, alpha, beta) if same else -self._value(depth - 1, -beta, -alpha)
        if passed:
            self._board.pop()
        self._board.pop()
        return value

    def _value(self, depth: int, alpha: float, beta: float) -> float:
        """Points of the seat to move minus the other's at the horizon, and what else they are worth."""
        self.nodes += 1
        if self.nodes > self._limit or self._stopped():
            raise Stopped
        self._line[depth] = ()
        board = self._board
        moves = self._moves(board) if depth else []
        if not moves:
            points = board.points
            return points[board.to_move] - points[1 - board.to_move] + self._worth(board)
        best = -INFINITE
        for move in moves:
            found = self._after(move, depth, alpha, beta)
            if found > best:
                best, self._line[depth] = found, (move, *self._line[depth - 1])
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


def shuffled(moves: Sequence[Placement], rng: random.Random) -> list[Placement]:
    """The moves in random order."""
    return rng.sample(moves, len(moves))
