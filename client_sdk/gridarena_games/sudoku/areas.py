"""Which empty cells each seat may fill, as one integer a seat, and which filled ones it holds.

A set of cells has one bit a cell, row-major, cell 0 lowest. In the mode ``classic`` both areas are the whole grid and
nobody holds anything, so the same two operations serve every mode.
"""

from collections.abc import Sequence

from gridarena_games.base import Seat
from gridarena_games.sudoku.modes import Ground, Squares, mask, neighbours
from gridarena_games.sudoku.text import MARKS, Mark


class Areas:
    """Both seats' areas; fill and empty_again are exact inverses."""

    __slots__ = ("_around", "_held", "_size", "area", "empty")

    def __init__(self, size: int, cells: Sequence[int], ground: Ground | None) -> None:
        self._size = size
        self._around = () if ground is None else neighbours(size)
        self.empty = sum(1 << cell for cell, value in enumerate(cells) if not value)
        self.area = [(1 << len(cells)) - 1] * 2
        """Starting squares and neighbours of held cells, by seat, the filled ones among them."""
        self._held: tuple[list[int], list[int]] = ([], [])
        if ground is not None:
            self.area = [mask(squares, size) for squares in ground.squares]
            for seat, squares in enumerate(ground.occupied):
                for row, col in squares:
                    self._hold(seat, row * size + col)

    def reach(self, seat: Seat) -> int:
        """The empty cells where the seat may play."""
        return self.area[seat] & self.empty

    def occupied(self, seat: Seat) -> Squares:
        """The cells the seat holds, oldest first."""
        return tuple(divmod(cell, self._size) for cell in self._held[seat])

    def fill(self, seat: Seat, cell: int) -> int:
        """The seat fills an empty cell; returns its area before."""
        before = self.area[seat]
        self.empty ^= 1 << cell
        if self._around:
            self._hold(seat, cell)
        return before

    def empty_again(self, seat: Seat, cell: int, before: int) -> None:
        """Takes the seat's last fill back."""
        self.empty ^= 1 << cell
        self.area[seat] = before
        if self._around:
            self._held[seat].pop()

    def marks(self) -> list[Mark] | None:
        """By cell whose it is; None where nobody owns cells."""
        if not self._around:
            return None
        marks: list[Mark] = [""] * self._size**2
        for seat, cells in enumerate(self._held, start=1):
            for cell in cells:
                marks[cell] = MARKS[seat]
        return marks

    def _hold(self, seat: int, cell: int) -> None:
        self._held[seat].append(cell)
        self.area[seat] |= self._around[cell]
