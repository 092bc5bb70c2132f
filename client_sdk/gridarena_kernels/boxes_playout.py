"""Dots and Boxes far from its end: games played out with safe edges at random, and the chains at their end counted.

The long-chain rule says that who has to open the first long chain loses; who that will be is a question of parity that
many games with nothing but safe edges answer. Where none is left, the chains are opened one after the other, the
shortest first, and each is worth what taking it all or keeping control (leaving two boxes of a chain, four of a loop)
comes to, whichever is more.
"""

import math

from gridarena_kernels.boxes import Field, canonical, chain, completed, gives, list_edges
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import count

_LOOP = 1 << 20
_MODULUS = 0x7FFFFFFF


@kernel
def drawn_random(rng: Flat, below: int) -> int:
    """A random number from 0; ``rng[0]`` is the state of Lehmer's generator."""
    rng[0] = rng[0] * 48271 % _MODULUS
    return rng[0] % below


@kernel
def taken(field: Field, drawn: int) -> int:
    """An edge that completes a box; -1 where there is none."""
    for edge in range(field.edges):
        if not (drawn >> edge) & 1 and completed(field, drawn, edge):
            return edge
    return -1


@kernel
def complete(field: Field, drawn: int) -> int:
    """How many boxes are complete."""
    boxes = 0
    for box in range(len(field.sides)):
        if drawn & field.sides[box] == field.sides[box]:
            boxes += 1
    return boxes


@kernel
def openings(field: Field, drawn: int, work: Flat) -> int:
    """Where no edge is safe: what the rest is worth to the seat that does not have to open the first chain."""
    number = 0
    before = complete(field, drawn)
    while before < len(field.sides):
        shortest = 0
        for edge in range(field.edges):
            if not (drawn >> edge) & 1:
                edges = chain(field, drawn, edge)
                if edges and (shortest == 0 or count(edges) < count(shortest)):
                    shortest = edges
        drawn |= shortest
        edge = taken(field, drawn)
        while edge >= 0:
            drawn |= 1 << edge
            edge = taken(field, drawn)
        after = complete(field, drawn)
        if after == before:
            break
        work[number] = after - before + (_LOOP if count(shortest) == after - before else 0)
        number += 1
        before = after
    value = 0
    for i in range(number - 1, -1, -1):
        loop = work[i] >= _LOOP
        boxes = work[i] % _LOOP
        left = 4 if loop else 2
        control = boxes - 2 * left + value
        value = boxes - value
        if boxes > 2 and control > value:
            value = control
    return value


@kernel
def playout(field: Field, drawn: int, rng: Flat, work: Flat) -> int:
    """Own minus other boxes of one game, for the seat to move: boxes are taken, then safe edges drawn at random."""
    side = 1
    difference = 0
    while True:
        edge = taken(field, drawn)
        if edge >= 0:
            difference += side * completed(field, drawn, edge)
            drawn |= 1 << edge
            continue
        safe = 0
        for edge in range(field.edges):
            if not (drawn >> edge) & 1 and gives(field, drawn, edge) == 0:
                work[safe] = edge
                safe += 1
        if safe == 0:
            return difference - side * openings(field, drawn, work)
        drawn |= 1 << work[drawn_random(rng, safe)]
        side = -side


@kernel
def candidates(field: Field, drawn: int, moves: Flat) -> int:
    """Lists the edges that can be best, of equal ones the first; returns how many."""
    listed = list_edges(field, 0, drawn)
    kept = 0
    for i in range(listed):
        edge = field.moves[i]
        form = canonical(field, drawn | (1 << edge))
        new = True
        for j in range(kept):
            if canonical(field, drawn | (1 << moves[j])) == form:
                new = False
        if new:
            moves[kept] = edge
            kept += 1
    return kept


@kernel
def sample(
    field: Field, drawn: int, moves: Flat, listed: int, sums: Flat, visits: Flat, games: int, rng: Flat, work: Flat,
    stop: Flat,
) -> None:  # fmt: skip
    """Plays so many games, most of them behind the moves that do best (UCB1); fewer when ``stop[0]`` is set."""
    total = 0
    for i in range(listed):
        total += visits[i]
    spread = float(len(field.sides))
    for _ in range(games):
        if stop[0]:
            return
        chosen = 0
        most = -1.0e9
        for i in range(listed):
            if visits[i] == 0:
                chosen = i
                break
            bound = sums[i] / visits[i] / spread + 0.3 * math.sqrt(math.log(total + 1.0) / visits[i])
            if bound > most:
                most = bound
                chosen = i
        edge = moves[chosen]
        boxes = completed(field, drawn, edge)
        value = playout(field, drawn | (1 << edge), rng, work)
        sums[chosen] += boxes + value if boxes else boxes - value
        visits[chosen] += 1
        total += 1
