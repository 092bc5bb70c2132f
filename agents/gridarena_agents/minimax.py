"""Iterative-deepening alpha-beta on own minus other points, over cells; values come from the solver.

It proposes any legal move at once and the best cell of every depth it finishes, so it may be stopped at any time. It
counts on every cell being filled in turn: of bombs it knows only that it must not step on one.
"""

import random

import gridarena
from gridarena_agents.view import View

UNTIMED_NODES = 20_000
"""Nodes of a turn without a clock and without a budget: less than a tenth of a second of plain Python on 9x9."""
NO_LIMIT = 1 << 30


class Minimax(gridarena.Agent):
    """Looks ahead as far as the clock lets it."""

    games = ("sudoku",)

    def __init__(self, *, depth: int | None = None, nodes: int | None = None, seed: int | None = None) -> None:
        """Sits down.

        Args:
            depth: The deepest search; None goes to the end of the game where there is time.
            nodes: The most nodes of a turn; None: until the clock, or :data:`UNTIMED_NODES` where there is none.
            seed: Of ties and values; None draws anew for every match.
        """
        self._rng = random.Random(seed)
        self._depth = NO_LIMIT if depth is None else depth
        self._nodes = nodes

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes after every depth."""
        view = View(turn.board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        self._search(turn, view, self._depth)

    def _search(self, turn: gridarena.Turn, view: View, depth: int) -> None:
        nodes = self._nodes
        if nodes is None:
            nodes = UNTIMED_NODES if turn.match.clock.kind == "untimed" else NO_LIMIT
        for found in view.deepen(depth, nodes):
            move = view.sound_move(found.cell)
            if move is not None:
                line = view.line(found.line)
                turn.propose(move, depth=found.depth, nodes=found.nodes, value=found.value, line=line)
