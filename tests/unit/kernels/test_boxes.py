"""Dots and Boxes solved by search: the same values as by retrograde analysis of every set of edges."""

import os
import random

import numpy as np
import pytest

from gridarena_games.dots.edges import Edge
from gridarena_games.dots.game import Dots
from gridarena_kernels import boxes_table, jit
from gridarena_kernels.boxes_exact import Boxes, solve_board, warm

pytestmark = [
    pytest.mark.timeout(120),  # compiles
    pytest.mark.skipif(not jit.COMPILED, reason="tables of a million positions are for compiled code"),
]


SIZES = [(1, 5, 5_000), (2, 2, 3_000), (2, 3, 20_000), (2, 4, 30_000)]
if os.environ.get("BOXES"):  # `poe boxes`
    SIZES.append((3, 3, 50_000))


@pytest.mark.parametrize(("rows", "cols", "positions"), SIZES)
@pytest.mark.parametrize("turned", [True, False])
def test_search_agrees_with_retrograde_analysis(rows: int, cols: int, positions: int, turned: bool) -> None:
    """Captures, double-deals, chains and symmetries leave no value out: values of random sets of edges are equal."""
    boxes = Boxes(rows, cols, remembered=100_003, turned=turned)
    table = boxes_table.values(rows, cols)
    rng = random.Random(rows * 10 + cols)
    edges = len(boxes.tables.edges)
    for _ in range(positions):
        density = rng.random()
        drawn = sum(1 << edge for edge in range(edges) if rng.random() < density)
        assert boxes.value(drawn) == table[drawn], f"{rows}x{cols} {drawn:b}"


def test_strict_alternation_has_values_of_its_own() -> None:
    """Without the extra turn the rules of chains do not hold, and are not used."""
    boxes = Boxes(2, 2, extra_turn=False, remembered=10_007)
    table = boxes_table.values(2, 2, extra_turn=False)
    assert all(boxes.value(drawn) == table[drawn] for drawn in range(1 << 12))


def test_best_moves_are_those_that_keep_the_value() -> None:
    """Every one of them, and no other, in every position of 1x3 and 2x2."""
    for rows, cols in ((1, 3), (2, 2)):
        boxes = Boxes(rows, cols, remembered=10_007)
        table = boxes_table.values(rows, cols).astype(np.int64)
        for drawn in range(1 << len(boxes.tables.edges)):
            solution = boxes.solve(drawn)
            assert solution is not None
            free = [edge for edge in range(len(boxes.tables.edges)) if not drawn >> edge & 1]
            values = [_led_to(boxes, table, drawn, edge) for edge in free]
            best = [boxes.tables.edges[edge] for edge, value in zip(free, values, strict=True) if value == table[drawn]]
            assert list(solution.best) == best


def test_a_search_ends_when_it_is_told_to() -> None:
    """By the stop flag or by the number of nodes; the answer is then none."""
    warm()
    board = Dots().start("4x4", {})
    stop = np.ones(1, dtype=np.uint8)
    assert solve_board(board, jit.flag(stop)) is None
    assert solve_board(board, nodes=1000) is None


def test_more_edges_than_a_set_holds_are_refused() -> None:
    """5x5 is the largest."""
    assert solve_board(Dots().start("5x6", {}), nodes=1) is None
    assert Edge("h", 0, 0) in Boxes(5, 5, remembered=11).tables.edges


def _led_to(boxes: Boxes, table: np.ndarray, drawn: int, edge: int) -> int:
    after = drawn | 1 << edge
    scored = sum(drawn & sides != sides and after & sides == sides for sides in boxes.tables.sides)
    return int(scored + table[after] if scored else -table[after])
