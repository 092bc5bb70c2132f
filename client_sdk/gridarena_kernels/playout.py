"""Random games of Competitive Sudoku over cells, thousands a second: who fills which cell, and what that scores.

The score depends on which cells are filled and never on the values, so a position here is the set of empty cells, what
every region still lacks, and in modes other than classic both seats' areas. It is one flat array of ints, so that a
fresh copy for the next game is one loop. Two habits make a move cheap. The empty cells are a list from which a cell is
taken by swapping it with the last one. And a region keeps the *sum* of its empty cells' numbers: where it lacks one
cell only, the sum is that cell.

Layout: the head below, then ``order[count]`` the cells, empty ones first, ``place[count]`` where a cell stands in it,
``left[3 * size]`` and ``sums[3 * size]`` by region, ``area[2 * count]`` 1 where that seat may play. ``regions[3 * cell
+ kind]`` are the regions of a cell, ``near[8 * cell + i]`` its neighbours or -1.

The generator is xorshift32 (Marsaglia 2003), because compiled and plain code must draw the same numbers.
"""

from gridarena_kernels.jit import Flat, kernel

EMPTY = 0
"""Head: number of empty cells."""
MOVER = 1
"""Head: the seat to move."""
DIFFERENCE = 2
"""Head: points of seat 0 minus points of seat 1."""
OPEN = 3
"""Head, two of them: how many empty cells a seat may play in."""
GROWS = 5
"""Head: not 0 where a filled cell makes its neighbours its owner's."""
ORDER = 6
"""Where the head ends."""

ANY = -1
"""For :func:`choose`: a stamp no cell carries."""


def space_needed(size: int) -> int:
    """Length of a position."""
    return ORDER + 4 * size * size + 6 * size


@kernel
def draw(rng: Flat, below: int) -> int:
    """The next random number, 0 up to but not including ``below``."""
    x = rng[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    rng[0] = x
    return (x * below) >> 32


@kernel
def mover(state: Flat) -> int:
    """The seat to move, after a pass where it has to; -1 when neither can."""
    seat = state[MOVER]
    if state[OPEN + seat] == 0:
        seat = 1 - seat
        if state[OPEN + seat] == 0:
            return -1
        state[MOVER] = seat
    return seat


@kernel
def fill(state: Flat, size: int, regions: Flat, near: Flat, cell: int) -> None:
    """The seat to move fills an empty cell."""
    count = size * size
    place = ORDER + count
    left = place + count
    sums = left + 3 * size
    area = sums + 3 * size
    seat = state[MOVER]
    done = 0
    for kind in range(3):
        region = regions[3 * cell + kind]
        state[left + region] -= 1
        state[sums + region] -= cell
        if state[left + region] == 0:
            done += 1
    points = done * (done + 1) // 2 + done // 3
    state[DIFFERENCE] += points if seat == 0 else -points
    last = state[EMPTY] - 1
    where = state[place + cell]
    other = state[ORDER + last]
    state[ORDER + where] = other
    state[place + other] = where
    state[ORDER + last] = cell
    state[place + cell] = last
    state[EMPTY] = last
    for one in range(2):
        state[OPEN + one] -= state[area + one * count + cell]
    if state[GROWS]:
        for i in range(8 * cell, 8 * cell + 8):
            next_to = near[i]
            if next_to >= 0 and state[place + next_to] < last and state[area + seat * count + next_to] == 0:
                state[area + seat * count + next_to] = 1
                state[OPEN + seat] += 1
    state[MOVER] = 1 - seat


@kernel
def scores(state: Flat, size: int, regions: Flat, cell: int) -> int:
    """How many regions this empty cell would complete."""
    left = ORDER + 2 * size * size
    done = 0
    for kind in range(3):
        if state[left + regions[3 * cell + kind]] == 1:
            done += 1
    return done


@kernel
def counted(state: Flat, size: int, regions: Flat, region: int, seat: int, tried: Flat, stamp: int) -> int:
    """The cell that this region lacks, where it is the seat's to fill and not tried; -1 else, and in later regions."""
    count = size * size
    left = ORDER + 2 * count
    if state[left + region] != 1:
        return -1
    cell = state[left + 3 * size + region]
    if state[left + 6 * size + seat * count + cell] == 0 or tried[cell] == stamp:
        return -1
    for kind in range(3):
        first = regions[3 * cell + kind]
        if first == region:
            return cell
        if state[left + first] == 1:
            return -1
    return -1


@kernel
def choose(state: Flat, size: int, regions: Flat, rng: Flat, rank: int, tried: Flat, stamp: int) -> int:
    """A cell of the seat to move by rank: 0 scores most at once; equal ones, and those that score nothing, at random.

    Cells whose ``tried`` is the stamp are left out; there must be more than ``rank`` others.
    """
    seat = state[MOVER]
    ones = twos = threes = 0
    for region in range(3 * size):
        cell = counted(state, size, regions, region, seat, tried, stamp)
        if cell >= 0:
            done = scores(state, size, regions, cell)
            if done == 1:
                ones += 1
            elif done == 2:
                twos += 1
            else:
                threes += 1
    if rank < ones + twos + threes:
        wanted = 3 if rank < threes else 2 if rank < threes + twos else 1
        skip = draw(rng, threes if wanted == 3 else twos if wanted == 2 else ones)
        for region in range(3 * size):
            cell = counted(state, size, regions, region, seat, tried, stamp)
            if cell >= 0 and scores(state, size, regions, cell) == wanted:
                if skip == 0:
                    return cell
                skip -= 1
    area = ORDER + 2 * size * size + 6 * size + seat * size * size
    empty = state[EMPTY]
    at = draw(rng, empty)
    while True:
        cell = state[ORDER + at]
        if state[area + cell] and tried[cell] != stamp and scores(state, size, regions, cell) == 0:
            return cell
        at += 1
        if at == empty:
            at = 0


@kernel
def playout(state: Flat, size: int, regions: Flat, near: Flat, rng: Flat, k: int, tried: Flat) -> int:
    """Plays to the end, every move one of the ``k`` that score most at once; the difference in points then."""
    while True:
        seat = mover(state)
        if seat < 0:
            return state[DIFFERENCE]
        moves = state[OPEN + seat]
        rank = draw(rng, k if k < moves else moves)
        fill(state, size, regions, near, choose(state, size, regions, rng, rank, tried, ANY))
