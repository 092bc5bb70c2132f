"""Tickets: the right to take one seat of one match, checked without being kept anywhere.

A ticket is the HMAC of match and seat under a key that only the server has, so it is good for as long as the match is
and survives a restart. It stands beside the team's token: neither is enough alone.
"""

import hashlib
import hmac

from gridarena_games.base import Seat
from gridarena_server.errors import Code, ServiceError


class Tickets:
    """Issues and checks tickets under one key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def issue(self, match: int, seat: Seat) -> str:
        """The ticket of a seat, always the same."""
        return hmac.new(self._key, f"{match}:{seat}".encode(), hashlib.sha256).hexdigest()

    def check(self, match: int, seat: Seat, ticket: str) -> None:
        """Raises ServiceError(BAD_TICKET) for any other ticket."""
        if not hmac.compare_digest(self.issue(match, seat).encode(), ticket.encode()):
            raise ServiceError(Code.BAD_TICKET)
