"""Competitive Sudoku far from its end: alpha-beta over cells alone, with counters of what every region lacks.

Values matter only through bombs, of which there are too many to follow here: both seats are granted so many *passes*.
In `classic` all cells that cannot matter within the horizon are one move; in the other modes every cell changes the
ground that is open to its seat, so each is looked at, and at the horizon ground counts: see :func:`horizon`.

Values are in 64ths of a point. Works on boards of any size: nothing is a bitmask.
"""

from typing import NamedTuple

from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import METERS, POSITIVE, bound_of, bring_best, counted, settles

EMPTIES = METERS
"""Meter: empty cells."""
POINT = 64
PRIVATE = 10
"""What a cell that only one seat can ever fill is worth at the horizon: it is a move in hand."""
NEARER = 4
"""What a cell is worth that one seat reaches sooner."""
LINE = 70
"""What a region is worth that only one seat can complete when it likes."""
MINE, THEIRS, NOBODYS = 1, 2, 4
UNKNOWN = -10_000_000
WORST = 1_000_000
PASS = -1


class Ground(NamedTuple):
    """The board and what was done on it."""

    size: int
    classic: bool
    regions: Flat
    """``regions[3 * cell + kind]``."""
    around: Flat
    """``around[8 * cell + i]``: neighbours, -1 behind the last."""
    left: Flat
    """By region: empty cells."""
    filled: Flat
    """By cell: 1 when filled."""
    open: Flat
    """``open[seat * cells + cell]``: how many things let the seat play there; 0 = it may not."""
    names: Flat
    """``names[seat * cells + cell]``: random numbers, and behind them one for each number of passes."""
    far: Flat
    """By seat and cell, at the horizon: see :func:`flood`."""
    queue: Flat
    """Cells that the flood has still to leave."""
    owner: Flat
    """By region, at the horizon: whose cells it has."""
    moves: Flat
    """``cells + 1`` a layer: moves to try."""
    order: Flat
    history: Flat
    keys: Flat
    entries: Flat


@kernel
def scores(ground: Ground, cell: int) -> int:
    """Points that filling this cell scores now."""
    complete = 0
    for kind in range(3):
        if ground.left[ground.regions[3 * cell + kind]] == 1:
            complete += 1
    return (1 << complete) - 1


@kernel
def put(ground: Ground, meter: Flat, seat: int, cell: int) -> None:
    """Fills a cell for a seat."""
    cells = ground.size * ground.size
    ground.filled[cell] = 1
    meter[EMPTIES] -= 1
    for kind in range(3):
        ground.left[ground.regions[3 * cell + kind]] -= 1
    if not ground.classic:
        for i in range(8):
            near = ground.around[8 * cell + i]
            if near < 0:
                break
            ground.open[seat * cells + near] += 1


@kernel
def take(ground: Ground, meter: Flat, seat: int, cell: int) -> None:
    """Undoes :func:`put`."""
    cells = ground.size * ground.size
    ground.filled[cell] = 0
    meter[EMPTIES] += 1
    for kind in range(3):
        ground.left[ground.regions[3 * cell + kind]] += 1
    if not ground.classic:
        for i in range(8):
            near = ground.around[8 * cell + i]
            if near < 0:
                break
            ground.open[seat * cells + near] -= 1


@kernel
def flood(ground: Ground, seat: int) -> None:
    """Writes into ``far`` how many own moves a seat is from filling each cell; 0 where it never can."""
    cells = ground.size * ground.size
    base = seat * cells
    listed = 0
    for cell in range(cells):
        ground.far[base + cell] = 0
        if not ground.filled[cell] and ground.open[base + cell]:
            ground.far[base + cell] = 1
            ground.queue[listed] = cell
            listed += 1
    place = 0
    while place < listed:
        cell = ground.queue[place]
        place += 1
        for i in range(8):
            near = ground.around[8 * cell + i]
            if near < 0:
                break
            if not ground.filled[near] and ground.far[base + near] == 0:
                ground.far[base + near] = ground.far[base + cell] + 1
                ground.queue[listed] = near
                listed += 1


@kernel
def horizon(ground: Ground, seat: int) -> int:
    """What the ground is worth to the seat to move where the search ends.

    A region is completed by its last cell, so it belongs to who alone can reach one of its cells: that seat may wait.
    """
    if ground.classic:
        return 0
    cells = ground.size * ground.size
    mine = seat * cells
    theirs = (1 - seat) * cells
    flood(ground, seat)
    flood(ground, 1 - seat)
    for region in range(3 * ground.size):
        ground.owner[region] = 0
    balance = 0
    for cell in range(cells):
        if ground.filled[cell]:
            continue
        own = ground.far[mine + cell]
        other = ground.far[theirs + cell]
        if own and other:
            if own < other:
                balance += NEARER
            elif other < own:
                balance -= NEARER
            continue
        mark = NOBODYS
        if own:
            mark = MINE
            balance += PRIVATE
        elif other:
            mark = THEIRS
            balance -= PRIVATE
        for kind in range(3):
            ground.owner[ground.regions[3 * cell + kind]] |= mark
    for region in range(3 * ground.size):
        if ground.owner[region] == MINE:
            balance += LINE
        elif ground.owner[region] == THEIRS:
            balance -= LINE
    return balance


