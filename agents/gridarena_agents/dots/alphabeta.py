"""Alpha-beta for Dots and Boxes: to the end of the game (`alphabeta`), or to a depth (`cutoff`), in plain Python.

Both propose an edge at once and the best one when they know it. `alphabeta` looks to the very end, for which boards of
more than about sixteen free edges take longer than a turn; `cutoff` deepens move by move.
"""

import random
from collections.abc import Iterable

import gridarena
from gridarena_agents.dots.lines import ORDERS, AlphaBeta, Order, Stopped, in_order, tables_of
from gridarena_games.dots.edges import Geometry

EVALS = ("score", "takeable")


class Alphabeta(gridarena.Agent):
    """Searches to the end of the game."""

    games = ("dots",)

    def __init__(self, *, order: Order = "edges", seed: int | None = None) -> None:
        """Sits down.

        Args:
            order: In which order moves are tried: ``edges`` (the outer ones first) or ``random``.
            seed: Of the random order; None draws anew.

        Raises:
            ValueError: there is no such order.
        """
        if order not in ORDERS:
            raise ValueError(f"expected order={' or '.join(ORDERS)}, got {order}")
        self._order: Order = order
        self._rng = random.Random(seed)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes the first move of its order, and the best one if there is time to find it."""
        board, tables = tables_of(turn.board)
        moves = in_order(tables, board.drawn, self._order, self._rng)
        deepen(turn, moves, AlphaBeta(tables, moves, lambda: turn.closed, extra_turn=board.extra_turn), [len(moves)])


class Cutoff(gridarena.Agent):
    """Searches to a depth."""

    games = ("dots",)

    def __init__(
        self, *, depth: int = 5, eval: str = "score", order: Order = "edges", seed: int | None = None  # noqa: A002
    ) -> None:  # fmt: skip
        """Sits down.

        Args:
            depth: Moves to look ahead at most.
            eval: What counts at the horizon: ``score`` (boxes made), ``takeable`` (and those that lack one side).
            order: In which order moves are tried: ``edges`` (the outer ones first) or ``random``.
            seed: Of the random order; None draws anew.

        Raises:
            ValueError: one of them cannot be used.
        """
        if depth < 1 or eval not in EVALS or order not in ORDERS:
            raise ValueError(
                f"expected depth from 1, eval={' or '.join(EVALS)}, order={' or '.join(ORDERS)}, "
                f"got depth={depth}, eval={eval}, order={order}"
            )
        self._depth = depth
        self._eval = eval
        self._order: Order = order
        self._rng = random.Random(seed)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes the best move of every depth."""
        board, tables = tables_of(turn.board)
        moves = in_order(tables, board.drawn, self._order, self._rng)
        judge = (lambda drawn: takeable(tables, drawn)) if self._eval == "takeable" else (lambda drawn: 0)
        search = AlphaBeta(tables, moves, lambda: turn.closed, extra_turn=board.extra_turn, judge=judge)
        deepen(turn, moves, search, range(1, min(self._depth, len(moves)) + 1))


def takeable(tables: Geometry, drawn: int) -> int:
    """How many boxes lack one side."""
    return sum((sides & drawn).bit_count() == 3 for sides in tables.sides)


def deepen(turn: gridarena.Turn, moves: list[int], search: AlphaBeta, depths: Iterable[int]) -> None:
    """Proposes the first move at once, then the first of the best ones of every depth until the turn closes."""
    board, _ = tables_of(turn.board)
    turn.propose(board.edges[moves[0]])
    try:
        for depth in depths:
            chosen, best = moves[0], -(1 << 20)
            line: tuple[int, ...] = ()
            for edge in moves:
                value = search.after(board.drawn, edge, depth, best)
                if value > best:
                    chosen, best, line = edge, value, (edge, *search.line[depth - 1])
            names = " ".join(str(board.edges[edge]) for edge in line)
            turn.propose(board.edges[chosen], depth=depth, nodes=search.nodes, value=best, line=names)
    except Stopped:
        return
