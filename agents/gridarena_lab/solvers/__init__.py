"""Exact solvers of the games, found by entry point ``gridarena.solvers`` under the game's name, ours like anybody's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

from gridarena_games.base import Board
from gridarena_games.errors import GameError, UnknownGameError


class UnsolvedError(GameError):
    """The position is beyond this solver; the message says what it can do."""


class VectorsError(GameError):
    """A file of verified positions cannot be understood."""


@dataclass(frozen=True, slots=True)
class Solved:
    """An exactly solved position."""

    value: int
    """Points to come under best play: those of the seat to move minus the other's."""
    best: tuple[str, ...]
    """All moves that keep the value, in the game's own text."""
    nodes: int
    """Search nodes; 0 where the answer was looked up."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a file of verified positions."""

    checked: int
    failed: tuple[str, ...]
    """Their ids."""


def entries(vectors: Mapping[str, Any], part: str) -> Sequence[Mapping[str, Any]]:
    """One part of a file of verified positions; empty where the file has none.

    Raises:
        VectorsError: it is no list of objects.
    """
    found = vectors.get(part, [])
    if not isinstance(found, list):
        raise VectorsError(f"{part}: expected a list of objects, got {found!r}")
    for entry in found:
        if not isinstance(entry, dict):
            raise VectorsError(f"{part}: expected a list of objects, got {entry!r} in it")
    return found


class Solver(Protocol):
    """Solves positions of one game."""

    size_form: str
    """What a size looks like: ``2x2``."""

    def start_name(self, size: str) -> str:
        """The name of the start position of this size."""
        ...

    def setup(self, size: str | None, position: str) -> str:
        """A start position in the game's own text from what stands behind ``--position``; ``size`` where it is told."""
        ...

    def solve(self, board: Board) -> Solved:
        """The position's value and best moves. Raises UnsolvedError."""
        ...

    def check(self, vectors: Mapping[str, Any]) -> Checked:
        """Compares every entry of a file of verified positions with what the solver says. Raises VectorsError."""
        ...


def find_solver(game: str) -> Solver:
    """The solver of this game. Raises UnknownGameError, naming those there are."""
    for point in entry_points(group="gridarena.solvers", name=game):
        return cast(Solver, point.load()())
    known = ", ".join(sorted({point.name for point in entry_points(group="gridarena.solvers")}))
    raise UnknownGameError(f"no solver for a game called {game!r}; there are: {known or 'none'}")
