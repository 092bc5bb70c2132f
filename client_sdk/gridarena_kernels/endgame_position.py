"""A position near the end of Competitive Sudoku, as the search of `endgame` keeps it: cells, pairs and completions.

A *pair* is an empty cell with a value no rule forbids there. A pair that some completion has is a *fill*; one that none
has is a *bomb*, a pass that can be used once. Filling a pair strikes out others: all of its cell, and its value in the
cell's row, column and block. A position is therefore the open cells, the pairs still standing and the completions
still possible, and nothing else: no grid is kept.

Masks of cells are ints. Masks of pairs take ``words`` ints of 62 bits each.
"""

from typing import NamedTuple

from gridarena_kernels.bits import popcount
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.treesearch import POSITIVE, mix

WORD = 62
"""Pairs in one int of a mask."""
UNKNOWN = -10_000
"""No value: the search was stopped."""
WORST = 1_000
"""More than anybody can score."""
MOST_HISTORY = 4095
"""The worth of a move that often cut a search short; less than a point."""
POINT = MOST_HISTORY + 1
LEAST_PROMISED = 4
"""Points that are expected of the better parity at least."""
PROMISED_BESIDE = 20
"""Beside that, this over the number of bombs plus three."""
LAW = 64 * POINT
"""The worth of keeping to the law of parity."""
TO_THE_END = 200
"""Depth of a search that stops at the end of the match only."""


class Tables(NamedTuple):
    """What does not change during a search."""

    words: int
    cells: int
    """Number of empty cells at the root."""
    pairs: int
    free: bool
    """Every cell is open to both seats (`classic`)."""
    lines: Flat
    """``lines[3 * cell + kind]``: the empty cells of the cell's row, column, block."""
    side: Flat
    """The same masks, one for each row, column and block that has empty cells."""
    sides: int
    near: Flat
    """``near[cell]``: cells that open up to the seat that fills the cell."""
    cell_of: Flat
    """By pair."""
    kills: Flat
    """``kills[pair * words + word]``: pairs struck out by filling it, itself too."""
    holds: Flat
    """``holds[solution * words + word]``: the pairs of a completion."""
    pick: Flat
    """``pick[solution * cells + cell]``: the pair a completion has there."""
    enders: Flat
    """``enders[pair * solutions + solution]``: the cells whose fill in that completion strikes the pair out."""
    solutions: int
    names: Flat
    """A random number for each pair, then one for each cell."""
    salt: int
    """Tells this position's entries in the table from those of others that used it before."""


class Stack(NamedTuple):
    """What does, one layer a move."""

    standing: Flat
    """``words`` a layer: the pairs still standing."""
    held: Flat
    """Beside ``standing``: the pairs that a completion still possible has."""
    left: Flat
    """``solutions`` a layer: completions still possible."""
    marks: Flat
    """Beside ``left``: a hash of what each completion still has to fill."""
    possible: Flat
    """How many there are."""
    moves: Flat
    """``pairs`` a layer: moves to try."""
    order: Flat
    """Beside ``moves``: their worth."""
    bombs: Flat
    """``pairs`` a layer, once one completion is left: the bombs, of twins none or one..."""
    ends: Flat
    """...and beside each the open cells whose fill ends it."""
    names: Flat
    """``cells + pairs`` a layer, beside ``bombs``: the name of the position that each move leads to."""
    history: Flat
    """By pair: how often it cut a search short."""
    table: Flat
    """Two ints a slot, for one cache line: a position's key; value, bound and move."""
    mask: int
    """Slots, less one: a power of two is much faster to find one's place in than a prime."""


@kernel
def place_of(bit: int) -> int:
    """Which bit this is."""
    return popcount(bit - 1)


@kernel
def points_of(tables: Tables, open_cells: int, cell: int) -> int:
    """What filling the cell scores."""
    bit = 1 << cell
    complete = 0
    for kind in range(3):
        if tables.lines[3 * cell + kind] & open_cells == bit:
            complete += 1
    return (1 << complete) - 1


