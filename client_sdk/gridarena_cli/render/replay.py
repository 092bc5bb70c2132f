"""A stored match back on the board, by the game's own rules; names no game."""

from collections.abc import Iterable

from gridarena_games.base import Board
from gridarena_games.registry import find_game
from gridarena_protocol.records import MatchHeader, TurnRecord


def board_after(header: MatchHeader, turns: Iterable[TurnRecord]) -> Board:
    """The position after these turns; the stored oracle answers are trusted, a lost turn moved nothing.

    Raises:
        GameError: the game is not installed here, or the record is not a match of it.
    """
    game = find_game(header.game)
    board = game.start(header.setup, header.options)
    for turn in turns:
        if turn.verdict == "skipped":
            board.push(None)
        elif turn.verdict in ("accepted", "taboo"):
            board.push(game.move(turn.move), turn.answer)
    return board
