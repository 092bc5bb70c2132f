"""The store without a file: for tests, and for matches that nobody will ask for again.

It refuses what SQLite refuses (see ``laws``) and answers what SQLite answers.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from types import TracebackType
from typing import Self, TypeVar

from gridarena_protocol.log import Gap, StoredMatch, StoredResult, StoredTurn, StoredVoid
from gridarena_protocol.records import MatchHeader, MatchResult, Record, Reopening, canonical, first_hash
from gridarena_server.facts import (
    AgentSeen,
    Fact,
    HostEvent,
    MatchVoided,
    PairingAdded,
    TeamAdded,
    TeamRemoved,
    TokenIssued,
    TournamentCreated,
    TurnTaken,
)
from gridarena_server.store.base import IdKind, MatchQuery, Played, StoreError
from gridarena_server.store.laws import Ledger
from gridarena_server.store.rows import digest
from gridarena_server.store.texts import result_text

F = TypeVar("F", bound=Fact)


@dataclass(slots=True)
class _Match:
    seq: int
    header: MatchHeader
    turns: list[TurnTaken] = field(default_factory=list)
    turn_seqs: list[int] = field(default_factory=list)
    reopenings: list[Reopening] = field(default_factory=list)
    result: MatchResult | None = None
    result_seq: int = 0
    void: str | None = None
    void_seq: int = 0

    @property
    def ended(self) -> int:
        """0 while it is live."""
        return self.result_seq or self.void_seq

    @property
    def status(self) -> str:
        if self.void is not None:
            return "void"
        return "live" if self.result is None else "finished"

    def bare(self) -> Record:
        return Record(self.header, result=self.result, void=self.void)

    def whole(self) -> Record:
        turns = sorted(self.turns, key=lambda taken: taken.record.turn)
        return Record(
            header=self.header,
            turns=tuple(taken.record for taken in turns),
            result=self.result,
            void=self.void,
            details=tuple(taken.detail for taken in turns),
            reopenings=tuple(self.reopenings),
            hashes=(first_hash(self.header), *(taken.hash for taken in turns)),
        )

    def rows(self) -> StoredMatch:
        header, result, void = self.header, None, None
        if self.result is not None:
            body = result_text(self.result)
            result = StoredResult(self.result_seq, self.result.termination, body, digest(body))
        if self.void is not None:
            void = StoredVoid(self.void_seq, self.void)
        turns = sorted(zip(self.turn_seqs, self.turns, strict=True), key=lambda pair: pair[1].record.turn)
        return StoredMatch(
            match=header.match,
            seq=self.seq,
            agents=header.agents,
            tournament=header.tournament,
            pairing=header.pairing,
            leg=header.leg,
            attempt=header.attempt,
            header=canonical(header).decode(),
            hash=first_hash(header),
            turns=tuple(StoredTurn(seq, one.record.turn, one.text.decode(), one.hash) for seq, one in turns),
            result=result,
            void=void,
        )

    def answers(self, query: MatchQuery) -> bool:
        header = self.header
        return (
            (query.tournament is None or header.tournament == query.tournament)
            and (query.agent is None or query.agent in header.agents)
            and (query.team is None or query.team in (label.partition("/")[0] for label in header.agents))
            and (
                query.termination is None or (self.result is not None and self.result.termination == query.termination)
            )
            and (query.status is None or self.status == query.status)
            and (query.before is None or header.match < query.before)
        )


class MemoryStore:
    """Facts in this process's memory; gone with it."""

    trouble: str | None = None
    """Memory is never full."""

    def __init__(self) -> None:
        self._seq = 0
        self._closed = False
        self._ids: dict[IdKind, int] = {"tournament": 0, "pairing": 0, "match": 0}
        self._ledger = Ledger()
        self._facts: list[Fact] = []
        """Everything but what belongs to a match."""
        self._matches: dict[int, _Match] = {}

    async def __aenter__(self) -> Self:
        """The store is open already."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the store."""
        await self.close()

    def next_id(self, kind: IdKind) -> int:
        """One above the highest id written or handed out."""
        self._ids[kind] += 1
        return self._ids[kind]

    def append(self, *facts: Fact) -> asyncio.Future[int]:
        """Keeps the facts at once."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        try:
            if self._closed:
                raise StoreError("the store is closed")
            self._ledger.enter(facts)
        except StoreError as error:
            done.set_exception(error)
        else:
            for fact in facts:
                self._seq += 1
                self._keep(fact)
            done.set_result(self._seq)
        return done

    async def tokens(self) -> dict[str, str]:
        """SHA-256 of every valid token -> team."""
        valid: dict[str, str] = {}
        for fact in self._facts:
            if isinstance(fact, TokenIssued | TeamRemoved):
                valid.pop(fact.team, None)
            if isinstance(fact, TokenIssued):
                valid[fact.team] = fact.sha256
        return {sha256: team for team, sha256 in valid.items()}

    async def teams(self) -> list[TeamAdded]:
        """All teams, in the order they were added."""
        return self._all(TeamAdded)

    async def agents(self) -> list[AgentSeen]:
        """Every agent once, with its newest version, in the order of first sight."""
        return list({seen.agent: seen for seen in self._all(AgentSeen)}.values())

    async def tournaments(self) -> list[TournamentCreated]:
        """All tournaments, oldest first."""
        return self._all(TournamentCreated)

    async def pairings(self, tournament: int) -> list[PairingAdded]:
        """A tournament's pairings in the order they were added."""
        return [pairing for pairing in self._all(PairingAdded) if pairing.tournament == tournament]

    async def host_events(self, tournament: int | None = None) -> list[HostEvent]:
        """The audit log, oldest first; of one tournament where one is named."""
        return [event for event in self._all(HostEvent) if tournament in (None, event.tournament)]

    async def match(self, match: int) -> Record | None:
        """A whole match with turns, hashes, reopenings and details."""
        return self._matches[match].whole() if match in self._matches else None

    async def matches(self, query: MatchQuery) -> list[Record]:
        """Matches without turns, hashes, reopenings and details; newest first."""
        found = (match.bare() for _, match in sorted(self._matches.items(), reverse=True) if match.answers(query))
        return list(islice(found, query.limit))

    async def unfinished(self) -> list[Record]:
        """Every match with neither result nor void, whole, oldest first."""
        return [match.whole() for _, match in sorted(self._matches.items()) if match.status == "live"]

    async def played(
        self, *, game: str | None = None, tournament: int | None = None, after: int = 0
    ) -> Sequence[Played]:
        """Finished and not voided matches in ``seq`` order, those with a seq above ``after``."""
        found = [
            Played(match.result_seq, match.header, match.result)
            for match in self._matches.values()
            if match.result is not None and match.void is None and match.result_seq > after
        ]
        return sorted(
            (one for one in found if game in (None, one.header.game) and tournament in (None, one.header.tournament)),
            key=lambda one: one.seq,
        )

    async def settled(self) -> int:
        """The seq of the newest result or void; 0 while there is none."""
        return max((max(match.result_seq, match.void_seq) for match in self._matches.values()), default=0)

    async def ended(self, *, after: int, until: int, tournament: int | None = None) -> list[tuple[int, int]]:
        """When each match was over, and its number, in that order."""
        return sorted(
            (match.ended, number)
            for number, match in self._matches.items()
            if max(after, 0) < match.ended <= until and tournament in (None, match.header.tournament)
        )

    async def stored(self, match: int) -> StoredMatch | None:
        """A match's rows, as a file would hold them."""
        return self._matches[match].rows() if match in self._matches else None

    async def gap(self) -> Gap | None:
        """Memory loses nothing."""
        return None

    async def close(self) -> None:
        """Takes nothing more; what is kept can still be read."""
        self._closed = True

    def _all(self, kind: type[F]) -> list[F]:
        return [fact for fact in self._facts if isinstance(fact, kind)]

    def _keep(self, fact: Fact) -> None:
        match fact:
            case MatchHeader():
                self._matches[fact.match] = _Match(self._seq, fact)
            case TurnTaken():
                self._matches[fact.match].turns.append(fact)
                self._matches[fact.match].turn_seqs.append(self._seq)
            case Reopening():
                self._matches[fact.match].reopenings.append(fact)
            case MatchResult():
                kept = self._matches[fact.match]
                kept.result, kept.result_seq = fact, self._seq
            case MatchVoided():
                kept = self._matches[fact.match]
                kept.void, kept.void_seq = fact.reason, self._seq
            case _:
                self._facts.append(fact)
