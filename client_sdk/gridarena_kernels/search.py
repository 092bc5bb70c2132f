"""Decides whether a grid can be filled: depth-first search over propagation, counted in nodes.

The next cell is the one with the fewest values for how often its regions failed (dom/wdeg, Boussemart et al. 2004).
Two ways to look. *Plain*: matching at the root only; right for nearly all. *Thorough*: matching at every node, and
restarts now and then with what was learnt; for what is left. Both are deterministic: equal grids cost equal nodes.
"""

from gridarena_kernels.bits import popcount
from gridarena_kernels.jit import Flat, kernel
from gridarena_kernels.propagation import DIRTY, NODES, PLACES, TOP, UNMATCHED, narrow, propagate

NONE = 0
"""The grid has no solution."""
FOUND = 1
"""The domains hold a solution."""
OPEN = 2
"""The budget is used up."""

FIRST_RUN = 200
"""Nodes before the first restart; each run is half as long again as the one before."""


@kernel
def most_troubled(size: int, regions: Flat, dom: Flat, fails: Flat) -> int:
    """The open cell with the fewest values for the failures of its regions; -1 when all are fixed."""
    best = -1
    least = 0
    weight = 1
    for cell in range(size * size):
        domain = dom[cell]
        if domain & (domain - 1):
            count = popcount(domain)
            trouble = 1 + fails[regions[3 * cell]] + fails[regions[3 * cell + 1]] + fails[regions[3 * cell + 2]]
            if best < 0 or count * weight < least * trouble:
                best = cell
                least = count
                weight = trouble
    return best


@kernel
def undo(dom: Flat, trail_cell: Flat, trail_dom: Flat, meter: Flat, top: int) -> None:
    """Takes every change above this length of the trail back."""
    while meter[TOP] > top:
        meter[TOP] -= 1
        dom[trail_cell[meter[TOP]]] = trail_dom[meter[TOP]]


@kernel
def search(
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
    chosen_cell: Flat,
    chosen_bit: Flat,
    chosen_top: Flat,
    budget: int,
    thorough: bool,
) -> int:
    """NONE, FOUND or OPEN; ``meter[NODES]`` says at what cost."""
    for kind in range(3):
        meter[DIRTY + kind] = (1 << size) - 1
        meter[UNMATCHED + kind] = (1 << size) - 1
    meter[NODES] = 1
    good = propagate(
        size, members, regions, dom, trail_cell, trail_dom, meter, match, fails, owner, came, queue, reach, True
    )
    if not good:
        return NONE
    depth = 0
    run_start = 1
    run_length = FIRST_RUN
    while True:
        if thorough and depth and meter[NODES] - run_start > run_length:
            undo(dom, trail_cell, trail_dom, meter, chosen_top[0])
            depth = 0
            run_start = meter[NODES]
            run_length = run_length * 3 // 2
        cell = most_troubled(size, regions, dom, fails)
        if cell < 0:
            return FOUND
        if meter[NODES] >= budget:
            return OPEN
        meter[NODES] += 1
        bit = dom[cell] & -dom[cell]
        chosen_cell[depth] = cell
        chosen_bit[depth] = bit
        chosen_top[depth] = meter[TOP]
        depth += 1
        narrow(size, regions, dom, trail_cell, trail_dom, meter, cell, bit)
        good = propagate(
            size, members, regions, dom, trail_cell, trail_dom, meter, match, fails, owner, came, queue, reach, thorough
        )
        while not good:
            if depth == 0:
                return NONE
            depth -= 1
            undo(dom, trail_cell, trail_dom, meter, chosen_top[depth])
            cell = chosen_cell[depth]
            narrow(size, regions, dom, trail_cell, trail_dom, meter, cell, dom[cell] & ~chosen_bit[depth])
            good = propagate(
                size,
                members,
                regions,
                dom,
                trail_cell,
                trail_dom,
                meter,
                match,
                fails,
                owner,
                came,
                queue,
                reach,
                thorough,
            )


@kernel
def lay_out(grid: Flat, size: int, regions: Flat, dom: Flat, used: Flat) -> None:
    """The domains a grid of values leaves: what its neighbours hold is struck out here, with no trail to write.

    ``used`` is scratch space of an int a region; it comes as zeros and is left as zeros.
    """
    for cell in range(size * size):
        if grid[cell]:
            dom[cell] = 1 << (grid[cell] - 1)
            for kind in range(3):
                used[regions[3 * cell + kind]] |= dom[cell]
    for cell in range(size * size):
        if not grid[cell]:
            taken = used[regions[3 * cell]] | used[regions[3 * cell + 1]] | used[regions[3 * cell + 2]]
            dom[cell] = ((1 << size) - 1) & ~taken
    for region in range(3 * size):
        used[region] = 0


@kernel
def decide(
    grid: Flat, size: int, members: Flat, regions: Flat, meter: Flat, space: Flat, budget: int, thorough: bool
) -> int:
    """Searches from a grid of values (0 = empty) and, where it says FOUND, leaves the solution in it.

    ``space`` is :func:`space_needed` ints, whatever is in them; it is one array because every argument of a compiled
    function costs.
    """
    count = size * size
    trail = count * size
    dom = space[:count]
    trail_cell = space[count : count + trail]
    trail_dom = space[count + trail : count + 2 * trail]
    rest = space[count + 2 * trail :]
    match = rest[: 3 * count]
    chosen_cell = rest[3 * count : 4 * count]
    chosen_bit = rest[4 * count : 5 * count]
    chosen_top = rest[5 * count : 6 * count]
    rest = rest[6 * count :]
    fails = rest[: 3 * size]
    owner = rest[3 * size : 4 * size]
    came = rest[4 * size : 5 * size]
    queue = rest[5 * size : 6 * size]
    reach = rest[6 * size : 7 * size]
    for place in range(3 * count):
        match[place] = 0
    for region in range(3 * size):
        fails[region] = 0
    meter[TOP] = 0
    for place in range(PLACES, len(meter)):
        meter[place] = 0
    lay_out(grid, size, regions, dom, fails)
    found = search(
        size,
        members,
        regions,
        dom,
        trail_cell,
        trail_dom,
        meter,
        match,
        fails,
        owner,
        came,
        queue,
        reach,
        chosen_cell,
        chosen_bit,
        chosen_top,
        budget,
        thorough,
    )
    if found == FOUND:
        for cell in range(count):
            grid[cell] = popcount(dom[cell] - 1) + 1
    return found


def space_needed(size: int) -> int:
    """Length of the workspace that :func:`decide` wants for an N x N grid."""
    return size * size * (2 * size + 7) + 7 * size
