"""Monte Carlo tree search (UCT, Kocsis and Szepesvari 2006): the tree, whatever the game.

A simulation goes down the tree by ``w/n + c sqrt(ln N / n)``, adds one node, plays on to the end at random and takes
the result back up: a win is 1, a draw 1/2, whatever the difference in points. Every node counts for the seat that moved
into it, so a pass or an extra turn needs no node.

The tree is one flat array, seven ints a node; when it is full, simulations go on from its leaves. How to go down and
how to play on is the game's: see `uct_cells` and `uct_edges`. Functions are not handed to compiled code, which would be
compiled anew in every process.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridarena_games.base import Seat
from gridarena_kernels.jit import Flat, flat, kernel, zeros

MOVE = 0
SEAT = 1
PARENT = 2
FIRST = 3
"""Field: the child that was added last."""
NEXT = 4
"""Field: the sibling that was added before."""
VISITS = 5
HALVES = 6
"""Field: half points won by the seat that moved here."""
FIELDS = 7

USED = 0
"""Meter: nodes in the tree."""
GAMES = 1
"""Meter: simulations so far."""


@kernel
def best_child(tree: Flat, node: int, c: float) -> int:
    """The child with the highest upper confidence bound."""
    total = math.log(tree[node * FIELDS + VISITS])
    best = -1
    most = -1.0
    child = tree[node * FIELDS + FIRST]
    while child >= 0:
        visits = tree[child * FIELDS + VISITS]
        bound = tree[child * FIELDS + HALVES] / (2.0 * visits) + c * math.sqrt(total / visits)
        if bound > most:
            best = child
            most = bound
        child = tree[child * FIELDS + NEXT]
    return best


@kernel
def add(tree: Flat, meter: Flat, node: int, move: int, seat: int) -> int:
    """A new child."""
    child = meter[USED]
    meter[USED] = child + 1
    at = child * FIELDS
    tree[at + MOVE] = move
    tree[at + SEAT] = seat
    tree[at + PARENT] = node
    tree[at + FIRST] = -1
    tree[at + NEXT] = tree[node * FIELDS + FIRST]
    tree[at + VISITS] = 0
    tree[at + HALVES] = 0
    tree[node * FIELDS + FIRST] = child
    return child


@kernel
def mark(tree: Flat, node: int, tried: Flat, stamp: int) -> int:
    """Stamps the moves that have a child already; returns how many."""
    children = 0
    child = tree[node * FIELDS + FIRST]
    while child >= 0:
        tried[tree[child * FIELDS + MOVE]] = stamp
        children += 1
        child = tree[child * FIELDS + NEXT]
    return children


@kernel
def climb(tree: Flat, meter: Flat, node: int, difference: int) -> None:
    """Takes a result, points of seat 0 minus points of seat 1, from a node up to the root."""
    while node >= 0:
        at = node * FIELDS
        tree[at + VISITS] += 1
        own = difference if tree[at + SEAT] == 0 else -difference
        tree[at + HALVES] += 2 if own > 0 else 1 if own == 0 else 0
        node = tree[at + PARENT]
    meter[GAMES] += 1


@dataclass(frozen=True, slots=True)
class Best:
    """What the search says so far."""

    move: int
    """The one visited most, as its number."""
    chance: float
    """Share of the games through it that its seat won, draws half."""
    line: tuple[int, ...]
    """The moves visited most, in turn, from this one on."""
    games: int


class Tree:
    """The nodes of one search."""

    def __init__(self, to_move: Seat, nodes: int) -> None:
        """A root alone; ``nodes`` is the most there may be."""
        self.flat = zeros((nodes + 1) * FIELDS)
        self.flat[PARENT] = self.flat[FIRST] = self.flat[NEXT] = -1
        self.flat[SEAT] = 1 - to_move
        self.meter = flat((1, 0))
        self.nodes = nodes

    def best(self) -> Best | None:
        """The favourite; None as long as there was no simulation."""
        child = self._favourite(0)
        if child < 0:
            return None
        at = child * FIELDS
        chance = self.flat[at + HALVES] / (2 * self.flat[at + VISITS])
        return Best(int(self.flat[at + MOVE]), float(chance), self._line(child), int(self.meter[GAMES]))

    def _favourite(self, node: int) -> int:
        """The child visited most, of equal ones the one that won more; -1 where there is none."""
        best, most = -1, (-1, -1)
        child = self.flat[node * FIELDS + FIRST]
        while child >= 0:
            found = self.flat[child * FIELDS + VISITS], self.flat[child * FIELDS + HALVES]
            if found > most:
                best, most = child, found
            child = self.flat[child * FIELDS + NEXT]
        return best

    def _line(self, node: int) -> tuple[int, ...]:
        """The node's move and those visited most behind it."""
        moves = []
        while node >= 0:
            moves.append(int(self.flat[node * FIELDS + MOVE]))
            node = self._favourite(node)
        return tuple(moves)


class Uct(ABC):
    """One search; it may go on as often as wanted. What a simulation is, is the game's."""

    def __init__(self, root: Flat, to_move: Seat, *, moves: int, c: float, k: int, seed: int, nodes: int) -> None:
        """Sets the root up.

        Args:
            root: Where to start, as the game's kernels have it; the seat to move has a move.
            to_move: Whose move it is.
            moves: How many moves the game has in all, by their numbers.
            c: How much a move counts for having been tried little.
            k: Games are played among the k moves that score most at once.
            seed: Of everything random.
            nodes: The most nodes of the tree.
        """
        self._root = root
        self._state = zeros(len(root))
        self._tried = zeros(moves + 1)
        self._tree = Tree(to_move, nodes)
        self._rng = flat((seed % 0xFFFFFFFF + 1,))
        self._c, self._k = c, k

    def run(self, games: int, stop: NDArray[np.uint8]) -> Best | None:
        """So many more simulations, fewer when ``stop[0]`` is set; None as long as there was none."""
        self._simulate(games, stop)
        return self._tree.best()

    @abstractmethod
    def _simulate(self, games: int, stop: NDArray[np.uint8]) -> None:
        """Plays so many simulations into the tree, or fewer when ``stop[0]`` is set."""
