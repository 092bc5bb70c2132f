"""Monte Carlo tree search (UCT) for both games: plays the rest at random, most often where that went well.

It proposes any legal move at once, then the move visited most whenever that changes. In Sudoku the tree is over cells;
values come from the solver, and of bombs it knows only that it must not step on one. In Dots and Boxes it is over
edges, and of chains it knows nothing. Where numba is installed the games are compiled, some hundred times as many a
second.
"""

import random
from collections.abc import Callable
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

import gridarena
from gridarena_agents.view import View
from gridarena_games.base import Move
from gridarena_games.dots.board import DotsBoard
from gridarena_kernels import uct_cells, uct_edges
from gridarena_kernels.jit import COMPILED
from gridarena_kernels.uct import Best

BATCH = 256 if COMPILED else 8
"""Simulations between two looks at what is best: a few milliseconds on 9x9."""
UNTIMED_GAMES = 5_000 if COMPILED else 200
"""Simulations of a turn without a clock and without a number: less than half a second on 9x9."""
NO_LIMIT = 1 << 60
NODES = 200_000
"""Of the tree, 11 MB."""


class Search(Protocol):
    """A tree over the moves of one position, which have numbers."""

    def run(self, games: int, stop: NDArray[np.uint8]) -> Best | None:
        """So many more simulations; None as long as there was none."""


class Mcts(gridarena.Agent):
    """Looks where random games are won."""

    games: ClassVar[tuple[str, ...]] = ("sudoku", "dots")

    def __init__(self, *, c: float = 1.5, k: int = 5, nodes: int | None = None, seed: int | None = None) -> None:
        """Sits down.

        Args:
            c: How much a move counts for having been tried little: the c of UCT.
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
        uct_cells.warm()
        uct_edges.warm()

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes whenever another cell has become the best, and once more at the end."""
        seed = self._rng.getrandbits(32)
        if isinstance(turn.board, DotsBoard):
            board = turn.board
            turn.propose(self._rng.choice(list(board.legal_moves())))
            tree = uct_edges.EdgeUct(board, c=self._c, k=self._k, seed=seed, nodes=NODES)
            self._search(turn, tree, board.free, lambda edge: board.edges[edge], lambda edge: str(board.edges[edge]))
            return
        view = View(turn.board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        search = uct_cells.CellUct(view.root(), c=self._c, k=self._k, seed=seed, nodes=NODES)
        choices = view.squares.bit_count()
        self._search(
            turn, search, choices, lambda cell: view.sound_move(1 << cell), lambda cell: view.line((1 << cell,))
        )

    def _search(
        self,
        turn: gridarena.Turn,
        search: Search,
        choices: int,
        move_of: Callable[[int], Move | None],
        name_of: Callable[[int], str],
    ) -> None:
        """Proposes the favourite as a move, where there is one for it."""
        limit = self._limit
        if limit is None:
            limit = UNTIMED_GAMES if turn.match.clock.kind == "untimed" else NO_LIMIT
        if choices == 1:
            limit = 1  # nothing to choose
        proposed = None
        games = 0
        while games < limit and not turn.closed:
            batch = min(BATCH, limit - games)
            best = search.run(batch, turn.stop)
            games += batch
            if best is None or (best.move == proposed and games < limit):
                continue
            proposed = best.move
            move = move_of(best.move)
            if move is not None:
                line = " ".join(map(name_of, best.line))
                turn.propose(move, depth=len(best.line), nodes=best.games, value=best.chance, line=line)
