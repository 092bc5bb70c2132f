"""What must follow from a grid: naked and hidden singles, and a perfect matching of values to cells in every region.

A domain is a bitmask of the values a cell may still take (bit ``v - 1`` = value ``v``). Singles alone leave pigeonhole
boards (k values that fit into k - 1 cells only) open for minutes on 16x16; a bipartite matching sees them at once, and
the values that are in no perfect matching can be struck out (Regin 1994: the all-different constraint). Every change of
a domain goes on a trail, so that a search can take it back. The kernels work on flat int arrays and allocate nothing.

Arrays, all flat: ``members[region * size + k]`` the cells of a region, ``regions[3 * cell + kind]`` the regions of a
cell, ``dom[cell]`` the domains, ``trail_cell`` and ``trail_dom`` the trail, ``meter`` the counters below and, behind
them, how many places each value has at least in each region, ``match[region * size + k]`` the value bit that the
region's k-th cell is matched to (kept from call to call, 0 = none), ``fails[region]`` how often a region was the one
that failed; ``owner``, ``came``, ``queue``, ``reach`` are scratch space of ``size`` ints.
"""

from gridarena_kernels.bits import popcount
from gridarena_kernels.jit import Flat, kernel

TOP = 0
"""Meter: length of the trail."""
NODES = 1
"""Meter: search nodes so far."""
DIRTY = 2
"""Meter, three of them: which rows, columns, blocks wait for singles."""
UNMATCHED = 5
"""Meter, three of them: which rows, columns, blocks wait for the matching."""
PLACES = 8
"""Meter, three of them for each region: how many cells, at least, may take each value, as binary digits, the lowest
first; a digit is a mask with one bit a value. They end at 7. Most changes leave a value places enough, and then there
is nothing to find in the region: nine times out of ten on an open 16x16 board. Taking a change back only makes places,
so what they say then is still true."""


def meters_needed(size: int) -> int:
    """Length of the meter of an N x N grid."""
    return PLACES + 9 * size


@kernel
def scarce_without(meter: Flat, region: int, lost: int) -> bool:
    """Takes one place in the region from each of these values; True when one of them may have but one left."""
    base = PLACES + 3 * region
    ones = meter[base]
    twos = meter[base + 1]
    fours = meter[base + 2]
    borrow = lost & (ones | twos | fours)
    meter[base] = ones ^ borrow
    borrow &= ~ones
    meter[base + 1] = twos = twos ^ borrow
    borrow &= twos  # where the digit was 0 and has become 1
    meter[base + 2] = fours = fours ^ borrow
    return lost & ~(twos | fours) != 0


@kernel
def narrow(
    size: int, regions: Flat, dom: Flat, trail_cell: Flat, trail_dom: Flat, meter: Flat, cell: int, mask: int
) -> None:
    """Replaces a cell's domain; the old one goes on the trail, its regions become dirty where singles may follow."""
    top = meter[TOP]
    trail_cell[top] = cell
    trail_dom[top] = dom[cell]
    meter[TOP] = top + 1
    lost = dom[cell] & ~mask
    dom[cell] = mask
    fixed = mask & (mask - 1) == 0
    for kind in range(3):
        region = regions[3 * cell + kind]
        bit = 1 << (region - kind * size)
        meter[UNMATCHED + kind] |= bit
        if scarce_without(meter, region, lost) or fixed:
            meter[DIRTY + kind] |= bit


@kernel
def singles(
    size: int,
    members: Flat,
    regions: Flat,
    dom: Flat,
    trail_cell: Flat,
    trail_dom: Flat,
    meter: Flat,
    region: int,
) -> bool:
    """Naked and hidden singles of one region; False when a value or a cell is left without a place."""
    base = region * size
    fixed = 0
    for k in range(base, base + size):
        domain = dom[members[k]]
        if domain & (domain - 1) == 0:
            if domain & fixed:
                return False
            fixed |= domain
    ones = 0
    twos = 0
    fours = 0
    again = False
    for k in range(base, base + size):
        cell = members[k]
        domain = dom[cell]
        if domain & (domain - 1):
            rest = domain & ~fixed
            if rest == 0:
                return False
            if rest != domain:
                narrow(size, regions, dom, trail_cell, trail_dom, meter, cell, rest)
                again = again or rest & (rest - 1) == 0
            carry = ones & rest
            ones ^= rest
            beyond = fours & twos & carry  # seven and one more stay seven
            fours ^= twos & carry
            twos ^= carry
            ones |= beyond
            twos |= beyond
            fours |= beyond
    if (ones | twos | fours | fixed) + 1 != 1 << size:
        return False
    kind = region // size
    if not again:  # what cells have just lost here is fixed here, so there is nothing that a second look would find
        meter[DIRTY + kind] &= ~(1 << (region - kind * size))
    meter[PLACES + 3 * region] = ones
    meter[PLACES + 3 * region + 1] = twos
    meter[PLACES + 3 * region + 2] = fours
    hidden = ones & ~(twos | fours)
    if hidden:
        for k in range(base, base + size):
            cell = members[k]
            domain = dom[cell]
            only = domain & hidden
            if only and domain & (domain - 1):
                if only & (only - 1):
                    return False
                narrow(size, regions, dom, trail_cell, trail_dom, meter, cell, only)
    return True


