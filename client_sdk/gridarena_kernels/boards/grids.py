"""Full grids from a seed: a cyclic grid, shuffled, then stirred until nothing of its pattern is left.

Shuffling lines and values alone would leave every grid of a size the same one in disguise, and an agent could know them
all by heart. Two exact exchanges lead away from it: in two lines that share their blocks, the cells of one cycle of
values change places; or two values change places wherever they are linked by a row, column or block. No solver is
needed, so a seed means the same grid whatever becomes of the solver.
"""

import random
from collections.abc import Sequence
from functools import cache

from gridarena_games.sudoku.rules import geometry

STIRS = 20
"""Exchanges of each kind for every line of the grid."""


def full_grid(m: int, n: int, rng: random.Random) -> list[int]:
    """A grid in which every row, column and block holds every value once."""
    size = m * n
    values = rng.sample(range(1, size + 1), size)
    down, across = _lines(rng, n, m), _lines(rng, m, n)
    cells = [values[(n * (row % m) + row // m + col) % size] for row in down for col in across]
    rows = [range(row * size, (row + 1) * size) for row in range(size)]
    columns = [range(col, size * size, size) for col in range(size)]
    for _ in range(STIRS * size):
        _exchange_cycle(rng, cells, rows, m)
        _exchange_cycle(rng, cells, columns, n)
        _exchange_values(rng, cells, m, n)
    return cells


def _lines(rng: random.Random, groups: int, each: int) -> list[int]:
    """Shuffled lines of a grid that stay together in their groups (bands or stacks)."""
    return [
        group * each + line for group in rng.sample(range(groups), groups) for line in rng.sample(range(each), each)
    ]


def _exchange_cycle(rng: random.Random, cells: list[int], lines: Sequence[range], each: int) -> None:
    """Two lines of one group swap the places of one cycle: both keep their values, and so does every line across."""
    if each < 2:
        return
    first = rng.randrange(len(lines) // each) * each
    one, other = (lines[first + line] for line in rng.sample(range(each), 2))
    place = {cells[cell]: k for k, cell in enumerate(one)}
    start = k = rng.randrange(len(one))
    while True:
        wanted = place[cells[other[k]]]
        cells[one[k]], cells[other[k]] = cells[other[k]], cells[one[k]]
        k = wanted
        if k == start:
            return


def _exchange_values(rng: random.Random, cells: list[int], m: int, n: int) -> None:
    """Two values change places in every cell that is linked to one of them by regions."""
    size = m * n
    if size < 2:
        return
    one, other = rng.sample(range(1, size + 1), 2)
    both = [cell for cell, value in enumerate(cells) if value in (one, other)]
    linked = {cell: [near for near in both if _neighbours(m, n)[cell] >> near & 1] for cell in both}
    start = rng.choice(both)
    found, waiting = {start}, [start]
    while waiting:
        for near in linked[waiting.pop()]:
            if near not in found:
                found.add(near)
                waiting.append(near)
    for cell in found:
        cells[cell] = one + other - cells[cell]


@cache
def _neighbours(m: int, n: int) -> tuple[int, ...]:
    """By cell the cells it shares a region with, a bit each."""
    tables = geometry(m, n)
    members = [0] * (3 * tables.size)
    for cell, regions in enumerate(tables.regions):
        for region in regions:
            members[region] |= 1 << cell
    return tuple(members[row] | members[col] | members[block] for row, col, block in tables.regions)
