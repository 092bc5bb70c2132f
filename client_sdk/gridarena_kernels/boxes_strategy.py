"""Dots and Boxes far from its end: a tree of games (UCT), whose nodes are positions, however they came about.

Safe edges may be drawn in any order, so most positions come about in a thousand ways: what is known of one is kept in a
table by position and serves them all. A simulation goes down by upper confidence bounds, to a position that was not met
before, and plays on from there, see `boxes_playout`. Of edges that are not safe only sacrifices are tried: strings of
one or two boxes, which turn the parity around. Where no edge is safe the strings are counted instead of played.

A turn in which boxes can be taken comes to a choice of two at most: take all, or leave the last two (four) and the move
to the other seat; both lead to the same position, and what that is worth decides.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gridarena_games.dots.edges import Edge
from gridarena_kernels import jit
from gridarena_kernels.bits import popcount
from gridarena_kernels.boxes import (
    NOWHERE,
    SEVERAL,
    Shape,
    beyond,
    choice,
    edge_of,
    lacking,
    lowest,
    take_free,
    way_out,
    with_edge,
)
from gridarena_kernels.boxes_exact import Boxes, bit_of
from gridarena_kernels.boxes_playout import opened, playout, take_all
from gridarena_kernels.boxes_search import Memory, list_openings, list_safe
from gridarena_kernels.jit import Flat, flat, kernel, octets, zeros
from gridarena_kernels.treesearch import mix

FIELDS = 4
H, V, VISITS, SUM = range(4)
"""A node: its edges, how many simulations went through it, and their sum: own minus other boxes, for the mover."""
EXPLORE = 0.25
MOST_LINE = 4
"""Moves of the line that is reported."""
SACRIFICE = 2
"""Boxes of the longest string that is opened while there are safe edges."""
SLOTS = (1 << 19) - 1
"""Of the table, 16 MB; a prime, so that positions spread."""
MOST = SLOTS * 3 // 4
"""Positions kept; when a turn begins with more of them, all are forgotten."""

USED = 0
"""Meter: positions in the table."""


@kernel
def slot_of(nodes: Flat, slots: int, h: int, v: int) -> int:
    """Where the position is, or would be, in the table."""
    at = mix(h + mix(v)) % slots
    while nodes[at * FIELDS + VISITS] and (nodes[at * FIELDS + H] != h or nodes[at * FIELDS + V] != v):
        at = (at + 1) % slots
    return at


@kernel
def list_moves(shape: Shape, memory: Memory, base: int, h: int, v: int) -> int:
    """Lists the safe edges and the sacrifices; returns how many, 0 where no edge is safe."""
    _, _, two = lacking(shape, h, v)
    listed = list_safe(shape, memory, base, h, v, two)
    if listed == 0:
        return 0
    end = list_openings(shape, memory, base + listed, h, v, two, False)
    kept = base + listed
    for i in range(base + listed, end):
        if memory.order[i] >= -(SACRIFICE << 16):
            memory.moves[kept] = memory.moves[i]
            kept += 1
    return kept - base


@kernel
def after(shape: Shape, h: int, v: int, edge: int) -> tuple[int, int, int]:
    """The position in which the other seat moves once it took what this edge gave, and how much that was."""
    h, v = with_edge(shape, h, v, edge)
    h, v, gained, _ = take_all(shape, h, v)
    return h, v, gained


@kernel
def descend(
    shape: Shape, memory: Memory, nodes: Flat, slots: int, h: int, v: int, path: Flat, gains: Flat
) -> tuple[int, int, int, int]:
    """Goes down to a position without visits, or where no edge is safe: its edges, how deep, and 1 where none is."""
    depth = 0
    at = slot_of(nodes, slots, h, v)
    while True:
        path[depth] = at
        listed = list_moves(shape, memory, 0, h, v)
        visits = nodes[at * FIELDS + VISITS]
        if visits == 0 or listed == 0:
            return h, v, depth, int(listed == 0)
        total = math.log(visits + 1.0)
        scale = float(popcount(shape.boxes))
        most = -1.0e9
        best_h = best_v = best_gain = best_at = 0
        for i in range(listed):
            child_h, child_v, gain = after(shape, h, v, memory.moves[i])
            child = slot_of(nodes, slots, child_h, child_v)
            tried = nodes[child * FIELDS + VISITS]
            if tried == 0:
                bound = 1.0e6 - gain
            else:
                worth = -gain - nodes[child * FIELDS + SUM] / tried
                bound = worth / scale + EXPLORE * math.sqrt(total / tried)
            if bound > most:
                most = bound
                best_h, best_v, best_gain, best_at = child_h, child_v, gain, child
        gains[depth] = best_gain
        depth += 1
        h, v, at = best_h, best_v, best_at


@kernel
def simulate(
    shape: Shape, memory: Memory, nodes: Flat, slots: int, meter: Flat, root_h: int, root_v: int, games: int,
    rng: Flat, work: Flat, path: Flat, gains: Flat, stop: Flat,
) -> None:  # fmt: skip
    """So many more simulations from a position in which nothing can be taken; fewer when ``stop[0]`` is set."""
    for _ in range(games):
        if stop[0]:
            return
        h, v, depth, ends = descend(shape, memory, nodes, slots, root_h, root_v, path, gains)
        at = path[depth] * FIELDS
        visits = nodes[at + VISITS]
        if ends:
            value = nodes[at + SUM] // visits if visits else opened(shape, h, v, work)
        else:
            value = playout(shape, h, v, rng, work)
        if nodes[at + VISITS] or depth == 0 or meter[USED] < slots * 7 // 8:
            if nodes[at + VISITS] == 0:
                meter[USED] += 1
                nodes[at + H] = h
                nodes[at + V] = v
            nodes[at + VISITS] += 1
            nodes[at + SUM] += value
        for above in range(depth - 1, -1, -1):
            value = -gains[above] - value
            at = path[above] * FIELDS
            nodes[at + VISITS] += 1
            nodes[at + SUM] += value


@kernel
def sure_capture(shape: Shape, h: int, v: int) -> int:
    """An edge that completes a box and costs nothing; NOWHERE where there is none."""
    _, three, two = lacking(shape, h, v)
    while three:
        box = lowest(three)
        three &= three - 1
        way = way_out(shape, h, v, box, NOWHERE)
        behind = beyond(shape, box, way)
        if behind == NOWHERE or not (two >> behind) & 1:
            return edge_of(shape, box, way)
    left, edge = choice(shape, h, v)
    return edge if left == 0 else NOWHERE


@kernel
def leaving(shape: Shape, h: int, v: int, edge: int) -> int:
    """Where the last boxes of one string may be left, and ``edge`` takes the first: the edge that leaves them."""
    after_h, after_v = with_edge(shape, h, v, edge)
    _, three, _ = lacking(shape, h, v)
    _, now, _ = lacking(shape, after_h, after_v)
    second = lowest(now & ~three)
    return edge_of(shape, second, way_out(shape, after_h, after_v, second, NOWHERE))


@dataclass(frozen=True, slots=True)
class Promising:
    """What the games so far say."""

    move: Edge
    """The one most games were played behind."""
    value: float
    """Own minus other boxes to come, on average."""
    games: int


class Strategy:
    """The games of one match, whose positions stay known from turn to turn; with the extra turn only."""

    def __init__(self, boxes: Boxes, seed: int) -> None:
        """Knows nothing yet."""
        edges = len(boxes.tables.edges)
        self._boxes = boxes
        self._nodes = zeros(SLOTS * FIELDS)
        self._meter = zeros(1)
        self._work, self._path, self._gains = zeros(edges), zeros(edges + 1), zeros(edges + 1)
        self._rng = flat((seed % 0x7FFFFFFE + 1,))
        self._edges = {bit_of(boxes.shape, edge): edge for edge in boxes.tables.edges}

    def begin(self, drawn: int) -> "Root":
        """The position of a turn."""
        if self._meter[USED] > MOST:
            self._nodes = zeros(SLOTS * FIELDS)
            self._meter[USED] = 0
        return Root(self, drawn)


class Root:
    """One turn's position, with at least one edge to draw."""

    def __init__(self, strategy: Strategy, drawn: int) -> None:
        """Lists what may be done."""
        boxes = strategy._boxes
        shape, memory, edges = boxes.shape, boxes.memory, strategy._edges
        self._strategy = strategy
        self._boxes = boxes
        self._sets = first_h, first_v = boxes.sets(drawn)
        h, v, self._taken, left, edge = (int(found) for found in take_free(shape, first_h, first_v))
        self.sure: Edge | None = None
        """A capture that is right whatever comes."""
        if self._taken:
            self.sure = edges[int(sure_capture(shape, first_h, first_v))]
        elif left == SEVERAL:
            self.sure = edges[edge]
        self._leave: Edge | None = None
        self._kept = 2 if left == SEVERAL else left
        if edge != NOWHERE:
            if self.sure is None:
                self._leave = edges[int(leaving(shape, first_h, first_v, edge))]
            h, v, more = (int(found) for found in after(shape, h, v, edge))
            self._taken += more
        self._h, self._v = h, v
        self.ends = not list_moves(shape, memory, 0, h, v)
        """No edge is safe any more: there is nothing to play out."""
        self.moves = [self.sure or edges.get(edge, boxes.tables.edges[0])]
        """All that may be best, the most promising first once games were played."""
        if self._leave:
            self.moves.append(self._leave)
        elif not self.sure:
            two = lacking(shape, first_h, first_v)[2]
            listed = int(list_safe(shape, memory, 0, first_h, first_v, two))
            listed = int(list_openings(shape, memory, listed, first_h, first_v, two, False))
            bits = sorted(range(listed), key=lambda i: -memory.order[i])
            self.moves = [edges[int(memory.moves[i])] for i in bits]

    def run(self, games: int, stop: Flat) -> Promising:
        """So many more games, fewer when stopped."""
        own, boxes = self._strategy, self._boxes
        simulate(
            boxes.shape, boxes.memory, own._nodes, SLOTS, own._meter, self._h, self._v, games, own._rng, own._work,
            own._path, own._gains, stop,
        )  # fmt: skip
        played, mean = self._known(self._h, self._v)
        value = self._taken + mean
        if self._kept:
            left = self._taken - 2 * self._kept - mean
            if self._leave is not None:
                self.moves.sort(key=lambda move: (move == self._leave) == (left <= value))
            value = max(value, left)
        elif self.sure is None and not self.ends:
            known = {move: self._behind(move) for move in self.moves}
            self.moves.sort(key=lambda move: known[move], reverse=True)
            value = known[self.moves[0]][1]
        return Promising(self.moves[0], value, played)

    def line(self) -> tuple[Edge, ...]:
        """The most promising move and what followed it in most games, without the captures between."""
        return self.moves[0], *self._expected(self.moves[0])

    def _expected(self, move: Edge) -> Iterator[Edge]:
        """What follows a move; nothing where only captures are to be decided."""
        if self._kept or self.sure is not None or self.ends:
            return
        shape, memory, edges = self._boxes.shape, self._boxes.memory, self._strategy._edges
        h, v, _ = (int(found) for found in after(shape, *self._sets, bit_of(shape, move)))
        for _ in range(MOST_LINE - 1):
            listed = int(list_moves(shape, memory, 0, h, v))
            behind = [(after(shape, h, v, bit), int(bit)) for bit in memory.moves[:listed]]
            games, chosen = max(
                ((self._known(int(there[0]), int(there[1]))[0], i) for i, (there, _) in enumerate(behind)),
                default=(0, 0),
            )
            if not games:
                return
            (next_h, next_v, _), bit = behind[chosen]
            h, v = int(next_h), int(next_v)
            yield edges[bit]

    def _behind(self, move: Edge) -> tuple[int, float]:
        """How many games were played behind a move, and what it is worth."""
        shape = self._boxes.shape
        h, v, gain = after(shape, *self._sets, bit_of(shape, move))
        games, mean = self._known(int(h), int(v))
        return games, -int(gain) - mean

    def _known(self, h: int, v: int) -> tuple[int, float]:
        """How often a position was visited, and what it is worth to the seat that moves in it."""
        nodes = self._strategy._nodes
        at = FIELDS * int(slot_of(nodes, SLOTS, h, v))
        visits = int(nodes[at + VISITS])
        return visits, float(nodes[at + SUM]) / visits if visits else 0.0


@cache
def warm() -> None:
    """Compiles or loads the kernels, once a process."""

    def probe() -> None:
        boxes = Boxes(1, 2, remembered=101)
        for drawn in (0, 0b1111, 0b1_0101, 0b1_1111):  # safe edges, strings alone, a capture, something to decide
            Strategy(boxes, 1).begin(drawn).run(20, octets(bytearray(1)))

    jit.load(probe)
