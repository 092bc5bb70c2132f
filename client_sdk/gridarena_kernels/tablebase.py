"""The complete solution of Competitive Sudoku on 2x2 blocks: the value of every position that can arise.

Boards that differ by names of values, by the order of rows and columns or by a reflection are one board; each is kept
as the smallest of its images. A state is such a board with the set of its bombs that are used up. A fill leads to a
fuller board, a bomb to the same board with one bomb less, so every state is valued once, from the full boards back.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import POINTS, geometry
from gridarena_kernels.completions import completions
from gridarena_kernels.exact import Rated, Solution

SIZE = 4
CELLS = SIZE * SIZE
SOLUTIONS = 288
WORST = -99
BOOK = "book_2x2.npz"
_POWERS = 5 ** np.arange(CELLS - 1, -1, -1, dtype=np.int64)

Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]


def _images() -> Bytes:
    """The 128 orders of cells that keep regions: bands, rows in them, stacks, columns in them, reflection."""
    orders = [
        band + other
        for first, second in product(((0, 1), (1, 0)), ((2, 3), (3, 2)))
        for band, other in ((first, second), (second, first))
    ]
    images = []
    for rows, columns in product(orders, orders):
        cells = [4 * row + column for row in rows for column in columns]
        images.append(cells)
        images.append([cells[4 * (i % 4) + i // 4] for i in range(CELLS)])
    return np.array(images, dtype=np.uint8)


IMAGES = _images()
_PLACES = IMAGES.argsort(axis=1)
"""Where a cell of the board is in its image."""
_REGIONS = np.array(geometry(2, 2).regions)
_PEERS = (_REGIONS[:, None, :] == _REGIONS[None, :, :]).any(axis=2)


@dataclass(frozen=True, slots=True)
class Canonical:
    """Boards as the smallest of their images, and how they became so; one row a board."""

    codes: Longs
    image: NDArray[np.intp]
    """Which of :data:`IMAGES`."""
    names: Bytes
    """``names[board, value]``: what a value is called now; 0 where no cell has it."""


def canonical(boards: Bytes) -> Canonical:
    """Finds the smallest image of each board, given as rows of 16 values.

    Values are renamed in order of appearance; those on no cell get the names that are left, in order.
    """
    count = len(boards)
    turned = boards[:, IMAGES]  # (board, image, cell)
    names = np.zeros((count, len(IMAGES), SIZE + 1), dtype=np.uint8)
    used = np.zeros((count, len(IMAGES)), dtype=np.uint8)
    codes = np.zeros((count, len(IMAGES)), dtype=np.int64)
    row, column = np.ogrid[:count, : len(IMAGES)]
    for cell in range(CELLS):
        values = turned[:, :, cell]
        new = (values > 0) & (names[row, column, values] == 0)
        used += new
        names[row, column, values] = np.where(new, used, names[row, column, values])
        codes = codes * 5 + names[row, column, values]
    best = codes.argmin(axis=1)
    here = np.arange(count)
    chosen = names[here, best]
    for value in range(1, SIZE + 1):
        missing = chosen[:, value] == 0
        used_here = chosen.max(axis=1) + 1
        chosen[:, value] = np.where(missing, used_here, chosen[:, value])
    return Canonical(codes[here, best], best, chosen)


def decode(codes: Longs) -> Bytes:
    """The boards of these codes, a row of 16 values each."""
    return (codes[:, None] // _POWERS % 5).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Level:
    """All canonical boards with equally many values; one row a board."""

    codes: Longs
    fills: NDArray[np.bool_]
    """``fills[board, cell, value]``: keeps the board solvable."""
    bombs: NDArray[np.int8]
    """``bombs[board, cell, value]``: the bomb's number, -1 where there is none."""
    start: Longs
    """Where the board's states begin in the table of values."""

    @property
    def counts(self) -> Longs:
        """How many bombs each board has."""
        counts: Longs = (self.bombs >= 0).sum(axis=(1, 2), dtype=np.int64)
        return counts


