"""The value of every set of edges of a small board, from the full board back, by the bare rules of Dots and Boxes.

It shares nothing with the search of :mod:`boxes_search`, which is checked against it.
"""

import numpy as np
from numpy.typing import NDArray

from gridarena_games.dots.edges import geometry
from gridarena_kernels.jit import Flat, flat, kernel

_WORST = 500
MOST_IN_TABLE = 24
"""Edges of the largest board: 3x3 boxes, 16 million positions."""


@kernel
def _completed(sides: Flat, beside: Flat, drawn: int, edge: int) -> int:
    after = drawn | (1 << edge)
    boxes = 0
    for i in range(2):
        box = beside[2 * edge + i]
        if box >= 0 and after & sides[box] == sides[box]:
            boxes += 1
    return boxes


@kernel
def _retrograde(sides: Flat, beside: Flat, edges: int, extra: int, table: Flat) -> None:
    for drawn in range((1 << edges) - 2, -1, -1):
        best = -_WORST
        for edge in range(edges):
            if not (drawn >> edge) & 1:
                boxes = _completed(sides, beside, drawn, edge)
                rest = table[drawn | (1 << edge)]
                value = boxes + rest if boxes > 0 and extra == 1 else boxes - rest
                if value > best:
                    best = value
        table[drawn] = best


def values(rows: int, cols: int, *, extra_turn: bool = True) -> NDArray[np.int8]:
    """By set of edges: own minus other boxes from there to the end, for the seat to move."""
    tables = geometry(rows, cols)
    edges = len(tables.edges)
    assert edges <= MOST_IN_TABLE
    found = np.zeros(1 << edges, dtype=np.int8)
    beside = flat(box for boxes in tables.boxes for box in (*boxes, -1)[:2])
    _retrograde(flat(tables.sides), beside, edges, int(extra_turn), found)  # type: ignore[arg-type]
    return found
