"""Who may play where: the modes of Competitive Sudoku beside ``classic``, in which every cell belongs to both seats.

In ``rows``, ``border`` and ``random`` a seat may fill its starting squares, all game long, and the empty cells among
the eight neighbours of the cells it occupies. Facts and corners follow the course's framework: in ``border`` both seats
share one list, on a 1 x 1 grid both have the one square. Random squares come from a hash of seed and square and not
from a generator, so that a match can be replayed on any machine and any Python to come.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

Mode = Literal["classic", "rows", "border", "random"]
MODES: tuple[Mode, ...] = get_args(Mode)

Square: TypeAlias = tuple[int, int]
"""Row and column, counted from 0."""
Squares: TypeAlias = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """The squares the seats start from, and those they hold before the first turn."""

    mode: Mode
    squares: tuple[Squares, Squares]
    """Starting squares, by seat."""
    occupied: tuple[Squares, Squares] = ((), ())
    """Filled cells that belong to a seat, oldest first; other filled cells are neutral."""


def starting_squares(mode: Mode, size: int, seed: int = 0) -> tuple[Squares, Squares]:
    """The starting squares of both seats in a mode other than classic; ``seed`` matters to ``random`` only."""
    top = tuple((0, col) for col in range(size))
    bottom = tuple((size - 1, col) for col in range(size))
    if mode == "rows":
        return top, bottom
    if mode == "border":
        inner = range(1, size - 1)
        sides = (*((row, 0) for row in inner), *((row, size - 1) for row in inner))
        around = tuple(dict.fromkeys((*top, *bottom, *sides)))
        return around, around
    drawn = sorted(((row, col) for row in range(size) for col in range(size)), key=lambda square: _draw(seed, square))
    drawn = drawn[: 2 * size]
    return tuple(drawn[:size]), tuple(drawn[-size:])


def _draw(seed: int, square: Square) -> bytes:
    return hashlib.sha256(f"{seed} {square[0]},{square[1]}".encode()).digest()


@cache
def neighbours(size: int) -> tuple[int, ...]:
    """By cell: its eight neighbours, cut off at the edge, one bit a cell."""
    return tuple(_around(*divmod(cell, size), size) for cell in range(size * size))


def _around(row: int, col: int, size: int) -> int:
    rows = range(max(0, row - 1), min(size, row + 2))
    cols = range(max(0, col - 1), min(size, col + 2))
    return mask(((r, c) for r in rows for c in cols if (r, c) != (row, col)), size)


def mask(squares: Iterable[Square], size: int) -> int:
    """A set of squares, one bit a cell, row-major, cell 0 lowest."""
    found = 0
    for row, col in squares:
        found |= 1 << (row * size + col)
    return found
