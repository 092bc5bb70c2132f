"""The search over cells against plain minimax."""

import random
from itertools import count

import pytest

from gridarena_agents.alphabeta import POLL, AlphaBeta, Found
from gridarena_agents.regions import Regions, cells_in, regions


def _minimax(tables: Regions, empty: int, depth: int) -> int:
    if not empty or not depth:
        return 0
    return max(tables.points(empty, c) - _minimax(tables, empty ^ c, depth - 1) for c in cells_in(empty))


def _endgame(m: int, n: int, empties: int, seed: int) -> int:
    return sum(1 << cell for cell in random.Random(seed).sample(range((m * n) ** 2), empties))


def _search(tables: Regions, empty: int, *, seed: int = 0, nodes: int | None = None, depths: int = 99) -> list[Found]:
    return list(AlphaBeta(tables, lambda: False, nodes).deepen(empty, random.Random(seed), depths))


@pytest.mark.parametrize(("m", "n", "empties", "depths"), [(2, 2, 7, 7), (2, 3, 16, 3), (3, 3, 24, 3), (1, 4, 6, 6)])
def test_every_depth_has_the_minimax_value(m: int, n: int, empties: int, depths: int) -> None:
    """Pruning, table and the one quiet cell change no value; the chosen cell earns it."""
    tables = regions(m, n)
    for seed in range(6):
        empty = _endgame(m, n, empties, seed)
        found = _search(tables, empty, seed=seed, depths=depths)
        assert [one.depth for one in found] == list(range(1, depths + 1))
        for one in found:
            assert one.value == _minimax(tables, empty, one.depth)
            rest = _minimax(tables, empty ^ one.cell, one.depth - 1)
            assert one.value == tables.points(empty, one.cell) - rest


def test_a_search_to_the_end_stops_by_itself() -> None:
    """No depth beyond the last empty cell."""
    empty = _endgame(2, 2, 5, 1)
    assert [one.depth for one in _search(regions(2, 2), empty)] == [1, 2, 3, 4, 5]


def test_nodes_bound_the_search() -> None:
    """The same budget and seed give the same lines; no line counts more nodes than that."""
    empty = (1 << 81) - 1 & ~_endgame(3, 3, 40, 3)
    first = _search(regions(3, 3), empty, nodes=2_000)
    assert first == _search(regions(3, 3), empty, nodes=2_000)
    assert first
    assert all(one.nodes < 2_000 for one in first)


def test_the_search_stops_when_told() -> None:
    """At most POLL nodes after the flag is seen; what was found before stands."""
    looks = count()
    search = AlphaBeta(regions(3, 3), lambda: next(looks) >= 3, None)
    found = list(search.deepen((1 << 81) - 1 & ~_endgame(3, 3, 40, 3), random.Random(0), 99))
    assert search.nodes == 4 * POLL
    assert found


def test_an_opening_move_is_chosen_at_random() -> None:
    """On an empty board all cells are worth the same, so the seed decides."""
    cells = {_search(regions(3, 3), (1 << 81) - 1, seed=seed, depths=1)[0].cell for seed in range(20)}
    assert len(cells) > 10
