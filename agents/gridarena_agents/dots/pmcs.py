"""Pure Monte Carlo search for Dots and Boxes: games played at random to the end, shared evenly over the moves."""

import random

import gridarena
from gridarena_agents.dots.lines import completed, tables_of
from gridarena_games.dots.edges import Geometry


class Pmcs(gridarena.Agent):
    """Plays the move behind which random games end best."""

    games = ("dots",)

    def __init__(self, *, n: int = 1000, seed: int | None = None) -> None:
        """Sits down.

        Args:
            n: Random games of a turn, at least one a move.
            seed: Of the games; None draws anew.

        Raises:
            ValueError: n is less than 1.
        """
        if n < 1:
            raise ValueError(f"expected n from 1, got n={n}")
        self._n = n
        self._rng = random.Random(seed)

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes whenever a round of one game a move has changed what is best."""
        board, tables = tables_of(turn.board)
        moves = [edge for edge in range(len(tables.edges)) if not board.drawn >> edge & 1]
        self._rng.shuffle(moves)
        turn.propose(board.edges[moves[0]])
        sums = dict.fromkeys(moves, 0)
        proposed = moves[0]
        for games in range(1, -(-self._n // len(moves)) + 1):
            for edge in moves:
                if turn.closed:
                    return
                sums[edge] += self._game(tables, board.drawn, edge, extra_turn=board.extra_turn)
            best = max(moves, key=lambda edge: sums[edge])
            if best != proposed and not turn.closed:
                proposed = best
                turn.propose(board.edges[best], nodes=games * len(moves), value=sums[best] / games)

    def _game(self, tables: Geometry, drawn: int, edge: int, *, extra_turn: bool) -> int:
        """Own minus other boxes of a game that begins with this edge."""
        rest = [other for other in range(len(tables.edges)) if other != edge and not drawn >> other & 1]
        self._rng.shuffle(rest)
        difference, side = 0, 1
        for move in (edge, *rest):
            boxes = completed(tables, drawn, move)
            drawn |= 1 << move
            difference += side * boxes
            if not (boxes and extra_turn):
                side = -side
        return difference