@kernel
def matched(
    size: int,
    members: Flat,
    dom: Flat,
    region: int,
    match: Flat,
    owner: Flat,
    came: Flat,
    queue: Flat,
) -> bool:
    """Completes the region's matching of cells to values by augmenting paths; False when there is none (Hall)."""
    base = region * size
    taken = 0
    for k in range(size):
        bit = match[base + k]
        if bit & dom[members[base + k]] and not bit & taken:
            taken |= bit
            owner[popcount(bit - 1)] = k
        else:
            match[base + k] = 0
    for k in range(size):
        if match[base + k]:
            continue
        seen = 0
        head = 0
        tail = 0
        current = k
        goal = 0
        while True:
            fresh = dom[members[base + current]] & ~seen
            free = fresh & ~taken
            if free:
                goal = free & -free
                came[popcount(goal - 1)] = current
                break
            seen |= fresh
            while fresh:
                bit = fresh & -fresh
                fresh ^= bit
                value = popcount(bit - 1)
                came[value] = current
                queue[tail] = owner[value]
                tail += 1
            if head == tail:
                return False
            current = queue[head]
            head += 1
        taken |= goal
        while True:
            value = popcount(goal - 1)
            cell = came[value]
            previous = match[base + cell]
            match[base + cell] = goal
            owner[value] = cell
            if cell == k:
                break
            goal = previous
    return True


@kernel
def strongly_connected(count: int, queue: Flat, reach: Flat) -> bool:
    """True when the first value leads to every other and back: then every place is on an alternating cycle; mostly so.

    ``queue`` holds the values, ``reach`` by value which others its cell may take.
    """
    if count == 0:
        return True
    every = 0
    for i in range(count):
        every |= 1 << queue[i]
    there = 1 << queue[0]
    fresh = there
    while fresh:
        bit = fresh & -fresh
        more = reach[popcount(bit - 1)] & ~there
        there |= more
        fresh = (fresh ^ bit) | more
    if there != every:
        return False
    back = 1 << queue[0]
    grown = True
    while grown and back != every:
        grown = False
        for i in range(count):
            if reach[queue[i]] & back and not back >> queue[i] & 1:
                back |= 1 << queue[i]
                grown = True
    return back == every


@kernel
def prune(
    size: int,
    members: Flat,
    regions: Flat,
    dom: Flat,
    trail_cell: Flat,
    trail_dom: Flat,
    meter: Flat,
    region: int,
    match: Flat,
    owner: Flat,
    queue: Flat,
    reach: Flat,
) -> None:
    """Strikes out the values that are in no perfect matching of the region: those on no alternating cycle."""
    base = region * size
    count = 0
    for k in range(size):
        domain = dom[members[base + k]]
        if domain & (domain - 1):
            value = popcount(match[base + k] - 1)
            queue[count] = value
            count += 1
            reach[value] = domain
    if strongly_connected(count, queue, reach):
        return
    for i in range(count):
        value = queue[i]
        reached = reach[value]
        for j in range(count):
            if reach[queue[j]] >> value & 1:
                reach[queue[j]] |= reached
    for i in range(count):
        value = queue[i]
        cell = members[base + owner[value]]
        domain = dom[cell]
        keep = 0
        rest = domain
        while rest:
            bit = rest & -rest
            rest ^= bit
            if reach[popcount(bit - 1)] >> value & 1:
                keep |= bit
        if keep != domain:
            narrow(size, regions, dom, trail_cell, trail_dom, meter, cell, keep)


@kernel
def next_region(size: int, meter: Flat, waiting: int) -> int:
    """Takes a region off one of the two waiting lists; -1 when that list is empty."""
    for kind in range(3):
        mask = meter[waiting + kind]
        if mask:
            bit = mask & -mask
            meter[waiting + kind] ^= bit
            return kind * size + popcount(bit - 1)
    return -1


@kernel
def propagate(
    size: int,
    members: Flat,
    regions: Flat,
    dom: Flat,
    trail_cell: Flat,
    trail_dom: Flat,
    meter: Flat,
    match: Flat,
    fails: Flat,
    owner: Flat,
    came: Flat,
    queue: Flat,
    reach: Flat,
    matching: bool,
) -> bool:
    """Draws every conclusion there is, cheap ones first; False on a contradiction. Leaves the waiting lists empty."""
    good = True
    region = 0
    while good:
        region = next_region(size, meter, DIRTY)
        if region >= 0:
            good = singles(size, members, regions, dom, trail_cell, trail_dom, meter, region)
            continue
        region = next_region(size, meter, UNMATCHED) if matching else -1
        if region < 0:
            break
        good = matched(size, members, dom, region, match, owner, came, queue)
        if good:
            prune(size, members, regions, dom, trail_cell, trail_dom, meter, region, match, owner, queue, reach)
    if not good:
        fails[region] += 1
    for kind in range(3):
        meter[DIRTY + kind] = 0
        meter[UNMATCHED + kind] = 0
    return good
