"""Random games of Dots and Boxes on boards of any size, thousands a second.

A position is one flat array of ints, so that a fresh copy for the next game is one loop. As in `playout`, the free
edges are a list from which one is taken by swapping it with the last, and a box keeps the *sum* of its free edges'
numbers: where it lacks one edge only, the sum is that edge.

Layout: the head below, then ``order[edges]`` the edges, free ones first, ``place[edges]`` where an edge stands in it,
``left[boxes]`` and ``sums[boxes]``. ``beside[2 * edge]`` and the next are the boxes that an edge borders, or -1.
"""

from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.playout import draw

FREE = 0
"""Head: number of free edges."""
MOVER = 1
"""Head: the seat to move."""
DIFFERENCE = 2
"""Head: boxes of seat 0 minus boxes of seat 1."""
EXTRA = 3
"""Head: 1 where who completes a box moves again."""
ORDER = 4
"""Where the head ends."""

ANY = -1
"""For :func:`choose`: a stamp no edge carries."""


@kernel
def completes(state: Flat, beside: Flat, edge: int) -> int:
    """How many boxes this free edge is the last of."""
    left = ORDER + len(beside)
    boxes = 0
    for i in range(2 * edge, 2 * edge + 2):
        if beside[i] >= 0 and state[left + beside[i]] == 1:
            boxes += 1
    return boxes


@kernel
def draw_edge(state: Flat, beside: Flat, boxes: int, edge: int) -> None:
    """The seat to move draws a free edge."""
    edges = len(beside) // 2
    place = ORDER + edges
    left = place + edges
    seat = state[MOVER]
    done = 0
    for i in range(2 * edge, 2 * edge + 2):
        box = beside[i]
        if box >= 0:
            state[left + box] -= 1
            state[left + boxes + box] -= edge
            if state[left + box] == 0:
                done += 1
    state[DIFFERENCE] += done if seat == 0 else -done
    last = state[FREE] - 1
    where = state[place + edge]
    other = state[ORDER + last]
    state[ORDER + where] = other
    state[place + other] = where
    state[ORDER + last] = edge
    state[place + edge] = last
    state[FREE] = last
    if done == 0 or state[EXTRA] == 0:
        state[MOVER] = 1 - seat


@kernel
def last_edge(state: Flat, beside: Flat, boxes: int, box: int, tried: Flat, stamp: int) -> int:
    """The edge that this box lacks, where it is not tried; -1 else, and in the second box of an edge that ends two."""
    left = ORDER + len(beside)
    if state[left + box] != 1:
        return -1
    edge = state[left + boxes + box]
    if tried[edge] == stamp:
        return -1
    first = beside[2 * edge]
    return edge if first == box or state[left + first] != 1 else -1


@kernel
def choose(state: Flat, beside: Flat, boxes: int, rng: Flat, rank: int, tried: Flat, stamp: int) -> int:
    """An edge by rank: 0 completes most boxes; equal ones, and those that complete none, at random.

    Edges whose ``tried`` is the stamp are left out; there must be more than ``rank`` others.
    """
    ones = twos = 0
    for box in range(boxes):
        edge = last_edge(state, beside, boxes, box, tried, stamp)
        if edge >= 0:
            if completes(state, beside, edge) == 1:
                ones += 1
            else:
                twos += 1
    if rank < ones + twos:
        wanted = 2 if rank < twos else 1
        skip = draw(rng, twos if wanted == 2 else ones)
        for box in range(boxes):
            edge = last_edge(state, beside, boxes, box, tried, stamp)
            if edge >= 0 and completes(state, beside, edge) == wanted:
                if skip == 0:
                    return edge
                skip -= 1
    at = draw(rng, state[FREE])
    while True:
        edge = state[ORDER + at]
        if tried[edge] != stamp and completes(state, beside, edge) == 0:
            return edge
        at += 1
        if at == state[FREE]:
            at = 0


@kernel
def playout(state: Flat, beside: Flat, boxes: int, rng: Flat, k: int, tried: Flat) -> int:
    """Plays to the end, every move one of the ``k`` that complete most boxes; the difference in boxes then."""
    while state[FREE]:
        free = state[FREE]
        rank = draw(rng, k if k < free else free)
        draw_edge(state, beside, boxes, choose(state, beside, boxes, rng, rank, tried, ANY))
    return state[DIFFERENCE]
