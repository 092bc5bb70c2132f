"""Exact values of Dots and Boxes positions: boards become the tables that the kernels in `boxes` know."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Edge, Geometry, geometry
from gridarena_kernels import jit
from gridarena_kernels.boxes import (
    CHUNK,
    Field,
    canonical,
    completed,
    retrograde,
    value_of,
)
from gridarena_kernels.jit import Flat, flat, octets, zeros
from gridarena_kernels.treesearch import BUDGET, METERS, NODES, STOPPED

MOST_EDGES = 60
"""5x5 boxes."""
MOST_IN_TABLE = 24
"""Edges of the largest board whose whole table is made: 3x3 boxes, 16 million positions."""
TABLE_SIZE = (1 << 23) - 15
"""Positions remembered; a prime, so that keys spread."""


@dataclass(frozen=True, slots=True)
class Solution:
    """An exactly solved position."""

    value: int
    """Own minus other boxes from here to the end, for the seat to move."""
    best: tuple[Edge, ...]
    """All moves that keep the value, by number; none on a full board."""
    nodes: int


class Boxes:
    """The tables of one board size and all that its searches have learnt; one search at a time."""

    def __init__(self, rows: int, cols: int, *, extra_turn: bool = True, remembered: int = TABLE_SIZE) -> None:
        self.tables = geometry(rows, cols)
        self.field = _field(self.tables, extra_turn=extra_turn, remembered=remembered)

    def solve(self, drawn: int, stop: Flat | None = None, nodes: int = 0) -> Solution | None:
        """The value and every best move from a set of edges; None when stopped or when ``nodes`` are used up."""
        meter = zeros(METERS)
        meter[BUDGET] = nodes
        flag = octets(bytearray(1)) if stop is None else stop
        value = self._value(drawn, meter, flag)
        if value is None:
            return None
        keeps: dict[tuple[int, int], bool] = {}
        best = []
        for edge in range(len(self.tables.edges)):
            if drawn >> edge & 1:
                continue
            after = drawn | 1 << edge
            boxes = int(completed(self.field, drawn, edge))
            seen = boxes, int(canonical(self.field, after))
            if seen not in keeps:
                same = boxes > 0 and self.field.extra == 1
                wanted = value - boxes if same else boxes - value
                found = self._search(after, wanted - same, wanted + (not same), meter, flag)
                if found is None:
                    return None
                keeps[seen] = found >= wanted if same else found <= wanted
            if keeps[seen]:
                best.append(self.tables.edges[edge])
        return Solution(value, tuple(best), int(meter[NODES]))

    def value(self, drawn: int) -> int:
        """Own minus other boxes from a set of edges to the end, for the seat to move."""
        found = self._value(drawn, zeros(METERS), octets(bytearray(1)))
        assert found is not None, "nobody stops it"
        return found

    def table(self) -> NDArray[np.int8]:
        """The value of every set of edges, by retrograde analysis; at most :data:`MOST_IN_TABLE` edges."""
        values = np.zeros(1 << len(self.tables.edges), dtype=np.int8)
        retrograde(self.field, values)  # type: ignore[arg-type]
        return values

    def _value(self, drawn: int, meter: Flat, stop: Flat) -> int | None:
        """Narrows the value down with searches that only ask "at least?", which prune most (MTD(f))."""
        low = -(open_boxes := self._open(drawn))
        high = open_boxes
        guess = open_boxes % 2
        while low < high:
            bound = guess if guess > low else guess + 2
            found = self._search(drawn, bound - 1, bound, meter, stop)
            if found is None:
                return None
            if found >= bound:
                low = found
            else:
                high = found
            guess = found
        return low

    def _search(self, drawn: int, alpha: int, beta: int, meter: Flat, stop: Flat) -> int | None:
        value = int(value_of(self.field, meter, stop, 1, drawn, self._open(drawn), alpha, beta))
        return None if meter[STOPPED] else value

    def _open(self, drawn: int) -> int:
        return sum(drawn & sides != sides for sides in self.tables.sides)


def solve_board(board: DotsBoard, stop: Flat | None = None, nodes: int = 0) -> Solution | None:
    """Solves a position; None when it has more than :data:`MOST_EDGES` edges or was stopped."""
    if len(board.edges) > MOST_EDGES:
        return None
    return Boxes(board.rows, board.cols, extra_turn=board.extra_turn).solve(board.drawn, stop, nodes)


@cache
def warm() -> None:
    """Compiles or loads every kernel, once a process."""

    def probe() -> None:
        boxes = Boxes(1, 2, remembered=101)
        boxes.solve(0)
        boxes.table()

    jit.load(probe)


def _field(tables: Geometry, *, extra_turn: bool, remembered: int) -> Field:
    edges = len(tables.edges)
    images = _images(tables)
    chunks = -(-edges // CHUNK)
    turned = np.zeros((len(images), chunks, 1 << CHUNK), dtype=np.int64)
    for number, image in enumerate(images):
        for edge, there in enumerate(image):
            chunk, place = divmod(edge, CHUNK)
            has = np.arange(1 << CHUNK) >> place & 1
            turned[number, chunk] |= has << there
    return Field(
        edges=edges,
        extra=int(extra_turn),
        sides=flat(tables.sides),
        beside=flat(box for boxes in tables.boxes for box in (*boxes, -1)[:2]),
        corners=flat(edge for pair in _corners(tables) for edge in pair),
        images=len(images),
        chunks=chunks,
        turned=flat(int(mask) for mask in turned.ravel()) if not jit.COMPILED else turned.ravel(),  # type: ignore[arg-type]
        moves=zeros((edges + 2) * edges),
        order=zeros((edges + 2) * edges),
        central=flat(_central(tables, edge) for edge in tables.edges),
        keys=zeros(remembered),
        entries=zeros(remembered),
    )


def _central(tables: Geometry, edge: Edge) -> int:
    down = 2 * edge.row + (edge.kind == "v") - tables.rows
    right = 2 * edge.col + (edge.kind == "h") - tables.cols
    return 1000 - down * down - right * right


def _corners(tables: Geometry) -> Iterator[tuple[int, int]]:
    """The two outer edges of each corner box, each as a set: whichever of them is drawn, what is left is the same."""
    for row, across in ((0, 0), (tables.rows, tables.rows - 1)):
        for col, down in ((0, 0), (tables.cols - 1, tables.cols)):
            yield 1 << tables.numbers[Edge("h", row, col)], 1 << tables.numbers[Edge("v", across, down)]


def _images(tables: Geometry) -> list[list[int]]:
    """Where each edge goes under the symmetries of the board, itself first: four, or eight on a square."""
    rows, cols = tables.rows, tables.cols
    flips: list[Callable[[Edge], Edge]] = [
        lambda edge: edge,
        lambda edge: edge._replace(row=rows - (edge.kind == "v") - edge.row),
        lambda edge: edge._replace(col=cols - (edge.kind == "h") - edge.col),
        lambda edge: edge._replace(row=rows - (edge.kind == "v") - edge.row, col=cols - (edge.kind == "h") - edge.col),
    ]
    images = [[tables.numbers[flip(edge)] for edge in tables.edges] for flip in flips]
    if rows == cols:
        across = [tables.numbers[Edge("v" if kind == "h" else "h", col, row)] for kind, row, col in tables.edges]
        images += [[across[there] for there in image] for image in images]
    return images
