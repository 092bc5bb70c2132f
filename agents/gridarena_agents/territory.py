"""Iterative-deepening alpha-beta for the modes in which a seat may not play everywhere.

Beside the empty cells a position has both seats' *areas*: the cells that are theirs to fill while they are empty. A
filled cell adds its eight neighbours to its owner's area. A seat without an empty cell in its area passes; that costs
no depth, because it is no choice. The search counts points only, so territory counts as far as it can see points in
it. There are no quiet cells here (see :mod:`gridarena_agents.alphabeta`): any cell may open the way to another one.
"""

import random
from collections.abc import Callable, Iterator

from gridarena_agents.alphabeta import INFINITE, TABLE_LIMIT, Bound, Deepening, Found
from gridarena_agents.regions import Regions, cells_in
from gridarena_games.sudoku.modes import neighbours


class Territory(Deepening):
    """One turn's search; the table lives as long as it."""

    def __init__(self, tables: Regions, size: int, stopped: Callable[[], bool], nodes: int | None) -> None:
        super().__init__(tables, stopped, nodes)
        self._around = {1 << cell: around for cell, around in enumerate(neighbours(size))}
        self._table: dict[tuple[int, int, int], tuple[int, int, Bound]] = {}

    def deepen(self, empty: int, mine: int, theirs: int, rng: random.Random, depths: int) -> Iterator[Found]:
        """Yields the best of my cells of every depth until stopped or until the game's end is in sight."""
        depths = min(depths, empty.bit_count())
        return self._deepen(
            mine & empty, rng, depths, lambda order, depth: self._root(empty, mine, theirs, order, depth)
        )

    def _root(self, empty: int, mine: int, theirs: int, order: list[int], depth: int) -> tuple[int, int]:
        best, value = 0, -INFINITE
        for cell in order:
            points = self._tables.points(empty, cell)
            grown = mine | self._around[cell]
            found = points - self._value(empty ^ cell, theirs, grown, depth - 1, points - INFINITE, points - value)
            if found > value:
                best, value = cell, found
                self._line[depth] = (cell, *self._line[depth - 1])
        return best, value

    def _value(self, empty: int, mine: int, theirs: int, depth: int, alpha: int, beta: int) -> int:
        """The mover's points minus the other's over the next ``depth`` moves, fail-soft."""
        self._count()
        self._line[depth] = ()
        mine &= empty
        theirs &= empty
        if not depth or not (mine or theirs):
            return 0
        if not mine:
            return -self._value(empty, theirs, mine, depth, -beta, -alpha)
        if depth == 1:
            points, cells = self._tables.best(empty, mine)
            self._line[1] = (cells & -cells,)
            return points
        known = self._table.get((empty, mine, theirs))
        if known is not None and known[0] == depth:
            _, value, bound = known
            if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                return value
        best, low = -INFINITE, alpha
        for cell, points in self._moves(empty, mine):
            grown = mine | self._around[cell]
            value = points - self._value(empty ^ cell, theirs, grown, depth - 1, points - beta, points - low)
            if value > best:
                best, low = value, max(low, value)
                self._line[depth] = (cell, *self._line[depth - 1])
                if best >= beta:
                    break
        if len(self._table) >= TABLE_LIMIT:
            self._table.clear()
        self._table[empty, mine, theirs] = depth, best, 1 if best >= beta else -1 if best <= alpha else 0
        return best

    def _moves(self, empty: int, mine: int) -> Iterator[tuple[int, int]]:
        """My cells with their points: those that score, most first; last those that leave a region one short."""
        ones, twos = self._tables.lacking(empty, 1), self._tables.lacking(empty, 2) & ~self._tables.lacking(empty, 1)
        scoring = [(self._tables.points(empty, cell), cell) for cell in cells_in(ones & mine)]
        scoring.sort(reverse=True)
        for points, cell in scoring:
            yield cell, points
        yield from ((cell, 0) for cell in cells_in(mine & ~ones & ~twos))
        yield from ((cell, 0) for cell in cells_in(mine & twos))
