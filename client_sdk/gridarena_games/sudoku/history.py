"""What a board remembers of every move: enough to tell it, and enough to take it back."""

from typing import NamedTuple

from gridarena_games.sudoku.rules import Placement


class Played(NamedTuple):
    """One move, as told."""

    move: Placement
    condemned: bool
    """The oracle condemned it: nothing was filled, the placement is taboo."""


class Done(NamedTuple):
    """One push, as a pop needs it."""

    move: Placement | None
    """None for a forced skip."""
    accepted: bool
    points: int
    area: int
    """The mover's area before."""
