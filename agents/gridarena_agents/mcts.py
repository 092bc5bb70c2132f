"""Monte Carlo tree search (UCT) over cells: plays the rest of the game at random, most often where that went well.

It proposes any legal move at once, then the cell visited most whenever that changes. Values come from the solver; of
bombs it knows only that it must not step on one. Where numba is installed the games are compiled, some hundred times
as many a second.
"""

import random

import gridarena
from gridarena_agents.view import View
from gridarena_kernels import uct
from gridarena_kernels.jit import COMPILED

BATCH = 256 if COMPILED else 8
"""Simulations between two looks at what is best: a few milliseconds on 9x9."""
UNTIMED_GAMES = 5_000 if COMPILED else 200
"""Simulations of a turn without a clock and without a number: less than half a second on 9x9."""
NO_LIMIT = 1 << 60
NODES = 200_000
"""Of the tree, 11 MB."""


class Mcts(gridarena.Agent):
    """Looks where random games are won."""

    games = ("sudoku",)

    def __init__(self, *, c: float = 1.5, k: int = 5, nodes: int | None = None, seed: int | None = None) -> None:
        """Sits down.

        Args:
            c: How much a cell counts for having been tried little: the c of UCT.
            k: A random game chooses among the k moves that score most at once; 1 is greedy.
            nodes: Simulations of a turn; None: until the clock, or :data:`UNTIMED_GAMES` where there is none.
            seed: Of everything random; None draws anew for every match.

        Raises:
            ValueError: c is negative, or k or nodes less than 1.
        """
        if not 0 <= c < float("inf") or k < 1 or (nodes is not None and nodes < 1):
            raise ValueError(f"expected c from 0, k and nodes from 1, got c={c:g}, k={k}, nodes={nodes}")
        self._rng = random.Random(seed)
        self._c = c
        self._k = k
        self._limit = nodes

    def warm_up(self) -> None:
        """Compiles the games."""
        uct.warm()

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes whenever another cell has become the best, and once more at the end."""
        view = View(turn.board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        limit = self._limit
        if limit is None:
            limit = UNTIMED_GAMES if turn.match.clock.kind == "untimed" else NO_LIMIT
        if view.squares.bit_count() == 1:
            limit = 1  # nothing to choose
        search = uct.Uct(view.root(), c=self._c, k=self._k, seed=self._rng.getrandbits(32), nodes=NODES)
        proposed = None
        games = 0
        while games < limit and not turn.closed:
            batch = min(BATCH, limit - games)
            best = search.run(batch, turn.stop)
            games += batch
            if best is None or (best.cell == proposed and games < limit):
                continue
            proposed = best.cell
            move = view.sound_move(1 << best.cell)
            if move is not None:
                turn.propose(move, depth=best.depth, nodes=best.games, value=best.chance)
