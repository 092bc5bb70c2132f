"""Who can tell what a move was worth: found by entry point ``gridarena.analysts`` under the game's name.

An analyst is made for one match, from its start position and a number of nodes; it looks at no clock, so the same match
is judged the same on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Protocol, cast

from gridarena_games.base import Answer, Board, Move
from gridarena_games.errors import UnknownGameError


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was worse than another one."""

    kind: str
    """A few words that are the same for every such move: "parity", "bomb missed", "points given away"."""
    text: str
    """One sentence about this move."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move was worth, and what the best one would have been."""

    best: float
    """Points to come with the best move, own minus other."""
    value: float
    """Points to come with the move that was made."""
    better: tuple[str, ...]
    """The best moves in the game's own text; empty where the move made is one of them."""
    exact: bool
    """Both are exact; else they are what a search to ``depth`` promises."""
    depth: int
    nodes: int
    reasons: tuple[Reason, ...] = ()
    """Why it was worse, the weightiest reason first; empty where it was not."""

    @property
    def cost(self) -> float:
        """Points that the move gave away."""
        return max(0, self.best - self.value) if self.better else 0


class Analyst(Protocol):
    """Judges the moves of one match."""

    def judge(self, board: Board, move: Move, answer: Answer | None) -> Judgement:
        """Judges a legal move from this position, with the oracle's answer as recorded; leaves the board as it was."""
        ...


def find_analyst(game: str) -> Callable[[Board, int], Analyst]:
    """What makes an analyst of this game from the start position and the nodes it may spend on a move.

    Raises:
        UnknownGameError: there is none; those there are are named.
    """
    for point in entry_points(group="gridarena.analysts", name=game):
        return cast(Callable[[Board, int], Analyst], point.load())
    known = ", ".join(sorted({point.name for point in entry_points(group="gridarena.analysts")}))
    raise UnknownGameError(f"nobody here can analyse a game called {game!r}; there are: {known or 'none'}")
