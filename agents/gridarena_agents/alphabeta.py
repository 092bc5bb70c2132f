"""Iterative-deepening alpha-beta over cells: own minus other points, move by move.

Three things make it fast enough for plain Python. A position is an int (see :mod:`gridarena_agents.regions`). A
transposition table answers for every order in which the same cells can be filled. And *quiet* cells are one move:
with d moves left to look at, a cell whose regions all lack more than d cells completes nothing within the horizon, nor
does anybody else with its help; all such cells are worth the same, and one of them stands for all. That is exact, not
a heuristic.

It does not know bombs: it takes every cell as one that can be filled, which on a solvable board is true.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from gridarena_agents.regions import Regions, cells_in

INFINITE = 1 << 20
POLL = 32
"""Nodes between two looks at the clock, about a millisecond on 9x9."""
TABLE_LIMIT = 300_000
"""Positions kept; the table is emptied when it is full."""

Bound = Literal[-1, 0, 1]
"""The value is at most, exactly, at least what the table says."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one finished depth came to."""

    cell: int
    value: int
    """Points still to be made within the horizon, own minus other."""
    depth: int
    nodes: int
    """Of all depths so far."""
    line: tuple[int, ...] = ()
    """The principal variation: cells in turn, as far as it is known."""


class Stopped(Exception):  # noqa: N818 - it ends a search, nothing went wrong
    """The time or the nodes are used up."""


class Deepening:
    """What every search over cells here shares: one depth after the other, until time or nodes are used up."""

    def __init__(self, tables: Regions, stopped: Callable[[], bool], nodes: int | None) -> None:
        self._tables = tables
        self._stopped = stopped
        self._limit = nodes
        self.nodes = 0
        self._line: dict[int, tuple[int, ...]] = {}
        """By moves left to look at: the best way on from the position looked at last, where it is known."""

    def _deepen(
        self, cells: int, rng: random.Random, depths: int, root: Callable[[list[int], int], tuple[int, int]]
    ) -> Iterator[Found]:
        """Yields the best cell of depth 1, 2, ... as ``root(cells in order, depth)`` finds it with its value.

        Equal cells are chosen among at random; the best cell of one depth is looked at first at the next.
        """
        order = list(cells_in(cells))
        rng.shuffle(order)
        for depth in range(1, depths + 1):
            try:
                cell, value = root(order, depth)
            except Stopped:
                return
            order.remove(cell)
            order.insert(0, cell)
            yield Found(cell, value, depth, self.nodes, self._line[depth])

    def _count(self) -> None:
        """One more node. Raises Stopped when the time or the nodes are used up."""
        self.nodes += 1
        if not self.nodes % POLL and self._stopped():
            raise Stopped
        if self.nodes == self._limit:
            raise Stopped


class AlphaBeta(Deepening):
    """One turn's search in the mode classic; the table lives as long as it."""

    def __init__(self, tables: Regions, stopped: Callable[[], bool], nodes: int | None) -> None:
        super().__init__(tables, stopped, nodes)
        self._table: dict[int, tuple[int, int, Bound]] = {}

    def deepen(self, empty: int, rng: random.Random, depths: int) -> Iterator[Found]:
        """Yields the best cell of every depth until stopped or until the game's end is in sight."""
        depths = min(depths, empty.bit_count())
        return self._deepen(empty, rng, depths, lambda order, depth: self._root(empty, order, depth))

    def _root(self, empty: int, order: list[int], depth: int) -> tuple[int, int]:
        best, value = 0, -INFINITE
        loud = self._loud(empty, depth)
        quiet_seen = False
        for cell in order:
            if not cell & loud:
                if quiet_seen:
                    continue
                quiet_seen = True
            points = self._tables.points(empty, cell)
            found = points - self._value(empty ^ cell, depth - 1, points - INFINITE, points - value)
            if found > value:
                best, value = cell, found
                self._line[depth] = (cell, *self._line[depth - 1])
        return best, value

    def _loud(self, empty: int, depth: int) -> int:
        """The cells that can matter within ``depth`` moves."""
        loud = 0
        for mask in self._tables.masks:
            inside = mask & empty
            if inside.bit_count() <= depth:
                loud |= inside
        return loud

    def _value(self, empty: int, depth: int, alpha: int, beta: int) -> int:
        """The mover's points minus the other's over the next ``depth`` moves, fail-soft."""
        self._count()
        self._line[depth] = ()
        if not depth or not empty:
            return 0
        if depth == 1:
            points, cells = self._tables.best(empty, empty)
            self._line[1] = (cells & -cells,)
            return points
        known = self._table.get(empty)
        if known is not None and known[0] == depth:
            _, value, bound = known
            if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                return value
        best, low = -INFINITE, alpha
        for cell, points in self._moves(empty, depth):
            value = points - self._value(empty ^ cell, depth - 1, points - beta, points - low)
            if value > best:
                best, low = value, max(low, value)
                self._line[depth] = (cell, *self._line[depth - 1])
                if best >= beta:
                    break
        self._keep(empty, depth, best, 1 if best >= beta else -1 if best <= alpha else 0)
        return best

    def _keep(self, empty: int, depth: int, value: int, bound: Bound) -> None:
        if len(self._table) >= TABLE_LIMIT:
            self._table.clear()
        self._table[empty] = depth, value, bound

    def _moves(self, empty: int, depth: int) -> Iterator[tuple[int, int]]:
        """Moves with their points: those that score, most first; last those that leave a region one short."""
        ones = twos = loud = 0
        for mask in self._tables.masks:
            inside = mask & empty
            left = inside.bit_count()
            if left <= depth:
                loud |= inside
                if left == 1:
                    ones |= inside
                elif left == 2:
                    twos |= inside
        scoring = [(self._tables.points(empty, cell), cell) for cell in cells_in(ones)]
        scoring.sort(reverse=True)
        for points, cell in scoring:
            yield cell, points
        quiet = empty & ~loud
        yield from ((cell, 0) for cell in cells_in((quiet & -quiet) | (loud & ~ones & ~twos)))
        yield from ((cell, 0) for cell in cells_in(twos & ~ones))
