"""The rules of Dots and Boxes on sets of edges, and what is known to be right wherever a box can be taken.

A position is two ints: the horizontal edges drawn and the vertical ones, one bit each, rows of ``wide`` (columns of
boxes and one) bits. The box of row r and column c is bit ``r * wide + c``; its upper edge is the same bit of the
horizontal ones and its lower edge the bit a row on; its left edge is the same bit of the vertical ones, its right edge
the next. So what is true of boxes is known of all of them at once by shifts, and the bit between two rows, where there
is no box, keeps rows apart. As a move, a vertical edge has ``field.heads`` added to its bit.

What was scored does not matter for what is to come. With the extra turn:

- A box that can be taken is taken at once, unless the one behind it lacks two sides: only there is anything to decide
  (:func:`take_free`).
- In a string of boxes that can be taken one after the other, all are taken but the last two of an open string, or the
  last four of a closed one. Those are taken as well, or left to the other seat, which then has to go on elsewhere.
- Of the two outer edges of a corner box it does not matter which one is drawn (:func:`settled`).
"""

from typing import NamedTuple

from gridarena_kernels.bits import popcount
from gridarena_kernels.jit import kernel

UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
NOWHERE = -1
SEVERAL = -1
"""What is left to decide: there are open strings beside each other."""


class Shape(NamedTuple):
    """A board; nothing but ints, which compiled functions hand on for nothing."""

    rows: int
    wide: int
    """Bits a row: columns of boxes and one."""
    heads: int
    """What a vertical edge's bit has added as a move: bits of all horizontal edges."""
    boxes: int
    """Every box, every horizontal and every vertical edge there is, as sets."""
    across: int
    down: int
    extra: int
    """1: who completes a box moves again; 0: turns alternate strictly."""


@kernel
def lowest(bits: int) -> int:
    """The number of the lowest bit of a set that is not empty."""
    return popcount((bits & -bits) - 1)


@kernel
def lacking(shape: Shape, h: int, v: int) -> tuple[int, int, int]:
    """The boxes that lack no side, one side, and two."""
    lower = h >> shape.wide
    right = v >> 1
    one = h ^ lower
    both = h & lower
    other = v ^ right
    pair = v & right
    full = both & pair & shape.boxes
    three = (one ^ other) & (both | pair) & shape.boxes
    two = ((one & other) | (both & ~(other | pair)) | (pair & ~(one | both))) & shape.boxes
    return full, three, two


@kernel
def is_drawn(shape: Shape, h: int, v: int, edge: int) -> int:
    """1 where the edge is drawn, else 0."""
    return (h >> edge) & 1 if edge < shape.heads else (v >> (edge - shape.heads)) & 1


@kernel
def with_edge(shape: Shape, h: int, v: int, edge: int) -> tuple[int, int]:
    """The position with one more edge."""
    if edge < shape.heads:
        return h | (1 << edge), v
    return h, v | (1 << (edge - shape.heads))


@kernel
def open_boxes(shape: Shape, h: int, v: int) -> int:
    """How many boxes are not complete."""
    full = h & (h >> shape.wide) & v & (v >> 1)
    return popcount(shape.boxes & ~full)


@kernel
def edge_of(shape: Shape, box: int, way: int) -> int:
    """A side of a box."""
    if way == UP:
        return box
    if way == DOWN:
        return box + shape.wide
    if way == LEFT:
        return box + shape.heads
    return box + shape.heads + 1


@kernel
def beyond(shape: Shape, box: int, way: int) -> int:
    """The box on the other side of a side; NOWHERE outside the board."""
    if way == UP:
        there = box - shape.wide
    elif way == DOWN:
        there = box + shape.wide
    elif way == LEFT:
        there = box - 1
    else:
        there = box + 1
    if there < 0 or not (shape.boxes >> there) & 1:
        return NOWHERE
    return there


@kernel
def way_out(shape: Shape, h: int, v: int, box: int, came: int) -> int:
    """A side the box lacks, not the one we came by (NOWHERE: by none); NOWHERE when there is none."""
    for way in range(4):
        if way != came and not is_drawn(shape, h, v, edge_of(shape, box, way)):
            return way
    return NOWHERE


