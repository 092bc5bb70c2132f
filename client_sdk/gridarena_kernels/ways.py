"""Every way to fill a grid, as sets: how many bombs there are, how many a fill leaves, how many a fill and its reply.

A pair of an empty cell and a value belongs to a set of ways. It is a bomb where that set is empty; once other pairs are
filled, where its set has nothing in common with theirs. So all that the law of parity asks for is counted without a
solver, for tens of thousands of ways.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_kernels import jit
from gridarena_kernels.completions import completed
from gridarena_kernels.endgame_setup import Ints, kills_of
from gridarena_kernels.jit import COMPILED, Flat, flattened, kernel, octets, zeros

MOST_WAYS = 30_000 if COMPILED else 0
"""More ways take too long to list: 10 to 20 ms for so many. Without numba even a few hundred do, and an agent that asks
for so many plays without them."""
WORD = 62
"""Ways in one int of a set."""


class Sets(NamedTuple):
    """A position: its pairs, and the ways that have each."""

    pairs: int
    words: int
    ways: Flat
    """``ways[pair * words + word]``: the set of ways that have the pair."""
    kills: Flat
    """``kills[pair * pairs + other]`` is 1 where the rules forbid the other once the pair is filled."""


@kernel
def bombs_after(sets: Sets, first: int, second: int, both: Flat) -> int:
    """How many bombs there are with these two pairs filled, which the ways in ``both`` have."""
    bombs = 0
    for other in range(sets.pairs):
        if sets.kills[first * sets.pairs + other] or sets.kills[second * sets.pairs + other]:
            continue
        base = other * sets.words
        word = 0
        while word < sets.words and sets.ways[base + word] & both[word] == 0:
            word += 1
        if word == sets.words:
            bombs += 1
    return bombs


@kernel
def count_replies(sets: Sets, first: int, both: Flat, tally: Flat, stop: Flat) -> bool:
    """Counts the fills that may answer a fill, those that leave an odd number of bombs, and an even one but not none.

    False when stopped. ``both`` is room for a set.
    """
    for i in range(3):
        tally[i] = 0
    for second in range(sets.pairs):
        if stop[0] != 0:
            return False
        if sets.kills[first * sets.pairs + second]:
            continue
        some = 0
        for word in range(sets.words):
            both[word] = sets.ways[first * sets.words + word] & sets.ways[second * sets.words + word]
            some |= both[word]
        if some == 0:
            continue
        bombs = bombs_after(sets, first, second, both)
        tally[0] += 1
        if bombs % 2 == 1:
            tally[1] += 1
        elif bombs:
            tally[2] += 1
    return True


class Ways:
    """Of one `classic` position; it does not follow the board. Its fills and bombs are numbered moves."""

    def __init__(self, board: SudokuBoard, values: Ints) -> None:
        """See :meth:`of`."""
        cells = [cell for cell, value in enumerate(board.cells) if not value]
        moves = list(board.legal_moves())
        places = {cell: place for place, cell in enumerate(cells)}
        self.count = len(values)
        """How many ways there are."""
        self.moves = moves
        """Every legal move."""
        self.cells = [board.cell_of(move) for move in moves]
        """By move."""
        pairs = [(places[cell], move.value) for cell, move in zip(self.cells, moves, strict=True)]
        self._ways = _packed(values, pairs)
        self.fills = np.flatnonzero(self._ways.any(axis=1)).tolist()
        """Those that some way has; the others are the bombs."""
        self.bombs = np.flatnonzero(~self._ways.any(axis=1)).tolist()
        kills = kills_of([board.regions(cell) for cell in cells], pairs)
        words = self._ways.shape[1]
        self._sets = Sets(len(moves), words, flattened(self._ways), flattened(kills.astype(np.int64)))
        self._both = zeros(words)
        self._tally = zeros(3)

    @classmethod
    def of(cls, board: SudokuBoard, limit: int = MOST_WAYS) -> "Ways | None":
        """The position; None where there are more ways than the limit, or none."""
        values = completed(board.m, board.n, list(board.cells), limit)
        return cls(board, values) if values is not None and len(values) else None

    def left_by(self, fill: int) -> int:
        """How many bombs a fill leaves."""
        return int(bombs_after(self._sets, fill, fill, flattened(self._ways[fill])))

    def trap(self, fill: int, stop: Flat) -> float | None:
        """How likely a reply to this fill hands the better parity over, of all that fill a cell; None when stopped.

        One that leaves an odd number of bombs does. One that leaves a few, but an even number, half counts: whoever
        does not count bombs may be tried with one of them.
        """
        if not count_replies(self._sets, fill, self._both, self._tally, stop):
            return None
        replies, odd, some = map(int, self._tally)
        return (odd + some / 2) / replies if replies else 0.0


def _packed(values: Ints, pairs: list[tuple[int, int]]) -> Ints:
    """By pair the set of ways that have it, in words of 62."""
    words = -(-len(values) // WORD)
    padded = np.zeros((words * WORD, values.shape[1]), dtype=np.int64)
    padded[: len(values)] = values
    bits = np.int64(1) << np.arange(WORD, dtype=np.int64)
    has = [(padded[:, place] == value).reshape(words, WORD) @ bits for place, value in pairs]
    return np.array(has, dtype=np.int64).reshape(len(pairs), words)


@cache
def warm() -> None:
    """Compiles or loads every kernel, once a process."""

    def probe() -> None:
        board = SudokuBoard(2, 2, [1, 2, 3, 4, 3, 4, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0])
        ways = Ways.of(board, 288)
        assert ways is not None, "the grid can be filled"
        ways.left_by(ways.fills[0])
        ways.trap(ways.fills[0], octets(bytearray(1)))

    jit.load(probe)