@dataclass(frozen=True, slots=True)
class Tablebase:
    """Every state's value."""

    levels: tuple[Level, ...]
    values: NDArray[np.int8]
    """By state: points to come, the mover's minus the other's."""

    def save(self, path: Path) -> None:
        """Writes what :func:`book_2x2` reads."""
        codes = np.concatenate([level.codes for level in self.levels])
        np.savez_compressed(path, codes=codes, values=self.values)

    @property
    def boards(self) -> int:
        """Boards, images counted once."""
        return sum(len(level.codes) for level in self.levels)

    def rate(self, board: SudokuBoard) -> Solution:
        """Every move of a 2x2 board in the mode classic, best first."""
        cells = np.array(board.cells, dtype=np.uint8)
        level = self.levels[CELLS - board.empties]
        found = canonical(cells[None])
        own = _Lookup(level, found)
        used = [
            (move.row * SIZE + move.col, move.value)
            for move in board.taboo
            if not board.cells[move.row * SIZE + move.col]
        ]
        rated = []
        for move in board.legal_moves():
            cell = move.row * SIZE + move.col
            number = own.bomb(0, cell, move.value)
            if number >= 0:
                state = own.state(0, [*used, (cell, move.value)])
                rated.append(Rated(move, "bomb", -int(self.values[state]), exact=True))
            else:
                after = cells.copy()
                after[cell] = move.value
                there = _Lookup(self.levels[CELLS - board.empties + 1], canonical(after[None]))
                value = board.completes(move) - int(self.values[there.state(0, used)])
                rated.append(Rated(move, "fill", value, exact=True))
        rated.sort(key=lambda one: -one.value)
        return Solution(rated[0].value if rated else 0, tuple(rated), 0)


class _Lookup:
    """Finds boards and bombs, named as on the board itself, in a level."""

    def __init__(self, level: Level, found: Canonical) -> None:
        self._level = level
        self._found = found
        self._rows = np.searchsorted(level.codes, found.codes)

    def bomb(self, which: int, cell: int, value: int) -> int:
        """The number of a bomb; -1 when this is none."""
        found = self._found
        return int(self._level.bombs[self._rows[which], _PLACES[found.image[which], cell], found.names[which, value]])

    def state(self, which: int, used: list[tuple[int, int]]) -> int:
        """The index of the state in which these bombs are used up; those that are none any more do not count."""
        numbers = (self.bomb(which, cell, value) for cell, value in used)
        return int(self._level.start[self._rows[which]]) + sum(1 << number for number in set(numbers) if number >= 0)


def _levels() -> tuple[Level, ...]:
    """All canonical boards, by how many values they have, found by filling them cell by cell."""
    codes = np.zeros(1, dtype=np.int64)
    levels: list[Level] = []
    begin = 0
    while len(codes):
        levels.append(_level(codes, begin))
        begin += int(np.left_shift(1, levels[-1].counts).sum())
        row, place, named = levels[-1].fills.nonzero()
        after = decode(codes)[row]
        after[np.arange(len(row)), place] = named
        codes = np.unique(canonical(after).codes) if len(row) else np.zeros(0, dtype=np.int64)
    return tuple(levels)


@cache
def _holds() -> NDArray[np.bool_]:
    """``[cell, value - 1, solution]``: which of the 288 full grids have the value there."""
    solutions = np.array(completions(2, 2, [0] * CELLS, SOLUTIONS), dtype=np.uint8)
    return np.stack([value == solutions.T for value in range(1, SIZE + 1)], axis=1)


def _level(codes: Longs, begin: int) -> Level:
    """What can be said of these canonical boards one by one; their states begin at ``begin``."""
    holds = _holds()
    boards = decode(codes)
    open_cells = boards == 0
    alive = np.ones((len(codes), SOLUTIONS), dtype=np.bool_)
    for cell in range(CELLS):
        alive &= open_cells[:, cell, None] | holds[cell][boards[:, cell].astype(np.intp) - 1]
    fills = np.zeros((len(codes), CELLS, SIZE + 1), dtype=np.bool_)
    free = np.zeros_like(fills)
    for cell, value in product(range(CELLS), range(1, SIZE + 1)):
        fills[:, cell, value] = open_cells[:, cell] & (alive & holds[cell, value - 1]).any(axis=1)
        free[:, cell, value] = open_cells[:, cell] & ~(boards[:, _PEERS[cell]] == value).any(axis=1)
    is_bomb = (free & ~fills).reshape(len(codes), -1)
    numbers = np.where(is_bomb, is_bomb.cumsum(axis=1) - 1, -1).astype(np.int8)
    states = np.left_shift(1, is_bomb.sum(axis=1))
    return Level(codes, fills, numbers.reshape(fills.shape), begin + states.cumsum() - states)


