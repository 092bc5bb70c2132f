"""What an agent is told of its match."""

from dataclasses import dataclass

from gridarena_games.base import Seat
from gridarena_protocol.records import Clock, MatchHeader


@dataclass(frozen=True, slots=True)
class Match:
    """One match as seen from one seat; it does not change while it is played."""

    header: MatchHeader
    """Everything that was fixed before the first turn."""
    seat: Seat
    """Which seat is mine; seat 0 moves first."""

    @property
    def number(self) -> int:
        """The match's id, as `gridarena show` takes it."""
        return self.header.match

    @property
    def game(self) -> str:
        """The game's name."""
        return self.header.game

    @property
    def clock(self) -> Clock:
        """How long a turn may take; with a hidden clock its budget is for the record, not for planning."""
        return self.header.clock

    @property
    def rival(self) -> str:
        """The other agent's label."""
        return self.header.agents[1 - self.seat]

    @property
    def stem(self) -> str:
        """How the names of this match's files begin."""
        return f"match-{self.number}-seat{self.seat}"

    @property
    def log_name(self) -> str:
        """The file this match's prints go to."""
        return f"{self.stem}.log"

    def __str__(self) -> str:
        first, second = self.header.agents
        return f"match {self.number} ({first} - {second})"
