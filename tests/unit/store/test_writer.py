"""The writer on a real connection: what gathers in a group, what waits, what is told to whom."""

import asyncio
import itertools
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest

from gridarena_server.store import pace
from gridarena_server.store import writer as writing
from gridarena_server.store.base import DuplicateError, StoreError, StoreFullError
from gridarena_server.store.schema import migrate, shipped
from gridarena_server.store.writer import Writer
from support import facts
from support.sdk import until


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest.fixture
def direct(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)


@pytest.fixture
async def db(direct: sqlite3.Connection) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.Connection(lambda: direct, iter_chunk_size=1) as connection:
        await migrate(connection, shipped())
        yield connection


@pytest.fixture
async def writer(
    db: aiosqlite.Connection, direct: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Writer]:
    monkeypatch.setattr(writing, "RETRY_S", (0.01, 0.01))
    made = Writer(db, direct, 0)
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


async def test_a_full_disk_fails_what_is_queued_when_the_store_closes(
    db: aiosqlite.Connection, direct: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing cannot wait for room for ever; the callers know that nothing was written."""
    monkeypatch.setattr(writing, "GRACE_S", 0.05)
    writer = Writer(db, direct, 0)
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


async def test_a_store_that_closes_waits_a_moment_for_another_program(
    db: aiosqlite.Connection, path: Path, writer: Writer
) -> None:
    """Somebody looks at the database in the second in which the server is stopped."""
    tried: list[str] = []
    await db.set_trace_callback(tried.append)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = writer.put([facts.HEADER])
    await until_trouble(writer)
    writer.stop()
    before = len(tried)
    await until(lambda: len(tried) > before + 1)
    other.execute("COMMIT")
    other.close()
    assert await waiting == 1


async def test_a_writer_that_was_broken_off_takes_no_more(db: aiosqlite.Connection, direct: sqlite3.Connection) -> None:
    """The event loop is torn down around it; whoever still calls is told instead of left waiting."""
    writer = Writer(db, direct, 0)
    task = asyncio.create_task(writer.run())
    await writer.put([facts.HEADER])
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    with pytest.raises(StoreError, match="closed"):
        await writer.put([facts.header(2)])


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


async def test_what_is_queued_is_written_before_the_end(db: aiosqlite.Connection, direct: sqlite3.Connection) -> None:
    """Stopping waits for the disk; what comes later is refused."""
    writer = Writer(db, direct, 0)
    task = asyncio.create_task(writer.run())
    queued = [writer.put([facts.header(match)]) for match in (1, 2)]
    writer.stop()
    late = writer.put([facts.header(3)])
    await task
    assert [await future for future in queued] == [1, 2]
    with pytest.raises(StoreError, match="closed"):
        await late


# --- on the event loop -----------------------------------------------------------------------------------------------


@pytest.fixture
async def trusting(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> Writer:
    """A writer whose disk is quick and whose callers came one by one for long enough; 3 facts are written."""
    monkeypatch.setattr(pace, "SETTLED", 3)
    monkeypatch.setattr(pace, "QUICK_S", 60.0)
    monkeypatch.setattr(pace, "FORGIVABLE_S", 60.0)
    for match in (1, 2, 3):
        first = writer.put([facts.header(match)])
        assert not first.done()
        await first
    return writer


async def hops(db: aiosqlite.Connection) -> list[str]:
    """The threads in which statements begin from now on."""
    seen: list[str] = []
    await db.set_trace_callback(lambda sql: seen.append(threading.current_thread().name))
    return seen


async def test_where_facts_come_one_by_one_they_are_written_at_once(path: Path, trusting: Writer) -> None:
    """What is acknowledged is there for everybody, be it one fact or a turn and the result that it brings."""
    for match in (4, 5):
        written = trusting.put(facts.whole_match(match))
        assert written.done()
        other = sqlite3.connect(path)
        assert other.execute("SELECT count(*), max(seq) FROM result").fetchone() == (match - 3, await written)
        other.close()
        await asyncio.sleep(0)
    assert await written == 3 + 5 + 5


async def test_facts_that_come_in_one_pass_make_a_group_again(db: aiosqlite.Connection, trusting: Writer) -> None:
    """The first is written where it stands; who comes in the same pass, and whoever comes later, joins a group."""
    seen = await statements(db)
    first, *others = (trusting.put([facts.header(match)]) for match in range(4, 10))
    assert first.done()
    assert not any(other.done() for other in others)
    assert await asyncio.gather(first, *others) == list(range(4, 10))
    assert len(seen) == 2
    assert not trusting.put([facts.header(10)]).done()


async def test_groups_of_a_quick_disk_are_written_on_the_loop(db: aiosqlite.Connection, trusting: Writer) -> None:
    """Large ones are not: the loop has more to do."""
    threads = await hops(db)
    await asyncio.gather(*(trusting.put([facts.header(match)]) for match in range(4, 100)))
    assert {*threads} == {threading.current_thread().name}
    threads.clear()
    many = range(100, 101 + writing.MOST_ON_LOOP)
    await asyncio.gather(*(trusting.put([facts.header(match)]) for match in many))
    assert threading.current_thread().name not in threads


async def test_a_slow_disk_is_waited_for_in_its_thread(
    db: aiosqlite.Connection, trusting: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One slow commit is forgiven; where they are the rule the loop tries again after 1, 2, 4... seconds only."""
    now = 0.0
    monkeypatch.setattr(pace, "monotonic", lambda: now)
    threads = await hops(db)
    matches = itertools.count(4)

    async def where() -> str:
        threads.clear()
        await trusting.put([facts.header(next(matches))])
        return "loop" if threads[0] == threading.current_thread().name else "thread"

    monkeypatch.setattr(pace, "QUICK_S", 0.0)
    tries = [
        (0.0, "loop"),
        (0.1, "loop"),
        (1.0, "thread"),
        (1.2, "loop"),
        (3.1, "thread"),
        (3.3, "loop"),
        (7.2, "thread"),
    ]
    for now, expected in tries:
        assert await where() == expected, now
    monkeypatch.setattr(pace, "QUICK_S", 60.0)
    now = 7.4
    for _ in range(3):
        assert await where() == "loop"
    monkeypatch.setattr(pace, "QUICK_S", 0.0)
    for now, expected in ((8.0, "loop"), (8.9, "thread"), (9.1, "loop")):
        assert await where() == expected, now


async def test_who_comes_while_a_group_is_written_waits_for_it(path: Path, trusting: Writer) -> None:
    """Be the group in the thread, or kept waiting by another program: the order stays, and nobody overtakes."""
    many = [trusting.put([facts.header(match)]) for match in range(4, 5 + writing.MOST_ON_LOOP)]
    await asyncio.sleep(0)
    late = trusting.put([facts.header(500)])
    assert not late.done()
    assert await late == len(await asyncio.gather(*many)) + 4
    for match in (501, 502, 503):
        await trusting.put([facts.header(match)])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = trusting.put([facts.header(504)])
    await until_trouble(trusting)
    other.execute("COMMIT")
    other.close()
    behind = trusting.put([facts.header(505)])
    assert not behind.done()
    assert await behind == await waiting + 1


async def test_one_really_slow_commit_is_not_forgiven(
    db: aiosqlite.Connection, trusting: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next ones are the thread's, however quick those before were."""
    monkeypatch.setattr(pace, "QUICK_S", 0.0)
    monkeypatch.setattr(pace, "FORGIVABLE_S", 0.0)
    await trusting.put([facts.header(4)])
    threads = await hops(db)
    await trusting.put([facts.header(5)])
    assert threading.current_thread().name not in threads


async def test_trouble_at_once_is_the_tasks_business(path: Path, trusting: Writer) -> None:
    """Another program holds the file, or a fact counts twice: told as ever, and no number is left out."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = trusting.put([facts.header(4)])
    assert not waiting.done()
    assert await until_trouble(trusting) == "paused: another program holds the database"
    other.execute("COMMIT")
    other.close()
    assert await waiting == 4
    assert trusting.trouble is None
    for match in (5, 6, 7):
        await trusting.put([facts.header(match)])
    with pytest.raises(DuplicateError):
        await trusting.put([facts.header(8), facts.header(7)])
    assert await trusting.put([facts.header(8)]) == 8
