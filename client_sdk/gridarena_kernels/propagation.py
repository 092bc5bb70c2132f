"""What must follow from a grid: naked and hidden singles, and a perfect matching of values to cells in every region.

A domain is a bitmask of the values a cell may still take (bit ``v - 1`` = value ``v``). Singles alone leave pigeonhole
boards (k values that fit into k - 1 cells only) open for minutes on 16x16; a bipartite matching sees them at once, and
the values that are in no perfect matching can be struck out (Regin 1994: the all-different constraint). Every change of
a domain goes on a trail, so that a search can take it back. The kernels work on flat int arrays and allocate nothing.

Arrays, all flat: ``members[region * size + k]`` the cells of a region, ``regions[3 * cell + kind]`` the regions of a
cell, ``dom[cell]`` the domains, ``trail_cell`` and ``trail_dom`` the trail, ``meter`` the counters below,
``match[region * size + k]`` the value bit that the region's k-th cell is matched to (kept from call to call, 0 = none),
``fails[region]`` how often a region was the one that failed; ``owner``, ``came``, ``queue``, ``reach`` are scratch
space of ``size`` ints.
"""

from gridarena_kernels.jit import Flat, kernel

TOP = 0
"""Meter: length of the trail."""
NODES = 1
"""Meter: search nodes so far."""
DIRTY = 2
"""Meter, three of them: which rows, columns, blocks wait for singles."""
UNMATCHED = 5
"""Meter, three of them: which rows, columns, blocks wait for the matching."""
METERS = 8


@kernel
def popcount(mask: int) -> int:
    """Number of bits set, up to 32 of them."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return ((mask * 0x01010101) & 0xFFFFFFFF) >> 24


@kernel
def narrow(
    size: int, regions: Flat, dom: Flat, trail_cell: Flat, trail_dom: Flat, meter: Flat, cell: int, mask: int
) -> None:
    """Replaces a cell's domain; the old one goes on the trail, its regions become dirty."""
    top = meter[TOP]
    trail_cell[top] = cell
    trail_dom[top] = dom[cell]
    meter[TOP] = top + 1
    dom[cell] = mask
    for kind in range(3):
        bit = 1 << (regions[3 * cell + kind] - kind * size)
        meter[DIRTY + kind] |= bit
        meter[UNMATCHED + kind] |= bit


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
    once = 0
    more = 0
    for k in range(base, base + size):
        cell = members[k]
        domain = dom[cell]
        if domain & (domain - 1):
            rest = domain & ~fixed
            if rest == 0:
                return False
            if rest != domain:
                narrow(size, regions, dom, trail_cell, trail_dom, meter, cell, rest)
            more |= once & rest
            once |= rest
    if (once | fixed) + 1 != 1 << size:
        return False
    hidden = once & ~more
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
