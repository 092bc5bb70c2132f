"""Facts as rows: which table a fact goes into and what its columns hold.

Every statement starts with ``seq``, which the writer adds last, so that a row can be made before its number is known.
"""

import hashlib
from functools import singledispatch
from typing import Any

from gridarena_games.value import value
from gridarena_protocol.records import MatchHeader, MatchResult, Reopening, canonical
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
from gridarena_server.store import texts


@value
class Row:
    """One fact, ready to be written."""

    insert: str
    """The SQL statement; its first parameter is the seq."""
    values: tuple[Any, ...]
    name: str
    """What the fact is, for the text of an error."""


def row(fact: Fact) -> Row:
    """The one row that keeps a fact."""
    return _row(fact)


def digest(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, lower-case hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def _insert(table: str, *columns: str) -> str:
    names = ", ".join(("seq", *columns))
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * (len(columns) + 1))})"


_TEAM = _insert("team", "team", "at", "real_name")
_TEAM_REMOVAL = _insert("team_removal", "team", "at")
_TOKEN = _insert("token", "team", "sha256", "at")
_AGENT = _insert("agent", "agent", "team", "name", "version", "at", "games")
_TOURNAMENT = _insert("tournament", "tournament", "plan", "at")
_PAIRING = _insert("pairing", "pairing", "tournament", "round", "agent_0", "agent_1", "board", "clock")
_MATCH = _insert("match", "match", "agent_0", "agent_1", "tournament", "pairing", "leg", "attempt", "header", "hash")
_TURN = _insert("turn", "match", "turn", "record", "hash", "detail")
_REOPENING = _insert("reopening", "match", "turn", "attempt", "seat", "reason", "away_0_us", "away_1_us")
_RESULT = _insert("result", "match", "termination", "body", "hash")
_VOID = _insert("void", "match", "reason", "at")
_HOST_EVENT = _insert("host_event", "kind", "text", "at", "tournament", "match", "agent", "version")


@singledispatch
def _row(fact: Fact) -> Row:
    raise TypeError(f"expected a fact, got {fact!r}")


@_row.register
def _(fact: TeamAdded) -> Row:
    return Row(_TEAM, (fact.team, fact.at, fact.real_name), f"team {fact.team!r}")


@_row.register
def _(fact: TokenIssued) -> Row:
    return Row(_TOKEN, (fact.team, fact.sha256, fact.at), f"token of team {fact.team!r}")


@_row.register
def _(fact: TeamRemoved) -> Row:
    return Row(_TEAM_REMOVAL, (fact.team, fact.at), f"removal of team {fact.team!r}")


@_row.register
def _(fact: AgentSeen) -> Row:
    values = (fact.agent, fact.team, fact.name, fact.version, fact.at, "\n".join(fact.games))
    return Row(_AGENT, values, f"agent {fact.agent!r}")


@_row.register
def _(fact: TournamentCreated) -> Row:
    values = (fact.tournament, texts.plan_text(fact.plan), fact.at)
    return Row(_TOURNAMENT, values, f"tournament {fact.tournament}")


@_row.register
def _(fact: PairingAdded) -> Row:
    values = (fact.pairing, fact.tournament, fact.round, *fact.agents, fact.board, fact.clock)
    return Row(_PAIRING, values, f"pairing {fact.pairing}")


@_row.register
def _(fact: MatchHeader) -> Row:
    text = canonical(fact).decode()
    where = (fact.tournament, fact.pairing, fact.leg, fact.attempt)
    return Row(_MATCH, (fact.match, *fact.agents, *where, text, digest(text)), f"match {fact.match}")


@_row.register
def _(fact: TurnTaken) -> Row:
    record = fact.record
    values = (fact.match, record.turn, fact.text.decode(), fact.hash, texts.detail_text(fact.detail))
    return Row(_TURN, values, f"turn {record.turn} of match {fact.match}")


@_row.register
def _(fact: Reopening) -> Row:
    values = (fact.match, fact.turn, fact.attempt, fact.seat, fact.reason, *fact.away_used_us)
    return Row(_REOPENING, values, f"attempt {fact.attempt} at turn {fact.turn} of match {fact.match}")


@_row.register
def _(fact: MatchResult) -> Row:
    text = texts.result_text(fact)
    return Row(_RESULT, (fact.match, fact.termination, text, digest(text)), f"result of match {fact.match}")


@_row.register
def _(fact: MatchVoided) -> Row:
    return Row(_VOID, (fact.match, fact.reason, fact.at), f"void of match {fact.match}")


@_row.register
def _(fact: HostEvent) -> Row:
    about = (fact.tournament, fact.match, fact.agent, fact.version)
    return Row(_HOST_EVENT, (fact.kind, fact.text, fact.at, *about), f"event {fact.kind!r}")
