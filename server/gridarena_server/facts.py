"""What happens, as it is written down: append-only facts, each of which the store gives a `seq`.

The referee and the tournament decide facts, the store keeps them; neither knows the other. Status, standings and
ratings are never stored: they are derived from facts. A :class:`MatchHeader`, :class:`Reopening` and
:class:`MatchResult` are facts as they stand.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gridarena_games.value import value
from gridarena_protocol.records import (
    MatchHeader,
    MatchResult,
    Reopening,
    TurnDetail,
    TurnRecord,
)
from gridarena_protocol.views import Plan


@dataclass(frozen=True, slots=True)
class TeamAdded:
    """A team exists from now on."""

    team: str
    """What everybody reads."""
    at: int
    real_name: str = ""
    """Whom the host knows behind a pseudonym; empty where there is none."""


@dataclass(frozen=True, slots=True)
class TokenIssued:
    """A team may connect with the token of this SHA-256; an older token of the team stops working."""

    team: str
    sha256: str
    at: int


@dataclass(frozen=True, slots=True)
class TeamRemoved:
    """A team may no longer connect; a token issued later brings it back. What it has played stays."""

    team: str
    at: int


@dataclass(frozen=True, slots=True)
class AgentSeen:
    """An agent said Hello with a version, or games, not seen of it before."""

    agent: str
    """Label: "team/name", or "team" where the two are equal."""
    team: str
    name: str
    version: str
    at: int
    games: tuple[str, ...] = ()
    """What it plays; empty: not known."""


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """A tournament is planned."""

    tournament: int
    plan: Plan
    at: int


@dataclass(frozen=True, slots=True)
class PairingAdded:
    """Two agents meet on one board with one clock; produces a pair: leg 0 as named, leg 1 with the seats swapped."""

    pairing: int
    tournament: int
    round: int
    agents: tuple[str, str]
    board: int
    """Index into the plan's boards."""
    clock: int
    """Index into the plan's clocks."""


@value
class TurnTaken:
    """A turn is over."""

    match: int
    record: TurnRecord
    detail: TurnDetail
    text: bytes
    """The record's canonical JSON, which the hash covers; made once, for the chain and for the store."""
    hash: str


BOTH_AWAY = "both seats stayed away"
"""Reason of the one void that is the agents' own doing: such a match is not played again."""


@dataclass(frozen=True, slots=True)
class MatchVoided:
    """A match does not count."""

    match: int
    reason: str
    at: int


HostEventKind = Literal[
    "server.started",
    "server.stopped",
    "tournament.started",
    "tournament.aborted",
    "tournament.paused",
    "tournament.resumed",
    "tournament.entered",
    "tournament.withdrawn",
    "tournament.allowed",
    "match.voided",
    "match.rerun",
    "seat.superseded",
    "team.added",
    "team.returned",
    "team.rotated",
    "team.removed",
    "referee.error",
    "machine.measured",
    "match.measured",
    "agents.looked_at",
]


@dataclass(frozen=True, slots=True)
class HostEvent:
    """Something the host did or should know; the audit log."""

    kind: HostEventKind
    text: str
    at: int
    tournament: int | None = None
    match: int | None = None
    agent: str | None = None
    """Whom it is about: who entered, was withdrawn, or may play an update."""
    version: str | None = None
    """Of the agent: the one allowed."""


def declared_void(events: Iterable[HostEvent]) -> tuple[int, ...]:
    """The matches that the host has decided shall not count, in the order of the decisions."""
    kinds = ("match.voided", "match.rerun")
    return tuple(event.match for event in events if event.kind in kinds and event.match is not None)


Fact = (
    TeamAdded
    | TokenIssued
    | TeamRemoved
    | AgentSeen
    | TournamentCreated
    | PairingAdded
    | MatchHeader
    | TurnTaken
    | Reopening
    | MatchResult
    | MatchVoided
    | HostEvent
)
