"""`report-even` (report 3, A2): values from one solution, alpha-beta over cells, even rests count a little.

The grid is solved once, so a cell has one value and the search need not look at others. Each region that lacks an even
number of cells is worth 0.01. An instant legal move comes first. Where the number of empty cells is even it tries to
skip: a candidate that differs from the solution and that the solver condemns.
"""

import gridarena
from gridarena_agents.reports.minimax import ReportMinimax
from gridarena_agents.reports.search import shuffled
from gridarena_agents.reports.skips import by_solution
from gridarena_agents.view import propose_bomb
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.solver import solve


class ReportEven(ReportMinimax):
    """One value a cell."""

    def __init__(
        self,
        *,
        even: float = 0.01,
        looks: int = 40,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int | None = None,
    ) -> None:
        """Sits down.

        Args:
            even: What a region is worth that lacks an even number of cells.
            looks: Candidates that the skip asks the solver about.
            depth: As of :class:`ReportMinimax`.
            nodes: As of :class:`ReportMinimax`.
            seed: As of :class:`ReportMinimax`.
        """
        super().__init__(depth=depth, nodes=nodes, seed=seed)
        self._even = even
        self._looks = looks
        self._solution: bytes | None = None

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes at once, then the skip, else after every depth."""
        board = sudoku_board(turn.board)
        turn.propose(self._rng.choice(list(board.legal_moves())))
        self._solution = solve(board.m, board.n, board.cells).solution
        if self._solution is not None and board.empties % 2 == 0:
            bomb = by_solution(board, self._solution, self._looks)
            if bomb is not None:
                propose_bomb(turn, bomb)
                return
        self._search(turn, board)

    def _moves(self, board: SudokuBoard) -> list[Placement]:
        """The cells with the solution's values; every move where none of those is legal."""
        solution = self._solution
        if solution is None:
            return super()._moves(board)
        moves = [move for move in board.legal_moves() if solution[board.cell_of(move)] == move.value]
        return shuffled(moves, self._rng)

    def _worth(self, board: SudokuBoard) -> float:
        return self._even * sum(board.left(region) % 2 == 0 for region in range(3 * board.N))
