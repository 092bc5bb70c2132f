"""The writer on a real connection: what gathers in a group, what waits, what is told to whom."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest

from gridarena_server.store import writer as writing
from gridarena_server.store.base import DuplicateError, StoreError, StoreFullError
from gridarena_server.store.schema import migrate, shipped
from gridarena_server.store.writer import Writer
from support import facts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest.fixture
async def db(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(path, isolation_level=None, timeout=0.05) as connection:
        await migrate(connection, shipped())
        yield connection


@pytest.fixture
async def writer(db: aiosqlite.Connection, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Writer]:
    monkeypatch.setattr(writing, "RETRY_S", 0.01)
    made = Writer(db, 0)
    task = asyncio.create_task(made.run())
    yield made
    made.stop()
    await task


async def statements(db: aiosqlite.Connection) -> set[str]:
    """What is executed from now on; SQLite names a statement again for every trigger it fires."""
    seen: set[str] = set()
    await db.set_trace_callback(lambda sql: seen.add(sql) if sql.startswith("INSERT") else None)
    return seen


async def until_trouble(writer: Writer) -> str:
    while writer.trouble is None:  # noqa: ASYNC110  the host polls it, too
        await asyncio.sleep(0.005)
    return writer.trouble


async def test_what_gathers_during_a_commit_is_the_next_group(db: aiosqlite.Connection, writer: Writer) -> None:
    """A hundred callers cost two statements, each a commit of its own, and keep their order."""
    seen = await statements(db)
    first = writer.put([facts.HEADER])
    for _ in range(3):
        await asyncio.sleep(0)
    rest = [writer.put([taken]) for taken in facts.taken(facts.HEADER, 100)]
    assert await first == 1
    assert await asyncio.gather(*rest) == list(range(2, 102))
    assert len(seen) == 2


async def test_a_group_is_one_transaction(db: aiosqlite.Connection, path: Path, writer: Writer) -> None:
    """Another connection sees all of it or nothing."""
    await asyncio.gather(*(writer.put(facts.whole_match(match)) for match in range(1, 20)))
    other = sqlite3.connect(path)
    assert other.execute("SELECT count(*), max(seq) FROM result").fetchone() == (19, 19 * 5)
    other.close()


async def test_a_full_disk_loses_nothing_and_passes(db: aiosqlite.Connection, writer: Writer) -> None:
    """Callers wait, the host is told, room is found, everything is written in order."""
    await writer.put([facts.HEADER])
    ((pages,),) = await db.execute_fetchall("PRAGMA page_count")
    await db.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    waiting = [writer.put([taken]) for taken in facts.taken(facts.HEADER, 200)]
    assert await until_trouble(writer) == "paused: disk full"
    late = writer.put([facts.result(facts.HEADER, [])])
    await asyncio.sleep(0.03)
    assert not any(future.done() for future in [*waiting, late])
    await db.execute_fetchall("PRAGMA max_page_count = 10000")
    assert await asyncio.gather(*waiting, late) == list(range(2, 203))
    assert writer.trouble is None


async def test_a_full_disk_fails_what_is_queued_when_the_store_closes(db: aiosqlite.Connection) -> None:
    """Closing cannot wait for room; the callers know that nothing was written."""
    writer = Writer(db, 0)
    task = asyncio.create_task(writer.run())
    await db.execute_fetchall("PRAGMA max_page_count = 1")
    waiting = writer.put([facts.header(match) for match in range(1, 100)])
    await until_trouble(writer)
    writer.stop()
    with pytest.raises(StoreFullError, match="disk full"):
        await waiting
    await task
    ((count,),) = await db.execute_fetchall("SELECT count(*) FROM match")
    assert count == 0


async def test_another_program_that_holds_the_file_is_waited_for(path: Path, writer: Writer) -> None:
    """Somebody looks at the database with a tool that locks it."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = writer.put([facts.HEADER])
    assert await until_trouble(writer) == "paused: another program holds the database"
    other.execute("COMMIT")
    other.close()
    assert await waiting == 1
    assert writer.trouble is None


async def test_a_failure_that_does_not_pass_is_told_and_survived(db: aiosqlite.Connection, writer: Writer) -> None:
    """The group fails in one line, nothing of it is left behind, the writer goes on."""
    await writer.put([facts.HEADER])
    await db.execute_fetchall("PRAGMA query_only = 1")
    failed = [writer.put([facts.header(2)]), writer.put([facts.header(3)])]
    for future in failed:
        with pytest.raises(StoreError, match="cannot be written") as told:
            await future
        assert not isinstance(told.value, StoreFullError | DuplicateError)
    assert writer.trouble is not None
    await db.execute_fetchall("PRAGMA query_only = 0")
    assert await writer.put([facts.header(4)]) == 2
    assert writer.trouble is None
    assert await db.execute_fetchall("SELECT match FROM match") == [(1,), (4,)]


async def test_a_value_sqlite_cannot_hold_fails_its_group_only(db: aiosqlite.Connection, writer: Writer) -> None:
    """A half-written group must not be committed with the next."""
    failed = writer.put([facts.header(1), facts.header(1 << 70)])
    with pytest.raises(StoreError, match="cannot be written"):
        await failed
    assert await writer.put([facts.header(2)]) == 1
    assert await db.execute_fetchall("SELECT match FROM match") == [(2,)]


async def test_what_is_queued_is_written_before_the_end(db: aiosqlite.Connection) -> None:
    """Stopping waits for the disk; what comes later is refused."""
    writer = Writer(db, 0)
    task = asyncio.create_task(writer.run())
    queued = [writer.put([facts.header(match)]) for match in (1, 2)]
    writer.stop()
    late = writer.put([facts.header(3)])
    await task
    assert [await future for future in queued] == [1, 2]
    with pytest.raises(StoreError, match="closed"):
        await late
