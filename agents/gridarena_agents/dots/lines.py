"""What the plain searches of Dots and Boxes share: sets of edges as ints, and alpha-beta over them to a depth."""

import random
from collections.abc import Callable
from typing import Literal

from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Geometry, geometry

Order = Literal["edges", "random"]
ORDERS: tuple[Order, ...] = ("edges", "random")
INFINITE = 1 << 20
POLL = 64


class Stopped(Exception):  # noqa: N818 - it ends a search, nothing went wrong
    """The turn is over."""


def tables_of(board: object) -> tuple[DotsBoard, Geometry]:
    """The board and its tables. Raises TypeError for the board of another game."""
    if not isinstance(board, DotsBoard):
        raise TypeError(f"expected a dots board, got {board!r}")
    return board, geometry(board.rows, board.cols)


def completed(tables: Geometry, drawn: int, edge: int) -> int:
    """How many boxes this free edge is the last of."""
    after = drawn | 1 << edge
    return sum(after & tables.sides[box] == tables.sides[box] for box in tables.boxes[edge])


def in_order(tables: Geometry, drawn: int, order: Order, rng: random.Random) -> list[int]:
    """The free edges: the outer ones first, or at random."""
    free = [edge for edge in range(len(tables.edges)) if not drawn >> edge & 1]
    if order == "random":
        rng.shuffle(free)
    else:
        free.sort(key=lambda edge: len(tables.boxes[edge]))
    return free


class AlphaBeta:
    """Alpha-beta to a depth or to the end, with the extra turn as the board has it, and a table of exact answers."""

    def __init__(
        self,
        tables: Geometry,
        order: list[int],
        stopped: Callable[[], bool],
        *,
        extra_turn: bool,
        judge: Callable[[int], int] = lambda drawn: 0,
    ) -> None:
        """Sets it up; ``judge`` says what a set of edges promises the seat to move at the horizon, in boxes."""
        self._tables = tables
        self._order = order
        self._stopped = stopped
        self._extra = extra_turn
        self._judge = judge
        self._known: dict[tuple[int, int], int] = {}
        self.nodes = 0
        self.line: dict[int, tuple[int, ...]] = {}
        """By moves left to look at: the best edges in turn from the set looked at last, as far as they are known."""

    def after(self, drawn: int, edge: int, depth: int, alpha: int) -> int:
        """What a move is worth to who makes it; at most ``alpha`` where it is not better than that. Raises Stopped."""
        return self._move(drawn, edge, depth, alpha, INFINITE)

    def _move(self, drawn: int, edge: int, depth: int, alpha: int, beta: int) -> int:
        boxes = completed(self._tables, drawn, edge)
        after = drawn | 1 << edge
        if boxes and self._extra:
            return boxes + self._value(after, depth - 1, alpha - boxes, beta - boxes)
        return boxes - self._value(after, depth - 1, boxes - beta, boxes - alpha)

    def _value(self, drawn: int, depth: int, alpha: int, beta: int) -> int:
        """Fail-soft: own minus other boxes to come, for the seat to move."""
        self.line[depth] = ()
        known = self._known.get((drawn, depth))
        if known is not None:
            return known
        self.nodes += 1
        if self.nodes % POLL == 0 and self._stopped():
            raise Stopped
        free = [edge for edge in self._order if not drawn >> edge & 1]
        if not free:
            return 0
        if not depth:
            return self._judge(drawn)
        best, low = -INFINITE, alpha
        for edge in free:
            found = self._move(drawn, edge, depth, low, beta)
            if found > best:
                best, self.line[depth] = found, (edge, *self.line[depth - 1])
            low = max(low, best)
            if low >= beta:
                return best
        if best > alpha:
            self._known[drawn, depth] = best
        return best
