"""`report-a2` and `report-a2-skip` (report 0): greedy first, then alpha-beta without the cells known to bring nothing.

A cell whose row, column and block are all empty brings no reward and is left out, unless the board is empty. Moves are
ordered by what they score minus the most that the opponent could take at once in a region the move leaves one cell
short. The submitted agent won its course's tournament with one rule more: where the number of empty cells is even, it
looks for a bomb and proposes that.
"""

import gridarena
from gridarena_agents.reports.minimax import ReportMinimax
from gridarena_agents.reports.skips import skipped
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import POINTS, Placement


class ReportA2(ReportMinimax):
    """Random, then greedy, then alpha-beta."""

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes at once, then the greedy move, then after every depth."""
        board = sudoku_board(turn.board)
        moves = list(board.legal_moves())
        turn.propose(self._rng.choice(moves))
        turn.propose(max(self._moves(board), key=board.completes), depth=1)
        if not turn.closed:
            self._search(turn, board)

    def _moves(self, board: SudokuBoard) -> list[Placement]:
        moves = super()._moves(board)
        cells = {board.cell_of(move): move for move in moves}  # what is asked of a move depends on its cell alone
        if board.empties < len(board.cells):
            useful = {cell for cell, move in cells.items() if not self._brings_nothing(board, move)}
            moves = [move for move in moves if board.cell_of(move) in useful] or moves
        balance = {cell: self._balance(board, move) for cell, move in cells.items()}
        return sorted(moves, key=lambda move: balance[board.cell_of(move)], reverse=True)

    def _brings_nothing(self, board: SudokuBoard, move: Placement) -> bool:
        """True when the cell's row, column and block are all empty."""
        return all(board.left(region) == board.N for region in board.regions(board.cell_of(move)))

    def _balance(self, board: SudokuBoard, move: Placement) -> int:
        """What the move scores, minus the most it lets the opponent take in one of its regions."""
        regions = board.regions(board.cell_of(move))
        given = max(
            (self._completing(board, region, regions) for region in regions if board.left(region) == 2), default=0
        )
        return board.completes(move) - given

    def _completing(self, board: SudokuBoard, region: int, filled: tuple[int, int, int]) -> int:
        """Points of the cell that will be the region's last, once a cell of the ``filled`` regions is gone."""
        last = next(
            cell
            for cell, value in enumerate(board.cells)
            if not value and region in board.regions(cell) and board.regions(cell) != filled
        )
        complete = sum(board.left(one) - (one in filled) == 1 for one in board.regions(last))
        return POINTS[complete]


class ReportA2Skip(ReportA2):
    """The same, with the skip."""

    def play(self, turn: gridarena.Turn) -> None:
        """Proposes a bomb where the number of empty cells is even and one is seen."""
        if not skipped(turn):
            super().play(turn)
