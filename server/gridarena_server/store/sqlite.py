"""The store in a file: SQLite in WAL mode with ``synchronous=FULL``, one writing connection, a few reading ones.

Only the writing connection writes and checkpoints, and only one process has one (see ``lock``): that is what keeps us
clear of SQLite's WAL-reset bug. An aiosqlite connection that is not closed keeps the process from exiting, so all of
them belong to one background task, which closes them however it ends: told to by :meth:`SqliteStore.close`, or because
the event loop is torn down around it.
"""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import aiosqlite

from gridarena_protocol.log import Gap, StoredMatch
from gridarena_protocol.records import Record
from gridarena_server.facts import AgentSeen, Fact, HostEvent, PairingAdded, TeamAdded, TournamentCreated
from gridarena_server.store import health, history, queries, stored
from gridarena_server.store.base import IdKind, MatchQuery, Played
from gridarena_server.store.lock import DatabaseLock
from gridarena_server.store.readers import Readers, address
from gridarena_server.store.schema import migrate, shipped
from gridarena_server.store.writer import Writer

LOG_PAGES = 4_000
"""Length of the write-ahead log, in pages, at which it is carried into the database."""
PAGE = 4096
"""Bytes."""
CACHE = 4 * 1024 * 1024
"""Bytes of a transaction, and some more, that SQLite keeps out of the log until it is over."""
LEAST_FREE = 20 * LOG_PAGES * PAGE
"""Bytes of the disk that have to be free where the log is laid out beforehand."""
_BUSY_S = 2.0
"""How long opening waits for another program that holds the file."""
_ID_KINDS: tuple[IdKind, ...] = ("tournament", "pairing", "match")


class SqliteStore:
    """A database file, open. ``async with await SqliteStore.open(path) as store``."""

    def __init__(self, writer: Writer, readers: Readers, ids: dict[IdKind, int], stack: AsyncExitStack) -> None:
        self._writer = writer
        self._readers = readers
        self._ids = ids
        self._task = asyncio.get_running_loop().create_task(self._live(stack), name="store writer")

    @classmethod
    async def open(cls, database: Path, *, roomy: bool = False) -> Self:
        """Opens a database or makes a new one; raises StoreError with one line for the host.

        Args:
            database: The file.
            roomy: The log gets its full length at once, which is worth its 18 MiB where turns are played.
        """
        health.refuse_bad_place(database)
        async with AsyncExitStack() as stack:
            stack.enter_context(DatabaseLock(database))
            with health.one_line(database):
                db, direct = await _connect(database, stack)
                await health.refuse_bad_content(db, database)
                await _make_durable(db)
                await migrate(db, shipped())
                if roomy:
                    await _make_room(db, database)
                await db.execute_fetchall("PRAGMA busy_timeout = 0")  # the writer waits by itself, not in SQLite
                writer = Writer(db, direct, await queries.newest_seq(db))
                ids = {kind: await queries.newest_id(db, kind) for kind in _ID_KINDS}
                readers = await Readers.open(address(database), stack)
            store = cls(writer, readers, ids, stack.pop_all())
        await asyncio.sleep(0)  # the task has begun: one that is cancelled before that would never close anything
        return store

    async def __aenter__(self) -> Self:
        """The store is open already."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the store."""
        await self.close()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written just now, for the host: "paused: disk full". None when all is well."""
        return self._writer.trouble

    def next_id(self, kind: IdKind) -> int:
        """One above the highest id written or handed out."""
        self._ids[kind] += 1
        return self._ids[kind]

    def append(self, *facts: Fact) -> asyncio.Future[int]:
        """Puts the facts into the next group commit. While the disk is full it waits; it does not fail."""
        return self._writer.put(facts)

    async def tokens(self) -> dict[str, str]:
        """SHA-256 of every valid token -> team."""
        async with self._readers.moment() as db:
            return await queries.tokens(db)

    async def teams(self) -> list[TeamAdded]:
        """All teams, in the order they were added."""
        async with self._readers.moment() as db:
            return await queries.teams(db)

    async def agents(self) -> list[AgentSeen]:
        """Every agent once, with its newest version, in the order of first sight."""
        async with self._readers.moment() as db:
            return await queries.agents(db)

    async def tournaments(self) -> list[TournamentCreated]:
        """All tournaments, oldest first."""
        async with self._readers.moment() as db:
            return await queries.tournaments(db)

    async def pairings(self, tournament: int) -> list[PairingAdded]:
        """A tournament's pairings in the order they were added."""
        async with self._readers.moment() as db:
            return await queries.pairings(db, tournament)

    async def host_events(self, tournament: int | None = None) -> list[HostEvent]:
        """The audit log, oldest first; of one tournament where one is named."""
        async with self._readers.moment() as db:
            return await queries.host_events(db, tournament)

    async def match(self, match: int) -> Record | None:
        """A whole match as stored."""
        async with self._readers.moment() as db:
            return await history.match(db, match)

    async def matches(self, query: MatchQuery) -> list[Record]:
        """Matches without turns, hashes, reopenings and details; newest first."""
        async with self._readers.moment() as db:
            return await history.matches(db, query)

    async def unfinished(self) -> list[Record]:
        """Every match with neither result nor void, whole, oldest first; raises StoreError where one is damaged."""
        async with self._readers.moment() as db:
            return await history.unfinished(db)

    async def played(
        self, *, game: str | None = None, tournament: int | None = None, after: int = 0
    ) -> Sequence[Played]:
        """Finished and not voided matches in ``seq`` order; raises StoreError where one is damaged."""
        async with self._readers.moment() as db:
            return await history.played(db, game=game, tournament=tournament, after=after)

    async def settled(self) -> int:
        """The seq of the newest result or void; 0 while there is none."""
        async with self._readers.moment() as db:
            return await stored.settled(db)

    async def ended(self, *, after: int, until: int, tournament: int | None = None) -> list[tuple[int, int]]:
        """When each match was over, and its number, in that order."""
        async with self._readers.moment() as db:
            return await stored.ended(db, after, until, tournament)

    async def stored(self, match: int) -> StoredMatch | None:
        """A match's rows as they are."""
        async with self._readers.moment() as db:
            return await stored.stored(db, match)

    async def gap(self) -> Gap | None:
        """The first number below the newest that no fact has."""
        async with self._readers.moment() as db:
            return await stored.gap(db)

    async def close(self) -> None:
        """Writes what is queued (a full disk fails it), closes every connection, drops the lock."""
        self._writer.stop()
        await asyncio.shield(self._task)

    async def _live(self, stack: AsyncExitStack) -> None:
        async with stack:
            await self._writer.run()


