"""Looks ahead from a Competitive Sudoku board that is far from its end: see `middlegame`."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.modes import neighbours
from gridarena_kernels import jit
from gridarena_kernels.jit import Flat, flat, octets, zeros
from gridarena_kernels.middlegame import (
    EMPTIES,
    PASS,
    POINT,
    UNKNOWN,
    WORST,
    Ground,
    put,
    scores,
    take,
    worth_ahead,
)
from gridarena_kernels.treesearch import BUDGET, METERS, NODES, STOPPED
from gridarena_kernels.variation import cells_ahead

DEEPEST = 60
TABLE_SIZE = (1 << 18) - 5
QUIET = -2
"""Stands for all cells that look alike; no cell, nor the pass."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one finished depth came to."""

    cell: int | None
    """The best cell; None is the pass, which takes a bomb."""
    value: float
    """Points within the horizon, own minus other."""
    depth: int
    nodes: int
    """Of all depths so far."""
    line: tuple[int | None, ...]
    """The best cells and passes in turn, the seats alternating where they can, as far as known."""
    near: tuple[tuple[int | None, float], ...]
    """Moves within the margin that was asked for, with their values, best first; none where none was."""


class Lookahead:
    """The search from one board; one at a time."""

    def __init__(self, board: SudokuBoard, rng: random.Random) -> None:
        size, cells = board.N, len(board.cells)
        self._cells = cells
        self._rng = rng
        self._reach = (board.reach(board.to_move), board.reach(1 if board.to_move == 0 else 0))
        self._empties = board.empties
        names = random.Random(1)
        self._ground = Ground(
            size=size,
            classic=board.mode == "classic",
            regions=flat(region for cell in range(cells) for region in board.regions(cell)),
            around=_around(size),
            left=flat(board.left(region) for region in range(3 * size)),
            filled=flat(1 if value else 0 for value in board.cells),
            open=flat(reach >> cell & 1 for reach in self._reach for cell in range(cells)),
            names=flat(names.getrandbits(62) for _ in range(2 * cells + 8)),
            far=zeros(2 * cells),
            queue=zeros(cells),
            owner=zeros(3 * size),
            moves=zeros((DEEPEST + 1) * (cells + 1)),
            order=zeros((DEEPEST + 1) * (cells + 1)),
            history=zeros(cells),
            keys=zeros(TABLE_SIZE),
            entries=zeros(TABLE_SIZE),
        )
        self._line = zeros(2 * DEEPEST)

    def deepen(
        self, stop: Flat, passes: int = 0, nodes: int = 0, bonus: float = 0.0, margin: float | None = None
    ) -> Iterator[Glance]:
        """The best cell of depth 1, 2, 3..., equal ones at random; ends when stopped or at the end of the match.

        Args:
            stop: ends the search soon after ``stop[0]`` is not 0 any more.
            passes: how many bombs both seats may use between them, at most 7.
            nodes: at most so many; 0 = no limit.
            bonus: points that a pass as the first move is worth beside what comes of it.
            margin: moves that are worse by no more points than that get their values, too; None: only the best.
        """
        meter = self._meter(nodes)
        order = [cell for cell in range(self._cells) if self._reach[0] >> cell & 1]
        self._rng.shuffle(order)
        order.sort(key=lambda cell: -scores(self._ground, cell))
        if passes:
            order.append(PASS)
        still = {cell: self._still(cell) for cell in order}
        slack = 0 if margin is None else int(margin * POINT) + 1
        for depth in range(1, min(DEEPEST, self._empties + passes) + 1):
            if stop[0]:  # a depth in which all cells are alike takes too few nodes to notice
                return
            best, values, known = -WORST, {}, {}
            for cell in order:
                extra = int(bonus * POINT) if cell == PASS else 0
                kind = QUIET if still[cell] > depth else cell
                if kind not in known:
                    value = self._worth(cell, meter, stop, passes, depth, max(-WORST, best - slack - extra))
                    if value is None:
                        return
                    known[kind] = value
                values[cell] = known[kind] + extra
                best = max(best, values[cell])
            order.sort(key=lambda cell: -values[cell])
            near = tuple((_name(cell), values[cell] / POINT) for cell in order if values[cell] > best - slack)
            line = tuple(map(_name, self._expected(order[0], meter, passes, depth)))
            yield Glance(line[0], best / POINT, depth, int(meter[NODES]), line, near)

    def _still(self, cell: int) -> int:
        """Cells of the fullest region it is part of: looked ahead less far, all such cells are worth the same."""
        if cell == PASS or not self._ground.classic:
            return 0
        return min(int(self._ground.left[region]) for region in self._ground.regions[3 * cell : 3 * cell + 3])

    def _expected(self, cell: int, meter: Flat, passes: int, depth: int) -> list[int]:
        """A move and what the search of this depth expects after it."""
        ground = self._ground
        if cell == PASS:
            known = cells_ahead(ground, meter, 0, 1, passes - 1, 0, depth - 1, self._line)
        else:
            put(ground, meter, 0, cell)
            known = cells_ahead(ground, meter, 0, 1, passes, int(ground.names[cell]), depth - 1, self._line)
            take(ground, meter, 0, cell)
        return [cell, *map(int, self._line[:known])]

    def _meter(self, nodes: int) -> Flat:
        meter = zeros(METERS + 1)
        meter[BUDGET] = nodes
        meter[EMPTIES] = self._empties
        return meter

    def worth(self, cell: int | None, passes: int, depth: int) -> float:
        """What one move is worth, searched to this depth with so many passes; None is the pass."""
        chosen, stop = PASS if cell is None else cell, octets(bytearray(1))
        value = self._worth(chosen, self._meter(0), stop, passes, depth, -WORST)
        assert value is not None, "nobody stops it"
        return value / POINT

    def _worth(self, cell: int, meter: Flat, stop: Flat, passes: int, depth: int, best: int) -> int | None:
        """What a move is worth, or no more than ``best``; None when stopped."""
        ground, points, key = self._ground, 0, 0
        if cell == PASS:
            passes -= 1
        else:
            points = int(scores(ground, cell)) * POINT
            key = int(ground.names[cell])
            put(ground, meter, 0, cell)
        value = int(worth_ahead(ground, meter, stop, 0, 1, passes, key, depth - 1, points - WORST, points - best))
        if cell != PASS:
            take(ground, meter, 0, cell)
        return None if value == UNKNOWN or meter[STOPPED] else points - value


@cache
def _around(size: int) -> Flat:
    """Eight numbers a cell: the cells around it, and -1."""
    near = [[there for there in range(size * size) if mask >> there & 1] for mask in neighbours(size)]
    return flat(there for those in near for there in (*those, *[-1] * (8 - len(those))))


def _name(cell: int) -> int | None:
    return None if cell == PASS else cell


@cache
def warm() -> None:
    """Compiles or loads every kernel, once a process."""

    def probe() -> None:
        board = SudokuBoard(2, 2, [1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0])
        for _ in Lookahead(board, random.Random(0)).deepen(octets(bytearray(1)), passes=1, nodes=2000):
            pass

    jit.load(probe)
