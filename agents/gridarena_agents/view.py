"""A position as the Sudoku agents here see it: which cells are empty, and what may safely be written into them.

A proposal that the oracle condemns costs the turn. So before an agent proposes a value, the solver has seen it, see
:mod:`gridarena_agents.soundness`. The one exception is the first proposal of a turn: it only has to be legal, and to be
there at once.
"""

import random
from collections.abc import Callable, Iterable, Iterator

import gridarena
from gridarena_agents.alphabeta import AlphaBeta, Found
from gridarena_agents.regions import cells_in, index, regions
from gridarena_agents.soundness import Soundness
from gridarena_agents.territory import Territory
from gridarena_games.base import Board
from gridarena_games.sudoku.board import sudoku_board
from gridarena_games.sudoku.rules import Placement
from gridarena_kernels.lookahead import Glance
from gridarena_kernels.uct_cells import Root


def line_of(moves: Iterable[Placement]) -> str:
    """Moves in turn, for people: ``(0,1) (2,3)``, where they go, without their values."""
    return " ".join(f"({move.row},{move.col})" for move in moves)


def propose_bomb(turn: gridarena.Turn, bomb: Placement) -> None:
    """Proposes a move that fills nothing and scores nothing; what comes after it was not looked at."""
    turn.propose(bomb, depth=1, value=0, line=line_of((bomb,)))


def propose_cell(turn: gridarena.Turn, view: "View", found: Glance, bomb: Placement | None = None) -> None:
    """Proposes the cell that a search found with a value that is sound, or the bomb where it found a pass best."""
    move = bomb if found.cell is None else view.sound_move(1 << found.cell)
    if move is not None:
        turn.propose(move, depth=found.depth, nodes=found.nodes, value=found.value, line=line_ahead(view, found))


def line_ahead(view: "View", found: Glance) -> str:
    """The cells and passes that a search expects, for people."""
    return view.line(None if cell is None else 1 << cell for cell in found.line)


class View:
    """One turn's position; it does not follow the board."""

    def __init__(self, board: Board, rng: random.Random, stopped: Callable[[], bool]) -> None:
        board = sudoku_board(board)
        self.regions = regions(board.m, board.n)
        self.empty = sum(1 << cell for cell, value in enumerate(board.cells) if not value)
        """The empty cells, one bit each."""
        self.squares = board.reach(board.to_move)
        """The empty cells where I may play now."""
        self._rivals = board.reach(1 if board.to_move == 0 else 0)
        self.stopped = stopped
        """True once nothing that is found can count any more."""
        self._board = board
        self._rng = rng
        self.soundness = Soundness(board)

    def deepen(self, depths: int, nodes: int) -> Iterator[Found]:
        """Searches for the best cell: see :mod:`gridarena_agents.alphabeta`, for other modes the territory's search."""
        if self._board.mode == "classic":
            return AlphaBeta(self.regions, self.stopped, nodes).deepen(self.empty, self._rng, depths)
        search = Territory(self.regions, self._board.N, self.stopped, nodes)
        return search.deepen(self.empty, self.squares, self._rivals, self._rng, depths)

    def root(self) -> Root:
        """The position for a tree search: see :mod:`gridarena_kernels.uct_cells`."""
        board = self._board
        mine, theirs = self.squares, self._rivals
        areas = (mine, theirs) if board.to_move == 0 else (theirs, mine)
        first, second = board.points
        return Root(board.m, board.n, self.empty, areas, board.to_move, first - second, board.mode != "classic")

    def any_move(self) -> Placement:
        """A legal move, not looked into: any square of mine, any of its values."""
        cells = list(cells_in(self.squares))
        self._rng.shuffle(cells)
        return next(move for cell in cells for move in self._moves(cell))

    def sound_move(self, cell: int) -> Placement | None:
        """A move into this cell that the oracle will accept, or one not condemned yet where none is sure, or None."""
        undecided = None
        for move in self._moves(cell):
            keeps = self.soundness.of(move)
            if keeps:
                return move
            if keeps is None:
                undecided = move
            if self.stopped():
                break
        return undecided

    def bomb(self, looks: int) -> Placement | None:
        """A legal move that the oracle will condemn, cells with few values first; None: not found in so many looks."""
        cells = list(cells_in(self.squares))
        self._rng.shuffle(cells)
        cells.sort(key=lambda cell: self._board.legal_values(index(cell)).bit_count())
        for move in (move for cell in cells for move in self._moves(cell)):
            if self.soundness.known(move):
                continue
            if not looks or self.stopped():
                return None
            looks -= 1
            if self.soundness.of(move) is False:
                return move
        return None

    def line(self, cells: Iterable[int | None]) -> str:
        """Cells in turn, for people: ``(0,1) pass (2,3)``; None is a pass."""
        size = self._board.N
        return " ".join("pass" if cell is None else "({},{})".format(*divmod(index(cell), size)) for cell in cells)

    def _moves(self, cell: int) -> Iterator[Placement]:
        """The legal moves into a cell in random order, those first that are known to be sound."""
        number = index(cell)
        row, column = divmod(number, self._board.N)
        moves = [Placement(row, column, index(value) + 1) for value in cells_in(self._board.legal_values(number))]
        self._rng.shuffle(moves)
        moves.sort(key=lambda move: not self.soundness.known(move))
        return iter(moves)
