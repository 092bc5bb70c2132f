"""Dots and Boxes solved: alpha-beta over edge sets, and the retrograde table of small boards.

A position is the set of drawn edges, an int; what was scored does not matter for what is to come. With the extra turn a
box that can be taken leaves little to decide. Take an edge e that completes a box A, and the box B behind it, if any.
Every move that is no capture and does not touch B can be made after e as well, with a box more; so while boxes can be
taken, captures are tried, and of the other moves only those that touch the box behind *every* capture: the
double-deals. An edge that completes a box and touches no open box at all costs nothing and is taken at once. Both rules
are exact.

Where nothing can be taken, all edges that open the same chain (boxes with two sides missing, in a row) are one move; of
a chain of two it is the edge in its middle, which leaves no double-deal. That is exact too.

Boards are symmetric, and of the two outer edges of a corner box it does not matter which one is drawn; so a position is
replaced by the smallest of its images, which is computed in chunks of :data:`CHUNK` edges from a table.
"""

from typing import NamedTuple

from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import LOWER, bound_of, bring_best, count, counted, mix, settles

CHUNK = 12
UNKNOWN = -1000
WORST = 500


class Field(NamedTuple):
    """The tables of a board and of a search."""

    edges: int
    extra: int
    """1: who completes a box moves again; 0: turns alternate strictly."""
    sides: Flat
    """By box: its four edges as a set."""
    beside: Flat
    """``beside[2 * edge]`` and the next: the boxes an edge borders, -1 for none."""
    corners: Flat
    """Two sets of one edge a corner box, which may stand for each other: the row's and the column's."""
    images: int
    chunks: int
    turned: Flat
    """``turned[(image * chunks + chunk) << CHUNK | edges of the chunk]``: where these edges go."""
    moves: Flat
    """``edges`` a layer."""
    order: Flat
    central: Flat
    """By edge: more, the nearer to the middle; those are tried first, which halves the nodes."""
    keys: Flat
    entries: Flat


@kernel
def settled(field: Field, drawn: int) -> int:
    """The same edges, with the row's one at every corner that has one of its two."""
    for i in range(0, len(field.corners), 2):
        if drawn & field.corners[i + 1] and not drawn & field.corners[i]:
            drawn ^= field.corners[i] | field.corners[i + 1]
    return drawn


@kernel
def canonical(field: Field, drawn: int) -> int:
    """The smallest image of a set of edges."""
    best = settled(field, drawn)
    low = (1 << CHUNK) - 1
    for image in range(1, field.images):
        other = 0
        rest = drawn
        for chunk in range(field.chunks):
            other |= field.turned[((image * field.chunks + chunk) << CHUNK) | (rest & low)]
            rest >>= CHUNK
        other = settled(field, other)
        if other < best:
            best = other
    return best


@kernel
def completed(field: Field, drawn: int, edge: int) -> int:
    """How many boxes this edge is the last of."""
    after = drawn | (1 << edge)
    boxes = 0
    for i in range(2):
        box = field.beside[2 * edge + i]
        if box >= 0 and after & field.sides[box] == field.sides[box]:
            boxes += 1
    return boxes


@kernel
def touches_open(field: Field, after: int, edge: int) -> bool:
    """True when the edge borders a box that is not complete with these edges."""
    for i in range(2):
        box = field.beside[2 * edge + i]
        if box >= 0 and after & field.sides[box] != field.sides[box]:
            return True
    return False


@kernel
def capture(field: Field, drawn: int) -> int:
    """An edge that completes a box and touches no open one: always right; -1 where there is none."""
    for edge in range(field.edges):
        free = not (drawn >> edge) & 1
        if free and completed(field, drawn, edge) and not touches_open(field, drawn | (1 << edge), edge):
            return edge
    return -1


@kernel
def gives(field: Field, drawn: int, edge: int) -> int:
    """How many boxes drawing this edge leaves with one side missing."""
    after = drawn | (1 << edge)
    boxes = 0
    for i in range(2):
        box = field.beside[2 * edge + i]
        if box >= 0 and count(after & field.sides[box]) == 3:
            boxes += 1
    return boxes


@kernel
def lowest(edges: int) -> int:
    """The number of the lowest edge of a set that is not empty."""
    return count((edges & -edges) - 1)


@kernel
def run(field: Field, drawn: int, edge: int, box: int) -> int:
    """The edges behind this one, as far as boxes with two sides missing follow each other, starting at a box."""
    edges = 0
    here = edge
    while box >= 0:
        free = field.sides[box] & ~drawn
        if count(free) != 2:
            break
        here = lowest(free & ~(1 << here))
        if here == edge:
            break
        edges |= 1 << here
        box = field.beside[2 * here] + field.beside[2 * here + 1] - box
    return edges


@kernel
def chain(field: Field, drawn: int, edge: int) -> int:
    """All edges that open what this edge opens; 0 where it opens nothing, and boxes that can be taken are none."""
    edges = 0
    for i in range(2):
        box = field.beside[2 * edge + i]
        if box >= 0 and count(field.sides[box] & ~drawn) == 2:
            edges |= (1 << edge) | run(field, drawn, edge, box)
    return edges


@kernel
def opener(field: Field, drawn: int, edges: int) -> int:
    """Of the edges of a chain the one to open it with."""
    first = lowest(edges)
    if count(edges) == 3:
        rest = edges
        while rest:
            edge = lowest(rest)
            rest &= rest - 1
            if field.beside[2 * edge + 1] < 0:
                continue
            inside = True
            for i in range(2):
                if count(field.sides[field.beside[2 * edge + i]] & ~drawn) != 2:
                    inside = False
            if inside:
                return edge
    return first


