"""What follows from a change is found without looking at every region again."""

import itertools
import random

import pytest

from gridarena_kernels import solver
from gridarena_kernels.bits import popcount
from gridarena_kernels.jit import zeros
from gridarena_kernels.propagation import DIRTY, TOP, matched, meters_needed, narrow, propagate, prune
from gridarena_kernels.search import undo

pytestmark = pytest.mark.timeout(120)  # the first test of a fresh machine compiles the kernels

SHAPES = ((2, 2), (2, 3), (3, 3), (4, 4))


class Grid:
    """An open grid that is filled by guesses; ``afresh`` looks at every region after each of them."""

    def __init__(self, m: int, n: int, *, afresh: bool) -> None:
        self.size = size = m * n
        self.members, self.regions = solver._tables(m, n)
        self.dom = zeros(size * size)
        for cell in range(size * size):
            self.dom[cell] = (1 << size) - 1
        self.trail = zeros(size**3), zeros(size**3)
        self.meter = zeros(meters_needed(size))
        self._afresh = afresh
        self._match = zeros(3 * size * size), zeros(3 * size)
        self._scratch = [zeros(size) for _ in range(4)]

    def guess(self, cell: int, mask: int) -> bool:
        """Narrows a cell and draws the conclusions; False where they contradict each other."""
        narrow(self.size, self.regions, self.dom, *self.trail, self.meter, cell, mask)
        if self._afresh:
            for kind in range(3):
                self.meter[DIRTY + kind] = (1 << self.size) - 1
        tables = self.size, self.members, self.regions, self.dom, *self.trail, self.meter
        return bool(propagate(*tables, *self._match, *self._scratch, False))

    def take_back(self, top: int) -> None:
        """To where the trail was so long."""
        undo(self.dom, *self.trail, self.meter, top)


@pytest.mark.parametrize("shape", SHAPES)
def test_singles_are_found_wherever_they_are(shape: tuple[int, int]) -> None:
    """Guess by guess, and after guesses that were taken back, nothing is missed that a look at all regions finds."""
    rng = random.Random(7)
    for _ in range(100):
        quick, thorough = Grid(*shape, afresh=False), Grid(*shape, afresh=True)
        while open_cells := [cell for cell, domain in enumerate(quick.dom) if popcount(domain) > 1]:
            cell, tops = rng.choice(open_cells), [int(grid.meter[TOP]) for grid in (quick, thorough)]
            bit = rng.choice([1 << value for value in range(quick.size) if quick.dom[cell] >> value & 1])
            rest = int(quick.dom[cell]) & ~bit
            good = quick.guess(cell, bit)
            assert thorough.guess(cell, bit) == good
            if not good or rng.random() < 0.3:
                for grid, top in zip((quick, thorough), tops, strict=True):
                    grid.take_back(top)
                if not quick.guess(cell, rest):
                    assert not thorough.guess(cell, rest)
                    break
                assert thorough.guess(cell, rest)
            assert list(quick.dom) == list(thorough.dom)


def possible(domains: list[int]) -> list[int] | None:
    """What each cell of a region can hold when every value has a place, by trying all; None: there is no way."""
    size = len(domains)
    ways = [
        way
        for way in itertools.permutations(range(size))
        if all(domain >> value & 1 for domain, value in zip(domains, way, strict=True))
    ]
    if not ways:
        return None
    return [sum(1 << value for value in {way[cell] for way in ways}) for cell in range(size)]


@pytest.mark.parametrize("shape", SHAPES[:2])
def test_a_region_keeps_what_some_way_of_filling_it_has(shape: tuple[int, int]) -> None:
    """And nothing else; a region that cannot be filled is found out."""
    rng = random.Random(3)
    struck = left_alone = 0
    for _ in range(400):
        grid = Grid(*shape, afresh=False)
        size, row = grid.size, range(grid.size)
        for cell in row:
            grid.dom[cell] = sum(1 << value for value in row if rng.random() < 0.5) or 1 << rng.randrange(size)
        domains = [int(grid.dom[cell]) for cell in row]
        wanted, (match, _), (owner, came, queue, reach) = possible(domains), grid._match, grid._scratch
        assert matched(size, grid.members, grid.dom, 0, match, owner, came, queue) == (wanted is not None)
        if wanted is not None:
            tables = size, grid.members, grid.regions, grid.dom, *grid.trail, grid.meter
            prune(*tables, 0, match, owner, queue, reach)
            assert [int(grid.dom[cell]) for cell in row] == wanted
            struck += wanted != domains
            left_alone += wanted == domains
    assert struck > 20 < left_alone


@pytest.mark.parametrize("mask", [0, 1, 2, 0b1011, (1 << 25) - 1, 1 << 62, (1 << 63) - 1])
def test_bits_are_counted(mask: int) -> None:
    """Of every mask that a kernel's integers hold."""
    assert popcount(mask) == mask.bit_count()