@kernel
def list_cells(ground: Ground, layer: int, seat: int, depth: int) -> int:
    """Lists the cells worth trying with their likely worth; returns how many."""
    cells = ground.size * ground.size
    base = layer * (cells + 1)
    listed = 0
    quiet_seen = False
    for cell in range(cells):
        if ground.filled[cell] or not ground.open[seat * cells + cell]:
            continue
        ones = 0
        twos = 0
        loud = False
        for kind in range(3):
            left = ground.left[ground.regions[3 * cell + kind]]
            if left <= depth:
                loud = True
                if left == 1:
                    ones += 1
                elif left == 2:
                    twos += 1
        if not loud and ground.classic:
            if quiet_seen:
                continue
            quiet_seen = True
        ground.moves[base + listed] = cell
        ground.order[base + listed] = (((1 << ones) - 1) * 4 - twos * 5) * 4096 + ground.history[cell]
        listed += 1
    return listed


@kernel
def mark_of(ground: Ground, seat: int, passes: int, key: int) -> int:
    """The position's name in the table: filled cells (``key``), passes left, and who is to move where that matters."""
    name = ground.names[2 * ground.size * ground.size + passes]
    if not ground.classic:
        name ^= seat * 0x2545F4914F6CDD1D
    return (key ^ name) & POSITIVE


@kernel
def worth_ahead(
    ground: Ground,
    meter: Flat,
    stop: Flat,
    layer: int,
    seat: int,
    passes: int,
    key: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """What the next ``depth`` moves are worth to the seat to move, fail-soft; UNKNOWN when stopped.

    No argument may be a literal where it calls itself: numba would make one more version of it, and a version that
    calls another crashes once it is loaded from the cache (numba#6061).
    """
    if not counted(meter, stop):
        return UNKNOWN
    if meter[EMPTIES] == 0:
        return 0
    if depth == 0:
        return horizon(ground, seat)
    cells = ground.size * ground.size
    mark = mark_of(ground, seat, passes, key)
    slot = mark % len(ground.keys)
    first = PASS - 1
    if ground.keys[slot] == mark:
        entry = ground.entries[slot]
        known = ((entry >> 16) & 0xFFFFFFFF) - WORST
        bound = (entry >> 12) & 15
        if entry >> 48 == depth and settles(bound, known, alpha, beta):
            return known
        first = (entry & 4095) - 2
    listed = list_cells(ground, layer, seat, depth)
    base = layer * (cells + 1)
    if listed == 0:
        if list_cells(ground, layer, 1 - seat, depth) == 0:
            return 0
        value = worth_ahead(ground, meter, stop, layer, 1 - seat, passes, key, depth, -beta, -alpha)
        return UNKNOWN if value == UNKNOWN else -value
    if passes:
        ground.moves[base + listed] = PASS
        ground.order[base + listed] = -4096
        listed += 1
    for i in range(listed):
        if ground.moves[base + i] == first:
            ground.order[base + i] = 1 << 40
    best = -WORST
    chosen = PASS - 1
    low = alpha
    for i in range(listed):
        cell = bring_best(ground.moves, ground.order, base + i, base + listed)
        points = 0
        next_key = key
        next_passes = passes
        if cell >= 0:
            points = scores(ground, cell) * POINT
            put(ground, meter, seat, cell)
            next_key ^= ground.names[(0 if ground.classic else seat) * cells + cell]
        else:
            next_passes -= 1
        value = UNKNOWN
        below = layer + 1
        if i > 0:
            edge = points - low
            value = worth_ahead(ground, meter, stop, below, 1 - seat, next_passes, next_key, depth - 1, edge - 1, edge)
        if i == 0 or (value != UNKNOWN and low < points - value < beta):
            value = worth_ahead(
                ground,
                meter,
                stop,
                below,
                1 - seat,
                next_passes,
                next_key,
                depth - 1,
                points - beta,
                points - low,
            )
        if cell >= 0:
            take(ground, meter, seat, cell)
        if value == UNKNOWN:
            return UNKNOWN
        value = points - value
        if value > best:
            best = value
            chosen = cell
            if value > low:
                low = value
            if best >= beta:
                if cell >= 0:
                    ground.history[cell] = min(4095, ground.history[cell] + depth * depth)
                break
    bound = bound_of(best, alpha, beta)
    ground.keys[slot] = mark
    ground.entries[slot] = (depth << 48) | ((best + WORST) << 16) | (bound << 12) | (chosen + 2)
    return best
