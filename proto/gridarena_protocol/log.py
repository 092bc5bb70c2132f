"""The log as it is stored, for whoever wants to compute everything again.

Here a match is not what its rows mean but the rows themselves: the very texts that were hashed, and beside them the
columns that queries go by. What a reader makes of damaged rows would hide the damage; and texts cost the server nothing
but the reading.
"""

from dataclasses import dataclass

from gridarena_games.value import value
from gridarena_protocol.views import Standing


@value
class StoredTurn:
    """A row of the table of turns."""

    seq: int
    turn: int
    record: str
    """Canonical JSON."""
    hash: str
    """SHA-256 of the hash before and of the record."""


@value
class StoredResult:
    """A row of the table of results."""

    seq: int
    termination: str
    body: str
    """Canonical JSON."""
    hash: str
    """SHA-256 of the body."""


@value
class StoredVoid:
    """A row of the table of voids."""

    seq: int
    reason: str


@value
class StoredMatch:
    """A row of the table of matches with all that belongs to it."""

    match: int
    seq: int
    agents: tuple[str, str]
    tournament: int | None
    pairing: int | None
    leg: int
    attempt: int
    header: str
    """Canonical JSON."""
    hash: str
    """SHA-256 of the header."""
    turns: tuple[StoredTurn, ...] = ()
    result: StoredResult | None = None
    void: StoredVoid | None = None

    @property
    def ended(self) -> int | None:
        """The seq at which it was over; None while it is live."""
        if self.result is not None:
            return self.result.seq
        return None if self.void is None else self.void.seq


@dataclass(frozen=True, slots=True)
class Gap:
    """A fact that is not there, though later ones are."""

    seq: int
    before: str
    """What was written right before it, for people."""
    after: str
    """And right behind it."""

    @property
    def expected(self) -> str:
        """What should be there, for people."""
        return f"one between {self.before} and {self.after}"


@dataclass(frozen=True, slots=True)
class LogQuery:
    """Asks for the log."""

    tournament: int | None = None
    after: int = 0
    """Only matches that ended behind this seq."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """What the log holds; its first entry."""

    until: int
    """Seq of the newest result or void: what ended later is left out."""
    matches: int
    """How many follow."""
    elo_k: float
    elo_start: float
    gap: Gap | None = None
    decided: tuple[int, ...] = ()
    """Matches that the host's decisions declare void."""


@dataclass(frozen=True, slots=True)
class LogTable:
    """A table as the server shows it."""

    game: str
    tournament: int | None
    """None: the ratings of the game."""
    until: int
    """Seq of the newest result or void that was there when the table was made."""
    rows: tuple[Standing, ...]


LogEntry = LogHead | LogTable | StoredMatch
"""Of Log: the head, the tables, then matches in the order in which they ended, at last those that are live."""
