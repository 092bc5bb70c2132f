"""`report-minimax` (report 1, A1): alpha-beta over every legal move, own minus other points, moves in random order.

A random legal move is proposed at once. Nothing is pruned and nothing is known of bombs: it may step on one.
"""

import random

import gridarena
from gridarena_agents.reports.search import NO_LIMIT, UNTIMED_NODES, PlainSearch, shuffled
from gridarena_agents.view import line_of
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement


class ReportMinimax(gridarena.Agent):
    """Looks at everything, and so not far."""

    games = ("sudoku",)

    def __init__(self, *, depth: int | None = None, nodes: int | None = None, seed: int | None = None) -> None:
        """Sits down.

        Args:
            depth: The deepest search; None: as deep as there is time.
            nodes: The most nodes of a turn; None: until the clock, or a few thousand where there is none.
            seed: Of everything random; None draws anew for every match.
        """
        self._rng = random.Random(seed)
        self._depth = NO_LIMIT if depth is None else depth
        self._nodes = nodes

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes at random, then after every depth."""
        board = sudoku_board(turn.board)
        turn.propose(self._rng.choice(list(board.legal_moves())))
        self._search(turn, board)

    def _search(self, turn: gridarena.Turn, board: SudokuBoard) -> None:
        nodes = self._nodes
        if nodes is None:
            nodes = UNTIMED_NODES if turn.match.clock.kind == "untimed" else NO_LIMIT
        search = PlainSearch(board, lambda: turn.closed, moves=self._moves, worth=self._worth, nodes=nodes)
        for best in search.deepen(self._depth):
            line = line_of(best.line)
            turn.propose(best.move, depth=best.depth, nodes=best.nodes, value=best.value, line=line)

    def _moves(self, board: SudokuBoard) -> list[Placement]:
        """What is looked at."""
        return shuffled(list(board.legal_moves()), self._rng)

    def _worth(self, board: SudokuBoard) -> float:
        """What a position is worth beside its points, to the seat to move."""
        return 0.0
