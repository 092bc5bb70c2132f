"""Finds games, their oracles and start positions by entry point, ours like anybody's."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import cast

from gridarena_games.base import Board, Game, Oracle, StartPositions
from gridarena_games.errors import UnknownGameError

FIRST = "sudoku"
"""What the house was built for, and what is meant where several games are possible."""


@cache
def find_game(name: str) -> Game:
    """The game of this name. Raises UnknownGameError, naming the games there are."""
    for point in entry_points(group="gridarena.games", name=name):
        return cast(Game, point.load()())
    known = ", ".join(game_names()) or "none"
    raise UnknownGameError(f"no game is called {name!r}; installed games: {known}")


def default_game() -> str:
    """The game that is meant where nobody says which: the house's first one, where it is installed.

    Raises:
        UnknownGameError: no game is installed.
    """
    names = game_names()
    if not names:
        raise UnknownGameError("no game is installed")
    return FIRST if FIRST in names else names[0]


def game_names() -> list[str]:
    """Names of all installed games, sorted."""
    return sorted({point.name for point in entry_points(group="gridarena.games")})


@cache
def find_oracle(name: str) -> Callable[[Board], Oracle] | None:
    """The oracle factory for a game's questions, or None where the game asks none."""
    for point in entry_points(group="gridarena.oracles", name=name):
        return cast(Callable[[Board], Oracle], point.load())
    return None


@cache
def find_positions(name: str) -> StartPositions | None:
    """The game's start positions by name, or None where it has none and every board is a file."""
    for point in entry_points(group="gridarena.boards", name=name):
        return cast(StartPositions, point.load()())
    return None
