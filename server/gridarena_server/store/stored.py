"""Rows as they are, for `verify` and `export`: nothing is judged here, and nothing that is damaged is hidden.

Texts are read as bytes and decoded with replacement, numbers that are none become -1: what was changed comes out as
something that cannot be right, never as an error of the reading.
"""

import aiosqlite

from gridarena_protocol.log import Gap, StoredMatch, StoredResult, StoredTurn, StoredVoid

_OVER = """
SELECT seq, match FROM result
UNION ALL
SELECT seq, match FROM void WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.match = void.match)
"""
_ENDED = f"""
SELECT over.seq, over.match FROM ({_OVER}) AS over
LEFT JOIN match ON match.match = over.match
WHERE over.seq > ? AND over.seq <= ? AND (? IS NULL OR match.tournament IS ?) ORDER BY over.seq
"""
_MATCH = """
SELECT seq, CAST(agent_0 AS BLOB), CAST(agent_1 AS BLOB), tournament, pairing, leg, attempt, CAST(header AS BLOB),
       CAST(hash AS BLOB)
FROM match WHERE match = ?
"""
_TURNS = "SELECT seq, turn, CAST(record AS BLOB), CAST(hash AS BLOB) FROM turn WHERE match = ? ORDER BY turn"
_RESULT = "SELECT seq, CAST(termination AS BLOB), CAST(body AS BLOB), CAST(hash AS BLOB) FROM result WHERE match = ?"
_VOID = "SELECT seq, CAST(reason AS BLOB) FROM void WHERE match = ?"

_WORDS = {
    "team": "'team ' || team",
    "token": "'a token of team ' || team",
    "team_removal": "'the removal of team ' || team",
    "agent": "'agent ' || agent",
    "tournament": "'tournament ' || tournament",
    "pairing": "'pairing ' || pairing || ' of tournament ' || tournament",
    "match": "'the beginning of match ' || match",
    "turn": "'turn ' || turn || ' of match ' || match",
    "reopening": "'turn ' || turn || ' of match ' || match || ' being opened again'",
    "result": "'the result of match ' || match",
    "void": "'the void of match ' || match",
    "host_event": "'the note ' || kind || coalesce(' of match ' || match, ' of tournament ' || tournament, '')",
}
"""Every table, and what one of its rows is called."""
_PORTION = 10_000
"""Numbers that are looked at between two passes of the event loop; the counting itself is SQLite's, in a thread."""


async def settled(db: aiosqlite.Connection) -> int:
    """The seq of the newest result or void, 0 while there is none."""
    ((newest,),) = await db.execute_fetchall(
        "SELECT max(coalesce((SELECT max(seq) FROM result), 0), coalesce((SELECT max(seq) FROM void), 0))"
    )
    return int(newest)


async def ended(db: aiosqlite.Connection, after: int, until: int, tournament: int | None) -> list[tuple[int, int]]:
    """When each match was over, and its number, in that order."""
    rows = await db.execute_fetchall(_ENDED, (after, until, tournament, tournament))
    return [(seq, match) for seq, match in rows]


async def stored(db: aiosqlite.Connection, match: int) -> StoredMatch | None:
    """The rows of one match."""
    heads = list(await db.execute_fetchall(_MATCH, (match,)))
    if not heads:
        return None
    seq, first, second, tournament, pairing, leg, attempt, header, hash_ = heads[0]
    turns = await db.execute_fetchall(_TURNS, (match,))
    results = list(await db.execute_fetchall(_RESULT, (match,)))
    voids = list(await db.execute_fetchall(_VOID, (match,)))
    return StoredMatch(
        match=match,
        seq=seq,
        agents=(_text(first), _text(second)),
        tournament=_maybe(tournament),
        pairing=_maybe(pairing),
        leg=_number(leg),
        attempt=_number(attempt),
        header=_text(header),
        hash=_text(hash_),
        turns=tuple(StoredTurn(seq, _number(turn), _text(record), _text(link)) for seq, turn, record, link in turns),
        result=StoredResult(results[0][0], *map(_text, results[0][1:])) if results else None,
        void=StoredVoid(voids[0][0], _text(voids[0][1])) if voids else None,
    )


async def gap(db: aiosqlite.Connection) -> Gap | None:
    """The first number that no fact has, below the newest; facts are numbered without one."""
    every = " UNION ALL ".join(f"SELECT seq FROM {table}" for table in _WORDS)
    expected = 1
    async with db.execute(f"SELECT seq FROM ({every}) ORDER BY seq") as cursor:
        while rows := list(await cursor.fetchmany(_PORTION)):
            if rows[-1][0] != expected + len(rows) - 1:
                found = next(place for place, (seq,) in enumerate(rows, expected) if seq != place)
                return Gap(found, await _named(db, found - 1, "nothing"), await _named(db, rows[found - expected][0]))
            expected += len(rows)
    return None


async def _named(db: aiosqlite.Connection, seq: int, otherwise: str = "another fact") -> str:
    for table, words in _WORDS.items():
        rows = list(await db.execute_fetchall(f"SELECT CAST({words} AS BLOB) FROM {table} WHERE seq = ?", (seq,)))
        if rows:
            return f"{_text(rows[0][0])} (fact {seq})"
    return otherwise


def _text(raw: bytes | None) -> str:
    return "" if raw is None else raw.decode(errors="replace")


def _number(found: object) -> int:
    return found if isinstance(found, int) and abs(found) < 2**63 else -1


def _maybe(found: object) -> int | None:
    return None if found is None else _number(found)
