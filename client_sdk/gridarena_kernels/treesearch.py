"""What every alpha-beta kernel here shares: its meter, the kinds of bound in its table, and sets of up to 62 bits.

A meter is an int array: nodes so far, nodes at most (0 = no limit), and whether the search was stopped. A stopped
search unwinds with nothing: whoever started it looks at the meter.
"""

from gridarena_kernels.jit import Flat, kernel

NODES = 0
BUDGET = 1
STOPPED = 2
METERS = 3
"""Length of a meter; a search may have more of its own behind these."""
POLL = 31
"""The stop flag is looked at when these low bits of the node count are 0; a node with many completions takes 0.1 ms."""

LOWER, EXACT, UPPER = 1, 2, 3
"""What a remembered value is: at least, exactly, at most the position's."""

POSITIVE = 0x7FFFFFFFFFFFFFFF
"""Keeps the bits of a product that numba's and Python's ints have in common."""


@kernel
def counted(meter: Flat, stop: Flat) -> bool:
    """Counts a node; False once the search has to end."""
    meter[NODES] += 1
    if meter[NODES] & POLL == 0 and (stop[0] != 0 or (meter[BUDGET] and meter[NODES] > meter[BUDGET])):
        meter[STOPPED] = 1
    return meter[STOPPED] == 0


@kernel
def settles(bound: int, known: int, alpha: int, beta: int) -> bool:
    """True when a remembered value answers the question whether it lies between alpha and beta."""
    return bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha)


@kernel
def bound_of(value: int, alpha: int, beta: int) -> int:
    """What a fail-soft value is when it was looked for between alpha and beta."""
    return LOWER if value >= beta else EXACT if value > alpha else UPPER


@kernel
def bring_best(moves: Flat, order: Flat, first: int, end: int) -> int:
    """Swaps the most promising move of the rest to the front of it and returns that move."""
    top = first
    for i in range(first + 1, end):
        if order[i] > order[top]:
            top = i
    move = moves[top]
    moves[top] = moves[first]
    moves[first] = move
    worth = order[top]
    order[top] = order[first]
    order[first] = worth
    return move


@kernel
def mix(number: int) -> int:
    """Scatters the bits of a number of 62 bits."""
    number = (number * 0x1B873593CC9E2D51) & POSITIVE
    number ^= number >> 29
    number = (number * 0x2545F4914F6CDD1D) & POSITIVE
    return number ^ (number >> 32)
