"""The course's game-state text, ``key = value``: a board with marks, taboos, moves, points, squares, and who moves.

Writing is byte-compatible with the course's writer, and nothing gets lost between our writer and our reader. The
course's own reader loses three things, and ours reads them as they were meant:

- A given that belongs to nobody is written ``5-``, as if it were the second seat's. The occupied squares tell the two
  apart where they are listed; where they are not, ``5-`` is the second seat's and plain ``5`` nobody's.
- A plain ``12`` is twelve, not a 1 of the second seat's.
- Squares that are listed are believed: they are not worked out anew, and not drawn anew in the mode ``random``.

What contradicts itself, or is no key of the format, is refused in one line. ``initial-board`` is the one key without
use here: a start position's own history is its list of moves.
"""

import re
from collections.abc import Iterator

from gridarena_games.base import Seat
from gridarena_games.errors import InvalidSetupError, quoted
from gridarena_games.sudoku.modes import Square, Squares
from gridarena_games.sudoku.rules import Placement
from gridarena_games.sudoku.start import Past, Start
from gridarena_games.sudoku.text import MARKS, Cells, owners, read_cells, shape, write_cells

_REQUIRED = ("rows", "columns", "board")
_KEYS = (
    *(*_REQUIRED, "taboo-moves", "moves", "scores", "current-player", "initial-board"),
    *("allowed-squares1", "allowed-squares2", "occupied-squares1", "occupied-squares2"),
)
_MOVE = re.compile(r"\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)\s*->\s*(\d{1,3})", re.ASCII)
_SQUARE = re.compile(r"\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)", re.ASCII)
_SCORES = re.compile(r"\[?\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\]?", re.ASCII)
_BETWEEN = re.compile(r"[\[\],\s]*")


def is_state(text: str) -> bool:
    """Told from board text by its equals signs."""
    return "=" in text


def read_state(text: str) -> Start:
    """Reads a game state as a start position.

    Raises:
        InvalidSetupError: one line that says what was expected and what came.
    """
    values = _properties(text)
    for key in _REQUIRED:
        if key not in values:
            raise InvalidSetupError(f"expected a game state with the keys rows, columns and board, got none for {key}")
    m, n = shape(values["rows"], values["columns"])
    grid = read_cells(values["board"].split(), m, n)
    size = m * n
    listed = _both(values, "occupied-squares", size)
    taboo, moves = (_moves(values, key, size) for key in ("taboo-moves", "moves"))
    return Start(
        m,
        n,
        tuple(grid[0]),
        owners(grid[1], size) if listed is None else _checked(grid, listed, size),
        _both(values, "allowed-squares", size),
        Past(tuple(dict.fromkeys(taboo)), moves, _scores(values), _mover(values)),
    )


def write_state(start: Start) -> str:
    """Writes what :func:`read_state` reads back; a start with squares of its own is in a mode other than classic."""
    past = start.past
    lines = [
        *(f"rows = {start.m}", f"columns = {start.n}", "board =", *_grid(start)),
        f"taboo-moves = [{', '.join(map(str, past.taboo))}]",
        f"moves = [{', '.join(map(str, past.moves))}]",
        f"scores = [{past.points[0]}, {past.points[1]}]",
        f"current-player = {past.to_move + 1}",
    ]
    for key, squares in (("allowed", start.squares), ("occupied", start.squares and start.occupied)):
        for player, own in enumerate(squares or (), start=1):
            lines.append(f"{key}-squares{player} = {', '.join(f'({row},{col})' for row, col in own)}")
    return "\n".join((*lines, ""))


def _grid(start: Start) -> list[str]:
    words = [str(value or ".") for value in start.cells]
    if start.squares is None:
        return write_cells(start.size, words, 4)
    first = {row * start.size + col for row, col in start.occupied[0]}
    marked = [f"{word}{'+' if cell in first else '-'}" if word != "." else word for cell, word in enumerate(words)]
    return write_cells(start.size, marked, 6)


