"""What the director needs of the other rooms of the server, as small protocols: the log, the referee, timers.

The store, the referee and the event loop fit them as they are; `app.py` puts them together.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from typing import Literal, Protocol

from gridarena_protocol.records import MatchHeader, Record
from gridarena_server.facts import Fact, HostEvent, PairingAdded, TournamentCreated
from gridarena_server.tournament.ratings import PlayedRow

History = Callable[[int], Awaitable[Sequence[Record]]]
"""All matches of a tournament, void ones too; without turns, in any order."""


class Log(Protocol):
    """Where facts are written durably and read back."""

    def next_id(self, kind: Literal["tournament", "pairing", "match"], /) -> int:
        """A new id."""
        ...

    def append(self, *facts: Fact) -> "asyncio.Future[int]":
        """Writes the facts in one transaction; resolves once they are durable."""
        ...

    async def tournaments(self) -> Sequence[TournamentCreated]:
        """All tournaments, oldest first."""
        ...

    async def pairings(self, tournament: int, /) -> Sequence[PairingAdded]:
        """A tournament's pairings in the order they were added."""
        ...

    async def host_events(self, tournament: int | None = None, /) -> Sequence[HostEvent]:
        """The audit log, oldest first; of one tournament where one is named."""
        ...

    async def match(self, match: int, /) -> Record | None:
        """A whole match as stored."""
        ...

    async def played(
        self, *, game: str | None = None, tournament: int | None = None, after: int = 0
    ) -> Sequence[PlayedRow]:
        """Finished and not voided matches in ``seq`` order, those with a seq above ``after``."""
        ...


class RefereePort(Protocol):
    """Who plays the matches."""

    @property
    def live(self) -> Container[int]:
        """The matches that are being played."""
        ...

    async def check(self, game: str, setup: str, options: Mapping[str, str]) -> None:
        """Raises ServiceError when the start position cannot be played."""
        ...

    async def open(self, header: MatchHeader) -> object:
        """Writes the header durably and goes live."""
        ...

    async def void(self, match: int, reason: str) -> None:
        """Voids a live match durably. Raises ServiceError(UNKNOWN_MATCH)."""
        ...


class Timer(Protocol):
    """A callback that has not run yet."""

    def cancel(self) -> None:
        """Keeps it from running."""
        ...


class Timers(Protocol):
    """An event loop's timers, or virtual ones on the scale of the injected clock."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Runs the callback after so many seconds."""
        ...
