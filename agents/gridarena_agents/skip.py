"""Passes when the number of empty cells is even: with all cells filled in turn, who fills at an odd number fills last.

The last cell of a full board scores 7, and with it goes most of an endgame. A bomb (a legal placement that the oracle
condemns) fills nothing and passes the turn, so it hands the even number back. Looks for one with the solver, cells with
few values first, because bombs lie there; where it finds none, and at odd numbers, it plays like `minimax`. In modes
with squares of one's own that is a rule of thumb: who passes for want of squares turns the number round.
"""

import gridarena
from gridarena_agents.minimax import Minimax
from gridarena_agents.view import View, propose_bomb


class Skip(Minimax):
    """A minimax that passes at even numbers."""

    def __init__(
        self, *, looks: int = 500, depth: int | None = None, nodes: int | None = None, seed: int | None = None
    ) -> None:
        """Sits down.

        Args:
            looks: The most questions to the solver in one turn's search for a bomb.
            depth: As of :class:`Minimax`.
            nodes: As of :class:`Minimax`.
            seed: Of everything random; None draws anew for every match.
        """
        super().__init__(depth=depth, nodes=nodes, seed=seed)
        self._looks = looks

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes any legal move at once, then a bomb where the number is even, else what the search finds."""
        view = View(turn.board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        if view.empty.bit_count() % 2 == 0:
            self._search(turn, view, 1)  # looking for bombs takes a while on large boards
            bomb = view.bomb(self._looks)
            if bomb is not None:
                propose_bomb(turn, bomb)
                return
        self._search(turn, view, self._depth)
