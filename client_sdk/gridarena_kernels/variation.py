"""The principal variation of a finished search, read back from its table: what the search expects both seats to do.

Later positions may have pushed entries out, so a line may end early. The position stays as it was. Each walk is one
kernel, because a call costs more than it.
"""

from gridarena_kernels.endgame_memory import pair_in, recall
from gridarena_kernels.endgame_position import (
    WORD,
    Stack,
    Tables,
    bomb,
    fill,
    is_fill,
    list_bombs,
    list_fills,
    position_key,
)
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.middlegame import PASS, Ground, list_cells, mark_of, put, take

END = -2
"""Neither a cell nor a pass."""


@kernel
def cells_ahead(
    ground: Ground, meter: Flat, layer: int, seat: int, passes: int, key: int, depth: int, line: Flat
) -> int:
    """Writes the cells (PASS for a pass) of the next ``depth`` moves into ``line``; returns how many are known.

    ``line`` has room for twice as many: behind the cells stand the seats that fill them.
    """
    cells = ground.size * ground.size
    known = 0
    idle = 0
    mover = seat
    while known < depth and idle < 2:
        mark = mark_of(ground, mover, passes, key)
        slot = mark % len(ground.keys)
        cell = END
        if ground.keys[slot] == mark and ground.entries[slot] >> 48 == depth - known:
            cell = (ground.entries[slot] & 4095) - 2
        elif list_cells(ground, layer, mover, depth - known) == 0:
            idle += 1
            mover = 1 - mover
            continue
        if cell == END:
            break
        idle = 0
        line[known] = cell
        line[depth + known] = mover
        known += 1
        if cell == PASS:
            passes -= 1
        else:
            put(ground, meter, mover, cell)
            key ^= ground.names[(0 if ground.classic else mover) * cells + cell]
        mover = 1 - mover
    for i in range(known - 1, -1, -1):
        if line[i] != PASS:
            take(ground, meter, line[depth + i], line[i])
    return known


@kernel
def stands(tables: Tables, stack: Stack, layer: int, pair: int) -> bool:
    """True when the move can be made: no fill has struck the pair out yet."""
    return (stack.standing[layer * tables.words + pair // WORD] >> (pair % WORD)) & 1 == 1


@kernel
def pairs_ahead(
    tables: Tables, stack: Stack, layer: int, open_cells: int, mine: int, other: int, most: int, line: Flat
) -> int:
    """Writes the pairs of the next moves into ``line``, at most so many; returns how many are known."""
    known = 0
    while known < most and open_cells:
        if mine & open_cells == 0:
            if other & open_cells == 0:
                break
            mine, other = other, mine
        bombs, bombs_key = list_bombs(tables, stack, layer, open_cells, mine, other)
        pair = -1
        if open_cells & (open_cells - 1) == 0:
            if list_fills(tables, stack, layer, open_cells, mine, bombs) > bombs:
                pair = stack.moves[layer * tables.pairs + bombs]
        else:
            pair = pair_in(recall(stack, position_key(tables, stack, layer, open_cells, mine, other, bombs_key)))
        if pair < 0 or not stands(tables, stack, layer, pair):
            break  # one that plays on alike with other values left the entry
        line[known] = pair
        known += 1
        if is_fill(tables, stack, layer, pair):
            cell = tables.cell_of[pair]
            open_cells ^= 1 << cell
            mine |= tables.near[cell]
            fill(tables, stack, layer, pair)
        else:
            bomb(tables, stack, layer, pair)
        layer += 1
        mine, other = other, mine
    return known
