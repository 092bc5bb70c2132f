"""Dots and Boxes far from its end: games played out with safe edges at random, and the strings at their end counted.

The long-chain rule says that who has to open the first long chain loses; who that will be is a question of parity that
games with nothing but safe edges answer. Where none is left, the strings are opened one after the other, the shortest
first, and each is worth what taking it all or keeping control (leaving two boxes of a chain, four of a loop) comes to,
whichever is more.
"""

from gridarena_kernels.bits import popcount
from gridarena_kernels.boxes import Shape, lacking, lowest, open_boxes, take_free, with_edge
from gridarena_kernels.boxes_search import string
from gridarena_kernels.jit import Flat, kernel

_MODULUS = 0x7FFFFFFF
_KEPT = 8


@kernel
def drawn_random(rng: Flat, below: int) -> int:
    """A random number from 0; ``rng[0]`` is the state of Lehmer's generator."""
    rng[0] = rng[0] * 48271 % _MODULUS
    return rng[0] % below


@kernel
def safe_edges(shape: Shape, h: int, v: int) -> tuple[int, int]:
    """Where nothing can be taken: the edges behind which nothing can either."""
    _, _, two = lacking(shape, h, v)
    return shape.across & ~(h | two | (two << shape.wide)), shape.down & ~(v | two | (two << 1))


@kernel
def take_all(shape: Shape, h: int, v: int) -> tuple[int, int, int, int]:
    """Takes every box: the edges then, how many were taken, and how many of them might have been left to the other."""
    h, v, gained, left, edge = take_free(shape, h, v)
    kept = 0
    while edge >= 0:
        if left > 0:
            kept = left
        h, v = with_edge(shape, h, v, edge)
        h, v, more, left, edge = take_free(shape, h, v)
        gained += 1 + more
    return h, v, gained, kept


@kernel
def opened(shape: Shape, h: int, v: int, work: Flat) -> int:
    """Where no edge is safe and no box can be taken: what the rest is worth to the seat that has to open a string."""
    number = 0
    left = open_boxes(shape, h, v)
    while left > 0:
        _, _, two = lacking(shape, h, v)
        rest = two
        shortest = 1000
        opener = 0
        while rest:
            boxes, edge, _ = string(shape, h, v, lowest(rest), two)
            rest &= ~boxes
            length = popcount(boxes)
            if length < shortest:
                shortest = length
                opener = edge
        h, v = with_edge(shape, h, v, opener)
        h, v, gained, kept = take_all(shape, h, v)
        left -= gained
        work[number] = gained * _KEPT + kept
        number += 1
    value = 0
    for i in range(number - 1, -1, -1):
        boxes = work[i] // _KEPT
        kept = work[i] % _KEPT
        control = boxes - 2 * kept + value
        value = boxes - value
        if kept and control > value:
            value = control
    return -value


@kernel
def nth(bits: int, number: int) -> int:
    """The set's bit of this number, counted from 0."""
    for _ in range(number):
        bits &= bits - 1
    return bits & -bits


@kernel
def playout(shape: Shape, h: int, v: int, rng: Flat, work: Flat) -> int:
    """Own minus other boxes of one game, for the seat to move; nothing can be taken at its start."""
    side = 1
    while True:
        safe_h, safe_v = safe_edges(shape, h, v)
        across = popcount(safe_h)
        safe = across + popcount(safe_v)
        if safe == 0:
            return side * opened(shape, h, v, work)
        chosen = drawn_random(rng, safe)
        if chosen < across:
            h |= nth(safe_h, chosen)
        else:
            v |= nth(safe_v, chosen - across)
        side = -side
