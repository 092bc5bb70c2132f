"""The tables of a board of R x C boxes: edges by number, the boxes they border, and the boxes' four sides.

Edges are numbered as in the edge string: the horizontal ones row by row, then the vertical ones row by row. A set of
edges is an int with one bit an edge, edge 0 lowest, so that drawing is ``drawn | 1 << edge`` and a box is complete when
``drawn & sides == sides``.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

MAX_SIDE = 12
"""Most rows, and most columns, of boxes."""


class Edge(NamedTuple):
    """A move: draws one edge. Equal to the plain tuple ``(kind, row, col)``; row and col are those of a dot, from 0."""

    kind: Literal["h", "v"]
    """``h`` runs right from the dot, ``v`` runs down from it."""
    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.kind}({self.row},{self.col})"


_SIDES: tuple[tuple[Literal["h", "v"], int, int], ...] = (("h", 0, 0), ("h", 1, 0), ("v", 0, 0), ("v", 0, 1))
"""A box's edges: kind, and how far their dot lies from the box's own upper left one."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """The tables of one size; equal sizes share one object."""

    rows: int
    cols: int
    edges: tuple[Edge, ...]
    """By number."""
    numbers: dict[Edge, int]
    """The number of an edge."""
    sides: tuple[int, ...]
    """By box, row-major: its four edges as a set."""
    boxes: tuple[tuple[int, ...], ...]
    """By edge: the one or two boxes it borders."""

    def name(self, box: int) -> str:
        """A box for people, counted from 0: ``box 1,0``."""
        return f"box {box // self.cols},{box % self.cols}"


@cache
def geometry(rows: int, cols: int) -> Geometry:
    """Builds the tables for a board of so many boxes."""
    edges = (
        *(Edge("h", row, col) for row in range(rows + 1) for col in range(cols)),
        *(Edge("v", row, col) for row in range(rows) for col in range(cols + 1)),
    )
    numbers = {edge: number for number, edge in enumerate(edges)}
    around = [
        [numbers[Edge(kind, row + down, col + right)] for kind, down, right in _SIDES]
        for row in range(rows)
        for col in range(cols)
    ]
    boxes = tuple(tuple(box for box, sides in enumerate(around) if edge in sides) for edge in range(len(edges)))
    return Geometry(rows, cols, edges, numbers, tuple(sum(1 << side for side in sides) for sides in around), boxes)
