"""Start positions by name or file, the same words everywhere a board is taken.

A name is the game's own (entry point group ``gridarena.boards``); ``suite`` stands for all the positions shipped with
the game; anything else is a file in the game's own text.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from gridarena_games.errors import InvalidSetupError
from gridarena_games.registry import default_game, find_game, find_positions, game_names
from gridarena_protocol.views import StartBoard

SUITE = "suite"


def meant_game(words: Iterable[str], options: Mapping[str, str] | None = None) -> str:
    """The game of which all these names and files are start positions; where several are possible, the default game.

    Raises:
        InvalidSetupError: there is such a file, but it is no start position of any game.
    """
    first = default_game()
    fitting = [first, *(name for name in game_names() if name != first)]
    for word in words:
        refusals = {name: _refusal(name, word, options or {}) for name in fitting}
        fitting = [name for name, refusal in refusals.items() if refusal is None]
        if not fitting and len(refusals) > 1 and Path(word).is_file():
            each = "; ".join(f"{name}: {refusal}" for name, refusal in refusals.items())
            raise InvalidSetupError(f"{word} is no board of a game that is installed ({each})")
    return fitting[0] if fitting else first


def usual_board(game: str) -> str:
    """The name of the position that is played where nobody names one.

    Raises:
        InvalidSetupError: the game has no positions with names.
    """
    positions = find_positions(game)
    if positions is None:
        raise InvalidSetupError(f"expected a board file: {game} has no start positions with names")
    return positions.usual


def start_boards(game: str, names: Iterable[str], options: Mapping[str, str] | None = None) -> tuple[StartBoard, ...]:
    """The start positions of these names and files, ``suite`` being several.

    Raises:
        InvalidSetupError: as :func:`start_board`.
    """
    return tuple(start_board(game, name, options) for word in names for name in board_names(game, word))


def start_board(game: str, name: str, options: Mapping[str, str] | None = None) -> StartBoard:
    """The start position of this name, or the one in this file.

    Raises:
        InvalidSetupError: neither a known name nor a readable file.
    """
    positions = find_positions(game)
    try:
        setup = positions.setup(name) if positions else None
    except InvalidSetupError as error:
        raise InvalidSetupError(f"board {name}: {error}") from error
    if setup is not None:
        return StartBoard(name, setup, dict(options or {}))
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        expected = f"{positions.forms}, or a board file" if positions else f"a board file ({game} has no names for its)"
        raise InvalidSetupError(f"expected {expected}, got {name!r}") from problem
    return StartBoard(path.stem, text, dict(options or {}))


def board_names(game: str, word: str) -> tuple[str, ...]:
    """The names that the word stands for: itself, or the whole suite.

    Raises:
        InvalidSetupError: the game has no suite.
    """
    if word != SUITE:
        return (word,)
    positions = find_positions(game)
    if positions is None or not positions.suite:
        raise InvalidSetupError(f"{game} comes without a suite of start positions: name board files")
    return positions.suite


def _refusal(game: str, word: str, options: Mapping[str, str]) -> str | None:
    """Why this is no start position of the game; None where it is one, or has at least the form of its names."""
    positions = find_positions(game)
    try:
        if word == SUITE or (positions is not None and positions.setup(word) is not None):
            return None if positions is not None else f"{game} has no start positions with names"
    except InvalidSetupError:
        return None
    try:
        find_game(game).start(start_board(game, word).setup, options)
    except InvalidSetupError as error:
        return str(error)
    return None
