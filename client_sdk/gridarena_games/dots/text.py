"""A position as text: size, edges, and where need be the boxes made so far and who moves.

``3x4`` is the empty board of 3 rows and 4 columns of boxes. Behind it may stand the edge string, one ``0`` or ``1`` an
edge, horizontal edges row by row and then vertical ones row by row (OpenSpiel's order of actions); then ``points 2 1``,
which is ``0 0`` unless it is said, and ``seat 1``, who moves next. Boxes that are complete and nobody's are allowed:
they just lie there. Blanks and line ends are alike, and the edge string may be broken by them.
"""

import re
from dataclasses import dataclass

from gridarena_games.base import Seat
from gridarena_games.dots.edges import MAX_SIDE, geometry
from gridarena_games.errors import InvalidSetupError, quoted

_SETUP = re.compile(
    r"(\d{1,9})x(\d{1,9})(?P<edges>( [01]+)*)( points (?P<first>\d{1,4}) (?P<second>\d{1,4}))?( seat (?P<seat>[01]))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Start:
    """A start position."""

    rows: int
    cols: int
    drawn: int
    """The edges that are drawn, one bit each."""
    points: tuple[int, int] = (0, 0)
    to_move: Seat = 0


def read_start(text: str) -> Start:
    """Reads a start position.

    Raises:
        InvalidSetupError: one line that says what was expected and what came.
    """
    found = _SETUP.fullmatch(" ".join(text.removeprefix("\ufeff").split()))
    if found is None:
        raise InvalidSetupError(
            f"expected a position like '3x3', 'ROWSxCOLS EDGES points A B seat S', got {quoted(text)}"
        )
    rows, cols = int(found[1]), int(found[2])
    if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
        raise InvalidSetupError(f"expected 1x1 to {MAX_SIDE}x{MAX_SIDE} boxes, got {rows}x{cols}")
    tables = geometry(rows, cols)
    edges = found["edges"].replace(" ", "") or "0" * len(tables.edges)
    if len(edges) != len(tables.edges):
        raise InvalidSetupError(f"expected {len(tables.edges)} edges on {rows}x{cols}, got {len(edges)}")
    drawn = read_edges(edges)
    points = int(found["first"] or 0), int(found["second"] or 0)
    closed = sum(drawn & sides == sides for sides in tables.sides)
    if sum(points) > closed:
        raise InvalidSetupError(f"expected points for the {closed} complete boxes at most, got {points[0]} {points[1]}")
    return Start(rows, cols, drawn, points, 1 if found["seat"] == "1" else 0)


def write_start(start: Start) -> str:
    """Writes a position in one line; ``read_start`` gives it back."""
    words = [f"{start.rows}x{start.cols}"]
    if start.drawn:
        words.append(write_edges(start.drawn, len(geometry(start.rows, start.cols).edges)))
    if any(start.points):
        words.append(f"points {start.points[0]} {start.points[1]}")
    if start.to_move:
        words.append(f"seat {start.to_move}")
    return " ".join(words)


def read_edges(edges: str) -> int:
    """An edge string as a set of edges."""
    return int(edges[::-1], 2)


def write_edges(drawn: int, count: int) -> str:
    """A set of edges as an edge string."""
    return f"{drawn:0{count}b}"[::-1]
