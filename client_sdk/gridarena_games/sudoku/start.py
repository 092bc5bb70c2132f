"""A start position as its text tells it, before a mode is chosen.

What a start holds beside the grid is what the course's game-state files hold: who owns a given, starting squares of its
own, and what happened before. Such a position is taken as it stands: its taboos are taboo, its points count, the seat
it names moves first, and its moves are history, which no pop takes back.
"""

from dataclasses import dataclass

from gridarena_games.base import Seat
from gridarena_games.sudoku.modes import Squares
from gridarena_games.sudoku.rules import Placement


@dataclass(frozen=True, slots=True)
class Past:
    """What happened before the first turn; nothing, unless a game-state file says so."""

    taboo: tuple[Placement, ...] = ()
    moves: tuple[Placement, ...] = ()
    """Placements and condemned placements in order; forced skips leave no trace."""
    points: tuple[int, int] = (0, 0)
    to_move: Seat = 0


NOTHING = Past()


@dataclass(frozen=True, slots=True)
class Start:
    """A start position; the grid is row-major, 0 = empty."""

    m: int
    n: int
    cells: tuple[int, ...]
    occupied: tuple[Squares, Squares] = ((), ())
    """Givens that belong to a seat; the others are neutral."""
    squares: tuple[Squares, Squares] | None = None
    """Starting squares by seat; None leaves them to the mode."""
    past: Past = NOTHING

    @property
    def size(self) -> int:
        """N = m * n."""
        return self.m * self.n
