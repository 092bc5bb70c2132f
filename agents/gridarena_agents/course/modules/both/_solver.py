"""Can a board be filled? An exact answer in plain Python, fast enough for 16 x 16.

A cell's domain is a bitmask of the values it may still take. Naked and hidden singles do most of the work; a matching
of cells to values in every region (Hall's condition) refutes the boards on which singles see nothing for minutes. The
search branches where fewest choices are left, in regions that failed often first (Boussemart et al. 2004), and starts
again with what it learned about them after a budget of nodes that grows: it always ends and seldom stays on a bad path.
"""

from typing import Dict, Iterator, List, Optional, Sequence, Tuple

FIRST_BUDGET = 60
"""Nodes before the search starts again."""

_TABLES: Dict[Tuple[int, int], Tuple[List[List[int]], List[Tuple[int, ...]]]] = {}


def tables(m: int, n: int) -> Tuple[List[List[int]], List[Tuple[int, ...]]]:
    """The cells of every region (rows, columns, blocks) and the three regions of every cell."""
    if (m, n) not in _TABLES:
        size = m * n
        regions = [
            (k // size, size + k % size, 2 * size + k // size // m * m + k % size // n) for k in range(size * size)
        ]
        members: List[List[int]] = [[] for _ in range(3 * size)]
        for cell, three in enumerate(regions):
            for region in three:
                members[region].append(cell)
        _TABLES[m, n] = members, regions
    return _TABLES[m, n]


class _BudgetSpentError(Exception):
    """The search starts again."""


def solve(m: int, n: int, cells: Sequence[int]) -> Optional[List[int]]:
    """The board filled in, or None when nobody can fill it.

    Args:
        m: rows of a region.
        n: columns of a region.
        cells: every value, row by row, 0 = empty; anything out of range has no solution.
    """
    size = m * n
    if any(not 0 <= value <= size for value in cells):
        return None
    search = _Search(m, n)
    domains = [1 << value - 1 if value else (1 << size) - 1 for value in cells]
    if not search.narrow(domains, list(range(3 * size))):
        return None
    budget = FIRST_BUDGET
    while True:
        search.left = budget
        try:
            found = search.run(domains)
        except _BudgetSpentError:
            budget *= 2
            continue
        return found and [domain.bit_length() for domain in found]


class _Search:
    """Domains in, a solution out; remembers which regions fail."""

    def __init__(self, m: int, n: int) -> None:
        self.size = m * n
        self.members, self.regions = tables(m, n)
        self.fails = [1] * (3 * self.size)
        self.left = 0

    def run(self, domains: List[int]) -> Optional[List[int]]:
        """Depth first, without recursion, so that no agent's stack is in the way."""
        waiting = [iter([domains])]
        while waiting:
            current = next(waiting[-1], None)
            if current is None:
                waiting.pop()
                continue
            choices = self._choices(current)
            if choices is None:
                return current
            waiting.append(self._children(current, choices))
        return None

    def _children(self, domains: List[int], choices: List[Tuple[int, int]]) -> Iterator[List[int]]:
        for cell, bit in choices:
            self.left -= 1
            if self.left < 0:
                raise _BudgetSpentError
            child = domains[:]
            child[cell] = bit
            if self.narrow(child, list(self.regions[cell])):
                yield child

    def _choices(self, domains: List[int]) -> Optional[List[Tuple[int, int]]]:
        """The values of the cell with the least choice for its weight; None when every cell has its value."""
        best, best_cell = 0.0, -1
        fails = self.fails
        for cell, domain in enumerate(domains):
            if domain & domain - 1:
                row, column, block = self.regions[cell]
                weight = (fails[row] + fails[column] + fails[block]) / bin(domain).count("1")
                if weight > best:
                    best, best_cell = weight, cell
        if best_cell < 0:
            return None
        domain = domains[best_cell]
        return [(best_cell, 1 << value) for value in range(self.size) if domain >> value & 1]

    def narrow(self, domains: List[int], dirty: List[int]) -> bool:
        """Strikes out what cannot be, in place, until nothing changes; False when a region cannot be filled."""
        touched = set(dirty)
        while dirty:
            region = dirty.pop()
            changed = self._singles(domains, region)
            if changed is None:
                self.fails[region] += 1
                return False
            for cell in changed:
                for other in self.regions[cell]:
                    touched.add(other)
                    if other not in dirty:
                        dirty.append(other)
        for region in touched:
            if not self._matched(domains, region):
                self.fails[region] += 1
                return False
        return True

    def _singles(self, domains: List[int], region: int) -> Optional[List[int]]:
        """Naked and hidden singles of a region: the cells that changed, or None when it cannot be filled."""
        cells = self.members[region]
        fixed = 0
        for cell in cells:
            domain = domains[cell]
            if not domain & domain - 1:
                if domain & fixed or not domain:
                    return None
                fixed |= domain
        once = more = 0
        changed = []
        for cell in cells:
            domain = domains[cell]
            if domain & domain - 1:
                rest = domain & ~fixed
                if not rest:
                    return None
                if rest != domain:
                    domains[cell] = rest
                    changed.append(cell)
                more |= once & rest
                once |= rest
        if once | fixed != (1 << self.size) - 1:
            return None
        hidden = once & ~more
        if hidden:
            for cell in cells:
                only = domains[cell] & hidden
                if only and domains[cell] != only:
                    if only & only - 1:
                        return None
                    domains[cell] = only
                    changed.append(cell)
        return changed

    def _matched(self, domains: List[int], region: int) -> bool:
        """Every cell of the region can have a value of its own."""
        owner: Dict[int, int] = {}
        free = (1 << self.size) - 1
        wanting = []
        for cell in self.members[region]:
            bit = domains[cell] & free
            bit &= -bit
            if bit:
                owner[bit] = cell
                free ^= bit
            else:
                wanting.append(cell)
        for cell in wanting:
            goal = _augment(domains, owner, cell, free)
            if not goal:
                return False
            free ^= goal
        return True


def _augment(domains: List[int], owner: Dict[int, int], cell: int, free: int) -> int:
    """Moves cells to other values until ``cell`` has one; the value taken from the free ones, or 0."""
    came: Dict[int, int] = {}
    queue, seen = [cell], 0
    for current in queue:
        fresh = domains[current] & ~seen
        seen |= fresh
        goal = fresh & free
        if goal:
            goal &= -goal
            bit, holder = goal, current
            while True:
                previous = _value_of(owner, holder) if holder != cell else 0
                owner[bit] = holder
                if holder == cell:
                    return goal
                bit, holder = previous, came[previous]
        while fresh:
            bit = fresh & -fresh
            fresh ^= bit
            came[bit] = current
            queue.append(owner[bit])
    return 0


def _value_of(owner: Dict[int, int], cell: int) -> int:
    """The value bit a cell holds."""
    return next(bit for bit, holder in owner.items() if holder == cell)
