"""A Sudoku position with its history: the :class:`~gridarena_games.base.Board` of Competitive Sudoku.

The board never looks for bombs itself. Whether a placement keeps the puzzle solvable is a question for the oracle, and
its answer comes back through :meth:`SudokuBoard.push`; a search that does not want to ask pushes :data:`ASSUMED`.
"""

from collections.abc import Iterator, Sequence, Set
from operator import index
from typing import cast

from gridarena_games.base import Answer, Applied, Board, Move, Outcome, Question, Seat
from gridarena_games.errors import IllegalMoveError
from gridarena_games.sudoku.areas import Areas
from gridarena_games.sudoku.drawing import caption, grid_lines
from gridarena_games.sudoku.formats import write_start
from gridarena_games.sudoku.history import Done, Played
from gridarena_games.sudoku.modes import Ground, Mode, Squares
from gridarena_games.sudoku.rules import POINTS, Grid, Placement, Position, geometry
from gridarena_games.sudoku.start import NOTHING, Past, Start

ASSUMED = Answer(accepted=True, reason="assumed")
"""For searches: the placement is taken to keep the puzzle solvable."""

_FORBIDDEN = "a seat may pass only when it has no move"


class SudokuBoard:
    """A taboo stays forbidden for both seats; only push and pop change a board.

    Cheap reading access, all of it valid until the next push or pop. O(1):

    - ``m``, ``n``, ``N``: block rows, block columns, grid size ``N = m * n``.
    - ``to_move``: seat 0 or 1; ``points``: ``(seat 0, seat 1)``.
    - ``cells``: N * N ints, row-major, 0 = empty; the live list, never to be written to. ``cell = row * N + col``.
    - ``empties``: number of empty cells (the e of the parity law).
    - ``taboo``: the taboo placements, a set in order of condemnation.
    - ``legal_values(cell)``: bitmask of the values that may be proposed there (bit ``v - 1`` = value ``v``; taboos are
      out) by a seat that may play there, 0 for a filled cell.
    - ``completes(move)``: the points 0, 1, 3 or 7 the placement scores if it is accepted; depends on the cell only.
    - ``regions(cell)``: numbers of its row, column, block; ``left(region)``: how many cells of that region are empty.
    - ``mode``; ``reach(seat)``: the empty cells where the seat may play, one bit a cell, cell 0 lowest.

    Tuples of ``(row, col)``, made anew at every call: ``playable(seat)``, sorted; and in modes other than ``classic``,
    None in that: ``starting_squares(seat)``, ``occupied(seat)`` in order of occupation. ``history()`` has every move
    since the beginning, the condemned ones marked.

    ``legal_moves()`` yields :class:`Placement` row-major, values ascending. ``push(move, ASSUMED)``, ``push(None)``
    where ``forced_skip()`` says so, and ``pop()`` are the make/undo of a search. A plain ``(row, col, value)`` tuple is
    as good a move as a :class:`Placement`.
    """

    def __init__(
        self, m: int, n: int, cells: Sequence[int], ground: Ground | None = None, past: Past = NOTHING
    ) -> None:
        """Sets up a position.

        Args:
            m: Rows of a block.
            n: Columns of a block.
            cells: The values, row-major, 0 = empty.
            ground: Who may play where; None is the mode ``classic``.
            past: What happened before.

        Raises:
            InvalidSetupError: a region has a value twice.
        """
        tables = geometry(m, n)
        self.m = m
        self.n = n
        self.N = tables.size
        self.mode: Mode = ground.mode if ground else "classic"
        self.to_move: Seat = past.to_move
        self._tables = tables
        self._grid = Grid(tables, cells)
        self._points = list(past.points)
        self._taboo: dict[Placement, None] = {}
        self._taboo_values = [0] * len(cells)
        self._past = past
        self._done: list[Done] = []
        self._ground = ground
        self._areas = Areas(tables.size, cells, ground)
        for taboo in past.taboo:
            self._forbid(taboo)

    @property
    def cells(self) -> Sequence[int]:
        """The values, row-major, 0 = empty."""
        return self._grid.cells

    @property
    def empties(self) -> int:
        """How many cells are empty."""
        return self._grid.empties

    @property
    def taboo(self) -> Set[Placement]:
        """The condemned placements, oldest first."""
        return self._taboo.keys()

    @property
    def points(self) -> tuple[int, int]:
        """Points so far, by seat."""
        return self._points[0], self._points[1]

    def reach(self, seat: Seat) -> int:
        """The empty cells where the seat may play, one bit a cell."""
        return self._areas.reach(seat)

    def playable(self, seat: Seat | None = None) -> Squares:
        """The empty squares where the seat may play, by default the seat to move, row-major."""
        reach = self.reach(self.to_move if seat is None else seat)
        return tuple(divmod(cell, self.N) for cell in range(len(self.cells)) if reach >> cell & 1)

    def starting_squares(self, seat: Seat) -> Squares | None:
        """The squares that are the seat's to fill all game long; None in the mode classic."""
        return None if self._ground is None else self._ground.squares[seat]

    def occupied(self, seat: Seat) -> Squares | None:
        """The filled squares that are the seat's, oldest first; None in the mode classic, where nobody owns a cell."""
        return None if self._ground is None else self._areas.occupied(seat)

    def history(self) -> tuple[Played, ...]:
        """Every move in order, those of a game-state file first; a forced skip is no move."""
        before = (Played(move, move in self._past.taboo) for move in self._past.moves)
        since = (Played(done.move, not done.accepted) for done in self._done if done.move is not None)
        return (*before, *since)

    def regions(self, cell: int) -> tuple[int, int, int]:
        """Numbers of the cell's row (from 0), column (from N) and block (from 2N)."""
        return self._tables.regions[cell]

    def left(self, region: int) -> int:
        """How many cells of the region are empty."""
        return self._grid.left[region]

    def legal_values(self, cell: int) -> int:
        """Bitmask of the values that may be proposed for the cell."""
        return self._grid.free(cell) & ~self._taboo_values[cell]

    def completes(self, move: Move) -> int:
        """Points the placement scores if it is accepted."""
        row, col, _ = cast(Placement, move)
        return POINTS[self._grid.completed(row * self.N + col)]

    def legal_moves(self) -> Iterator[Placement]:
        """Every placement where the seat may play that is no duplicate and not taboo, row-major, values ascending."""
        cells = self.reach(self.to_move)
        placements = self._tables.placements
        while cells:
            lowest = cells & -cells
            cells ^= lowest
            cell = lowest.bit_length() - 1
            values = self.legal_values(cell)
            while values:
                low = values & -values
                yield placements[cell][low.bit_length() - 1]
                values ^= low

    def cell_of(self, move: Placement) -> int:
        """The cell a placement is for, by number."""
        return move.row * self.N + move.col

    def question(self, move: Move) -> Question:
        """Asks whether the grid with this placement can still be filled.

        Raises:
            IllegalMoveError: out of range, taboo, occupied, not allowed or duplicate, tested in this order.
        """
        cell, value = self._legal(move)
        cells = bytearray(self._grid.cells)
        cells[cell] = value
        return Question(Position(self.m, self.n, bytes(cells)))

    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        """A condemned placement fills nothing, scores nothing and becomes taboo; the turn passes either way.

        Raises:
            IllegalMoveError: the rules forbid the move here; the board is unchanged.
            ValueError: no answer was given.
        """
        if move is None:
            return self._skip()
        cell, value = self._legal(move)
        if answer is None:
            raise ValueError(f"expected the oracle's answer for {move!r}, got None")
        placement = self._tables.placements[cell][value - 1]
        applied = self._fill(cell, placement) if answer.accepted else self._condemn(placement)
        self.to_move = _other(self.to_move)
        return applied

    def pop(self) -> None:
        """Takes the last push back exactly. Raises IndexError when there is none."""
        done = self._done.pop()
        self.to_move = seat = _other(self.to_move)
        if done.move is None:
            return
        cell = self.cell_of(done.move)
        if not done.accepted:
            self._taboo.popitem()
            self._taboo_values[cell] ^= 1 << (done.move.value - 1)
            return
        self._grid.clear(cell)
        self._areas.empty_again(seat, cell, done.area)
        self._points[seat] -= done.points

    def forced_skip(self) -> bool:
        """A seat without a move has to pass as long as the other has one; in the mode classic nobody ever has to."""
        return self._stuck(self.to_move) and not self._stuck(_other(self.to_move))

    def outcome(self) -> Outcome | None:
        """Over when neither seat can move: the grid is full, or both are out.

        A seat without a move never gets one again, because squares only fill up and its own area does not grow.
        """
        if self._grid.empties and not (self._stuck(0) and self._stuck(1)):
            return None
        first, second = self._points
        winner: Seat | None = None if first == second else 0 if first > second else 1
        return Outcome(winner, "completed", (first, second))

    def start(self) -> Start:
        """The position as a start, its history included."""
        ground, history = self._ground, tuple(move for move, _ in self.history())
        past = Past(tuple(self._taboo), history, self.points, self.to_move)
        if ground is None:
            return Start(self.m, self.n, tuple(self.cells), past=past)
        occupied = self._areas.occupied(0), self._areas.occupied(1)
        return Start(self.m, self.n, tuple(self.cells), occupied, ground.squares, past)

    def setup(self) -> str:
        """The position as a setup, to be started with :meth:`options`."""
        return write_start(self.start())

    def options(self) -> dict[str, str]:
        """The mode alone: squares that were drawn by a seed are listed in :meth:`setup`."""
        return {} if self.mode == "classic" else {"mode": self.mode}

    def __str__(self) -> str:
        lines = [caption(self), *grid_lines(self.m, self.n, self.cells, self._areas.marks())]
        return "\n".join((*lines, "taboo: " + ", ".join(map(str, self._taboo))) if self._taboo else lines)

    def _legal(self, move: Move) -> tuple[int, int]:
        try:
            row, col, value = map(index, cast(Placement, move))
        except (TypeError, ValueError):
            raise IllegalMoveError("out of range", f"expected three whole numbers, got {move!r}") from None
        if not (0 <= row < self.N and 0 <= col < self.N and 1 <= value <= self.N):
            raise IllegalMoveError(
                "out of range",
                f"expected row and column 0 to {self.N - 1}, value 1 to {self.N}, got ({row},{col}) -> {value}",
            )
        cell = row * self.N + col
        if not (self.legal_values(cell) >> (value - 1) & 1 and self._areas.area[self.to_move] >> cell & 1):
            raise self._refusal(self._tables.placements[cell][value - 1], cell)
        return cell, value

    def _refusal(self, move: Placement, cell: int) -> IllegalMoveError:
        if move in self._taboo:
            return IllegalMoveError("taboo", f"{move} is taboo")
        if self._grid.cells[cell]:
            return IllegalMoveError("occupied", f"{move}: the cell already holds {self._grid.cells[cell]}")
        if not self._areas.area[self.to_move] >> cell & 1:
            return IllegalMoveError("not allowed", f"{move}: neither a starting square of yours nor next to your cells")
        bit = 1 << (move.value - 1)
        clash = next(region for region in self.regions(cell) if self._grid.used[region] & bit)
        return IllegalMoveError("duplicate", f"{move}: {self._tables.name(clash)} already holds {move.value}")

    def _stuck(self, seat: Seat) -> bool:
        cells = self.reach(seat)
        while cells:
            lowest = cells & -cells
            if self.legal_values(lowest.bit_length() - 1):
                return False
            cells ^= lowest
        return True

    def _skip(self) -> Applied:
        if not self.forced_skip():
            raise IllegalMoveError("not allowed", _FORBIDDEN)
        self._done.append(Done(None, True, 0, 0))
        self.to_move = _other(self.to_move)
        return Applied(0, "no squares")

    def _fill(self, cell: int, move: Placement) -> Applied:
        seat = self.to_move
        completed = tuple(self._tables.name(region) for region in self.regions(cell) if self._grid.left[region] == 1)
        points = POINTS[len(completed)]
        self._grid.place(cell, move.value)
        self._points[seat] += points
        self._done.append(Done(move, True, points, self._areas.fill(seat, cell)))
        return Applied(points, None, completed)

    def _condemn(self, move: Placement) -> Applied:
        self._forbid(move)
        self._done.append(Done(move, False, 0, 0))
        return Applied(0, "taboo")

    def _forbid(self, move: Placement) -> None:
        self._taboo[move] = None
        self._taboo_values[self.cell_of(move)] |= 1 << (move.value - 1)


def sudoku_board(board: Board) -> SudokuBoard:
    """The board, for whoever knows Sudoku only. Raises TypeError where it is another game's."""
    if not isinstance(board, SudokuBoard):
        raise TypeError(f"expected a sudoku board, got a {type(board).__name__}")
    return board


def _other(seat: Seat) -> Seat:
    return 1 if seat == 0 else 0