async def _connect(database: Path, stack: AsyncExitStack) -> tuple[aiosqlite.Connection, sqlite3.Connection]:
    """The writing connection, which has its thread, and what is behind it, for any thread; the stack closes both."""
    direct = sqlite3.connect(database, isolation_level=None, timeout=_BUSY_S, check_same_thread=False)
    return await stack.enter_async_context(aiosqlite.Connection(lambda: direct, iter_chunk_size=1)), direct


async def _make_durable(db: aiosqlite.Connection) -> None:
    """A commit is on the disk when it returns; on macOS, too, where only F_FULLFSYNC reaches the platters.

    The log is carried into the database every 16 MiB instead of every 4: under load the same few pages would be carried
    over many times a second, each time with two flushes that turns have to wait for.
    """
    await db.execute_fetchall(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "fullfsync = 1", "foreign_keys = ON"):
        await db.execute_fetchall(f"PRAGMA {pragma}")


async def _make_room(db: aiosqlite.Connection, database: Path) -> None:
    """Lets the log have its full length from the start, by a transaction that is taken back.

    A commit that makes the file longer also waits for the file system's own journal: 170 us on a disk on which it takes
    105 otherwise. On a disk with little room the log grows as it always does.
    """
    log, room = database.with_name(f"{database.name}-wal"), LOG_PAGES * PAGE
    if (log.exists() and log.stat().st_size >= room) or shutil.disk_usage(database.parent).free < LEAST_FREE:
        return
    with contextlib.suppress(sqlite3.OperationalError):
        await db.execute_fetchall("BEGIN IMMEDIATE")
        await db.execute_fetchall("CREATE TABLE room (bytes)")
        await db.execute_fetchall("INSERT INTO room VALUES (zeroblob(?))", (room + CACHE,))
    await db.rollback()
