"""Competitive Sudoku judged: exactly where it can be solved, else as the champion sees it at fixed nodes.

1. *2x2, classic*: looked up in the complete solution.
2. *Near the end* (few ways to fill the grid): solved to the end within the nodes, bombs and all; where they do not
   suffice, both the best move and the one made are searched to the same depth, with the law of parity at the horizon.
3. *Before that*: the best cell and the one made are searched to the same depth, with a pass where there is a bomb.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast

from gridarena_games.base import Answer, Board, Move
from gridarena_games.sudoku.board import SudokuBoard, sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels import exact, lookahead
from gridarena_kernels.exact import Endgame, Solution, solutions_of
from gridarena_kernels.jit import octets
from gridarena_kernels.lookahead import Glance, Lookahead
from gridarena_kernels.tablebase import book_2x2
from gridarena_lab.analysts import Judgement
from gridarena_lab.analysts.sudoku_reasons import Choice, Sight, bombs_of, reasons_for

MOST_COMPLETIONS = 512
"""With more ways to fill the grid its end is not in sight."""
MOST_CELLS = 44
"""Empty cells from which so few completions are at all likely."""


@dataclass(frozen=True, slots=True)
class _Rating:
    """What a search came to, before anybody asks why."""

    best: float
    value: float
    better: tuple[Choice, ...]
    sight: Sight
    depth: int
    nodes: int


class SudokuAnalyst:
    """Every mode and size."""

    def __init__(self, start: Board, nodes: int) -> None:
        """Reads the book, or compiles the kernels where it has nothing about this board."""
        self._nodes = nodes
        board = sudoku_board(start)
        self._book = book_2x2() if (board.m, board.n, board.mode) == (2, 2, "classic") else None
        if self._book is None:
            exact.warm()
            lookahead.warm()

    def judge(self, board: Board, move: Move, answer: Answer | None) -> Judgement:
        """Judges a fill or a bomb."""
        board = sudoku_board(board)
        kept = answer is None or answer.accepted
        made = Choice(Placement(*cast(Placement, move)), "fill" if kept else "bomb")
        rated = self._rate(board, made)
        if rated.best <= rated.value or made in rated.better:
            return Judgement(rated.best, rated.best, (), rated.sight == "exact", rated.depth, rated.nodes)
        better = sorted(rated.better, key=lambda choice: _alike(board, made, choice))
        why = reasons_for(board, made, better[0], (rated.best, rated.value), rated.sight)
        names = tuple(str(choice.move) for choice in better)
        return Judgement(rated.best, rated.value, names, rated.sight == "exact", rated.depth, rated.nodes, why)

    def _rate(self, board: SudokuBoard, made: Choice) -> _Rating:
        if self._book is not None:
            return _solved(self._book.rate(board), made, lambda: 0)
        solutions = None
        if board.empties <= MOST_CELLS:
            solutions = solutions_of(board, MOST_COMPLETIONS)
        return self._far(board, made) if solutions is None else self._near(Endgame(board, solutions), made)

    def _near(self, endgame: Endgame, made: Choice) -> _Rating:
        solution = endgame.solve(nodes=self._nodes)
        if solution is not None:
            return _solved(solution, made, lambda: endgame.worth(made.move))
        found = list(endgame.deepen(octets(bytearray(1)), self._nodes))[-1]
        best = Choice(found.move, endgame.kind(found.move))
        value = found.value if best == made else endgame.worth(made.move, None if found.exact else found.depth)
        sight: Sight = "exact" if found.exact else "law"
        return _Rating(found.value, value, (best,), sight, found.depth, found.nodes)

    def _far(self, board: SudokuBoard, made: Choice) -> _Rating:
        bombs = bombs_of(board)
        passes = 1 if bombs or made.kind == "bomb" else 0
        search = Lookahead(board, random.Random(0))
        found = list(search.deepen(octets(bytearray(1)), passes, self._nodes))[-1]
        cell = None if made.kind == "bomb" else board.cell_of(made.move)
        value = found.value if cell == found.cell else search.worth(cell, passes, found.depth)
        return _Rating(found.value, value, tuple(_choices(board, found, bombs)), "points", found.depth, found.nodes)


def _solved(solution: Solution, made: Choice, worth: Callable[[], int]) -> _Rating:
    """``worth`` finds the value of the move made where the solution has only a bound."""
    mine = next((rated for rated in solution.moves if rated.move == made.move), None)
    value = mine.value if mine is not None and mine.exact else worth()
    better = tuple(Choice(rated.move, rated.kind) for rated in solution.best)
    return _Rating(solution.value, value, better, "exact", 0, solution.nodes)


def _choices(board: SudokuBoard, found: Glance, bombs: tuple[Placement, ...]) -> Iterable[Choice]:
    """The moves that make what was found come true."""
    if found.cell is None:
        return (Choice(move, "bomb") for move in bombs)
    row, col = divmod(found.cell, board.N)
    legal = board.legal_values(found.cell)
    fills = (Placement(row, col, value + 1) for value in range(board.N) if legal >> value & 1)
    return (Choice(move, "fill") for move in fills if move not in bombs)


def _alike(board: SudokuBoard, made: Choice, choice: Choice) -> tuple[bool, bool, int, Placement]:
    """Puts the better move first that teaches most: of the same kind, in the same cell, with most points."""
    points = board.completes(choice.move) if choice.kind == "fill" else 0
    return choice.kind != made.kind, choice.move[:2] != made.move[:2], -points, choice.move
