"""A board near its end as the tables and the first layer that the kernels of `endgame` work on."""

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.modes import neighbours
from gridarena_kernels.endgame_position import WORD, Stack, Tables
from gridarena_kernels.jit import Flat, flat, flattened, zeros

Ints = NDArray[np.int64]


def places(cells: Sequence[int], mask: int) -> int:
    """A mask over the board's cells as one over its empty cells, which are listed."""
    return sum(1 << place for place, cell in enumerate(cells) if mask >> cell & 1)


def tables_of(
    board: SudokuBoard,
    cells: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    solutions: Sequence[tuple[int, ...]],
    salt: int,
) -> Tables:
    """What does not change during a search.

    Args:
        board: The position.
        cells: Its empty cells.
        pairs: Every place in that list with each value no rule forbids there.
        solutions: All completions, a value for each place.
        salt: Tells this position from others in the same table.
    """
    regions = [board.regions(cell) for cell in cells]
    kills = kills_of(regions, pairs)
    lines = [
        sum(1 << place for place, theirs in enumerate(regions) if theirs[kind] == mine[kind])
        for mine in regions
        for kind in range(3)
    ]
    by_region = dict(zip((region for mine in regions for region in mine), lines, strict=True))
    sides = [by_region[region] for region in sorted(by_region)]
    picks = _picks(board.N, len(cells), pairs, solutions)
    words = -(-len(pairs) // WORD)
    rng = random.Random(salt)  # a salt from the same numbers as the names would be cancelled out by one of them
    return Tables(
        words=words,
        cells=len(cells),
        pairs=len(pairs),
        free=board.mode == "classic",
        lines=flat(lines),
        side=flat(sides),
        sides=len(sides),
        near=flat(places(cells, neighbours(board.N)[cell]) for cell in cells),
        cell_of=flat(place for place, _ in pairs),
        kills=flattened(_masks(kills, words)),
        holds=flattened(_masks(_chosen(picks, len(pairs)), words)),
        pick=flattened(picks),
        enders=flattened(_enders(kills, picks)),
        solutions=len(solutions),
        names=flat(rng.getrandbits(62) for _ in range(len(pairs) + len(cells))),
        salt=salt,
    )


def stack_of(tables: Tables, table: Flat) -> Stack:
    """Room for every layer, the position itself in layer 0; ``table`` has a power of two of slots."""
    layers = tables.pairs + 3  # every move strikes out at least one pair; the last completion takes one more
    beside = layers * max(1, tables.pairs)
    stack = Stack(
        standing=zeros(layers * tables.words),
        held=zeros(layers * tables.words),
        left=zeros(layers * tables.solutions),
        marks=zeros(layers * tables.solutions),
        possible=zeros(layers),
        moves=zeros(beside),
        order=zeros(beside),
        bombs=zeros(beside),
        ends=zeros(beside),
        names=zeros(layers * (tables.cells + tables.pairs)),
        history=zeros(max(1, tables.pairs)),
        table=table,
        mask=len(table) // 2 - 1,
    )
    picks = np.array(tables.pick, dtype=np.int64).reshape(tables.solutions, tables.cells)
    holds = np.array(tables.holds, dtype=np.int64).reshape(tables.solutions, tables.words)
    marks = np.bitwise_xor.reduce(np.array(tables.names, dtype=np.int64)[picks], axis=1)
    stack.standing[: tables.words] = flattened(_masks(np.ones((1, tables.pairs), dtype=np.bool_), tables.words))
    stack.held[: tables.words] = flattened(np.bitwise_or.reduce(holds, axis=0))
    stack.left[: tables.solutions] = flat(range(tables.solutions))
    stack.marks[: tables.solutions] = flattened(marks)
    stack.possible[0] = tables.solutions
    return stack


def kills_of(regions: Sequence[tuple[int, int, int]], pairs: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """``kills[pair, other]``: filling the pair strikes the other out; ``regions`` are those of each place."""
    each = np.array(regions)
    see = (each[:, None, :] == each[None, :, :]).any(axis=2)
    place, value = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    same_place, same_value = place[:, None] == place, value[:, None] == value
    return np.asarray(same_place | same_value & see[np.ix_(place, place)])


def _picks(size: int, cells: int, pairs: Sequence[tuple[int, int]], solutions: Sequence[tuple[int, ...]]) -> Ints:
    """``picks[solution, place]``: the pair a completion has there."""
    number = np.zeros((cells, size + 1), dtype=np.int64)
    for pair, (place, value) in enumerate(pairs):
        number[place, value] = pair
    values = np.array(solutions, dtype=np.int64).reshape(len(solutions), cells)
    return number[np.arange(cells), values]


def _chosen(picks: Ints, pairs: int) -> NDArray[np.bool_]:
    """``chosen[solution, pair]``: a completion has the pair."""
    chosen = np.zeros((len(picks), pairs), dtype=np.bool_)
    chosen[np.arange(len(picks))[:, None], picks] = True
    return chosen


def _enders(kills: NDArray[np.bool_], picks: Ints) -> Ints:
    """By pair and completion: the cells whose fill in that completion strikes the pair out."""
    enders = np.zeros((len(kills), len(picks)), dtype=np.int64)
    for place in range(picks.shape[1]):
        enders |= kills[picks[:, place]].T.astype(np.int64) << place
    return enders


def _masks(sets: NDArray[np.bool_], words: int) -> Ints:
    """Sets of pairs, one in each row, as masks of so many words."""
    masks = np.zeros((len(sets), words), dtype=np.int64)
    for pair in range(sets.shape[1]):
        masks[:, pair // WORD] |= sets[:, pair].astype(np.int64) << pair % WORD
    return masks
