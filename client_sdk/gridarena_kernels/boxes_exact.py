"""Exact values of Dots and Boxes positions: boards become the two sets of edges that the kernels know."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import Edge, Geometry, geometry
from gridarena_kernels import jit
from gridarena_kernels.boxes import Shape
from gridarena_kernels.boxes_search import Memory, value_of
from gridarena_kernels.jit import Flat, flat, octets, zeros
from gridarena_kernels.treesearch import BUDGET, METERS, NODES, STOPPED

MOST_EDGES = 60
"""5x5 boxes."""
TABLE_SIZE = (1 << 24) - 3
"""Positions remembered, 16 bytes each; a prime, so that they spread."""
MOST_TURNED = 8
"""Columns of boxes and one up to which a position is compared with its images."""


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

    def __init__(
        self, rows: int, cols: int, *, extra_turn: bool = True, remembered: int = TABLE_SIZE, turned: bool = True
    ) -> None:
        """Sets it up; ``turned``: what is learnt of a position serves its images, too, which pays on empty boards."""
        self.tables = geometry(rows, cols)
        self.shape = shape_of(rows, cols, extra_turn=extra_turn)
        self.memory = _memory(self.shape, self.tables, remembered, turned=turned)
        self._bits = [bit_of(self.shape, edge) for edge in self.tables.edges]

    def solve(self, drawn: int, stop: Flat | None = None, nodes: int = 0) -> Solution | None:
        """The value and every best move from a set of edges; None when stopped or when ``nodes`` are used up."""
        meter = zeros(METERS)
        meter[BUDGET] = nodes
        flag = octets(bytearray(1)) if stop is None else stop
        value = self._value(drawn, meter, flag)
        if value is None:
            return None
        best = []
        for number, edge in enumerate(self.tables.edges):
            if drawn >> number & 1:
                continue
            keeps = self._at_least(drawn, edge, value, meter, flag)
            if keeps is None:
                return None
            if keeps:
                best.append(edge)
        return Solution(value, tuple(best), int(meter[NODES]))

    def reaches(self, drawn: int, wanted: int, stop: Flat, nodes: int) -> bool | None:
        """True when a set of edges is worth so much to the seat to move; None when stopped or ``nodes`` are used up."""
        meter = zeros(METERS)
        meter[BUDGET] = nodes
        found = self._search(drawn, wanted - 1, wanted, meter, stop)
        return None if found is None else found >= wanted

    def first_reaching(self, drawn: int, wanted: int, moves: Iterable[Edge], stop: Flat) -> Edge | None:
        """The first of these moves that is worth so much; None when there is none, or when stopped."""
        meter = zeros(METERS)
        return next((move for move in moves if self._at_least(drawn, move, wanted, meter, stop)), None)

    def _at_least(self, drawn: int, edge: Edge, wanted: int, meter: Flat, stop: Flat) -> bool | None:
        """True when drawing this edge is worth so much to who does; None when stopped."""
        after = drawn | 1 << self.tables.numbers[edge]
        boxes = self._open(drawn) - self._open(after)
        if boxes and self.shape.extra:
            found = self._search(after, wanted - boxes - 1, wanted - boxes, meter, stop)
            return None if found is None else found >= wanted - boxes
        found = self._search(after, boxes - wanted, boxes - wanted + 1, meter, stop)
        return None if found is None else found <= boxes - wanted

    def value(self, drawn: int) -> int:
        """Own minus other boxes from a set of edges to the end, for the seat to move."""
        found = self._value(drawn, zeros(METERS), octets(bytearray(1)))
        assert found is not None, "nobody stops it"
        return found

    def sets(self, drawn: int) -> tuple[int, int]:
        """The horizontal and the vertical edges as the kernels have them."""
        moves = sum(1 << bit for number, bit in enumerate(self._bits) if drawn >> number & 1)
        return moves & (1 << self.shape.heads) - 1, moves >> self.shape.heads

    def _value(self, drawn: int, meter: Flat, stop: Flat) -> int | None:
        """Narrows the value down with searches that only ask "at least?", which prune most (MTD(f))."""
        open_boxes = self._open(drawn)
        low, high = -open_boxes, open_boxes
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
        h, v = self.sets(drawn)
        value = int(value_of(self.shape, self.memory, meter, stop, 1, h, v, alpha, beta))
        return None if meter[STOPPED] else value

    def _open(self, drawn: int) -> int:
        return sum(drawn & sides != sides for sides in self.tables.sides)


def shape_of(rows: int, cols: int, *, extra_turn: bool = True) -> Shape:
    """A board as the kernels know it."""
    wide = cols + 1
    row = (1 << cols) - 1
    return Shape(
        rows=rows,
        wide=wide,
        heads=(rows + 1) * wide,
        boxes=sum(row << wide * there for there in range(rows)),
        across=sum(row << wide * there for there in range(rows + 1)),
        down=(1 << wide * rows) - 1,
        extra=int(extra_turn),
    )


def bit_of(shape: Shape, edge: Edge) -> int:
    """An edge as a move of the kernels."""
    return edge.row * shape.wide + edge.col + (shape.heads if edge.kind == "v" else 0)


def solve_board(board: DotsBoard, stop: Flat | None = None, nodes: int = 0) -> Solution | None:
    """Solves a position; None when it has more than :data:`MOST_EDGES` edges or was stopped."""
    if len(board.edges) > MOST_EDGES:
        return None
    return Boxes(board.rows, board.cols, extra_turn=board.extra_turn).solve(board.drawn, stop, nodes)


@cache
def warm() -> None:
    """Compiles or loads every kernel, once a process."""
    jit.load(lambda: Boxes(1, 2, remembered=101).solve(0))


def _memory(shape: Shape, tables: Geometry, remembered: int, *, turned: bool) -> Memory:
    edges = len(tables.edges)
    wide, cols = shape.wide, shape.wide - 1
    images = 1 if not turned or wide > MOST_TURNED else 8 if tables.rows == tables.cols else 4
    rows_of_bits = range(1 << wide) if images > 1 else range(0)
    worth = zeros(2 * shape.heads)
    for edge in tables.edges:
        worth[bit_of(shape, edge)] = _central(tables, edge)
    return Memory(
        moves=zeros((edges + 2) * edges),
        order=zeros((edges + 2) * edges),
        most=edges,
        table=zeros(2 * remembered),
        slots=remembered,
        worth=worth,
        images=images,
        mirror=flat(_mirrored(bits, length) for length in (cols, wide) for bits in rows_of_bits),
        spread=flat(sum((bits >> bit & 1) << bit * wide for bit in range(wide)) for bits in rows_of_bits),
    )


def _mirrored(bits: int, length: int) -> int:
    return sum((bits >> bit & 1) << length - 1 - bit for bit in range(length))


def _central(tables: Geometry, edge: Edge) -> int:
    down = 2 * edge.row + (edge.kind == "v") - tables.rows
    right = 2 * edge.col + (edge.kind == "h") - tables.cols
    return 1000 - down * down - right * right
