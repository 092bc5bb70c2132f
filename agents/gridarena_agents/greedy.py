"""The most points at once, ties at random, no look at what the rival gets; no value that the oracle would condemn."""

import random

import gridarena
from gridarena_agents.regions import cells_in
from gridarena_agents.view import View


class Greedy(gridarena.Agent):
    """Takes what lies there."""

    games = ("sudoku",)

    def __init__(self, *, seed: int | None = None) -> None:
        """Sits down.

        Args:
            seed: Of ties and values; None draws anew for every match.
        """
        self._rng = random.Random(seed)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes any legal move at once, then the greedy one."""
        view = View(turn.board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        points, cells = view.regions.best(view.empty, view.squares)
        for cell in self._rng.sample(list(cells_in(cells)), cells.bit_count()):
            move = view.sound_move(cell)
            if move is not None:
                turn.propose(move, depth=1, value=points)
                return
