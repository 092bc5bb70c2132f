"""Dots and Boxes by alpha-beta: the value of a set of edges, for the seat to move.

Beside what :mod:`boxes` knows about captures: where nothing can be taken, all edges that open the same string of boxes
that lack two sides are one move; of a string of two it is the edge in its middle, which leaves no choice to who takes
it. Where every open box is in such a string, only the shortest open one and the shortest closed one need be tried.

A position is remembered as the smallest of its images under the board's symmetries, in two words, of which the second
is written over the first so that two searches may share one table: what was torn apart fits no position.
"""

from typing import NamedTuple

from gridarena_kernels.bits import popcount
from gridarena_kernels.boxes import (
    NOWHERE,
    SEVERAL,
    Shape,
    beyond,
    edge_of,
    is_drawn,
    lacking,
    lowest,
    open_boxes,
    settled,
    take_free,
    way_out,
    with_edge,
)
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import bound_of, bring_best, counted, mix, settles

UNKNOWN = -1000
WORST = 127
INFO = 18
"""Bits of what is remembered: value and WORST, kind of bound, best move and one."""
FIRST = 1 << 40


class Memory(NamedTuple):
    """What a search writes to, and the tables it reads."""

    moves: Flat
    """``most`` a layer."""
    order: Flat
    most: int
    table: Flat
    """Two words a position."""
    slots: int
    worth: Flat
    """By edge: more, the nearer to the middle."""
    images: int
    """1: a position stands for itself; 4: for its mirror images; 8: and for those across the diagonal."""
    mirror: Flat
    """By a row's bits: the same from right to left, in ``wide - 1`` and in ``wide`` bits."""
    spread: Flat
    """By a row's bits: the same as a column."""


@kernel
def smaller(h: int, v: int, other_h: int, other_v: int) -> tuple[int, int]:
    """The smaller of two positions."""
    if other_h < h or (other_h == h and other_v < v):
        return other_h, other_v
    return h, v


@kernel
def canonical(shape: Shape, memory: Memory, h: int, v: int) -> tuple[int, int]:
    """The smallest image of a settled position."""
    if memory.images == 1:
        return h, v
    wide, rows = shape.wide, shape.rows
    low = (1 << wide) - 1
    best_h, best_v = h, v
    h1 = h2 = h3 = v1 = v2 = v3 = 0
    t0 = t1 = t2 = t3 = u0 = u1 = u2 = u3 = 0
    across = memory.images == 8
    for row in range(rows + 1):
        bits = (h >> (row * wide)) & low
        turned = memory.mirror[bits]
        foot = (rows - row) * wide
        h1 |= bits << foot
        h2 |= turned << (row * wide)
        h3 |= turned << foot
        if across:
            t0 |= memory.spread[bits] << row
            t1 |= memory.spread[bits] << (rows - row)
            t2 |= memory.spread[turned] << row
            t3 |= memory.spread[turned] << (rows - row)
    for row in range(rows):
        bits = (v >> (row * wide)) & low
        turned = memory.mirror[low + 1 + bits]
        foot = (rows - 1 - row) * wide
        v1 |= bits << foot
        v2 |= turned << (row * wide)
        v3 |= turned << foot
        if across:
            u0 |= memory.spread[bits] << row
            u1 |= memory.spread[bits] << (rows - 1 - row)
            u2 |= memory.spread[turned] << row
            u3 |= memory.spread[turned] << (rows - 1 - row)
    h1, v1 = settled(shape, h1, v1)
    best_h, best_v = smaller(best_h, best_v, h1, v1)
    h2, v2 = settled(shape, h2, v2)
    best_h, best_v = smaller(best_h, best_v, h2, v2)
    h3, v3 = settled(shape, h3, v3)
    best_h, best_v = smaller(best_h, best_v, h3, v3)
    if across:
        u0, t0 = settled(shape, u0, t0)
        best_h, best_v = smaller(best_h, best_v, u0, t0)
        u1, t1 = settled(shape, u1, t1)
        best_h, best_v = smaller(best_h, best_v, u1, t1)
        u2, t2 = settled(shape, u2, t2)
        best_h, best_v = smaller(best_h, best_v, u2, t2)
        u3, t3 = settled(shape, u3, t3)
        best_h, best_v = smaller(best_h, best_v, u3, t3)
    return best_h, best_v