def _properties(text: str) -> dict[str, str]:
    """The values by key; a value goes on in lines that start with a blank."""
    values: dict[str, str] = {}
    key = None
    for line in text.removeprefix("\ufeff").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace() and key is not None:
            values[key] = f"{values[key]}\n{line.strip()}".strip()
            continue
        key, _, value = (part.strip() for part in line.partition("="))
        if key not in _KEYS:
            raise InvalidSetupError(f"expected a key such as rows, board or moves, got {quoted(key)}")
        if key in values:
            raise InvalidSetupError(f"expected the key {key} once, got it twice")
        values[key] = value
    return values


def _moves(values: dict[str, str], key: str, size: int) -> tuple[Placement, ...]:
    moves = tuple(Placement(*numbers) for numbers in _entries(values, key, _MOVE, "(0,2) -> 4"))
    for move in moves:
        if not (move.row < size and move.col < size and 1 <= move.value <= size):
            raise InvalidSetupError(f"{key}: expected moves on a {size} x {size} grid, got {move}")
    return moves


def _both(values: dict[str, str], key: str, size: int) -> tuple[Squares, Squares] | None:
    """The squares of both seats, or None where there are none; the list of one seat alone means nothing."""
    given = [f"{key}{player}" in values for player in (1, 2)]
    if not any(given):
        return None
    if not all(given):
        raise InvalidSetupError(f"expected both {key}1 and {key}2, or neither")
    return _squares(values, f"{key}1", size), _squares(values, f"{key}2", size)


def _squares(values: dict[str, str], key: str, size: int) -> Squares:
    squares: dict[Square, None] = {}
    for row, col in _entries(values, key, _SQUARE, "(0,2)"):
        if row >= size or col >= size:
            raise InvalidSetupError(f"{key}: expected squares of a {size} x {size} grid, got ({row},{col})")
        squares[row, col] = None
    return tuple(squares)


def _entries(values: dict[str, str], key: str, pattern: re.Pattern[str], like: str) -> Iterator[tuple[int, ...]]:
    text = values.get(key, "")
    end = 0
    for found in pattern.finditer(text):
        _nothing_between(text[end : found.start()], key, like)
        end = found.end()
        yield tuple(map(int, found.groups()))
    _nothing_between(text[end:], key, like)


def _nothing_between(text: str, key: str, like: str) -> None:
    if _BETWEEN.fullmatch(text) is None:
        raise InvalidSetupError(f"{key}: expected a list of entries like {like}, got {quoted(text.strip('[], '))}")


def _scores(values: dict[str, str]) -> tuple[int, int]:
    text = values.get("scores", "[0, 0]")
    if (found := _SCORES.fullmatch(text)) is None:
        raise InvalidSetupError(f"expected scores like [3, 7], got {quoted(text)}")
    return int(found[1]), int(found[2])


def _mover(values: dict[str, str]) -> Seat:
    text = values.get("current-player", "1")
    if text not in ("1", "2"):
        raise InvalidSetupError(f"expected the current-player to be 1 or 2, got {quoted(text)}")
    return 0 if text == "1" else 1


def _checked(grid: Cells, listed: tuple[Squares, Squares], size: int) -> tuple[Squares, Squares]:
    """The listed squares, once no mark speaks against them; a ``-`` that is not listed is the course's neutral."""
    for player, squares in enumerate(listed, start=1):
        for row, col in squares:
            cell = row * size + col
            if not grid[0][cell] or grid[1][cell] == MARKS[3 - player]:
                raise InvalidSetupError(f"occupied-squares{player} and the board disagree about ({row},{col})")
    for row, col in owners(grid[1], size)[0]:
        if (row, col) not in listed[0]:
            raise InvalidSetupError(f"occupied-squares1 and the board disagree about ({row},{col})")
    if both := set(listed[0]).intersection(listed[1]):
        row, col = min(both)
        raise InvalidSetupError(f"expected ({row},{col}) in one of the lists of occupied squares, got it in both")
    return listed
