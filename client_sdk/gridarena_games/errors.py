"""Errors of the rules layer: every one is a :class:`GameError`."""

from typing import Literal

IllegalReason = Literal["occupied", "duplicate", "out of range", "taboo", "not allowed"]
"""Why the rules refuse a move; "taboo" is told apart because it is a termination of its own."""


class GameError(ValueError):
    """Root of everything the rules can raise."""


class InvalidSetupError(GameError):
    """A start position that cannot be read, or options the game does not know."""


class InvalidMoveError(GameError):
    """Text that does not name a move at all (syntax)."""


class IllegalMoveError(GameError):
    """A move that can be read but that the rules forbid here."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        """One of :data:`IllegalReason`, or a word of the game's own."""


class UnknownGameError(GameError):
    """No installed package offers a game of this name."""


def quoted(text: str) -> str:
    """The text in quotes, at most some twenty characters of it, to say in one line what came."""
    return repr(text if len(text) <= 24 else text[:21] + "...")
