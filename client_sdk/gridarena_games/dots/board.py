"""A Dots and Boxes position with its history: the :class:`~gridarena_games.base.Board` of the game."""

from collections.abc import Iterator, Sequence
from operator import index
from typing import Literal, NamedTuple, cast

from gridarena_games.base import Answer, Applied, Move, Outcome, Seat
from gridarena_games.dots.drawing import draw
from gridarena_games.dots.edges import Edge, geometry
from gridarena_games.dots.text import Start, write_edges, write_start
from gridarena_games.errors import IllegalMoveError


class _Done(NamedTuple):
    edge: int
    seat: Seat
    boxes: tuple[int, ...]


class DotsBoard:
    """Who completes a box scores it and moves again; only push and pop change a board.

    Cheap reading access, valid until the next push or pop:

    - ``rows``, ``cols``: of boxes; ``boxes``: how many; ``edges``: every :class:`Edge` by number.
    - ``to_move``: seat 0 or 1; ``points``: ``(seat 0, seat 1)``.
    - ``drawn``: the edges that are drawn, an int with one bit an edge; ``free``: how many are not; ``edge_string``: the
      same as text, one ``0`` or ``1`` an edge.
    - ``sides(box)``: how many of a box's four edges are drawn; ``owners[box]``: the seat it belongs to, None while it
      is open and where it was complete at the start. Boxes are numbered row-major.
    - ``completes(move)``: how many boxes, 0 to 2, drawing this edge completes.
    - ``extra_turn``: False where the turns alternate strictly.

    ``legal_moves()`` yields :class:`Edge` by number. ``push(move)`` and ``pop()`` are the make/undo of a search. A
    plain ``("h", row, col)`` tuple is as good a move as an :class:`Edge`.
    """

    def __init__(self, start: Start, *, extra_turn: bool = True) -> None:
        """Sets up a position."""
        tables = geometry(start.rows, start.cols)
        self.rows = start.rows
        self.cols = start.cols
        self.edges = tables.edges
        self.boxes = len(tables.sides)
        self.drawn = start.drawn
        self.to_move: Seat = start.to_move
        self.extra_turn = extra_turn
        self._tables = tables
        self._points = list(start.points)
        self._owners: list[Seat | None] = [None] * len(tables.sides)
        self._done: list[_Done] = []

    @property
    def points(self) -> tuple[int, int]:
        """Boxes so far, by seat."""
        return self._points[0], self._points[1]

    @property
    def free(self) -> int:
        """How many edges are not drawn yet."""
        return len(self.edges) - self.drawn.bit_count()

    @property
    def edge_string(self) -> str:
        """One 0 or 1 an edge, by number."""
        return write_edges(self.drawn, len(self.edges))

    @property
    def owners(self) -> Sequence[Seat | None]:
        """Whose the boxes are, by number; the live list, never to be written to."""
        return self._owners

    def sides(self, box: int) -> int:
        """How many of the box's edges are drawn."""
        return (self._tables.sides[box] & self.drawn).bit_count()

    def completes(self, move: Move) -> int:
        """How many boxes drawing this edge, which must be free, completes."""
        return len(self._completed(self._tables.numbers[cast(Edge, move)]))

    def legal_moves(self) -> Iterator[Edge]:
        """Every edge that is not drawn, by number."""
        drawn = self.drawn
        for number, edge in enumerate(self.edges):
            if not drawn >> number & 1:
                yield edge

    def question(self, move: Move) -> None:
        """Needs no oracle.

        Raises:
            IllegalMoveError: out of range or occupied.
        """
        self._legal(move)

    def push(self, move: Move | None, answer: Answer | None = None) -> Applied:
        """Draws an edge; the turn passes unless it completes a box.

        Raises:
            IllegalMoveError: the rules forbid the move here; the board is unchanged.
        """
        if move is None:
            raise IllegalMoveError("not allowed", "nobody may pass: there is always an edge to draw")
        edge = self._legal(move)
        completed, seat = self._completed(edge), self.to_move
        self.drawn |= 1 << edge
        self._points[seat] += len(completed)
        for box in completed:
            self._owners[box] = seat
        self._done.append(_Done(edge, seat, completed))
        if not (completed and self.extra_turn):
            self.to_move = 1 if seat == 0 else 0
        return Applied(len(completed), None, tuple(self._tables.name(box) for box in completed))

    def pop(self) -> None:
        """Takes the last push back exactly. Raises IndexError when there is none."""
        edge, seat, completed = self._done.pop()
        self.drawn ^= 1 << edge
        self._points[seat] -= len(completed)
        for box in completed:
            self._owners[box] = None
        self.to_move = seat

    def forced_skip(self) -> Literal[False]:
        """Nobody ever has to pass."""
        return False

    def outcome(self) -> Outcome | None:
        """Over when every edge is drawn; more boxes win."""
        if self.free:
            return None
        first, second = self._points
        winner: Seat | None = None if first == second else 0 if first > second else 1
        return Outcome(winner, "completed", (first, second))

    def setup(self) -> str:
        """The position as a setup that starts from here."""
        return write_start(Start(self.rows, self.cols, self.drawn, self.points, self.to_move))

    def options(self) -> dict[str, str]:
        """Whose turn it is behind a box, where that is not the usual rule."""
        return {} if self.extra_turn else {"turns": "alternate"}

    def __str__(self) -> str:
        return draw(self)

    def _completed(self, edge: int) -> tuple[int, ...]:
        """The boxes of which this free edge is the last one."""
        after, sides = self.drawn | 1 << edge, self._tables.sides
        return tuple(box for box in self._tables.boxes[edge] if after & sides[box] == sides[box])

    def _legal(self, move: Move) -> int:
        try:
            kind, row, col = cast(Edge, move)
            edge = self._tables.numbers.get(Edge(kind, index(row), index(col)))
        except (TypeError, ValueError):
            raise IllegalMoveError("out of range", f"expected ('h' or 'v', row, column), got {move!r}") from None
        if edge is None:
            raise IllegalMoveError("out of range", f"expected an edge of a {self.rows}x{self.cols} board, got {move!r}")
        if self.drawn >> edge & 1:
            raise IllegalMoveError("occupied", f"{self.edges[edge]} is drawn already")
        return edge
