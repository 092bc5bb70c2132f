"""Start positions of a kind from a seed: a full grid from which cells are taken out again.

``empty`` has no cell filled, ``random`` half of them, whatever that means for solving it. ``easy`` has one solution,
which singles find: cells are taken out in random order, unless singles would no longer lead to the end, until
:data:`EASY_FILLED` are left. ``hard`` has one solution too, and something must be tried to find it: cells are taken out
as long as the solution stays the only one, and the whole is done again with another grid where singles still solve it.
"""

import random
from typing import Literal, get_args

from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku.rules import MAX_SIZE
from gridarena_kernels.boards.grading import level
from gridarena_kernels.boards.grids import full_grid
from gridarena_kernels.boards.singles import by_singles
from gridarena_kernels.boards.uniqueness import other_value

Kind = Literal["empty", "easy", "random", "hard"]
KINDS: tuple[Kind, ...] = get_args(Kind)

RANDOM_FILLED = 0.5
"""Share of the cells that a random board starts with."""
EASY_FILLED = 0.45
"""Share of the cells that an easy board starts with, or a little more where singles need it."""
HARD_TRIES = 200
"""Grids tried for a hard board; some sizes have none."""
LARGEST_SOLVED = 16
"""Grid size up to which boards with one solution are made: it takes seconds there, and minutes beyond."""


def make(kind: str, m: int, n: int, seed: int) -> list[int]:
    """The cells of this kind, size and seed; the same on every machine.

    Args:
        kind: one of :data:`KINDS`.
        m: rows of a block.
        n: columns of a block.
        seed: any number; an empty board does not depend on it.

    Raises:
        InvalidSetupError: there is no such board.
    """
    if kind not in KINDS:
        raise InvalidSetupError(f"expected the kind {', '.join(KINDS[:-1])} or {KINDS[-1]}, got {kind!r}")
    size = m * n
    largest = LARGEST_SOLVED if kind in ("easy", "hard") else MAX_SIZE
    if not 1 <= size <= largest:
        raise InvalidSetupError(f"expected {_an(kind)} board with 1 <= M * N <= {largest}, got {m}x{n}")
    rng = random.Random(f"{kind}-{m}x{n}-{seed}")
    match kind:
        case "empty":
            return [0] * size**2
        case "random":
            return _random(m, n, rng)
        case "easy":
            return _easy(m, n, rng)
        case "hard":
            return _hard(m, n, rng)


def _an(kind: str) -> str:
    return f"an {kind}" if kind[0] == "e" else f"a {kind}"


def _random(m: int, n: int, rng: random.Random) -> list[int]:
    cells = full_grid(m, n, rng)
    for cell in rng.sample(range(len(cells)), len(cells) - round(RANDOM_FILLED * len(cells))):
        cells[cell] = 0
    return cells


def _easy(m: int, n: int, rng: random.Random) -> list[int]:
    cells = full_grid(m, n, rng)
    filled, wanted = len(cells), round(EASY_FILLED * len(cells))
    for cell in rng.sample(range(len(cells)), len(cells)):
        if filled == wanted:
            break
        value, cells[cell] = cells[cell], 0
        if by_singles(m, n, cells).left:
            cells[cell] = value
        else:
            filled -= 1
    return cells


def _hard(m: int, n: int, rng: random.Random) -> list[int]:
    for _ in range(HARD_TRIES):
        cells = _least(m, n, rng)
        if level(m, n, cells) == "hard":
            return cells
    raise InvalidSetupError(
        f"found no hard board of {m}x{n} blocks in {HARD_TRIES} tries: expected a larger one, such as hard-3x3"
    )


def _least(m: int, n: int, rng: random.Random) -> list[int]:
    """A board none of whose cells can be spared; a search that is not over soon counts as "it cannot"."""
    cells = full_grid(m, n, rng)
    for cell in rng.sample(range(len(cells)), len(cells)):
        value, cells[cell] = cells[cell], 0
        if other_value(m, n, cells, cell, value, "quick").exists is not False:
            cells[cell] = value
    return cells
