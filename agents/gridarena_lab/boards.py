"""Start positions by name or file, the same words everywhere a board is taken.

A name is the game's own (entry point group ``gridarena.boards``); ``suite`` stands for all the positions shipped with
the game; anything else is a file in the game's own text.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import find_positions
from gridarena_protocol.views import StartBoard

SUITE = "suite"


def start_boards(game: str, names: Iterable[str], options: Mapping[str, str] | None = None) -> tuple[StartBoard, ...]:
    """The start positions of these names and files, ``suite`` being several.

    Raises:
        InvalidSetupError: as :func:`start_board`.
    """
    return tuple(start_board(game, name, options) for word in names for name in _meant(game, word))


def start_board(game: str, name: str, options: Mapping[str, str] | None = None) -> StartBoard:
    """The start position of this name, or the one in this file.

    Raises:
        InvalidSetupError: neither a known name nor a readable file.
    """
    positions = find_positions(game)
    setup = positions.setup(name) if positions else None
    if setup is not None:
        return StartBoard(name, setup, dict(options or {}))
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        expected = f"{positions.forms}, or a board file" if positions else f"a board file ({game} has no names for its)"
        raise InvalidSetupError(f"expected {expected}, got {name!r}") from problem
    return StartBoard(path.stem, text, dict(options or {}))


def _meant(game: str, word: str) -> tuple[str, ...]:
    if word != SUITE:
        return (word,)
    positions = find_positions(game)
    if positions is None or not positions.suite:
        raise InvalidSetupError(f"{game} comes without a suite of start positions: name board files")
    return positions.suite
