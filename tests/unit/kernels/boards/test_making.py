"""Boards of a kind from a seed: what each kind promises, on every size it is made for."""

import random

import pytest

from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku.rules import geometry
from gridarena_kernels.boards.grading import grade
from gridarena_kernels.boards.grids import full_grid
from gridarena_kernels.boards.making import EASY_FILLED, RANDOM_FILLED, make

SIZES = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)]


@pytest.mark.parametrize(("m", "n"), [*SIZES, (5, 5)])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_full_grid_has_every_value_once_in_every_region(m: int, n: int, seed: int) -> None:
    """Whatever was exchanged."""
    cells = full_grid(m, n, random.Random(seed))
    tables = geometry(m, n)
    seen: list[list[int]] = [[] for _ in range(3 * tables.size)]
    for value, regions in zip(cells, tables.regions, strict=True):
        for region in regions:
            seen[region].append(value)
    assert all(sorted(values) == list(range(1, tables.size + 1)) for values in seen)


def test_full_grids_are_not_one_grid_in_disguise() -> None:
    """The cycles between two rows survive every relabelling and shuffling; they differ from seed to seed."""
    patterns = {cycles(full_grid(3, 3, random.Random(seed))) for seed in range(6)}
    assert len(patterns) == 6


def cycles(cells: list[int]) -> tuple[tuple[int, ...], ...]:
    """For every two rows how long the cycles are that lead from one to the other, sorted."""
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    found = []
    for row in rows:
        for other in rows:
            step = dict(zip(row, other, strict=True))
            lengths = []
            while step:
                value = next(iter(step))
                length = 0
                while value in step:
                    value = step.pop(value)
                    length += 1
                lengths.append(length)
            found.append(tuple(sorted(lengths)))
    return tuple(sorted(found))


@pytest.mark.parametrize(("m", "n"), SIZES)
def test_an_easy_board_is_solved_by_singles_alone(m: int, n: int) -> None:
    """One solution, no search, and about the promised share of cells filled."""
    found = grade(m, n, make("easy", m, n, 1))
    assert (found.level, found.figures["solutions found"], found.figures["nodes"]) == ("easy", 1, 1)
    assert found.figures["empty"] == found.figures["singles"] == (m * n) ** 2 - round(EASY_FILLED * (m * n) ** 2)


@pytest.mark.parametrize(("m", "n"), [(2, 3), (2, 4), (3, 3), (3, 4)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hard_board_has_one_solution_that_needs_a_search(m: int, n: int, seed: int) -> None:
    """Singles and conclusions within a region do not lead to it."""
    found = grade(m, n, make("hard", m, n, seed))
    nodes = found.figures["nodes"]
    assert (found.level, found.figures["solutions found"]) == ("hard", 1)
    assert nodes is not None
    assert nodes > 1


def test_a_hard_board_can_spare_no_cell() -> None:
    """Without any one of its values it has several solutions."""
    cells = make("hard", 2, 3, 0)
    for cell in [cell for cell, value in enumerate(cells) if value]:
        fewer = [0 if place == cell else value for place, value in enumerate(cells)]
        assert grade(2, 3, fewer).figures["solutions found"] == 2


@pytest.mark.parametrize(("m", "n"), [*SIZES, (5, 5)])
def test_a_random_board_has_the_share_of_filled_cells(m: int, n: int) -> None:
    """And can be filled, being part of a full grid."""
    cells = make("random", m, n, 3)
    assert sum(map(bool, cells)) == round(RANDOM_FILLED * len(cells))


def test_a_seed_is_a_board() -> None:
    """The same one twice, another one for another seed or kind."""
    assert make("hard", 2, 3, 5) == make("hard", 2, 3, 5)
    assert make("random", 3, 3, 1) != make("random", 3, 3, 2)
    assert make("easy", 3, 3, 1) != make("random", 3, 3, 1)


@pytest.mark.parametrize(
    ("kind", "m", "n", "words"),
    [
        ("hard", 2, 2, "no hard board of 2x2 blocks"),
        ("hard", 5, 5, "a hard board with 1 <= M \\* N <= 16, got 5x5"),
        ("easy", 1, 17, "an easy board with 1 <= M \\* N <= 16, got 1x17"),
        ("random", 0, 3, "got 0x3"),
        ("empty", 6, 6, "<= 25, got 6x6"),
        ("nice", 2, 2, "the kind empty, easy, random or hard, got 'nice'"),
    ],
)
def test_a_board_that_there_is_not_gets_one_line(kind: str, m: int, n: int, words: str) -> None:
    """Expected, got."""
    with pytest.raises(InvalidSetupError, match=words):
        make(kind, m, n, 0)
