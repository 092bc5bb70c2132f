"""Matches read back from the tables.

What decides something (the matches a restart takes up again, the results that make a standing) is checked against its
stored hash as it is read, so that damage is refused rather than counted. What is only shown (:func:`match`,
:func:`matches`) is handed out as stored: ``verify`` recomputes it and needs to see the difference.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import aiosqlite

from gridarena_protocol.records import Record, Reopening
from gridarena_server.store import texts
from gridarena_server.store.base import MatchQuery, Played, StoreError
from gridarena_server.store.rows import digest

T = TypeVar("T")

_MATCHES = """
SELECT match.header, match.hash, result.body, void.reason
FROM match LEFT JOIN result ON result.match = match.match LEFT JOIN void ON void.match = match.match
"""
_UNFINISHED = """
SELECT match FROM match
WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.match = match.match)
  AND NOT EXISTS (SELECT 1 FROM void WHERE void.match = match.match)
  AND (? IS NULL OR tournament IS ?)
ORDER BY match
"""
_PLAYED = """
SELECT result.seq, match.match, match.header, match.hash, result.body, result.hash
FROM result JOIN match ON match.match = result.match
WHERE NOT EXISTS (SELECT 1 FROM void WHERE void.match = result.match)
"""
_STATUS = {
    None: "true",
    "live": "result.seq IS NULL AND void.seq IS NULL",
    "finished": "result.seq IS NOT NULL AND void.seq IS NULL",
    "void": "void.seq IS NOT NULL",
}
_TEAM_OF = "substr(match.{0}, 1, instr(match.{0} || '/', '/') - 1)"
"""A label up to its stroke."""
_OF_TEAM = f"? IN ({_TEAM_OF.format('agent_0')}, {_TEAM_OF.format('agent_1')})"
_CHUNK = 100
"""Rows turned into facts between two passes of the event loop: about 3 ms."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """A match as its rows have it."""

    header: str
    hash: str
    body: str | None
    void: str | None
    turns: list[tuple[int, str, str, str]]
    """Number, record, hash and detail of every turn."""
    reopenings: tuple[Reopening, ...]

    def record(self) -> Record:
        """The whole record, nothing checked."""
        return Record(
            header=texts.header(self.header),
            turns=tuple(texts.turn(record) for _, record, _, _ in self.turns),
            result=None if self.body is None else texts.result(self.body),
            void=self.void,
            details=tuple(texts.detail(turn, detail) for turn, _, _, detail in self.turns),
            reopenings=self.reopenings,
            hashes=(self.hash, *(link for _, _, link, _ in self.turns)),
        )

    def check_chain(self, match: int) -> None:
        """Raises StoreError where a stored hash is not that of the stored text."""
        _check(match, digest(self.header), self.hash)
        previous = self.hash
        for _, record, link, _ in self.turns:
            _check(match, hashlib.sha256(bytes.fromhex(previous) + record.encode()).hexdigest(), link)
            previous = link


async def match(db: aiosqlite.Connection, match: int) -> Record | None:
    """A whole record as stored."""
    stored = await _stored(db, match)
    try:
        return None if stored is None else stored.record()
    except StoreError as error:
        raise StoreError(f"match {match}: {error}") from error


async def matches(db: aiosqlite.Connection, query: MatchQuery) -> list[Record]:
    """Records without turns, newest first."""
    where, values = _conditions(
        {
            "match.tournament = ?": query.tournament,
            "? IN (match.agent_0, match.agent_1)": query.agent,
            _OF_TEAM: query.team,
            "result.termination = ?": query.termination,
            "match.match < ?": query.before,
        }
    )
    sql = f"{_MATCHES} WHERE {where} AND {_STATUS[query.status]} ORDER BY match.match DESC LIMIT ?"
    return await _read(db, sql, (*values, query.limit), _bare)


async def unfinished(db: aiosqlite.Connection) -> list[Record]:
    """Every live match, whole and checked, oldest first."""
    records = []
    for number in await unfinished_numbers(db):
        stored = await _stored(db, number)
        if stored is not None:
            stored.check_chain(number)
            records.append(stored.record())
    return records


async def unfinished_numbers(db: aiosqlite.Connection, tournament: int | None = None) -> list[int]:
    """The live matches, oldest first; of one tournament where one is named."""
    rows = await db.execute_fetchall(_UNFINISHED, (tournament, tournament))
    return [number for (number,) in rows]


async def played(db: aiosqlite.Connection, *, game: str | None, tournament: int | None, after: int) -> list[Played]:
    """Checked results of matches that count, by seq."""
    where, values = _conditions({"result.seq > ?": after, "match.tournament = ?": tournament})
    found = await _read(db, f"{_PLAYED} AND {where} ORDER BY result.seq", values, _played)
    return [one for one in found if game in (None, one.header.game)]


async def _read(db: aiosqlite.Connection, sql: str, values: Iterable[int | str], build: Callable[..., T]) -> list[T]:
    """Reads in portions, between which the event loop turns: ten thousand rows must not hold up a turn's deadline."""
    found: list[T] = []
    async with db.execute(sql, values) as cursor:
        while rows := list(await cursor.fetchmany(_CHUNK)):
            found.extend(build(*row) for row in rows)
    return found


def _bare(header: str, _hash: str, body: str | None, void: str | None) -> Record:
    return Record(texts.header(header), result=None if body is None else texts.result(body), void=void)


def _played(seq: int, match: int, header: str, header_hash: str, body: str, body_hash: str) -> Played:
    _check(match, digest(header), header_hash)
    _check(match, digest(body), body_hash)
    one = Played(seq, texts.header(header), texts.result(body))
    if not one.header.match == one.result.match == match:
        raise _damaged(match)
    return one


async def _stored(db: aiosqlite.Connection, match: int) -> _Stored | None:
    heads = list(await db.execute_fetchall(f"{_MATCHES} WHERE match.match = ?", (match,)))
    if not heads:
        return None
    turns = await db.execute_fetchall(
        "SELECT turn, record, hash, detail FROM turn WHERE match = ? ORDER BY turn", (match,)
    )
    reopenings = await db.execute_fetchall(
        "SELECT turn, attempt, seat, reason, away_0_us, away_1_us FROM reopening WHERE match = ? ORDER BY seq", (match,)
    )
    header, header_hash, body, void = heads[0]
    return _Stored(
        header=header,
        hash=header_hash,
        body=body,
        void=void,
        turns=[(turn, record, link, detail) for turn, record, link, detail in turns],
        reopenings=tuple(
            Reopening(match, turn, attempt, seat, reason, (away_0, away_1))
            for turn, attempt, seat, reason, away_0, away_1 in reopenings
        ),
    )


def _conditions(asked: Mapping[str, int | str | None]) -> tuple[str, list[int | str]]:
    """SQL that holds where every asked condition does; one whose value is None is not asked."""
    values = {sql: value for sql, value in asked.items() if value is not None}
    return " AND ".join(values) or "true", list(values.values())


def _check(match: int, computed: str, stored: str) -> None:
    if computed != stored:
        raise _damaged(match)


def _damaged(match: int) -> StoreError:
    return StoreError(f"match {match} is damaged in the database (its hash differs); put a backup in its place")
