"""Every way to fill a grid, up to a limit: what an exact search of Competitive Sudoku knows about bombs.

A placement is a bomb where no completion of the grid has it; so whoever holds all completions never asks an oracle
again. Plain depth-first search, the cell with the fewest values next: near the end of a match, where it is used,
nothing cleverer pays.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridarena_games.sudoku.rules import geometry
from gridarena_kernels.bits import popcount
from gridarena_kernels.jit import Flat, flat, kernel, zeros


@kernel
def fill_all(size: int, cells: Flat, count: int, regions: Flat, used: Flat, work: Flat, found: Flat, limit: int) -> int:
    """Writes the completions into ``found``, ``count`` values each, and returns how many; ``limit`` + 1 is too many.

    ``cells`` holds the empty cells and is reordered; ``used`` the values of every region as bitmasks; ``work`` has room
    for three times ``count`` ints: the values still to be tried, the value chosen and the chosen cell's place.
    """
    full = (1 << size) - 1
    depth = 0
    solutions = 0
    fresh = True
    while True:
        if fresh:
            if depth == count:
                if solutions == limit:
                    return limit + 1
                for level in range(count):
                    found[solutions * count + work[2 * count + level]] = popcount(work[count + level] - 1) + 1
                solutions += 1
                fresh = False
                continue
            best = depth
            fewest = size + 1
            values = 0
            for place in range(depth, count):
                cell = cells[2 * place]
                taken = used[regions[3 * cell]] | used[regions[3 * cell + 1]] | used[regions[3 * cell + 2]]
                left = popcount(full & ~taken)
                if left < fewest:
                    fewest = left
                    best = place
                    values = full & ~taken
                    if left <= 1:
                        break
            for word in range(2):
                swapped = cells[2 * depth + word]
                cells[2 * depth + word] = cells[2 * best + word]
                cells[2 * best + word] = swapped
            work[depth] = values
            work[2 * count + depth] = cells[2 * depth + 1]
        else:
            if depth == 0:
                return solutions
            depth -= 1
            for kind in range(3):
                used[regions[3 * cells[2 * depth] + kind]] ^= work[count + depth]
        rest = work[depth]
        fresh = rest != 0
        if fresh:
            bit = rest & -rest
            work[depth] = rest ^ bit
            work[count + depth] = bit
            for kind in range(3):
                used[regions[3 * cells[2 * depth] + kind]] |= bit
            depth += 1
        elif depth == 0:
            return solutions


@cache
def _regions(m: int, n: int) -> Flat:
    return flat(region for regions in geometry(m, n).regions for region in regions)


def completions(m: int, n: int, cells: Sequence[int], limit: int) -> list[tuple[int, ...]] | None:
    """All ways to fill the empty cells, row-major, one value each; None when there are more than ``limit``.

    Args:
        m: rows of a block.
        n: columns of a block.
        cells: N * N values without a duplicate, row-major, 0 = empty.
        limit: how many are wanted at most.
    """
    values = completed(m, n, cells, limit)
    return None if values is None else list(map(tuple, values.tolist()))


def completed(m: int, n: int, cells: Sequence[int], limit: int) -> NDArray[np.int64] | None:
    """The same as an array: a row for each way, a column for each empty cell."""
    size = m * n
    empties = [cell for cell, value in enumerate(cells) if not value]
    count = len(empties)
    if not count:
        return np.zeros((1, 0), dtype=np.int64)
    used = [0] * (3 * size)
    for cell, value in enumerate(cells):
        if value:
            for region in geometry(m, n).regions[cell]:
                used[region] |= 1 << (value - 1)
    found = zeros(limit * count)
    places = flat(number for place, cell in enumerate(empties) for number in (cell, place))
    total = fill_all(size, places, count, _regions(m, n), flat(used), zeros(3 * count), found, limit)
    if total > limit:
        return None
    return np.array(found[: total * count], dtype=np.int64).reshape(total, count)
