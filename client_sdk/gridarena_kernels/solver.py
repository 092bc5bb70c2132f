"""Can this grid be filled? The question behind every placement of Competitive Sudoku.

First the plain search with a small budget, then the thorough one with a large one; see `search`. A budget is a number
of nodes, never a time, so that the answer is the same on every machine.
"""

from collections.abc import Iterable
from functools import cache
from threading import local
from typing import Literal

from gridarena_games.sudoku.rules import geometry
from gridarena_games.value import value
from gridarena_kernels import jit
from gridarena_kernels.jit import Flat, flat, octets, zeros
from gridarena_kernels.propagation import NODES, meters_needed
from gridarena_kernels.search import FOUND, NONE, decide, space_needed

QUICK_NODES = 500
"""Budget of the plain search: a few milliseconds at 16x16."""
FULL_NODES = 100_000
"""Budget of the thorough search."""

Effort = Literal["quick", "full"]


@value
class Solved:
    """What a search found out."""

    solvable: bool | None
    """None: the budget was used up."""
    nodes: int
    solution: bytes | None
    """One value a cell, row-major; set when solvable."""


@cache
def _tables(m: int, n: int) -> tuple[Flat, Flat]:
    """Members by region and regions by cell."""
    tables = geometry(m, n)
    members: list[list[int]] = [[] for _ in range(3 * tables.size)]
    for cell, regions in enumerate(tables.regions):
        for region in regions:
            members[region].append(cell)
    return flat(c for cells in members for c in cells), flat(r for rs in tables.regions for r in rs)


def solve(m: int, n: int, cells: Iterable[int], effort: Effort = "full") -> Solved:
    """Decides a grid that holds no duplicate.

    Args:
        m: rows of a block.
        n: columns of a block.
        cells: N * N values, row-major, 0 = empty.
        effort: "quick" stops after :data:`QUICK_NODES`; "full" goes on for :data:`FULL_NODES` more.
    """
    warm()
    given = bytes(cells)
    quick = _search(m, n, given, QUICK_NODES, thorough=False)
    if quick.solvable is not None or effort == "quick":
        return quick
    full = _search(m, n, given, FULL_NODES, thorough=True)
    return Solved(full.solvable, quick.nodes + full.nodes, full.solution)


class _Desk:
    """What a search of one size writes on."""

    def __init__(self, size: int) -> None:
        self.grid = bytearray(size * size)
        self.values = octets(self.grid)
        self.meter = zeros(meters_needed(size))
        self.space = zeros(space_needed(size))


class _Desks(local):
    """Each thread's own; to make one takes as long as an easy search."""

    def __init__(self) -> None:
        self.by_size: dict[int, _Desk] = {}


_desks = _Desks()


def _search(m: int, n: int, cells: bytes, budget: int, *, thorough: bool) -> Solved:
    size = m * n
    desk = _desks.by_size.get(size)
    if desk is None:
        desk = _desks.by_size[size] = _Desk(size)
    members, regions = _tables(m, n)
    desk.grid[:] = cells
    found = decide(desk.values, size, members, regions, desk.meter, desk.space, budget, thorough)
    nodes = int(desk.meter[NODES])
    if found == FOUND:
        return Solved(True, nodes, bytes(desk.grid))
    return Solved(False if found == NONE else None, nodes, None)


@cache
def warm() -> None:
    """Compiles or loads every kernel, once a process; the first question does it where nobody did."""

    def probe() -> None:
        for effort in (False, True):
            _search(2, 2, bytes(16), 100, thorough=effort)

    jit.load(probe)
