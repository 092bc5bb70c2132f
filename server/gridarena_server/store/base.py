"""The store's protocol: facts go in durably and in order, records and facts come out.

Two stores keep it, memory and SQLite, under one conformance suite.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from gridarena_protocol.log import Gap, StoredMatch
from gridarena_protocol.records import MatchHeader, MatchResult, Record
from gridarena_server.facts import (
    AgentSeen,
    Fact,
    HostEvent,
    PairingAdded,
    TeamAdded,
    TournamentCreated,
)

IdKind = Literal["tournament", "pairing", "match"]


class StoreError(Exception):
    """The store cannot do its work; the text is one line for the host."""


class StoreInUseError(StoreError):
    """Another server has the database open."""


class StoreFullError(StoreError):
    """The disk is full: nothing was written, nothing is lost, try again."""


class DuplicateError(StoreError):
    """The fact would count something twice; nothing of its batch was written."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished, not voided match, for standings and ratings."""

    seq: int
    """Of the result; ratings are updated in this order."""
    header: MatchHeader
    result: MatchResult


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Which matches; newest first."""

    tournament: int | None = None
    agent: str | None = None
    termination: str | None = None
    status: Literal["live", "finished", "void"] | None = None
    before: int | None = None
    """Only matches with a smaller id."""
    limit: int = 100
    team: str | None = None
    """Of any of its agents: a label is the team's name, or begins with it and a stroke."""


class Store(Protocol):
    """Keeps facts. One writer in one process; readers never block it."""

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written just now, for the host: "paused: disk full"; None when all is well."""
        ...

    def next_id(self, kind: IdKind) -> int:
        """A new id, dense from 1; used up even when the fact is never written."""
        ...

    def append(self, *facts: Fact) -> asyncio.Future[int]:
        """Writes the facts in one transaction, after all earlier calls' facts.

        The future resolves with the last fact's ``seq`` (the newest one, for no fact) once all of them are durable, and
        may have done so when the call returns. Cancelling it does not take the write back. While the disk is full it
        waits, and :attr:`trouble` says so; only a store that is closed meanwhile fails it with StoreFullError. Fails
        with DuplicateError or StoreError when the facts themselves cannot be taken; then nothing of this call was
        written, and calls beside it are not touched.
        """
        ...

    async def tokens(self) -> dict[str, str]:
        """SHA-256 of every valid token -> team: the newest of each team that was not removed since."""
        ...

    async def teams(self) -> list[TeamAdded]:
        """All teams, in the order they were added."""
        ...

    async def agents(self) -> list[AgentSeen]:
        """Every agent once, with its newest version, in the order of first sight."""
        ...

    async def tournaments(self) -> list[TournamentCreated]:
        """All tournaments, oldest first."""
        ...

    async def pairings(self, tournament: int) -> list[PairingAdded]:
        """A tournament's pairings in the order they were added."""
        ...

    async def host_events(self, tournament: int | None = None) -> list[HostEvent]:
        """The audit log, oldest first; of one tournament where one is named."""
        ...

    async def match(self, match: int) -> Record | None:
        """A whole match with turns, hashes, reopenings and details."""
        ...

    async def matches(self, query: MatchQuery) -> list[Record]:
        """Matches without turns, hashes, reopenings and details; newest first."""
        ...

    async def unfinished(self) -> list[Record]:
        """Every match with neither result nor void, whole, oldest first."""
        ...

    async def played(
        self, *, game: str | None = None, tournament: int | None = None, after: int = 0
    ) -> Sequence[Played]:
        """Finished and not voided matches in ``seq`` order, those with a seq above ``after``."""
        ...

    # --- the log as it is stored --------------------------------------------------------------------------------------

    async def settled(self) -> int:
        """The seq of the newest result or void; 0 while there is none."""
        ...

    async def ended(self, *, after: int, until: int, tournament: int | None = None) -> list[tuple[int, int]]:
        """When each match was over (its result's seq, else its void's) and its number, in that order.

        Those with a seq above ``after`` and not above ``until``.
        """
        ...

    async def stored(self, match: int) -> StoredMatch | None:
        """A match's rows as they are, whatever became of them."""
        ...

    async def gap(self) -> Gap | None:
        """The first number below the newest that no fact has."""
        ...

    async def close(self) -> None:
        """Writes what is queued, then lets go of the file. Idempotent."""
        ...
