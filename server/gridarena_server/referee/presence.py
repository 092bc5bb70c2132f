"""Who is here, and how long a match waits for who is not.

Each seat has one allowance (`away_ms`) for the whole match. Until a seat's first stream since the server started, the
time to join (`join_ms`) counts instead and costs nothing, so that server downtime is free. When the seat to move stays
away and its rival is away too, the rival is waited for as well: nobody wins against a network that is down for both.
"""

from dataclasses import dataclass

from gridarena_games.base import Seat
from gridarena_protocol.records import Rules

MS = 1_000_000


@dataclass(slots=True)
class Place:
    """What is known of one seat."""

    attached: bool = False
    joined: bool = False
    """Has attached at least once since the server started."""
    away_ns: int = 0
    """Allowance used up."""


class Presence:
    """The two places of a match, and the wait for one of them; instants are monotonic nanoseconds."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._places = (Place(), Place())
        self.rival_awaited = False
        """The seat to move did not come; now its rival is waited for."""
        self._awaited: Seat | None = None
        self._since = 0

    def attached(self, seat: Seat) -> bool:
        """True while the seat has a stream."""
        return self._places[seat].attached

    def joined(self, seat: Seat) -> bool:
        """True when the seat has attached since the server started."""
        return self._places[seat].joined

    def attach(self, seat: Seat, at: int) -> None:
        """A stream of the seat is up; if it was waited for, its allowance is charged."""
        place = self._places[seat]
        if self._awaited == seat and place.joined:
            place.away_ns += at - self._since
            self._since = at
        place.attached = place.joined = True

    def lose(self, seat: Seat) -> None:
        """The seat's stream is gone."""
        self._places[seat].attached = False

    def wait_for(self, seat: Seat, at: int) -> int:
        """Begins to wait for a seat; returns the instant at which patience ends."""
        self._awaited, self._since, self.rival_awaited = seat, at, False
        return at + self._patience_ns(seat)

    def wait_for_rival(self, rival: Seat, at: int) -> int:
        """The seat to move did not come and its rival is away too; returns the instant at which both are given up."""
        self.rival_awaited = True
        return at + self._patience_ns(rival)

    def stop_waiting(self) -> None:
        """A turn opens, or the match is over."""
        self._awaited, self.rival_awaited = None, False

    def _patience_ns(self, seat: Seat) -> int:
        place = self._places[seat]
        if not place.joined:
            return self._rules.join_ms * MS
        return max(0, self._rules.away_ms * MS - place.away_ns)

    @property
    def away_used_us(self) -> tuple[int, int]:
        """Allowance used up by seat, in microseconds."""
        return self._places[0].away_ns // 1000, self._places[1].away_ns // 1000

    def restore(self, away_used_us: tuple[int, int]) -> None:
        """Takes over what was used up before the server restarted."""
        for place, used in zip(self._places, away_used_us, strict=True):
            place.away_ns = max(place.away_ns, used * 1000)
