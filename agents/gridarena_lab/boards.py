"""Start positions by name, so that everybody can say which board they mean.

``empty-MxN`` and ``random-MxN`` (blocks of M rows x N columns) exist for every size the game knows; they are
Competitive Sudoku's and are made here from the name alone. ``random-3x3`` is one fixed board, ``random-3x3-7`` the one
of seed 7: the same name is the same board on every machine. Anything else is a file in the game's own text.
"""

import random
import re
from collections.abc import Mapping
from pathlib import Path

from gridarena_games.errors import InvalidSetupError
from gridarena_games.sudoku.rules import MAX_SIZE
from gridarena_games.sudoku.text import write_board
from gridarena_protocol.views import StartBoard

FILLED = 0.4
"""Share of the cells that a random board starts with."""

_NAME = re.compile(r"(?P<kind>empty|random)-(?P<rows>\d{1,2})x(?P<columns>\d{1,2})(?:-(?P<seed>\d{1,9}))?")


def start_board(name: str, options: Mapping[str, str] | None = None) -> StartBoard:
    """The start position of this name, or the one in this file.

    Raises:
        InvalidSetupError: neither a known name nor a readable file.
    """
    setup = _named(name)
    if setup is not None:
        return StartBoard(name, setup, dict(options or {}))
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise InvalidSetupError(
            f"expected empty-MxN, random-MxN, random-MxN-SEED (such as empty-3x3) or a board file, got {name!r}"
        ) from problem
    return StartBoard(path.stem, text, dict(options or {}))


def _named(name: str) -> str | None:
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    rows, columns = int(found["rows"]), int(found["columns"])
    if not 1 <= rows * columns <= MAX_SIZE:
        raise InvalidSetupError(f"expected a board with 1 <= M * N <= {MAX_SIZE}, got {name!r}")
    if found["kind"] == "random":
        return random_setup(rows, columns, int(found["seed"] or 0))
    if found["seed"]:
        raise InvalidSetupError(f"an empty board has no seed: write empty-{rows}x{columns}, not {name!r}")
    return write_board(rows, columns, [0] * (rows * columns) ** 2)


def random_setup(rows: int, columns: int, seed: int) -> str:
    """A solvable board: cells of a shuffled full grid, the others taken out.

    The full grid is the cyclic one; shuffling values, bands, stacks and the lines within them keeps it a solution.
    """
    rng = random.Random(f"{rows}x{columns}-{seed}")
    size = rows * columns
    values = rng.sample(range(1, size + 1), size)
    down, across = _lines(rng, columns, rows), _lines(rng, rows, columns)
    cells = [values[(columns * (r % rows) + r // rows + c) % size] for r in down for c in across]
    for cell in rng.sample(range(size * size), size * size - round(FILLED * size * size)):
        cells[cell] = 0
    return write_board(rows, columns, cells)


def _lines(rng: random.Random, groups: int, each: int) -> list[int]:
    """Shuffled lines of a grid that stay together in their groups (bands or stacks)."""
    return [
        group * each + line for group in rng.sample(range(groups), groups) for line in rng.sample(range(each), each)
    ]
