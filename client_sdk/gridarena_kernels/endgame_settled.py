"""The end of a `classic` match whose grid has one completion left: cells and bombs, and no values any more.

Each open cell has its one fill, and a bomb is the set of open cells whose fill would end it. Most positions of a search
are of this kind, so they get a search of their own that keeps no pairs: a position is a mask of cells and a list of
such sets. Positions that came about with other values share an entry of the table, so the move it recommends may be one
that does not stand here.

The last move before the horizon is not made: who has the better parity after it can be told from the masks.
"""

from gridarena_kernels.bits import popcount
from gridarena_kernels.endgame_memory import bound_in, credit, depth_in, pair_in, recall, remember, value_in
from gridarena_kernels.endgame_position import (
    LAW,
    POINT,
    TO_THE_END,
    UNKNOWN,
    WORST,
    Stack,
    Tables,
    balance,
    most_points,
    place_of,
    points_of,
    promised_by_parity,
    worth_of_parity,
)
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import LOWER, bound_of, bring_best, counted, mix, settles


@kernel
def settle(tables: Tables, stack: Stack, layer: int, bombs: int) -> int:
    """Takes over a layer whose bombs were listed as its first moves; returns the completion."""
    solution = stack.left[layer * tables.solutions]
    base = layer * tables.pairs
    for i in range(bombs):
        pair = stack.moves[base + i]
        stack.bombs[base + i] = pair
        stack.ends[base + i] = tables.enders[pair * tables.solutions + solution]
    return solution


@kernel
def keep_bombs(tables: Tables, stack: Stack, layer: int, bombs: int, move: int) -> int:
    """Lists in this layer what a move left of the bombs of the layer before; returns how many.

    A move is a cell, or behind the cells the place of a bomb in that layer; -1 leaves them as they are.
    """
    base = layer * tables.pairs
    before = base - tables.pairs
    kept = 0
    for i in range(bombs):
        ends = stack.ends[before + i]
        if i != move - tables.cells and (move < 0 or move >= tables.cells or (ends >> move) & 1 == 0):
            stack.bombs[base + kept] = stack.bombs[before + i]
            stack.ends[base + kept] = ends
            kept += 1
    return kept


@kernel
def name_ahead(tables: Tables, stack: Stack, layer: int, bombs: int, key: int) -> None:
    """Writes the name of the position that each move leads to: the cells, then the bombs."""
    base = layer * tables.pairs
    names = layer * (tables.cells + tables.pairs)
    for cell in range(tables.cells):
        stack.names[names + cell] = key ^ tables.names[tables.pairs + cell]
    for i in range(bombs):
        ends = stack.ends[base + i]
        mixed = mix(ends)
        stack.names[names + tables.cells + i] = key ^ mixed
        for cell in range(tables.cells):
            if (ends >> cell) & 1:
                stack.names[names + cell] ^= mixed


@kernel
def proven_ahead(tables: Tables, stack: Stack, layer: int, open_cells: int, bombs: int, beta: int, below: int) -> int:
    """What a move is worth that the table already knows to reach beta; UNKNOWN where there is none.

    A position comes about in so many ways here that this saves three of four (enhanced transposition cutoffs, Plaat et
    al. 1996).
    """
    names = layer * (tables.cells + tables.pairs)
    for move in range(tables.cells + bombs):
        if move < tables.cells and not (open_cells >> move) & 1:
            continue
        entry = recall(stack, stack.names[names + move])
        if entry and depth_in(entry) >= below and bound_in(entry) != LOWER:
            value = -value_in(entry)
            if move < tables.cells:
                value += points_of(tables, open_cells, move)
            if value >= beta:
                return value
    return UNKNOWN


@kernel
def lawful_fills(tables: Tables, stack: Stack, layer: int, open_cells: int, bombs: int) -> int:
    """The cells whose fill leaves an even number of bombs."""
    base = layer * tables.pairs
    odd_ends = 0
    for i in range(bombs):
        odd_ends ^= stack.ends[base + i]
    return open_cells & (odd_ends if bombs % 2 == 1 else ~odd_ends)


@kernel
def one_ahead(tables: Tables, stack: Stack, layer: int, open_cells: int, bombs: int) -> int:
    """The best that one move comes to, none of them made: its points, and parity after it, worth what it is before it.

    A bomb where the law has none is worth no more than a fill that scores nothing.
    """
    worth = worth_of_parity(bombs)
    if popcount(open_cells) % 2 == 0:
        best = most_points(tables, open_cells, open_cells) - worth
        return max(best, worth) if bombs % 2 == 1 else best
    lawful = lawful_fills(tables, stack, layer, open_cells, bombs)
    best = most_points(tables, open_cells, open_cells) - worth
    if lawful:
        best = max(best, most_points(tables, open_cells, lawful) + worth)
    return best


