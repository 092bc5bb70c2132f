"""The bombs of a `classic` position, all of them, and how many a fill would leave: asked of a solver, or counted.

A bomb passes the turn, so who moves at an even number of empty cells wants one, and the other wants their number to be
even: then each is answered by another (the law of parity). They are counted exactly: a legal value is a bomb where no
completion has it, and stays one as long as the rules allow it.
"""

from collections.abc import Callable

from gridarena_agents.soundness import Soundness
from gridarena_games.sudoku.board import SudokuBoard
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.ways import Ways


class Bombs:
    """Of one position; it does not follow the board."""

    def __init__(self, board: SudokuBoard, soundness: Soundness, stopped: Callable[[], bool]) -> None:
        """Nothing is asked yet."""
        self._board = board
        self._soundness = soundness
        self._stopped = stopped
        self._moves = list(board.legal_moves())
        self._bombs: set[Placement] | None = None
        self._lawful: dict[int, Placement | None] = {}

    def all(self) -> list[Placement] | None:
        """Every bomb; None when stopped before they were counted."""
        bombs = self._counted()
        return None if bombs is None else [move for move in self._moves if move in bombs]

    def after(self, fill: Placement) -> int | None:
        """How many there are once a cell is filled so; None when stopped before they were counted."""
        bombs = self._counted()
        if bombs is None:
            return None
        count = 0
        for move in self._moves:
            if self._stopped():
                return None
            if not self._excludes(fill, move):
                count += move in bombs or self._soundness.of(fill, move) is False
        return count

    def lawful(self, cell: int) -> Placement | None:
        """A fill of this cell that condemns nothing and leaves an even number of bombs; None where none was found."""
        if cell not in self._lawful:
            bombs = self._counted() or ()
            fills = (move for move in self._moves if self._board.cell_of(move) == cell and move not in bombs)
            self._lawful[cell] = next((fill for fill in fills if self._leaves_even(fill)), None)
        return self._lawful[cell]

    def _counted(self) -> set[Placement] | None:
        if self._bombs is None:
            found = set()
            for move in self._moves:
                if self._stopped():
                    return None
                if self._soundness.of(move) is False:
                    found.add(move)
            self._bombs = found
        return self._bombs

    def _leaves_even(self, fill: Placement) -> bool:
        left = self.after(fill)
        return left is not None and left % 2 == 0

    def _excludes(self, filled: Placement, other: Placement) -> bool:
        """True when the rules forbid the second once the first is there."""
        cells = self._board.cell_of(filled), self._board.cell_of(other)
        if cells[0] == cells[1]:
            return True
        mine, theirs = map(self._board.regions, cells)
        return filled.value == other.value and not set(mine).isdisjoint(theirs)


class CountedBombs:
    """Counted over all ways to fill the grid, where those are known: nobody need be asked."""

    def __init__(self, ways: Ways) -> None:
        """Takes the position over."""
        self._ways = ways
        self._lawful: dict[int, Placement | None] = {}

    def all(self) -> list[Placement]:
        """Every bomb."""
        return [self._ways.moves[bomb] for bomb in self._ways.bombs]

    def lawful(self, cell: int) -> Placement | None:
        """Of the fills of this cell that leave an even number of bombs the one that leaves the fewest, or None."""
        if cell not in self._lawful:
            ways = self._ways
            left = [(ways.left_by(fill), ways.moves[fill]) for fill in ways.fills if ways.cells[fill] == cell]
            self._lawful[cell] = min((one for one in left if one[0] % 2 == 0), default=(0, None))[1]
        return self._lawful[cell]