@kernel
def place(memory: Memory, h: int, v: int) -> int:
    """Where the table remembers a position."""
    return 2 * (mix(h + mix(v)) % memory.slots)


@kernel
def recall(memory: Memory, h: int, v: int) -> int:
    """What is remembered of a position; 0 where nothing is."""
    at = place(memory, h, v)
    word = memory.table[at]
    if memory.table[at + 1] ^ word == v and word >> INFO == h:
        return word & ((1 << INFO) - 1)
    return 0


@kernel
def remember(memory: Memory, h: int, v: int, value: int, bound: int, edge: int) -> None:
    """Writes over whatever was there."""
    at = place(memory, h, v)
    word = (h << INFO) | ((value + WORST) << 10) | (bound << 8) | (edge + 1)
    memory.table[at] = word
    memory.table[at + 1] = v ^ word


@kernel
def list_safe(shape: Shape, memory: Memory, base: int, h: int, v: int, two: int) -> int:
    """Lists the edges behind which no box can be taken; of two that stand for each other one. Returns how many."""
    listed = 0
    wide = shape.wide
    rest = shape.across & ~(h | two | (two << wide))
    while rest:
        edge = lowest(rest)
        rest &= rest - 1
        memory.moves[base + listed] = edge
        memory.order[base + listed] = memory.worth[edge]
        listed += 1
    rest = shape.down & ~(v | two | (two << 1))
    last = wide - 1
    foot = shape.rows * wide
    above = foot - wide
    if not h & 1:
        rest &= ~1
    if not (h >> (last - 1)) & 1:
        rest &= ~(1 << last)
    if not (h >> foot) & 1:
        rest &= ~(1 << above)
    if not (h >> (foot + last - 1)) & 1:
        rest &= ~(1 << (above + last))
    while rest:
        edge = lowest(rest)
        rest &= rest - 1
        memory.moves[base + listed] = edge + shape.heads
        memory.order[base + listed] = memory.worth[edge + shape.heads]
        listed += 1
    return listed


@kernel
def string(shape: Shape, h: int, v: int, first: int, two: int) -> tuple[int, int, int]:
    """A string of boxes that lack two sides: its boxes as a set, the edge to open it with, and 1 where it is a loop."""
    boxes = 1 << first
    start = way_out(shape, h, v, first, NOWHERE)
    edge = edge_of(shape, first, start)
    for end in range(2):
        box = first
        way = start if end == 0 else way_out(shape, h, v, first, start)
        while True:
            there = beyond(shape, box, way)
            if there == NOWHERE or not (two >> there) & 1:
                break
            if (boxes >> there) & 1:
                return boxes, edge, 1
            if popcount(boxes) == 1:
                edge = edge_of(shape, box, way)
            boxes |= 1 << there
            box = there
            way = way_out(shape, h, v, there, way ^ 1)
    return boxes, edge, 0


@kernel
def list_openings(shape: Shape, memory: Memory, at: int, h: int, v: int, two: int, alone: bool) -> int:
    """Lists one edge a string; where there is nothing else (``alone``) the shortest of each kind. Returns the end."""
    rest = two
    chain = loop = NOWHERE
    while rest:
        boxes, edge, closed = string(shape, h, v, lowest(rest), two)
        rest &= ~boxes
        worth = -popcount(boxes) << 16
        slot = at
        shortest = loop if closed else chain
        if alone and shortest != NOWHERE:
            if worth <= memory.order[shortest]:
                continue
            slot = shortest
        else:
            at += 1
        if closed:
            loop = slot
        else:
            chain = slot
        memory.moves[slot] = edge
        memory.order[slot] = worth
    return at


