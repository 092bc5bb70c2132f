"""Small facts read back: teams, tokens, agents, tournaments, pairings, the audit log, and where the numbers stand.

Plain functions over one connection that sees one moment; whole matches are read in ``history``.
"""

import aiosqlite

from gridarena_server.facts import AgentSeen, HostEvent, PairingAdded, TeamAdded, TournamentCreated
from gridarena_server.store import texts
from gridarena_server.store.base import IdKind

TABLES = (
    "team",
    "token",
    "team_removal",
    "agent",
    "tournament",
    "pairing",
    "match",
    "turn",
    "reopening",
    "result",
    "void",
    "host_event",
)


async def newest_seq(db: aiosqlite.Connection) -> int:
    """The seq of the last fact written, 0 in a new database."""
    newest = " UNION ALL ".join(f"SELECT max(seq) AS seq FROM {table}" for table in TABLES)
    return await _number(db, f"SELECT max(seq) FROM ({newest})")


async def newest_id(db: aiosqlite.Connection, kind: IdKind) -> int:
    """The highest id written, 0 when there is none."""
    return await _number(db, f"SELECT max({kind}) FROM {kind}")


async def tokens(db: aiosqlite.Connection) -> dict[str, str]:
    """SHA-256 of the newest token -> team, for every team that was not removed since."""
    rows = await db.execute_fetchall(
        "SELECT sha256, team FROM token WHERE seq IN (SELECT max(seq) FROM token GROUP BY team)"
        " AND NOT EXISTS (SELECT 1 FROM team_removal WHERE team_removal.team = token.team"
        " AND team_removal.seq > token.seq) ORDER BY seq"
    )
    return dict(map(tuple, rows))


async def teams(db: aiosqlite.Connection) -> list[TeamAdded]:
    """All teams by seq."""
    return [TeamAdded(*row) for row in await db.execute_fetchall("SELECT team, at, real_name FROM team ORDER BY seq")]


async def agents(db: aiosqlite.Connection) -> list[AgentSeen]:
    """Every agent's newest row, by the seq of its first."""
    rows = await db.execute_fetchall("SELECT agent, team, name, version, at, games FROM agent ORDER BY seq")
    newest = {row[0]: AgentSeen(row[0], row[1], row[2], row[3], row[4], tuple(row[5].splitlines())) for row in rows}
    return list(newest.values())


async def tournaments(db: aiosqlite.Connection) -> list[TournamentCreated]:
    """All tournaments by seq."""
    rows = await db.execute_fetchall("SELECT tournament, plan, at FROM tournament ORDER BY seq")
    return [TournamentCreated(tournament, texts.plan(plan), at) for tournament, plan, at in rows]


async def pairings(db: aiosqlite.Connection, tournament: int) -> list[PairingAdded]:
    """A tournament's pairings by seq."""
    rows = await db.execute_fetchall(
        "SELECT pairing, tournament, round, agent_0, agent_1, board, clock"
        " FROM pairing WHERE tournament = ? ORDER BY seq",
        (tournament,),
    )
    return [
        PairingAdded(pairing, tournament, round_, (agent_0, agent_1), board, clock)
        for pairing, tournament, round_, agent_0, agent_1, board, clock in rows
    ]


async def host_events(db: aiosqlite.Connection, tournament: int | None) -> list[HostEvent]:
    """The audit log by seq."""
    where, values = ("", ()) if tournament is None else ("WHERE tournament = ?", (tournament,))
    rows = await db.execute_fetchall(
        f"SELECT kind, text, at, tournament, match, agent, version FROM host_event {where} ORDER BY seq", values
    )
    return [HostEvent(*row) for row in rows]


async def _number(db: aiosqlite.Connection, sql: str) -> int:
    ((number,),) = await db.execute_fetchall(sql)
    return number or 0
