"""The exact value of a Competitive Sudoku position: alpha-beta over fills and bombs, given every completion.

Two facts make it fast. Positions from which the game goes on alike share an entry of the table, whatever the values
are: with one completion left, a bomb is known by the open cells that would end it. And two bombs that the same fills
end, open to both seats, cancel out (who would lose by the other's using one uses the twin), so that a bomb counts only
modulo two. A law of the 2x2 game orders the moves: with an even number of cells and an odd number of bombs the mover
bombs, else it fills so that the other finds both even.

A search that guesses at its horizon keeps to that law in what it looks at, too. Bombs above all: where both numbers are
even, one is answered by another, and the search would use them all up, two by two, only to see its loss later.

See `endgame_position` for the words, and `endgame_settled` for the rest of a match once one completion is left.
"""

from gridarena_kernels.bits import popcount
from gridarena_kernels.endgame_memory import bound_in, credit, depth_in, pair_in, recall, remember, value_in
from gridarena_kernels.endgame_position import (
    LAW,
    LEAST_PROMISED,
    TO_THE_END,
    UNKNOWN,
    WORST,
    Stack,
    Tables,
    bomb,
    bombs_name,
    bombs_standing,
    fill,
    is_fill,
    list_bombs,
    list_fills,
    most_points,
    place_of,
    points_of,
    position_key,
    promised_by_parity,
)
from gridarena_kernels.endgame_settled import settle, settled_value
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import bound_of, bring_best, counted, settles


@kernel
def rank(tables: Tables, stack: Stack, layer: int, bombs: int, listed: int, open_cells: int, best: int) -> None:
    """Brings the listed moves' worth to one scale: the law of parity, then points, then what cut before."""
    base = layer * tables.pairs
    even = popcount(open_cells) % 2 == 0
    for i in range(bombs):
        worth = stack.history[stack.moves[base + i]]
        stack.order[base + i] = worth + LAW if even and bombs % 2 == 1 else worth - LAW
    for i in range(listed):
        if stack.moves[base + i] == best:
            stack.order[base + i] = 16 * LAW


@kernel
def value_at_horizon(tables: Tables, stack: Stack, layer: int, open_cells: int, alpha: int, beta: int) -> int:
    """What is expected where the search looks no further, unless it has been there before and did."""
    if not tables.free:
        return 0
    guess = promised_by_parity(open_cells, bombs_standing(tables, stack, layer))
    if stack.possible[layer] > 1:
        return (guess + (guess < 0)) // 2
    bombs = bombs_name(tables, stack, layer, open_cells)
    entry = recall(stack, position_key(tables, stack, layer, open_cells, open_cells, open_cells, bombs))
    if entry and settles(bound_in(entry), value_in(entry), alpha, beta):
        return value_in(entry)
    return guess


@kernel
def most_at_horizon(tables: Tables, stack: Stack, layer: int, open_cells: int) -> int:
    """What a position can at most come to that the search looks one move further from.

    Every move from even numbers leaves one of them odd.
    """
    if popcount(open_cells) % 2 == 1 or bombs_standing(tables, stack, layer) % 2 == 1:
        return WORST
    return most_points(tables, open_cells, open_cells) - LEAST_PROMISED // 2


@kernel
def value_of(
    tables: Tables,
    stack: Stack,
    meter: Flat,
    stop: Flat,
    layer: int,
    open_cells: int,
    mine: int,
    other: int,
    alpha: int,
    beta: int,
    depth: int,
) -> int:
    """Points the mover still makes minus the other's, fail-soft; UNKNOWN when stopped.

    After ``depth`` moves :func:`promised_by_parity` stands for the rest in `classic`, and nothing in other modes; with
    :data:`TO_THE_END` the value is exact.
    """
    if open_cells == 0:
        return 0
    if not counted(meter, stop):
        return UNKNOWN
    if not tables.free and mine & open_cells == 0:
        if other & open_cells == 0:
            return 0
        value = value_of(tables, stack, meter, stop, layer, open_cells, other, mine, -beta, -alpha, depth)
        return UNKNOWN if value == UNKNOWN else -value
    if open_cells & (open_cells - 1) == 0 and open_cells & mine:
        return points_of(tables, open_cells, place_of(open_cells))
    if depth <= 0:
        return value_at_horizon(tables, stack, layer, open_cells, alpha, beta)
    if depth == 1 and tables.free and stack.possible[layer] > 1:
        most = most_at_horizon(tables, stack, layer, open_cells)
        if most <= alpha:
            return most
    bombs, bombs_key = list_bombs(tables, stack, layer, open_cells, mine, other)
    key = position_key(tables, stack, layer, open_cells, mine, other, bombs_key)
    if tables.free and stack.possible[layer] == 1:
        solution = settle(tables, stack, layer, bombs)
        above = layer + 1
        last = -tables.cells
        return settled_value(
            tables, stack, meter, stop, above, solution, open_cells, bombs, last, key, alpha, beta, depth
        )
    entry = recall(stack, key)
    if entry and depth_in(entry) >= depth and settles(bound_in(entry), value_in(entry), alpha, beta):
        return value_in(entry)
    listed = list_fills(tables, stack, layer, open_cells, mine, bombs)
    rank(tables, stack, layer, bombs, listed, open_cells, pair_in(entry))
    base = layer * tables.pairs
    below = depth if depth == TO_THE_END else depth - 1
    best = -WORST
    chosen = -1
    low = alpha
    # By the law: no bomb where both numbers are even, and once a lawful move is there, no other but those that score.
    abides = tables.free and depth < TO_THE_END
    even = popcount(open_cells) % 2 == 0
    lawful = even and bombs % 2 == 1
    first = bombs if abides and even and not lawful else 0
    for i in range(first, listed):
        pair = bring_best(stack.moves, stack.order, base + i, base + listed)
        cell = tables.cell_of[pair]
        points = 0
        next_open = open_cells
        next_mine = mine
        if is_fill(tables, stack, layer, pair):
            points = points_of(tables, open_cells, cell)
            if abides and even and lawful and points == 0:
                continue
            next_open = open_cells ^ (1 << cell)
            next_mine = mine | tables.near[cell]
            fill(tables, stack, layer, pair)
            if abides and not even:
                if bombs_standing(tables, stack, layer + 1) % 2 == 0:
                    lawful = True
                elif lawful and points == 0:
                    continue
        else:
            if abides and not even and lawful:
                continue
            bomb(tables, stack, layer, pair)
        above = layer + 1
        value = UNKNOWN
        if chosen >= 0:
            value = value_of(
                tables,
                stack,
                meter,
                stop,
                above,
                next_open,
                other,
                next_mine,
                points - low - 1,
                points - low,
                below,
            )
        if chosen < 0 or (value != UNKNOWN and points - value > low and points - value < beta):
            value = value_of(
                tables, stack, meter, stop, above, next_open, other, next_mine, points - beta, points - low, below
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
