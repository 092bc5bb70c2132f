"""What the endgame's search has learnt on its way: a table of positions, and which moves cut it short."""

import random

from gridarena_kernels.bits import popcount
from gridarena_kernels.endgame_position import MOST_HISTORY, WORST, Stack
from gridarena_kernels.jit import kernel, zeros

TABLE_SIZE = 1 << 22
"""Positions remembered."""


class Memory:
    """A table for one position after the other: fresh memory costs the system a third of a turn of 0.1 s.

    What an earlier position left behind is never taken for one's own, nor looked up. Not for two searches at a time.
    """

    def __init__(self) -> None:
        self.table = zeros(2 * TABLE_SIZE)
        self._salts = random.Random(0)

    def salt(self) -> int:
        """Another number for each position."""
        return self._salts.getrandbits(62)


@kernel
def recall(stack: Stack, key: int) -> int:
    """What the table holds of a position: depth, value, bound and move in one int; 0 where it holds nothing."""
    slot = 2 * (key & stack.mask)
    return stack.table[slot + 1] if stack.table[slot] == key else 0


@kernel
def remember(stack: Stack, key: int, depth: int, value: int, bound: int, pair: int) -> None:
    """Puts a position into the table, in the place of whatever is there."""
    slot = 2 * (key & stack.mask)
    stack.table[slot] = key
    stack.table[slot + 1] = (depth << 32) | ((value + WORST) << 16) | (bound << 12) | (pair + 1)


@kernel
def value_in(entry: int) -> int:
    """The value of an entry."""
    return ((entry >> 16) & 0xFFFF) - WORST


@kernel
def bound_in(entry: int) -> int:
    """What kind of value it is."""
    return (entry >> 12) & 15


@kernel
def depth_in(entry: int) -> int:
    """How far it was searched."""
    return entry >> 32


@kernel
def pair_in(entry: int) -> int:
    """The move it recommends; -1 for none, and also for an entry that is 0."""
    return (entry & 4095) - 1


@kernel
def credit(stack: Stack, pair: int, open_cells: int) -> None:
    """A move has cut a search short: it is tried sooner from now on."""
    stack.history[pair] = min(MOST_HISTORY, stack.history[pair] + popcount(open_cells))