def _points(boards: Bytes, cells: NDArray[np.intp]) -> NDArray[np.int64]:
    """What filling this cell of each board scores."""
    empties = (boards == 0).astype(np.int64)
    complete = np.zeros(len(boards), dtype=np.intp)
    for kind in range(3):
        same = _REGIONS[None, :, kind] == _REGIONS[cells, kind, None]
        complete += (empties * same).sum(axis=1) == 1
    return np.array(POINTS)[complete]


def _fill_values(level: Level, fuller: Level, values: NDArray[np.int8], states: NDArray[np.int8]) -> None:
    """Raises every state of the level to its best fill; ``states`` is the level's part of the table of values."""
    row, cell, value = level.fills.nonzero()
    boards = decode(level.codes)[row]
    points = _points(boards, cell)
    boards[np.arange(len(row)), cell] = value
    found = canonical(boards)
    child = np.searchsorted(fuller.codes, found.codes)
    for bombs in np.unique(level.counts[row]):
        chosen = np.flatnonzero(level.counts[row] == bombs)
        sets = np.arange(1 << bombs)
        there = np.repeat(fuller.start[child[chosen], None], len(sets), axis=1)
        for number in range(bombs):
            _, place, named = (level.bombs[row[chosen]] == number).nonzero()
            renamed = found.names[chosen, named]
            moved = fuller.bombs[child[chosen], _PLACES[found.image[chosen], place], renamed].astype(np.int64)
            bit = np.where(moved >= 0, 1 << np.maximum(moved, 0), 0)
            there += np.where(sets[None, :] >> number & 1, bit[:, None], 0)
        worth = (points[chosen, None] - values[there]).astype(np.int8)
        np.maximum.at(states, (level.start[row[chosen]] - level.start[0])[:, None] + sets, worth)


def _bomb_values(level: Level, states: NDArray[np.int8]) -> None:
    """Raises every state of the level to its best bomb; the states with more bombs used up come first."""
    for bombs in np.unique(level.counts):
        rows = (level.start[level.counts == bombs] - level.start[0])[:, None]
        sets = np.arange(1 << bombs)
        size = np.array([int(one).bit_count() for one in sets])
        for used in range(bombs - 1, -1, -1):
            here = sets[size == used]
            for number in range(bombs):
                free = here[here >> number & 1 == 0]
                states[rows + free] = np.maximum(states[rows + free], -states[rows + (free | 1 << number)])


@cache
def solve_2x2() -> Tablebase:
    """Solves the whole game, a few seconds of work."""
    levels = _levels()
    total = int(levels[-1].start[-1]) + 1
    values = np.full(total, WORST, dtype=np.int8)
    for number in range(len(levels) - 1, -1, -1):
        level = levels[number]
        states = values[level.start[0] : levels[number + 1].start[0] if number + 1 < len(levels) else total]
        if number == CELLS:
            states[:] = 0
            continue
        _fill_values(level, levels[number + 1], values, states)
        _bomb_values(level, states)
    return Tablebase(levels, values)


@cache
def book_2x2() -> Tablebase:
    """The complete solution as it is shipped, so that nobody waits for :func:`solve_2x2`; a test compares them."""
    with (resources.files(__package__) / BOOK).open("rb") as file, np.load(file) as stored:
        codes, values = stored["codes"], stored["values"]
    filled = np.count_nonzero(decode(codes), axis=1)
    levels: list[Level] = []
    begin = 0
    for number in range(CELLS + 1):
        levels.append(_level(codes[filled == number], begin))
        begin += int(np.left_shift(1, levels[-1].counts).sum())
    return Tablebase(tuple(levels), values)
