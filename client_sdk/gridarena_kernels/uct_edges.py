"""Monte Carlo tree search over the edges of Dots and Boxes: the tree of :mod:`uct` with the games of `edges_playout`.

A node's untried edges come before its children, those that complete most boxes first.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridarena_games.dots.board import DotsBoard
from gridarena_games.dots.edges import geometry
from gridarena_games.dots.text import Start
from gridarena_kernels import jit
from gridarena_kernels.edges_playout import (
    DIFFERENCE,
    EXTRA,
    FREE,
    MOVER,
    ORDER,
    choose,
    draw_edge,
    playout,
)
from gridarena_kernels.jit import Flat, flat, kernel
from gridarena_kernels.uct import FIELDS, MOVE, USED, Uct, add, best_child, climb, mark


@kernel
def descend(
    tree: Flat, meter: Flat, nodes: int, state: Flat, beside: Flat, boxes: int, rng: Flat, tried: Flat, c: float
) -> int:
    """Goes down to a node that was not there before, or to the end of the game, and plays its moves on the way."""
    node = 0
    stamps = len(tried) - 1
    while state[FREE]:
        tried[stamps] += 1
        stamp = tried[stamps]
        children = mark(tree, node, tried, stamp)
        if children < state[FREE] and meter[USED] < nodes:
            edge = choose(state, beside, boxes, rng, 0, tried, stamp)
            seat = state[MOVER]
            draw_edge(state, beside, boxes, edge)
            return add(tree, meter, node, edge, seat)
        if children == 0:
            return node
        node = best_child(tree, node, c)
        draw_edge(state, beside, boxes, tree[node * FIELDS + MOVE])
    return node


@kernel
def simulate(
    tree: Flat, meter: Flat, nodes: int, root: Flat, state: Flat, beside: Flat, boxes: int, rng: Flat, tried: Flat,
    c: float, k: int, games: int, stop: NDArray[np.uint8],
) -> None:  # fmt: skip
    """Plays so many simulations, or fewer when ``stop[0]`` is set."""
    for _ in range(games):
        if stop[0]:
            return
        for i in range(len(root)):
            state[i] = root[i]
        node = descend(tree, meter, nodes, state, beside, boxes, rng, tried, c)
        climb(tree, meter, node, playout(state, beside, boxes, rng, k, tried))


class EdgeUct(Uct):
    """One search; k is among the edges that complete most boxes."""

    def __init__(self, board: DotsBoard, *, c: float, k: int, seed: int, nodes: int) -> None:
        self._beside = _beside(board.rows, board.cols)
        self._boxes = board.boxes
        super().__init__(position(board), board.to_move, moves=len(board.edges), c=c, k=k, seed=seed, nodes=nodes)

    def _simulate(self, games: int, stop: NDArray[np.uint8]) -> None:
        tree = self._tree
        simulate(
            tree.flat, tree.meter, tree.nodes, self._root, self._state, self._beside, self._boxes, self._rng,
            self._tried, self._c, self._k, games, stop,
        )  # fmt: skip


def position(board: DotsBoard) -> Flat:
    """A board as the kernels have it."""
    tables = geometry(board.rows, board.cols)
    count = len(tables.edges)
    free = [edge for edge in range(count) if not board.drawn >> edge & 1]
    order = free + [edge for edge in range(count) if board.drawn >> edge & 1]
    place = [0] * count
    for where, edge in enumerate(order):
        place[edge] = where
    left, sums = [0] * board.boxes, [0] * board.boxes
    for edge in free:
        for box in tables.boxes[edge]:
            left[box] += 1
            sums[box] += edge
    head = [0] * ORDER
    head[FREE], head[MOVER], head[EXTRA] = len(free), board.to_move, board.extra_turn
    head[DIFFERENCE] = board.points[0] - board.points[1]
    return flat([*head, *order, *place, *left, *sums])


@cache
def _beside(rows: int, cols: int) -> Flat:
    tables = geometry(rows, cols)
    return flat(box for boxes in tables.boxes for box in (*boxes, -1)[:2])


@cache
def warm() -> None:
    """Compiles or loads the kernels, once a process."""
    board = DotsBoard(Start(1, 2, 0, (0, 0), 0))
    jit.load(lambda: EdgeUct(board, c=1.0, k=2, seed=1, nodes=20).run(40, np.zeros(1, dtype=np.uint8)))
