"""The search for modes with areas against plain minimax, passes included."""

import random

import pytest

from gridarena_agents.regions import Regions, cells_in, index, regions
from gridarena_agents.territory import Territory
from gridarena_games.sudoku import starting_squares
from gridarena_games.sudoku.modes import mask, neighbours


def _minimax(tables: Regions, around: tuple[int, ...], empty: int, mine: int, theirs: int, depth: int) -> int:
    if not depth or not (mine | theirs) & empty:
        return 0
    if not mine & empty:
        return -_minimax(tables, around, empty, theirs, mine, depth)
    return max(
        tables.points(empty, cell)
        - _minimax(tables, around, empty ^ cell, theirs, mine | around[index(cell)], depth - 1)
        for cell in cells_in(mine & empty)
    )


@pytest.mark.parametrize(("m", "n", "empties", "depths"), [(2, 2, 7, 7), (2, 3, 14, 4), (1, 4, 6, 6)])
def test_every_depth_has_the_minimax_value(m: int, n: int, empties: int, depths: int) -> None:
    """Pruning and table change no value; the chosen cell is mine and earns it; who is out passes."""
    tables, size = regions(m, n), m * n
    around = neighbours(size)
    passed = 0
    for seed in range(12):
        rng = random.Random(seed)
        empty = sum(1 << cell for cell in rng.sample(range(size**2), empties))
        mine, theirs = (mask(squares[: 1 + seed % 3], size) for squares in starting_squares("random", size, seed))
        mine |= empty & -empty
        passed += not theirs & empty
        search = Territory(tables, size, lambda: False, None)
        found = list(search.deepen(empty, mine, theirs, random.Random(seed), depths))
        assert [one.depth for one in found] == list(range(1, depths + 1))
        for one in found:
            assert one.cell & mine & empty
            assert one.value == _minimax(tables, around, empty, mine, theirs, one.depth)
            grown = mine | around[index(one.cell)]
            rest = _minimax(tables, around, empty ^ one.cell, theirs, grown, one.depth - 1)
            assert one.value == tables.points(empty, one.cell) - rest
    assert passed


def test_nodes_bound_the_search() -> None:
    """The same budget and seed give the same lines."""
    top, bottom = (mask(squares, 9) for squares in starting_squares("rows", 9))
    first, again = (
        list(Territory(regions(3, 3), 9, lambda: False, 2_000).deepen((1 << 81) - 1, top, bottom, random.Random(1), 99))
        for _ in range(2)
    )
    assert first == again
    assert first
    assert all(one.nodes < 2_000 for one in first)