@kernel
def most_points(tables: Tables, open_cells: int, among: int) -> int:
    """The most that filling one of these cells scores."""
    once = 0
    twice = 0
    thrice = 0
    for i in range(tables.sides):
        inside = tables.side[i] & open_cells
        if inside & (inside - 1) == 0:
            inside &= among
            thrice |= twice & inside
            twice |= once & inside
            once |= inside
    return 7 if thrice else 3 if twice else 1 if once else 0


@kernel
def is_fill(tables: Tables, stack: Stack, layer: int, pair: int) -> bool:
    """True when a completion that is still possible has the pair."""
    return (stack.held[layer * tables.words + pair // WORD] >> (pair % WORD)) & 1 == 1


@kernel
def fill(tables: Tables, stack: Stack, layer: int, pair: int) -> None:
    """Writes the position after the fill into the next layer."""
    words = tables.words
    for word in range(words):
        stack.standing[(layer + 1) * words + word] = (
            stack.standing[layer * words + word] & ~tables.kills[pair * words + word]
        )
        stack.held[(layer + 1) * words + word] = 0
    base = layer * tables.solutions
    above = base + tables.solutions
    cell = tables.cell_of[pair]
    kept = 0
    for i in range(stack.possible[layer]):
        solution = stack.left[base + i]
        if tables.pick[solution * tables.cells + cell] == pair:
            stack.left[above + kept] = solution
            stack.marks[above + kept] = stack.marks[base + i] ^ tables.names[pair]
            kept += 1
            for word in range(words):
                stack.held[(layer + 1) * words + word] |= tables.holds[solution * words + word]
    for word in range(words):
        stack.held[(layer + 1) * words + word] &= stack.standing[(layer + 1) * words + word]
    stack.possible[layer + 1] = kept


@kernel
def bomb(tables: Tables, stack: Stack, layer: int, pair: int) -> None:
    """Writes the position after the bomb into the next layer."""
    words = tables.words
    for word in range(words):
        stack.standing[(layer + 1) * words + word] = stack.standing[layer * words + word]
        stack.held[(layer + 1) * words + word] = stack.held[layer * words + word]
    stack.standing[(layer + 1) * words + pair // WORD] ^= 1 << (pair % WORD)
    base = layer * tables.solutions
    above = base + tables.solutions
    for i in range(stack.possible[layer]):
        stack.left[above + i] = stack.left[base + i]
        stack.marks[above + i] = stack.marks[base + i]
    stack.possible[layer + 1] = stack.possible[layer]


@kernel
def fate(tables: Tables, stack: Stack, layer: int, pair: int, open_cells: int) -> int:
    """A hash of the fills that would still end this bomb: bombs with equal ones are the same bomb."""
    base = layer * tables.solutions
    if stack.possible[layer] == 1:
        return mix(tables.enders[pair * tables.solutions + stack.left[base]] & open_cells)
    number = 0
    for word in range(tables.words):
        ending = stack.held[layer * tables.words + word] & tables.kills[pair * tables.words + word]
        number = mix(number ^ ending ^ (word + 1))
    return number


@kernel
def position_key(
    tables: Tables, stack: Stack, layer: int, open_cells: int, mine: int, other: int, bombs_key: int
) -> int:
    """The position's name in the table: a hash of all that decides how the game goes on.

    ``bombs_key`` is that of :func:`list_bombs`. In `classic`, with one completion left, it is a plain XOR of cells and
    bombs, which `endgame_settled` keeps up move by move.
    """
    base = layer * tables.solutions
    if tables.free and stack.possible[layer] == 1:
        key = tables.salt ^ bombs_key
        for cell in range(tables.cells):
            if (open_cells >> cell) & 1:
                key ^= tables.names[tables.pairs + cell]
        return key
    key = mix(open_cells + 1) ^ tables.salt
    if not tables.free:
        key ^= mix((mine & open_cells) ^ 0x155555555555555) ^ mix((other & open_cells) ^ 0x0F0F0F0F0F0F0F0)
    if stack.possible[layer] > 1:
        for i in range(stack.possible[layer]):
            key += mix(stack.marks[base + i])
    return (key ^ mix(bombs_key)) & POSITIVE


@kernel
def list_fills(tables: Tables, stack: Stack, layer: int, open_cells: int, mine: int, listed: int) -> int:
    """Adds the mover's fills and their worth, points made minus points given; returns how many moves that makes."""
    base = layer * tables.pairs
    last = -1
    worth = 0
    for word in range(tables.words):
        rest = stack.held[layer * tables.words + word]
        while rest:
            bit = rest & -rest
            rest ^= bit
            pair = word * WORD + place_of(bit)
            cell = tables.cell_of[pair]
            if not (mine >> cell) & 1:
                continue
            if cell != last:
                last = cell
                worth = balance(tables, open_cells, cell)
            stack.moves[base + listed] = pair
            stack.order[base + listed] = worth * POINT + stack.history[pair]
            listed += 1
    return listed


@kernel
def balance(tables: Tables, open_cells: int, cell: int) -> int:
    """Points the fill makes, minus the most it gives the other at once."""
    after = open_cells ^ (1 << cell)
    given = 0
    for kind in range(3):
        line = tables.lines[3 * cell + kind] & after
        if line and line & (line - 1) == 0:
            gain = points_of(tables, after, place_of(line))
            if gain > given:
                given = gain
    return points_of(tables, open_cells, cell) - given


@kernel
def list_standing(tables: Tables, stack: Stack, layer: int) -> int:
    """Lists the bombs of both seats, twins too; returns how many."""
    base = layer * tables.pairs
    listed = 0
    for word in range(tables.words):
        rest = stack.standing[layer * tables.words + word] & ~stack.held[layer * tables.words + word]
        while rest:
            bit = rest & -rest
            rest ^= bit
            stack.moves[base + listed] = word * WORD + place_of(bit)
            listed += 1
    return listed


@kernel
def list_bombs(tables: Tables, stack: Stack, layer: int, open_cells: int, mine: int, other: int) -> tuple[int, int]:
    """Lists the mover's bombs; returns how many, and a hash of the bombs of both seats.

    Of twins that are open to both seats only an odd one is left, and counts.
    """
    base = layer * tables.pairs
    key = 0
    listed = 0
    for i in range(list_standing(tables, stack, layer)):
        pair = stack.moves[base + i]
        cell = tables.cell_of[pair]
        number = fate(tables, stack, layer, pair, open_cells)
        if tables.free or (mine >> cell) & (other >> cell) & 1:
            key ^= number
            twin = 0
            while twin < listed and stack.order[base + twin] != number:
                twin += 1
            if twin < listed:
                listed -= 1
                stack.moves[base + twin] = stack.moves[base + listed]
                stack.order[base + twin] = stack.order[base + listed]
                continue
        else:
            key = (key + mix(number ^ tables.names[tables.pairs + cell])) & POSITIVE
            if not (mine >> cell) & 1:
                continue
            number = mix(number ^ (cell + 1))
        stack.moves[base + listed] = pair
        stack.order[base + listed] = number
        listed += 1
    return listed, key


@kernel
def bombs_standing(tables: Tables, stack: Stack, layer: int) -> int:
    """How many bombs there are for both seats together, twins too."""
    bombs = 0
    for word in range(layer * tables.words, (layer + 1) * tables.words):
        bombs += popcount(stack.standing[word] & ~stack.held[word])
    return bombs


@kernel
def bombs_name(tables: Tables, stack: Stack, layer: int, open_cells: int) -> int:
    """The hash that :func:`list_bombs` gives in `classic`; twins cancel out in it by themselves."""
    name = 0
    base = layer * tables.pairs
    for i in range(list_standing(tables, stack, layer)):
        name ^= fate(tables, stack, layer, stack.moves[base + i], open_cells)
    return name


@kernel
def worth_of_parity(bombs: int) -> int:
    """Points that the better parity is expected to bring from here to the end.

    Of 12,000 solved positions of 2x3 boards, 8 to 17 cells and one completion, it brought 10 to 12 without a bomb, 6 to
    8 with five and 5 to 7 with ten, whatever the number of cells: the more bombs, the more often it changes hands.
    """
    return LEAST_PROMISED + (PROMISED_BESIDE + (bombs + 3) // 2) // (bombs + 3)


@kernel
def promised_by_parity(open_cells: int, bombs: int) -> int:
    """A guess at the mover's points minus the other's from here on: the law of parity."""
    worth = worth_of_parity(bombs)
    return worth if popcount(open_cells) % 2 == 1 or bombs % 2 == 1 else -worth
