"""What boxmaster takes for certain is right, and what it reckons with is what may be best."""

import random

import pytest

from gridarena_games.dots.edges import Edge
from gridarena_kernels import boxes_table, jit
from gridarena_kernels.boxes_exact import Boxes
from gridarena_kernels.boxes_strategy import Root, Strategy
from gridarena_kernels.jit import octets

pytestmark = [
    pytest.mark.timeout(120),  # compiles
    pytest.mark.skipif(not jit.COMPILED, reason="tables of a hundred thousand positions are for compiled code"),
]
ROWS, COLS, EDGES = 2, 3, 17


def test_a_sure_capture_is_never_wrong_and_no_best_move_is_forgotten() -> None:
    """A capture that is free, the choice of all or all but the last, or the edges: one of them is best."""
    boxes, rng = Boxes(ROWS, COLS, remembered=101), random.Random(1)
    table = boxes_table.values(ROWS, COLS)
    strategy, seen = Strategy(boxes, 1), set()

    def keeps(drawn: int, move: Edge) -> bool:
        after = drawn | 1 << boxes.tables.numbers[move]
        done = sum(drawn & sides != sides and after & sides == sides for sides in boxes.tables.sides)
        return bool((done + int(table[after]) if done else -int(table[after])) == table[drawn])

    for _ in range(4_000):
        drawn = sum(1 << edge for edge in rng.sample(range(EDGES), rng.randint(2, EDGES - 1)))
        root = strategy.begin(drawn)
        seen.add((root.sure is None, root.sure is None and root.ends))
        assert any(keeps(drawn, move) for move in root.moves), f"{drawn:b}"
    assert seen == {(False, False), (True, False), (True, True)}


def test_the_games_find_who_gets_the_last_chain() -> None:
    """On 2x3 boxes with few safe edges left the move most games went through keeps the value, mostly."""
    boxes, rng = Boxes(ROWS, COLS, remembered=10_007), random.Random(2)
    kept = tried = 0
    while tried < 60:
        drawn = sum(1 << edge for edge in rng.sample(range(EDGES), 6))
        root: Root = Strategy(boxes, 1).begin(drawn)
        if root.sure is None and not root.ends:
            found = root.run(500, octets(bytearray(1)))
            solved = boxes.solve(drawn)
            assert solved is not None
            tried += 1
            kept += found.move in solved.best
    assert kept > 45
