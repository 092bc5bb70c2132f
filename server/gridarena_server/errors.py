"""The one catalogue of what can go wrong on the wire: code -> gRPC status, HTTP status, public text.

The code travels in the trailing metadata under :data:`CODE_KEY` and, for messages that merely did not count, in
``ProposalRefused.code``; an SDK maps it back. A code is never renamed once released.
"""

from dataclasses import dataclass
from enum import StrEnum

CODE_KEY = "gridarena-code"
"""Trailing metadata key that carries the code."""


class Code(StrEnum):
    """Every failure a client can be told of."""

    # who are you
    NO_TOKEN = "no_token"
    BAD_TOKEN = "bad_token"
    NOT_HOST = "not_host"
    TOKEN_ROTATED = "token_rotated"
    TEAM_REMOVED = "team_removed"
    BAD_TICKET = "bad_ticket"
    OLD_SDK = "old_sdk"
    NAME_REFUSED = "name_refused"
    # what do you want
    MALFORMED = "malformed"
    INVALID = "invalid"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_MATCH = "unknown_match"
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    UNKNOWN_AGENT = "unknown_agent"
    UNKNOWN_TEAM = "unknown_team"
    NAME_TAKEN = "name_taken"
    BAD_START = "bad_start"
    NOT_NOW = "not_now"
    MATCH_OVER = "match_over"
    # streams
    SUPERSEDED = "superseded"
    HANDSHAKE = "handshake"
    SILENT = "silent"
    DRAINING = "draining"
    BUSY = "busy"
    FLOODING = "flooding"
    # proposals that do not count
    NO_TURN = "no_turn"
    STALE_TURN = "stale_turn"
    STALE_ATTEMPT = "stale_attempt"
    STALE_NUMBER = "stale_number"
    INVALID_MOVE = "invalid_move"
    ILLEGAL_MOVE = "illegal_move"
    # us
    DISK_FULL = "disk_full"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Failure:
    """How one code is shown on each side."""

    grpc: str
    """Name of the gRPC status."""
    http: int
    text: str
    """For people; never holds anything the caller sent."""


CATALOGUE: dict[Code, Failure] = {
    Code.NO_TOKEN: Failure("UNAUTHENTICATED", 401, "a token is needed; ask the host for your team's"),
    Code.BAD_TOKEN: Failure("UNAUTHENTICATED", 401, "this token is not (or no longer) valid; ask the host"),
    Code.NOT_HOST: Failure("PERMISSION_DENIED", 403, "only the host may do this"),
    Code.TOKEN_ROTATED: Failure("UNAUTHENTICATED", 401, "this token was replaced; ask the host for the new join file"),
    Code.TEAM_REMOVED: Failure("PERMISSION_DENIED", 403, "the host removed your team from this server"),
    Code.BAD_TICKET: Failure("PERMISSION_DENIED", 403, "this ticket is not for this seat of this match"),
    Code.OLD_SDK: Failure("FAILED_PRECONDITION", 426, "this SDK is too old; install the gridarena that your host runs"),
    Code.NAME_REFUSED: Failure("INVALID_ARGUMENT", 400, "names hold 1 to 40 letters, digits, '.', '-' and '_'"),
    Code.MALFORMED: Failure("INVALID_ARGUMENT", 400, "these bytes are not a message of this protocol"),
    Code.INVALID: Failure("INVALID_ARGUMENT", 400, "the request does not make sense"),
    Code.UNKNOWN_GAME: Failure("NOT_FOUND", 404, "the server does not have this game"),
    Code.UNKNOWN_MATCH: Failure("NOT_FOUND", 404, "there is no such match"),
    Code.UNKNOWN_TOURNAMENT: Failure("NOT_FOUND", 404, "there is no such tournament"),
    Code.UNKNOWN_AGENT: Failure("NOT_FOUND", 404, "no agent of this name has ever connected"),
    Code.UNKNOWN_TEAM: Failure("NOT_FOUND", 404, "there is no such team"),
    Code.NAME_TAKEN: Failure("ALREADY_EXISTS", 409, "this name is taken"),
    Code.BAD_START: Failure("INVALID_ARGUMENT", 400, "the start position cannot be played"),
    Code.NOT_NOW: Failure("FAILED_PRECONDITION", 409, "this cannot be done in the present state"),
    Code.MATCH_OVER: Failure("FAILED_PRECONDITION", 409, "the match is over"),
    Code.SUPERSEDED: Failure("ABORTED", 409, "a newer connection has taken this place"),
    Code.HANDSHAKE: Failure("DEADLINE_EXCEEDED", 408, "the first message did not come in time"),
    Code.SILENT: Failure("DEADLINE_EXCEEDED", 408, "no answer to pings"),
    Code.DRAINING: Failure("UNAVAILABLE", 503, "the server is about to stop; try again soon"),
    Code.BUSY: Failure("RESOURCE_EXHAUSTED", 429, "too many streams or requests at once"),
    Code.FLOODING: Failure("RESOURCE_EXHAUSTED", 429, "too many proposals; only the last one in time counts anyway"),
    Code.NO_TURN: Failure("FAILED_PRECONDITION", 409, "it is not this seat's turn"),
    Code.STALE_TURN: Failure("FAILED_PRECONDITION", 409, "that turn is closed"),
    Code.STALE_ATTEMPT: Failure("FAILED_PRECONDITION", 409, "the turn was opened again; this is for an older attempt"),
    Code.STALE_NUMBER: Failure("FAILED_PRECONDITION", 409, "a proposal's number must exceed the last one's"),
    Code.INVALID_MOVE: Failure("INVALID_ARGUMENT", 400, "this text does not name a move"),
    Code.ILLEGAL_MOVE: Failure("FAILED_PRECONDITION", 409, "the rules forbid this move here"),
    Code.DISK_FULL: Failure("RESOURCE_EXHAUSTED", 507, "paused: the server's disk is full"),
    Code.INTERNAL: Failure("INTERNAL", 500, "the server made a mistake; the host's log says more"),
}  # fmt: skip


class ServiceError(Exception):
    """A failure that a client is told of: a code of the catalogue, with a text of its own where that helps."""

    def __init__(self, code: Code, text: str | None = None) -> None:
        self.code = code
        self.text = text or CATALOGUE[code].text
        """What the client sees."""
        super().__init__(f"{code.value}: {self.text}")


USAGE, PORT_IN_USE, DATABASE_IN_USE, DATABASE_UNUSABLE = 2, 6, 7, 8
"""What a server that cannot start ends its process with; the command line documents the numbers."""


class ArenaError(Exception):
    """The server cannot start or go on; the text is one line for the host."""

    def __init__(self, text: str, exit_code: int) -> None:
        super().__init__(text)
        self.exit_code = exit_code
        """What the process ends with."""
