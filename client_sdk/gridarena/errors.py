"""What the SDK raises: every error is an :class:`ArenaError` whose text is one line for the person at the terminal.

A line says what was expected, what came and what to do. The rules layer's own errors stay `GameError`. The codes of
:class:`ServiceError` are the server's catalogue plus the few that only a client can notice; they are text, because a
newer server may know codes that this SDK does not.
"""

from collections.abc import Mapping

UNREACHABLE = "unreachable"
"""No server answers at this address."""
TLS_MISMATCH = "tls_mismatch"
"""One side speaks TLS, the other does not, or the certificate is not the expected one."""
NOT_OURS = "not_ours"
"""Something answers at this address, but it is not a server of this protocol."""

USAGE_EXIT, UNREACHABLE_EXIT, TOKEN_EXIT, OLD_EXIT, FILE_EXIT, UNKNOWN_EXIT, REFUSED_EXIT = 2, 3, 4, 5, 9, 10, 11
INTERRUPTED_EXIT = 130

_EXITS: Mapping[str, int] = {
    UNREACHABLE: UNREACHABLE_EXIT,
    TLS_MISMATCH: UNREACHABLE_EXIT,
    NOT_OURS: UNREACHABLE_EXIT,
    "no_token": TOKEN_EXIT,
    "bad_token": TOKEN_EXIT,
    "token_rotated": TOKEN_EXIT,
    "team_removed": TOKEN_EXIT,
    "not_host": TOKEN_EXIT,
    "old_sdk": OLD_EXIT,
    "name_refused": USAGE_EXIT,
    "invalid": USAGE_EXIT,
    "bad_start": USAGE_EXIT,
    "unknown_game": UNKNOWN_EXIT,
    "unknown_match": UNKNOWN_EXIT,
    "unknown_tournament": UNKNOWN_EXIT,
    "unknown_agent": UNKNOWN_EXIT,
    "unknown_team": UNKNOWN_EXIT,
    "internal": 1,
}
"""Exit codes; whatever else the server says is a refusal."""


class ArenaError(Exception):
    """Root of everything the SDK can raise."""

    exit_code = 1
    """What a command that ends with this error returns to its shell."""


class AddressError(ArenaError):
    """An agent's or a server's address that cannot be understood."""

    exit_code = USAGE_EXIT


class UnknownAgentError(AddressError):
    """No installed package offers an agent of this name."""

    exit_code = UNKNOWN_EXIT


class UnusableFileError(ArenaError):
    """A file that cannot be used: an agent that cannot be loaded, a token or join file that cannot be read."""

    exit_code = FILE_EXIT


class Mishap(ArenaError):  # noqa: N818 - nothing fails: the match goes on
    """What went wrong with code that runs elsewhere; raised in a hook, it is told as it stands."""

    def __init__(self, text: str, account: str = "") -> None:
        super().__init__(text)
        self.account = account
        """The traceback from there, where there is one."""


class ServiceError(ArenaError):
    """The server refused, or could not be asked."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        """A code of the server's catalogue, or one of this module's."""
        self.exit_code = _EXITS.get(code, REFUSED_EXIT)


class IllegalMove(ArenaError):  # noqa: N818 - the public name, as a student reads it in `except`
    """The rules forbid this proposal; nothing was sent and the last proposal stands."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        """"occupied", "duplicate", "out of range", "taboo", or "invalid" for text that names no move."""


class TurnClosed(ArenaError):  # noqa: N818 - the public name, as a student reads it in `except`
    """The turn is over; let it end your search. Leaving it uncaught is fine."""
