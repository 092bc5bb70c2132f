"""`report-mcts2` (report 2, A3): plain MCTS over cells; what is backed up and how the move is chosen are parameters.

Random games to the end. Backed up is the final difference in points or only its sign; chosen in the end is the child
with the best mean or with the most visits. The hidden clock is measured on the first turn, which is searched to its
close like any other; later turns end by themselves at 95 % of it.
"""

import math
import random
import time
from dataclasses import dataclass, field
from typing import Literal

import gridarena
from gridarena_agents.regions import cells_in
from gridarena_agents.view import View, line_of
from gridarena_games.sudoku.board import ASSUMED, SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve

SHARE = 0.95
UNTIMED_GAMES = 60
PROPOSE_EVERY = 20
"""Simulations between two proposals."""


@dataclass(slots=True)
class Node:
    """A position in the tree, counted for the seat that moved into it."""

    seat: int
    move: Placement | None
    untried: list[Placement]
    children: list["Node"] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0


class ReportMcts2(gridarena.Agent):
    """Thinks in whole games."""

    games = ("sudoku",)

    def __init__(
        self,
        *,
        c: float = 2.0,
        backup: Literal["score", "sign"] = "sign",
        choice: Literal["mean", "visits"] = "visits",
        nodes: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Sits down.

        Args:
            c: Exploration; the report tried 0, 2, 5 and 10.
            backup: ``score`` backs the final difference in points up, ``sign`` who won.
            choice: ``mean`` or ``visits``.
            nodes: Simulations of a turn; None: until the clock, or a few where there is none.
            seed: Of everything random; None draws anew for every match.
        """
        self._rng = random.Random(seed)
        self._c = c
        self._backup = backup
        self._choice = choice
        self._games = nodes
        self._limit_s: float | None = None

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes at once, and the favourite every few simulations."""
        started = time.perf_counter()
        board = sudoku_board(turn.board)
        view = View(board, self._rng, lambda: turn.closed)
        turn.propose(view.any_move())
        solution = solve(board.m, board.n, board.cells).solution
        if solution is None:
            return
        games = self._games
        if games is None:
            games = UNTIMED_GAMES if turn.match.clock.kind == "untimed" else 1 << 60
        root = Node(1 - board.to_move, None, self._moves(board, solution))
        for game in range(1, games + 1):
            if turn.closed:
                self._limit_s = self._limit_s or time.perf_counter() - started
                return
            self._simulate(board, solution, root)
            late = self._limit_s is not None and time.perf_counter() - started > SHARE * self._limit_s
            if (late or game == games or not game % PROPOSE_EVERY) and not turn.closed:
                best = self._favourite(root)
                line = self._line(best)
                turn.propose(
                    best.move or view.any_move(), depth=len(line), nodes=game, value=best.total / best.visits,
                    line=line_of(line),
                )  # fmt: skip
            if late:
                return

    def _moves(self, board: SudokuBoard, solution: bytes) -> list[Placement]:
        """The mover's cells with the solution's values, in random order."""
        cells = [bit.bit_length() - 1 for bit in cells_in(board.reach(board.to_move))]
        moves = [Placement(cell // board.N, cell % board.N, solution[cell]) for cell in cells]
        legal = [move for move in moves if board.legal_values(board.cell_of(move)) >> (move.value - 1) & 1]
        return self._rng.sample(legal, len(legal))

    def _simulate(self, board: SudokuBoard, solution: bytes, root: Node) -> None:
        path, pushed = [root], 0
        node = root
        while not node.untried and node.children:
            total = math.log(node.visits)
            node = max(node.children, key=lambda child: self._bound(child, total))
            pushed += self._push(board, node.move)
            path.append(node)
        if node.untried:
            move = node.untried.pop()
            seat = board.to_move
            pushed += self._push(board, move)
            child = Node(seat, move, self._moves(board, solution))
            node.children.append(child)
            path.append(child)
        while moves := self._moves(board, solution):
            pushed += self._push(board, moves[0])
        first, second = board.points
        for _ in range(pushed):
            board.pop()
        for node in path:
            node.visits += 1
            difference = first - second if node.seat == 0 else second - first
            node.total += difference if self._backup == "score" else (difference > 0) - (difference < 0)

    def _bound(self, child: Node, total: float) -> float:
        return child.total / child.visits + self._c * math.sqrt(total / child.visits)

    def _push(self, board: SudokuBoard, move: Placement | None) -> int:
        """Makes the move, and the pass that may follow; returns how many pushes that were."""
        board.push(move, ASSUMED)
        if not board.forced_skip():
            return 1
        board.push(None)
        return 2

    def _favourite(self, root: Node) -> Node:
        if self._choice == "visits":
            return max(root.children, key=lambda child: child.visits)
        return max(root.children, key=lambda child: child.total / child.visits)

    def _line(self, node: Node) -> list[Placement]:
        """The favourites from this node on."""
        moves = [] if node.move is None else [node.move]
        while node.children:
            node = self._favourite(node)
            moves += [] if node.move is None else [node.move]
        return moves
