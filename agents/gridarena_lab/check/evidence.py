"""What an examination has seen; the lines of its report are drawn from this alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gridarena._frames import AgentSource, Trouble
from gridarena_games.base import Seat
from gridarena_protocol.records import Record, TurnRecord

CROWDED = 0.5
"""Share of the machine that others may take before turns are late because of them."""
MB = 1024 * 1024


@dataclass(slots=True)
class TurnSeen:
    """One own turn, by the clock of the machine that plays; instants in seconds since it opened."""

    number: int
    record: TurnRecord | None = None
    """What the referee wrote down."""
    first_s: float | None = None
    """The search's first proposal; None: it made none that was heard before the close."""
    proposals: int = 0
    """Of the search; those overtaken within 5 ms are counted too."""
    closed_s: float | None = None
    """The close; None: the turn ended before, by the search's own end."""
    returned_s: float | None = None
    """The search came back; None: it was killed, or died."""
    overran: bool = False
    """It went on behind the close until it was killed."""
    died: str = ""
    """How its worker process ended in the middle of it."""
    trouble: Trouble | None = None
    """What `play` raised."""
    waited: bool = False
    """A worker had been lost, and the next one was not there when the turn opened."""

    @property
    def stop_s(self) -> float | None:
        """How long the search went on behind the close; None where the search ended the turn, or was killed."""
        if self.closed_s is None or self.returned_s is None:
            return None
        return max(0.0, self.returned_s - self.closed_s)

    @property
    def empty(self) -> bool:
        """The search came back of its own accord without a proposal, and without an exception."""
        return self.first_s is None and self.closed_s is None and self.trouble is None and not self.died

    @property
    def late(self) -> bool:
        """The turn closed before the search had proposed anything that arrived in time."""
        in_time = self.first_s is not None and not (self.record is not None and self.record.fallback)
        return self.closed_s is not None and not (in_time or self.died or self.waited)


@dataclass(frozen=True, slots=True)
class MatchSeen:
    """One match of the examination."""

    number: int
    board: str
    rival: str
    seat: Seat
    record: Record
    turns: tuple[TurnSeen, ...]
    """The agent's own, in order; without one in which the examination was cut short."""
    troubles: tuple[Trouble, ...]
    """What was raised between the turns: in `match_started` and `match_finished`."""
    printed: int
    """Bytes of output."""
    log: Path

    @property
    def name(self) -> str:
        """For people."""
        return f"match {self.number} ({self.board} against {self.rival})"


@dataclass(frozen=True, slots=True)
class Memory:
    """What the worker processes held, in bytes; with all processes they started."""

    start: int = 0
    """Once the agent was warm."""
    matches: tuple[int, ...] = ()
    """After each match, where it was the same process as before the match."""
    peak: int = 0
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """All of it."""

    address: str
    source: AgentSource
    game: str
    time_s: float
    planned: int
    """Matches that were to be played."""
    loaded_s: float = 0.0
    """Until the agent was loaded and warm."""
    broken: str = ""
    """Why it could not be loaded at all; then nothing was played."""
    label: str = ""
    """As it introduced itself."""
    matches: tuple[MatchSeen, ...] = ()
    memory: Memory = field(default_factory=Memory)
    cut_short: str = ""
    """Why fewer matches were played than planned."""
    neighbours: float = 0.0
    """Share of the machine that went to other work meanwhile, from 0 to 1."""

    @property
    def busy(self) -> bool:
        """Whether so much of the machine went to others that what went wrong may be their doing."""
        return self.neighbours > CROWDED

    def turns(self) -> Iterator[tuple[MatchSeen, TurnSeen]]:
        """Every own turn, with its match."""
        for match in self.matches:
            for turn in match.turns:
                yield match, turn