@kernel
def settled(shape: Shape, h: int, v: int) -> tuple[int, int]:
    """The same position, with the horizontal edge at every corner that has one of its two."""
    last = shape.wide - 1
    foot = shape.rows * shape.wide
    above = foot - shape.wide
    if v & 1 and not h & 1:
        v ^= 1
        h |= 1
    if (v >> last) & 1 and not (h >> (last - 1)) & 1:
        v ^= 1 << last
        h |= 1 << (last - 1)
    if (v >> above) & 1 and not (h >> foot) & 1:
        v ^= 1 << above
        h |= 1 << foot
    if (v >> (above + last)) & 1 and not (h >> (foot + last - 1)) & 1:
        v ^= 1 << (above + last)
        h |= 1 << (foot + last - 1)
    return h, v


@kernel
def ending(shape: Shape, h: int, v: int, box: int, three: int, two: int) -> int:
    """What is left of the string that begins with a box lacking one side, the next one lacking two.

    2 or 4 where that many are all that is left, of an open or a closed one; else 0: the first one costs nothing.
    """
    way = way_out(shape, h, v, box, NOWHERE)
    second = beyond(shape, box, way)
    way = way_out(shape, h, v, second, way ^ 1)
    third = beyond(shape, second, way)
    if third == NOWHERE or not ((three | two) >> third) & 1:
        return 2
    if (three >> third) & 1:
        return 0
    way = way_out(shape, h, v, third, way ^ 1)
    fourth = beyond(shape, third, way)
    return 4 if fourth != NOWHERE and (three >> fourth) & 1 else 0


@kernel
def take_loose(shape: Shape, h: int, v: int) -> tuple[int, int, int]:
    """Takes the boxes behind whose open side there is no box lacking two: the edges then, and how many were taken.

    One at a time where that box stays open, for it may lack two then.
    """
    wide = shape.wide
    gained = 0
    while True:
        full, three, two = lacking(shape, h, v)
        if three == 0:
            return h, v, gained
        open_h = three & ~h, three & ~(h >> wide)
        open_v = three & ~v, three & ~(v >> 1)
        rest = shape.boxes & ~(three | full)
        up = open_h[0] & ~(rest << wide)
        low = open_h[1] & ~(rest >> wide)
        left = open_v[0] & ~(rest << 1)
        right = open_v[1] & ~(rest >> 1)
        loose = up | low | left | right
        if loose:
            gained += popcount(loose)
            h |= up | (low << wide)
            v |= left | (right << 1)
            continue
        rest &= ~two
        more = (open_h[0] & (rest << wide)) | ((open_h[1] & (rest >> wide)) << wide)
        if more:
            h |= more & -more
            gained += 1
            continue
        more = (open_v[0] & (rest << 1)) | ((open_v[1] & (rest >> 1)) << 1)
        if not more:
            return h, v, gained
        v |= more & -more
        gained += 1


@kernel
def choice(shape: Shape, h: int, v: int) -> tuple[int, int]:
    """What there is to decide where no loose box is left, and an edge that completes a box.

    0: nothing, the box costs nothing (NOWHERE: there is none); 2 or 4: so many boxes of one string may be taken or
    left; SEVERAL: there are open strings beside each other.
    """
    _, three, two = lacking(shape, h, v)
    pairs = fours = 0
    pair = four = NOWHERE
    rest = three
    while rest:
        box = lowest(rest)
        rest &= rest - 1
        kind = ending(shape, h, v, box, three, two)
        edge = edge_of(shape, box, way_out(shape, h, v, box, NOWHERE))
        if kind == 0:
            return 0, edge
        if kind == 2:
            pairs += 1
            pair = edge
        else:
            fours += 1
            four = edge
    if fours > 2 or (fours and pairs):
        return 0, four
    if fours:
        return 4, four
    if pairs > 1:
        return SEVERAL, pair
    return 2 * pairs, pair


@kernel
def take_free(shape: Shape, h: int, v: int) -> tuple[int, int, int, int, int]:
    """Takes every box that costs nothing: the edges then, how many were taken, and :func:`choice` of what is left."""
    h, v, gained = take_loose(shape, h, v)
    left, edge = choice(shape, h, v)
    while left == 0 and edge != NOWHERE:
        h, v = with_edge(shape, h, v, edge)
        h, v, loose = take_loose(shape, h, v)
        gained += 1 + loose
        left, edge = choice(shape, h, v)
    h, v = settled(shape, h, v)
    return h, v, gained, left, edge
