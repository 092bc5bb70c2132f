"""A stored match back on the board, by the game's own rules; names no game."""

from collections.abc import Iterable

from gridarena.position import Position
from gridarena_games.base import Board
from gridarena_protocol.records import MatchHeader, TurnRecord


def board_after(header: MatchHeader, turns: Iterable[TurnRecord]) -> Board:
    """The position after these turns; the stored oracle answers are trusted, a turn that lost the match moved nothing.

    Raises:
        GameError: the game is not installed here, or the record is not a match of it.
    """
    return Position(header, turns).board