@kernel
def list_all(shape: Shape, memory: Memory, base: int, h: int, v: int) -> int:
    """Lists every edge that is not drawn; returns how many."""
    listed = 0
    for edge in range(2 * shape.heads - shape.wide):
        there = (shape.across >> edge) & 1 if edge < shape.heads else (shape.down >> (edge - shape.heads)) & 1
        if there and not is_drawn(shape, h, v, edge):
            memory.moves[base + listed] = edge
            memory.order[base + listed] = memory.worth[edge]
            listed += 1
    return listed


@kernel
def value_of(
    shape: Shape, memory: Memory, meter: Flat, stop: Flat, layer: int, h: int, v: int, alpha: int, beta: int
) -> int:
    """Boxes still to come for the seat to move, minus the other's, fail-soft; UNKNOWN when stopped.

    No argument may be a literal where it calls itself, see `middlegame`.
    """
    gained = left_to_decide = 0
    edge = NOWHERE
    if shape.extra:
        h, v, gained, left_to_decide, edge = take_free(shape, h, v)
    left = open_boxes(shape, h, v)
    if left == 0:
        return gained
    if not counted(meter, stop):
        return UNKNOWN
    alpha -= gained
    beta -= gained
    if alpha >= left:
        return left + gained
    if beta <= -left:
        return gained - left
    below = layer + 1
    if left_to_decide > 0:
        h, v = with_edge(shape, h, v, edge)
        h, v, taken, left, edge = take_free(shape, h, v)
        taken += 1
        best = value_of(shape, memory, meter, stop, below, h, v, alpha - taken, beta - taken)
        if best == UNKNOWN:
            return UNKNOWN
        best += taken
        if best < beta:
            low = best if best > alpha else alpha
            value = value_of(shape, memory, meter, stop, below, h, v, -taken - beta, -taken - low)
            if value == UNKNOWN:
                return UNKNOWN
            if -taken - value > best:
                best = -taken - value
        return best + gained
    if left_to_decide == SEVERAL:
        best = -WORST
        _, three, _ = lacking(shape, h, v)
        while three:
            box = lowest(three)
            three &= three - 1
            edge = edge_of(shape, box, way_out(shape, h, v, box, NOWHERE))
            after_h, after_v = with_edge(shape, h, v, edge)
            low = best if best > alpha else alpha
            value = value_of(shape, memory, meter, stop, below, after_h, after_v, low - 1, beta - 1)
            if value == UNKNOWN:
                return UNKNOWN
            if value + 1 > best:
                best = value + 1
                if best >= beta:
                    break
        return best + gained
    h, v = canonical(shape, memory, h, v)
    known = recall(memory, h, v)
    first = -1
    if known:
        value = (known >> 10) - WORST
        if settles((known >> 8) & 3, value, alpha, beta):
            return value + gained
        first = (known & 255) - 1
    base = layer * memory.most
    if shape.extra:
        _, _, two = lacking(shape, h, v)
        listed = list_safe(shape, memory, base, h, v, two)
        end = list_openings(shape, memory, base + listed, h, v, two, popcount(two) == left)
    else:
        end = base + list_all(shape, memory, base, h, v)
    best = -WORST
    chosen = -1
    low = alpha
    for i in range(base, end):
        if memory.moves[i] == first:
            memory.order[i] = FIRST
    for i in range(base, end):
        edge = bring_best(memory.moves, memory.order, i, end)
        after_h, after_v = with_edge(shape, h, v, edge)
        boxes = 0
        if not shape.extra:
            boxes = left - open_boxes(shape, after_h, after_v)
        value = value_of(shape, memory, meter, stop, below, after_h, after_v, boxes - beta, boxes - low)
        if value == UNKNOWN:
            return UNKNOWN
        value = boxes - value
        if value > best:
            best = value
            chosen = edge
            if value > low:
                low = value
            if best >= beta:
                break
    remember(memory, h, v, best, bound_of(best, alpha, beta), chosen)
    return best + gained
