"""Grids for tests and benches of the solver: made by formula, by random play, or checked by brute force."""

import random
from collections.abc import Iterator

from gridarena_games.base import Answer
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard
from gridarena_games.sudoku.rules import Grid, Position, geometry
from gridarena_games.sudoku.text import read_board
from gridarena_kernels.solver import solve


def position(text: str) -> Position:
    """A grid in course board text."""
    m, n, cells = read_board(text)
    return Position(m, n, bytes(cells))


def pigeonhole(k: int, rng: random.Random) -> Position:
    """A 16x16 grid without duplicates, in a line of which k values (5 to 12) have only k - 1 cells left.

    Made for the first row, whose rightmost cells lose the values 1..k, then shuffled. A block that loses all four cells
    holds the values in its other rows; in the block that loses some, each of those columns holds them further down.
    """
    rows = [[0] * 16 for _ in range(16)]
    for column in range(k - 1, 16):
        block, place = divmod(column, 4)
        for i in range(k):
            if block * 4 >= k - 1:
                rows[1 + (i + block) % 3][4 * block + i // 3] = i + 1
            else:
                rows[4 + (i + 4 * place) % 12][column] = i + 1
    return Position(4, 4, _shuffled(rows, rng))


def _shuffled(rows: list[list[int]], rng: random.Random) -> bytes:
    """The same 16x16 puzzle with its values, bands, rows, stacks and columns renamed, perhaps mirrored."""
    values = [0, *rng.sample(range(1, 17), 16)]
    down, across = ([4 * band + row for band in _order(rng) for row in _order(rng)] for _ in range(2))
    if rng.random() < 0.5:
        rows = [list(column) for column in zip(*rows, strict=True)]
    return bytes(values[rows[row][column]] for row in down for column in across)


def _order(rng: random.Random) -> list[int]:
    return rng.sample(range(4), 4)


def playout(m: int, n: int, rng: random.Random, share: float = 1.0) -> Iterator[Position]:
    """The questions of a random game from the empty grid, condemned ones included, as long as the grid stays solvable.

    Args:
        m: rows of a block.
        n: columns of a block.
        rng: what is proposed.
        share: of the questions that are handed out.
    """
    board = SudokuBoard(m, n, [0] * (m * n) ** 2)
    known = bytes(len(board.cells))
    while board.outcome() is None:
        move = rng.choice(list(board.legal_moves()))
        asked: Position = board.question(move).position
        if rng.random() < share:
            yield asked
        accepted = known[move.row * board.N + move.col] == move.value
        if not accepted and (found := solve(m, n, asked.cells, "quick").solution) is not None:
            accepted, known = True, found
        board.push(move, ASSUMED if accepted else Answer(accepted=False, reason="search"))


def fills(solution: bytes | None, asked: Position) -> bool:
    """True when the solution keeps every given value and has every value once in every region."""
    if solution is None or any(given not in (0, value) for given, value in zip(asked.cells, solution, strict=True)):
        return False
    tables = geometry(asked.m, asked.n)
    placed = {(region, value) for cell, value in enumerate(solution) for region in tables.regions[cell]}
    return len(placed) == 3 * len(solution) and set(solution) <= set(range(1, tables.size + 1))


def brute_force(asked: Position) -> bool:
    """Whether the grid can be filled, found by trying every value in every empty cell; for the smallest grids."""
    grid = Grid(geometry(asked.m, asked.n), list(asked.cells))

    def fill(cell: int) -> bool:
        while cell < len(asked.cells) and grid.cells[cell]:
            cell += 1
        if cell == len(asked.cells):
            return True
        free = grid.free(cell)
        for value in range(1, asked.m * asked.n + 1):
            if free >> (value - 1) & 1:
                grid.place(cell, value)
                if fill(cell + 1):
                    return True
                grid.clear(cell)
        return False

    return fill(0)