@kernel
def list_edges(field: Field, layer: int, drawn: int) -> int:
    """Lists the moves that can be best, with their likely worth; returns how many."""
    base = layer * field.edges
    listed = 0
    behind = (1 << field.edges) - 1
    for edge in range(field.edges):
        if (drawn >> edge) & 1:
            continue
        boxes = completed(field, drawn, edge)
        if boxes == 0:
            continue
        field.moves[base + listed] = edge
        field.order[base + listed] = boxes * 65536 + field.central[edge]
        listed += 1
        touched = 0
        for i in range(2):
            box = field.beside[2 * edge + i]
            if box >= 0:
                touched |= field.sides[box]
        behind &= touched
    if listed and not field.extra:
        behind = (1 << field.edges) - 1
    openings = listed == 0 and field.extra == 1
    for edge in range(field.edges):
        if (drawn >> edge) & 1 or not (behind >> edge) & 1 or completed(field, drawn, edge):
            continue
        cost = 0
        if openings:
            edges = chain(field, drawn, edge)
            if edges:
                if edge != opener(field, drawn, edges):
                    continue
                cost = count(edges)
        else:
            cost = gives(field, drawn, edge)
        field.moves[base + listed] = edge
        field.order[base + listed] = field.central[edge] - cost * 65536
        listed += 1
    return listed


@kernel
def take_free(field: Field, drawn: int, left: int) -> tuple[int, int, int]:
    """Takes every box that costs nothing: the edges then, the boxes left open, how many were taken."""
    gained = 0
    while left and field.extra:
        edge = capture(field, drawn)
        if edge < 0:
            break
        gained += completed(field, drawn, edge)
        left -= completed(field, drawn, edge)
        drawn |= 1 << edge
    return drawn, left, gained


@kernel
def place(field: Field, form: int) -> int:
    """Where the table remembers a canonical set of edges."""
    return mix(form) % len(field.keys)


@kernel
def refuted(field: Field, drawn: int, edge: int, left: int, beta: int) -> bool:
    """True when the table knows already that drawing this edge, which completes nothing, is worth at least beta."""
    after, left, gained = take_free(field, drawn | (1 << edge), left)
    if left == 0:
        return -gained >= beta
    form = canonical(field, after)
    slot = place(field, form)
    if field.keys[slot] != form + 1:
        return False
    entry = field.entries[slot]
    return (entry >> 8) & 3 != LOWER and -gained - ((entry >> 16) - WORST) >= beta


@kernel
def value_of(field: Field, meter: Flat, stop: Flat, layer: int, drawn: int, left: int, alpha: int, beta: int) -> int:
    """Boxes still to come for the seat to move, minus the other's, fail-soft; UNKNOWN when stopped.

    ``left`` counts the open boxes. No argument may be a literal where it calls itself, see `middlegame`.
    """
    drawn, left, gained = take_free(field, drawn, left)
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
    drawn = canonical(field, drawn)
    key = drawn + 1
    slot = place(field, drawn)
    first = -1
    if field.keys[slot] == key:
        entry = field.entries[slot]
        known = (entry >> 16) - WORST
        bound = (entry >> 8) & 3
        if settles(bound, known, alpha, beta):
            return known + gained
        first = (entry & 255) - 1
    listed = list_edges(field, layer, drawn)
    base = layer * field.edges
    best = -WORST
    chosen = -1
    low = alpha
    below = layer + 1
    for i in range(listed):
        edge = field.moves[base + i]
        if edge == first:
            field.order[base + i] = 1 << 40
        elif completed(field, drawn, edge) == 0 and refuted(field, drawn, edge, left, beta):
            return beta + gained
    for i in range(listed):
        edge = bring_best(field.moves, field.order, base + i, base + listed)
        boxes = completed(field, drawn, edge)
        after = drawn | (1 << edge)
        rest = left - boxes
        same = boxes > 0 and field.extra == 1
        value = UNKNOWN
        if same:
            value = value_of(field, meter, stop, below, after, rest, low - boxes, beta - boxes)
        else:
            if i > 0:
                edge_of = boxes - low
                value = value_of(field, meter, stop, below, after, rest, edge_of - 1, edge_of)
            if i == 0 or (value != UNKNOWN and low < boxes - value < beta):
                value = value_of(field, meter, stop, below, after, rest, boxes - beta, boxes - low)
        if value == UNKNOWN:
            return UNKNOWN
        value = boxes + value if same else boxes - value
        if value > best:
            best = value
            chosen = edge
            if value > low:
                low = value
            if best >= beta:
                break
    bound = bound_of(best, alpha, beta)
    field.keys[slot] = key
    field.entries[slot] = ((best + WORST) << 16) | (bound << 8) | (chosen + 1)
    return best + gained


@kernel
def retrograde(field: Field, table: Flat) -> None:
    """Fills ``table[drawn]`` with the value of every set of edges, from the full board back, by the bare rules."""
    for drawn in range((1 << field.edges) - 2, -1, -1):
        best = -WORST
        for edge in range(field.edges):
            if not (drawn >> edge) & 1:
                boxes = completed(field, drawn, edge)
                rest = table[drawn | (1 << edge)]
                value = boxes + rest if boxes > 0 and field.extra == 1 else boxes - rest
                if value > best:
                    best = value
        table[drawn] = best