@kernel
def list_settled(
    tables: Tables,
    stack: Stack,
    layer: int,
    solution: int,
    open_cells: int,
    bombs: int,
    first: int,
    all_of_them: bool,
) -> int:
    """Lists cells and, numbered behind them, bombs; returns how many.

    Worth most: the law of parity, then points, then what cut before. ``first`` is the pair that the table recommends,
    or -1. Unless all are wanted, the law, and points, leave only some.
    """
    base = layer * tables.pairs
    even = popcount(open_cells) % 2 == 0
    lawful = 0 if even else lawful_fills(tables, stack, layer, open_cells, bombs)
    loud = 0
    scoring = 0
    for i in range(tables.sides):
        inside = tables.side[i] & open_cells
        rest = inside & (inside - 1)
        if rest & (rest - 1) == 0:
            loud |= inside
        if rest == 0:
            scoring |= inside
    listed = 0
    if all_of_them or (even and bombs % 2 == 1) or (not even and not lawful):
        listed = list_settled_bombs(tables, stack, layer, solution, bombs, first, even)
    cells = open_cells
    if not all_of_them and even and bombs % 2 == 1:
        cells = scoring
    elif not all_of_them and lawful:
        cells = lawful | scoring
    for cell in range(tables.cells):
        if (cells >> cell) & 1:
            pair = tables.pick[solution * tables.cells + cell]
            worth = stack.history[pair]
            if (loud >> cell) & 1:
                worth += balance(tables, open_cells, cell) * POINT
            if (lawful >> cell) & 1:
                worth += LAW
            if pair == first:
                worth = 16 * LAW
            stack.moves[base + listed] = cell
            stack.order[base + listed] = worth
            listed += 1
    return listed


@kernel
def list_settled_bombs(
    tables: Tables, stack: Stack, layer: int, solution: int, bombs: int, first: int, even: bool
) -> int:
    """Lists the bombs; returns how many."""
    base = layer * tables.pairs
    law = LAW if even and bombs % 2 == 1 else -LAW
    recommended = 0
    if first >= 0:
        recommended = tables.enders[first * tables.solutions + solution]
    for i in range(bombs):
        stack.moves[base + i] = tables.cells + i
        stack.order[base + i] = law + stack.history[stack.bombs[base + i]]
        if stack.ends[base + i] == recommended:
            stack.order[base + i] = 16 * LAW
    return bombs


@kernel
def settled_value(
    tables: Tables,
    stack: Stack,
    meter: Flat,
    stop: Flat,
    layer: int,
    solution: int,
    open_cells: int,
    before: int,
    last: int,
    key: int,
    alpha: int,
    beta: int,
    depth: int,
) -> int:
    """As `endgame.value_of`, after the move ``last`` in the layer before, which had ``before`` bombs.

    ``key`` is the position's name. Only a position that the table does not answer for has its bombs listed: most are
    answered.
    """
    if open_cells & (open_cells - 1) == 0:
        return points_of(tables, open_cells, place_of(open_cells)) if open_cells else 0
    if not counted(meter, stop):
        return UNKNOWN
    if depth <= 1:
        bombs = keep_bombs(tables, stack, layer, before, last)
        if depth <= 0:
            return promised_by_parity(open_cells, bombs)
        return one_ahead(tables, stack, layer, open_cells, bombs)
    entry = recall(stack, key)
    if entry and depth_in(entry) >= depth and settles(bound_in(entry), value_in(entry), alpha, beta):
        return value_in(entry)
    bombs = keep_bombs(tables, stack, layer, before, last)
    below = depth if depth == TO_THE_END else depth - 1
    everything = depth == TO_THE_END
    if below > 1:  # what is searched less deep asks the table nothing: the name it is passed is an old one
        name_ahead(tables, stack, layer, bombs, key)
        answered = not everything and bombs % 2 == 0 and popcount(open_cells) % 2 == 0
        value = proven_ahead(tables, stack, layer, open_cells, 0 if answered else bombs, beta, below)
        if value != UNKNOWN:
            return value
    listed = list_settled(tables, stack, layer, solution, open_cells, bombs, pair_in(entry), everything)
    base = layer * tables.pairs
    names = layer * (tables.cells + tables.pairs)
    above = layer + 1
    best = -WORST
    chosen = -1
    low = alpha
    for i in range(listed):
        move = bring_best(stack.moves, stack.order, base + i, base + listed)
        points = 0
        next_open = open_cells
        if move < tables.cells:
            pair = tables.pick[solution * tables.cells + move]
            points = points_of(tables, open_cells, move)
            next_open = open_cells ^ (1 << move)
        else:
            pair = stack.bombs[base + move - tables.cells]
        next_key = stack.names[names + move]
        value = UNKNOWN
        if i > 0:
            edge = points - low
            value = settled_value(
                tables, stack, meter, stop, above, solution, next_open, bombs, move, next_key, edge - 1, edge, below
            )
        if i == 0 or (value != UNKNOWN and points - value > low and points - value < beta):
            value = settled_value(
                tables,
                stack,
                meter,
                stop,
                above,
                solution,
                next_open,
                bombs,
                move,
                next_key,
                points - beta,
                points - low,
                below,
            )
        if value == UNKNOWN:
            return UNKNOWN
        value = points - value
        if value > best:
            best = value
            chosen = pair
            if value > low:
                low = value
            if best >= beta:
                credit(stack, pair, open_cells)
                break
    remember(stack, key, depth, best, bound_of(best, alpha, beta), chosen)
    return best
