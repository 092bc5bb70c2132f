"""A board near its end as the tables and the first layer that the kernels of `endgame` work on."""

import random
from collections.abc import Sequence

import numpy as np

from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.modes import neighbours
from gridarena_kernels.endgame_position import WORD, Stack, Tables
from gridarena_kernels.jit import Flat, flat, zeros


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
    words = -(-len(pairs) // WORD)
    number = {pair: index for index, pair in enumerate(pairs)}
    seen = [{place for place, theirs in enumerate(regions) if set(mine) & set(theirs)} for mine in regions]
    kills = [
        [
            other
            for other, (there, same) in enumerate(pairs)
            if there == place or (same == value and there in seen[place])
        ]
        for place, value in pairs
    ]
    picks = [[number[place, value] for place, value in enumerate(solution)] for solution in solutions]
    lines = [
        sum(1 << place for place, theirs in enumerate(regions) if theirs[kind] == mine[kind])
        for mine in regions
        for kind in range(3)
    ]
    sides = sorted({line for kind in range(3) for line in lines[kind::3]})
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
        kills=flat(word for ended in kills for word in _mask(ended, words)),
        holds=flat(word for pick in picks for word in _mask(pick, words)),
        pick=flat(pair for pick in picks for pair in pick),
        enders=_enders(kills, picks),
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
    for word, mask in enumerate(_mask(range(tables.pairs), tables.words)):
        stack.standing[word] = mask
    for solution in range(tables.solutions):
        stack.left[solution] = solution
        for place in range(tables.cells):
            stack.marks[solution] ^= tables.names[tables.pick[solution * tables.cells + place]]
        for word in range(tables.words):
            stack.held[word] |= tables.holds[solution * tables.words + word]
    stack.possible[0] = tables.solutions
    return stack


def _enders(kills: Sequence[Sequence[int]], picks: Sequence[Sequence[int]]) -> Flat:
    """By pair and completion: the cells whose fill in that completion strikes the pair out."""
    if not kills or not picks:
        return zeros(1)
    struck = np.zeros((len(kills), len(kills)), dtype=np.bool_)
    for pair, ended in enumerate(kills):
        struck[pair, ended] = True
    chosen = np.array(picks)
    bits = np.left_shift(1, np.arange(len(picks[0]), dtype=np.int64))
    masks = np.stack([struck[pair, chosen] @ bits for pair in range(len(kills))])
    return flat(masks.ravel().tolist())


def _mask(pairs: Sequence[int] | range, words: int) -> list[int]:
    masks = [0] * words
    for pair in pairs:
        masks[pair // WORD] |= 1 << (pair % WORD)
    return masks
