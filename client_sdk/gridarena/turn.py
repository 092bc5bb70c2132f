"""One turn as a search sees it.

The close of the turn reaches the search through one byte of shared memory, so that compiled code can see it without the
interpreter: a kernel polls ``turn.stop[0]`` every few hundred nodes (read it in the loop; a value read once before the
loop never changes), Python code asks ``turn.closed``. A proposal is checked against a board of its own, so a search may
leave ``turn.board`` in any state.
"""

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gridarena.errors import TurnClosed
from gridarena.match import Match
from gridarena_games.base import Board, Move, Seat
from gridarena_protocol.records import Thinking

if TYPE_CHECKING:  # who only asks a server has no use for numpy
    import numpy as np
    from numpy.typing import NDArray

LINE_LIMIT = 500
"""Characters of a principal variation that travel."""


class Turn:
    """The span in which this seat may propose."""

    __slots__ = ("_deadline", "_offer", "_over", "attempt", "board", "match", "number", "stop")

    def __init__(
        self,
        match: Match,
        number: int,
        attempt: int,
        board: Board,
        *,
        stop: "NDArray[np.uint8]",
        offer: Callable[[Move | str, Thinking | None], None],
        remaining_s: float | None,
    ) -> None:
        self.match = match
        self.number = number
        """1, 2, ... within the match, the rival's turns included."""
        self.attempt = attempt
        """1, or more when the turn had to be opened again."""
        self.board = board
        """The position, the search's own to push and pop."""
        self.stop = stop
        """Not 0 in ``stop[0]`` once the turn is closed."""
        self._offer = offer
        self._over = False
        self._deadline = None if remaining_s is None else time.perf_counter() + remaining_s

    @property
    def seat(self) -> Seat:
        """The seat to move: mine."""
        return self.match.seat

    @property
    def closed(self) -> bool:
        """True once no proposal can count any more."""
        return self._over or bool(self.stop[0])

    def remaining_s(self) -> float | None:
        """Seconds left to think, at least 0; None with a hidden clock and in untimed matches."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def propose(
        self,
        move: Move | str,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        value: float | None = None,
        line: str = "",
    ) -> None:
        """Offers a move (or its text); a later proposal of the turn replaces it.

        Args:
            move: The game's move, or the text of one.
            depth: Depth it was searched to.
            nodes: Nodes that were searched.
            value: What the search thinks of the position, from this seat's view.
            line: The principal variation, for people.

        Raises:
            TurnClosed: the turn is over.
            IllegalMove: the rules forbid the move; nothing was sent.
        """
        if self.closed:
            raise TurnClosed(f"turn {self.number} is closed: this proposal is too late, end the search")
        self._offer(move, thinking(depth, nodes, value, line))

    def end(self) -> None:
        """Closes the turn for good; called behind ``play``, so that a stray thread cannot propose any more."""
        self._over = True


def thinking(depth: int | None, nodes: int | None, value: float | None, line: str) -> Thinking | None:
    """Whatever numbers a kernel hands out, in the ranges that travel; None when nothing was said."""
    if depth is None and nodes is None and value is None and not line:
        return None
    return Thinking(
        depth=None if depth is None else min(max(int(depth), 0), 2**32 - 1),
        nodes=None if nodes is None else min(max(int(nodes), 0), 2**63 - 1),
        value=float(value) if value is not None and math.isfinite(value) else None,
        line=str(line)[:LINE_LIMIT].encode("utf-8", "replace").decode("utf-8"),
    )
