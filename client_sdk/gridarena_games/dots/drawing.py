"""The position for people: rows and columns of dots are numbered, completed boxes show whose they are."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from gridarena_games.base import Seat
from gridarena_games.dots.edges import Edge, geometry


class Drawable(Protocol):
    """What is drawn."""

    rows: int
    cols: int
    drawn: int
    to_move: Seat

    @property
    def points(self) -> tuple[int, int]:
        """By seat."""
        ...

    @property
    def free(self) -> int:
        """Edges not drawn."""
        ...

    @property
    def owners(self) -> Sequence[Seat | None]:
        """By box."""
        ...


def draw(board: Drawable) -> str:
    """A caption and the dots; ``h(r,c)`` runs right from the dot in row r, column c, ``v(r,c)`` runs down from it.

    A box shows its seat, or ``#`` where it was complete at the start.
    """
    first, second = board.points
    caption = f"points {first} - {second}, seat {board.to_move} to move, {board.free} edges free"
    head = "    " + "".join(f"{col:<4}" for col in range(board.cols + 1)).rstrip()
    return "\n".join((caption, head, *_lines(board)))


def _lines(board: Drawable) -> Iterator[str]:
    tables = geometry(board.rows, board.cols)

    def is_drawn(edge: Edge) -> bool:
        return bool(board.drawn >> tables.numbers[edge] & 1)

    for row in range(board.rows + 1):
        across = (f"+{'---' if is_drawn(Edge('h', row, col)) else '   '}" for col in range(board.cols))
        yield f" {row:>2} {''.join(across)}+"
        if row < board.rows:
            down = ["|" if is_drawn(Edge("v", row, col)) else " " for col in range(board.cols + 1)]
            boxes = [_box(board, tables.sides, row * board.cols + col) for col in range(board.cols)]
            yield ("    " + "".join(f"{line} {box} " for line, box in zip(down, [*boxes, ""], strict=True))).rstrip()


def _box(board: Drawable, sides: Sequence[int], box: int) -> str:
    owner = board.owners[box]
    if owner is not None:
        return str(owner)
    return "#" if board.drawn & sides[box] == sides[box] else " "
