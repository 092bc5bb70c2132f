"""Any legal move, each as likely as the next; for every game. The yardstick everybody must beat.

In Competitive Sudoku it walks into bombs as often as they lie about, which costs it a turn each time and nothing more:
a condemned placement is no illegal move.
"""

import random

import gridarena


class Random(gridarena.Agent):
    """Plays uniformly at random over the legal moves."""

    def __init__(self, *, seed: int | None = None) -> None:
        """Sits down.

        Args:
            seed: Of the moves; None draws anew for every match.
        """
        self._rng = random.Random(seed)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes once."""
        turn.propose(self._rng.choice(list(turn.board.legal_moves())))
