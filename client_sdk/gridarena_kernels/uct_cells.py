"""Monte Carlo tree search over the cells of a Sudoku: the tree of :mod:`uct` with the games of :mod:`playout`.

A node's untried cells come before its children, best immediate value first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridarena_games.base import Seat
from gridarena_games.sudoku.modes import neighbours
from gridarena_games.sudoku.rules import geometry
from gridarena_kernels import jit
from gridarena_kernels.jit import Flat, flat, kernel
from gridarena_kernels.playout import DIFFERENCE, EMPTY, GROWS, MOVER, OPEN, ORDER, choose, fill, mover, playout
from gridarena_kernels.playout import space_needed as position_length
from gridarena_kernels.uct import FIELDS, MOVE, USED, Uct, add, best_child, climb, mark


@kernel
def descend(
    tree: Flat, meter: Flat, nodes: int, state: Flat, size: int, regions: Flat, near: Flat, rng: Flat, tried: Flat,
    c: float,
) -> int:  # fmt: skip
    """Goes down to a node that was not there before, or to the end of the game, and plays its moves on the way."""
    node = 0
    while True:
        seat = mover(state)
        if seat < 0:
            return node
        tried[size * size] += 1
        stamp = tried[size * size]
        children = mark(tree, node, tried, stamp)
        if children < state[OPEN + seat] and meter[USED] < nodes:
            cell = choose(state, size, regions, rng, 0, tried, stamp)
            fill(state, size, regions, near, cell)
            return add(tree, meter, node, cell, seat)
        if children == 0:
            return node
        node = best_child(tree, node, c)
        fill(state, size, regions, near, tree[node * FIELDS + MOVE])


@kernel
def simulate(
    tree: Flat, meter: Flat, nodes: int, root: Flat, state: Flat, size: int, regions: Flat, near: Flat, rng: Flat,
    tried: Flat, c: float, k: int, games: int, stop: NDArray[np.uint8],
) -> None:  # fmt: skip
    """Plays so many simulations, or fewer when ``stop[0]`` is set."""
    for _ in range(games):
        if stop[0]:
            return
        for i in range(len(root)):
            state[i] = root[i]
        node = descend(tree, meter, nodes, state, size, regions, near, rng, tried, c)
        difference = playout(state, size, regions, near, rng, k, tried)
        climb(tree, meter, node, difference)


@dataclass(frozen=True, slots=True)
class Root:
    """A position to search from."""

    m: int
    n: int
    empty: int
    """The empty cells, one bit each."""
    areas: tuple[int, int]
    """By seat the cells it may fill, one bit each."""
    to_move: Seat
    difference: int
    """Points of seat 0 minus points of seat 1."""
    grows: bool
    """A filled cell makes its neighbours its owner's."""


class CellUct(Uct):
    """One search; k is among the cells that score most at once."""

    def __init__(self, root: Root, *, c: float, k: int, seed: int, nodes: int) -> None:
        self._size = root.m * root.n
        self._regions, self._near = _tables(root.m, root.n)
        super().__init__(_position(root), root.to_move, moves=self._size**2, c=c, k=k, seed=seed, nodes=nodes)

    def _simulate(self, games: int, stop: NDArray[np.uint8]) -> None:
        tree = self._tree
        simulate(
            tree.flat, tree.meter, tree.nodes, self._root, self._state, self._size, self._regions, self._near,
            self._rng, self._tried, self._c, self._k, games, stop,
        )  # fmt: skip


def _position(root: Root) -> Flat:
    tables = geometry(root.m, root.n)
    size, count = tables.size, tables.size**2
    cells = [cell for cell in range(count) if root.empty >> cell & 1]
    order = cells + [cell for cell in range(count) if not root.empty >> cell & 1]
    place = [0] * count
    for where, cell in enumerate(order):
        place[cell] = where
    left, sums = [0] * (3 * size), [0] * (3 * size)
    for cell in cells:
        for region in tables.regions[cell]:
            left[region] += 1
            sums[region] += cell
    areas = [area >> cell & 1 for area in root.areas for cell in range(count)]
    head = [0] * ORDER
    head[EMPTY], head[MOVER], head[DIFFERENCE], head[GROWS] = len(cells), root.to_move, root.difference, root.grows
    for seat, area in enumerate(root.areas):
        head[OPEN + seat] = (area & root.empty).bit_count()
    position = [*head, *order, *place, *left, *sums, *areas]
    assert len(position) == position_length(size)
    return flat(position)


@cache
def _tables(m: int, n: int) -> tuple[Flat, Flat]:
    """Regions by cell, and neighbours by cell."""
    tables = geometry(m, n)
    near: list[Sequence[int]] = []
    for around in neighbours(tables.size):
        cells = [cell for cell in range(tables.size**2) if around >> cell & 1]
        near.append(cells + [-1] * (8 - len(cells)))
    return flat(r for rs in tables.regions for r in rs), flat(c for cells in near for c in cells)


@cache
def warm() -> None:
    """Compiles or loads the kernels, once a process."""
    everywhere = (1 << 16) - 1
    root = Root(2, 2, everywhere, (everywhere, everywhere), 0, 0, True)
    jit.load(lambda: CellUct(root, c=1.0, k=2, seed=1, nodes=20).run(40, np.zeros(1, dtype=np.uint8)))
