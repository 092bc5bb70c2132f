"""The course's board text: ``m n``, then N rows of cells four wide, ``.`` for empty.

Writing is byte-compatible with the course's writer. Reading takes any layout of the same words (the course splits at
blanks), Windows line ends, a byte order mark, and 0 for empty; it checks range and count, which the course does not. A
given may carry a mark, as in game-state files: ``5+`` belongs to seat 0, ``5-`` to seat 1, and plain ``5`` to nobody.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from gridarena_games.errors import InvalidSetupError, quoted
from gridarena_games.sudoku.modes import Squares
from gridarena_games.sudoku.rules import MAX_SIZE

Mark = Literal["", "+", "-"]
"""Behind a given: nobody's, seat 0's, seat 1's."""
MARKS: tuple[Mark, Mark, Mark] = ("", "+", "-")
Cells: TypeAlias = tuple[list[int], list[Mark]]
"""Values and marks, row-major."""

_LONGEST_WORD = 4


def read_board(text: str) -> tuple[int, int, list[int]]:
    """Reads ``(m, n, cells)`` of a board without marks; cells are row-major, 0 = empty.

    Raises:
        InvalidSetupError: one line that says what was expected and what came.
    """
    m, n, (cells, marks) = read_marked(text)
    if any(marks):
        cell = next(cell for cell, mark in enumerate(marks) if mark)
        raise InvalidSetupError(_expected(cell, m * n, f"{cells[cell]}{marks[cell]}"))
    return m, n, cells


def read_marked(text: str) -> tuple[int, int, Cells]:
    """Reads ``m n`` and the cells with their marks.

    Raises:
        InvalidSetupError: one line that says what was expected and what came.
    """
    words = text.removeprefix("\ufeff").split()
    if words and words[0] == "rows":
        raise InvalidSetupError("expected a board that starts with 'm n', got a game-state file ('rows = ...')")
    if len(words) < 2:
        raise InvalidSetupError(f"expected a board that starts with 'm n', got {quoted(text)}")
    m, n = shape(words[0], words[1])
    return m, n, read_cells(words[2:], m, n)


def shape(rows: str, columns: str) -> tuple[int, int]:
    """Reads the two numbers of a block shape."""
    m, n = _number(rows), _number(columns)
    if m is None or n is None or m < 1 or n < 1:
        raise InvalidSetupError(f"expected two whole numbers 'm n' from 1, got {quoted(f'{rows} {columns}')}")
    if m * n > MAX_SIZE:
        raise InvalidSetupError(f"expected m * n of at most {MAX_SIZE}, got {m} * {n} = {m * n}")
    return m, n


def read_cells(words: Sequence[str], m: int, n: int) -> Cells:
    """Reads N * N cells, each with its mark."""
    size = m * n
    if len(words) != size * size:
        raise InvalidSetupError(f"expected {size * size} cells after '{m} {n}', got {len(words)}")
    cells: list[int] = []
    marks: list[Mark] = []
    for cell, word in enumerate(words):
        mark: Mark = "+" if word.endswith("+") else "-" if word.endswith("-") else ""
        value = 0 if word == "." else _number(word.removesuffix(mark))
        if value is None or value > size or (mark and not value):
            raise InvalidSetupError(_expected(cell, size, word))
        cells.append(value)
        marks.append(mark)
    return cells, marks


def write_board(m: int, n: int, cells: Sequence[int]) -> str:
    """Writes a board as the course does; ``read_board`` gives back the same three."""
    return "\n".join((f"{m} {n}", *write_cells(m * n, [str(value or ".") for value in cells], 4), ""))


def write_cells(size: int, words: Sequence[str], width: int) -> list[str]:
    """The rows of a grid, every cell so wide."""
    return [
        "".join(f"{word:>{width}}" for word in words[start : start + size]) for start in range(0, size * size, size)
    ]


def owners(marks: Sequence[Mark], size: int) -> tuple[Squares, Squares]:
    """The squares whose givens belong to seat 0 and to seat 1, row-major."""
    first, second = (
        tuple(divmod(cell, size) for cell, found in enumerate(marks) if found == mark) for mark in MARKS[1:]
    )
    return first, second


def _expected(cell: int, size: int, word: str) -> str:
    row, col = divmod(cell, size)
    return f"expected '.' or 1 to {size} at row {row}, column {col}, got {quoted(word)}"


def _number(word: str) -> int | None:
    return int(word) if len(word) <= _LONGEST_WORD and word.isascii() and word.isdigit() else None
