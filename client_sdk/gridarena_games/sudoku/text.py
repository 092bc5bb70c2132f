"""The course's board text: ``m n``, then N rows of cells four wide, ``.`` for empty.

Writing is byte-compatible with the course's writer. Reading takes any layout of the same words (the course splits at
blanks), Windows line ends, a byte order mark, and 0 for empty; it checks range and count, which the course does not.
"""

from collections.abc import Sequence

from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku.rules import MAX_SIZE

_LONGEST_WORD = 4


def read_board(text: str) -> tuple[int, int, list[int]]:
    """Reads ``(m, n, cells)``; cells are row-major, 0 = empty.

    Raises:
        InvalidSetupError: one line that says what was expected and what came.
    """
    words = text.removeprefix("\ufeff").split()
    if words and words[0] == "rows":
        raise InvalidSetupError("expected a board that starts with 'm n', got a game-state file ('rows = ...')")
    if len(words) < 2:
        raise InvalidSetupError(f"expected a board that starts with 'm n', got {_short(text)}")
    m, n = _number(words[0]), _number(words[1])
    if m is None or n is None or m < 1 or n < 1:
        raise InvalidSetupError(f"expected two whole numbers 'm n' from 1, got {_short(' '.join(words[:2]))}")
    size = m * n
    if size > MAX_SIZE:
        raise InvalidSetupError(f"expected m * n of at most {MAX_SIZE}, got {m} * {n} = {size}")
    if len(words) - 2 != size * size:
        raise InvalidSetupError(f"expected {size * size} cells after '{m} {n}', got {len(words) - 2}")
    return m, n, [_value(word, index, size) for index, word in enumerate(words[2:])]


def write_board(m: int, n: int, cells: Sequence[int]) -> str:
    """Writes a board as the course does; ``read_board`` gives back the same three."""
    size = m * n
    rows = (cells[start : start + size] for start in range(0, size * size, size))
    lines = ("".join(f"{value or '.':>4}" for value in row) for row in rows)
    return "\n".join((f"{m} {n}", *lines, ""))


def _value(word: str, index: int, size: int) -> int:
    value = 0 if word == "." else _number(word)
    if value is None or value > size:
        row, col = divmod(index, size)
        raise InvalidSetupError(f"expected '.' or 1 to {size} at row {row}, column {col}, got {_short(word)}")
    return value


def _number(word: str) -> int | None:
    return int(word) if len(word) <= _LONGEST_WORD and word.isascii() and word.isdigit() else None


def _short(text: str) -> str:
    return repr(text if len(text) <= 24 else text[:21] + "...")
