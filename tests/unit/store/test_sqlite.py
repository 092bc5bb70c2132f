"""What only a file can show: restarts, the lock, readers beside the writer, an end without hanging."""

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from gridarena_server.store.base import MatchQuery, StoreError
from gridarena_server.store.readers import COUNT
from gridarena_server.store.sqlite import LEAST_FREE, LOG_PAGES, PAGE, SqliteStore
from support import facts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a folder" / "arena #1 ?ü.db"


@pytest.fixture(autouse=True)
def folder(path: Path) -> None:
    path.parent.mkdir()


def size(file: Path) -> int:
    return file.stat().st_size


async def test_a_restart_continues_all_numbers(path: Path) -> None:
    """Neither ids nor seqs start again."""
    async with await SqliteStore.open(path) as store:
        assert store.next_id("match") == 1
        await store.append(facts.created(3), facts.pairing(8, 3), *facts.whole_match(1))
        before = await store.match(1)
    async with await SqliteStore.open(path) as store:
        assert [store.next_id(kind) for kind in ("tournament", "pairing", "match")] == [4, 9, 2]
        assert await store.append(facts.header(2)) == 8
        assert await store.match(1) == before


async def test_a_second_opener_is_refused_and_told_whom_to_look_for(path: Path) -> None:
    """One writing process a database; once the first is gone, the second may."""
    async with await SqliteStore.open(path):
        with pytest.raises(StoreError, match="in use by another gridarena server") as refused:
            await SqliteStore.open(path)
        assert "\n" not in str(refused.value)
    async with await SqliteStore.open(path):
        pass


async def test_commits_are_durable_by_setting(path: Path) -> None:
    """WAL, FULL, foreign keys; readers cannot write and never checkpoint."""
    async with await SqliteStore.open(path) as store:
        ask = store._writer._db.execute_fetchall
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("fullfsync", 1)):
            assert list(await ask(f"PRAGMA {pragma}")) == [(value,)]
        async with store._readers.moment() as db:
            assert list(await db.execute_fetchall("PRAGMA wal_autocheckpoint")) == [(0,)]
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                await db.execute_fetchall("DELETE FROM match")


async def test_the_log_has_its_length_beforehand(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No commit has to wait for the file to grow; nothing of it is in the database."""
    plenty = shutil.disk_usage(path.parent)._replace(free=LEAST_FREE)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: plenty)
    log = path.with_name(path.name + "-wal")
    async with await SqliteStore.open(path, roomy=True) as store:
        before = size(log)
        assert before >= LOG_PAGES * PAGE
        for match in range(1, 21):
            await store.append(*facts.whole_match(match))
        assert size(log) == before
        assert not list(await store._writer._db.execute_fetchall("SELECT 1 FROM sqlite_master WHERE name = 'room'"))
    assert size(path) < LOG_PAGES * PAGE / 10


async def test_the_log_takes_no_room_where_there_is_little(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows with the facts, as any log does."""
    little = shutil.disk_usage(path.parent)._replace(free=LEAST_FREE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: little)
    async with await SqliteStore.open(path, roomy=True) as store:
        await store.append(facts.HEADER)
        assert size(path.with_name(path.name + "-wal")) < LOG_PAGES * PAGE / 10


async def test_closing_leaves_one_file_and_the_lock(path: Path) -> None:
    """The last connection to go folds the log into the database, so that one file can be copied."""
    async with await SqliteStore.open(path) as store:
        await store.append(facts.HEADER)
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, path.name + ".lock"]


async def test_a_reader_does_not_hold_up_the_writer(path: Path) -> None:
    """And sees the moment in which it began."""
    async with await SqliteStore.open(path) as store:
        await store.append(facts.HEADER)
        async with store._readers.moment() as db:
            assert list(await db.execute_fetchall("SELECT count(*) FROM match")) == [(1,)]
            await store.append(facts.header(2))
            assert list(await db.execute_fetchall("SELECT count(*) FROM match")) == [(1,)]
        assert len(await store.matches(MatchQuery())) == 2


async def test_cancelled_readers_give_their_connection_back(path: Path) -> None:
    """However far they had come; a reader after them sees the newest facts."""
    async with await SqliteStore.open(path) as store:
        await store.append(*facts.whole_match(1))
        for passes in range(30):
            readers = [asyncio.create_task(store.unfinished()) for _ in range(COUNT + 1)]
            for _ in range(passes):
                await asyncio.sleep(0)
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
        await store.append(facts.header(2))
        assert [record.header.match for record in await store.unfinished()] == [2]


async def test_damage_found_while_reading_is_one_line(path: Path) -> None:
    """SQLite's own errors do not reach a servicer."""
    async with await SqliteStore.open(path) as store:
        with pytest.raises(StoreError, match="cannot be read"):
            async with store._readers.moment() as db:
                await db.execute_fetchall("SELECT * FROM nowhere")
        assert await store.teams() == []
