"""What is no healthy database of ours is refused at once, in one line that names it."""

# ruff: noqa: ASYNC240  nothing else runs in these tests' loops
import os
import sqlite3
from pathlib import Path

import pytest

from gridarena_server.store import health
from gridarena_server.store.base import StoreError
from gridarena_server.store.sqlite import SqliteStore
from support import facts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena ä.db"


async def refusal(path: Path) -> str:
    """Opens twice: a refusal must let go of everything it had taken."""
    with pytest.raises(StoreError) as first:
        await SqliteStore.open(path)
    with pytest.raises(StoreError) as second:
        await SqliteStore.open(path)
    assert str(first.value) == str(second.value)
    assert "\n" not in str(first.value)
    return str(first.value)


async def filled(path: Path, matches: int = 40) -> None:
    async with await SqliteStore.open(path) as store:
        for match in range(1, matches + 1):
            store.append(*facts.whole_match(match))


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    """A database is a file."""
    assert "got the folder" in await refusal(tmp_path)


async def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    """A typing mistake must not make folders."""
    assert "does not exist" in await refusal(tmp_path / "nowhere" / "arena.db")


async def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    """Somebody's essay stays as it is."""
    path.write_text("Call me Ishmael. " * 300, encoding="utf-8")
    before = path.read_bytes()
    assert "no SQLite database" in await refusal(path)
    assert path.read_bytes() == before


async def test_another_programs_database_is_refused_and_left_alone(path: Path) -> None:
    """SQLite is popular."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE bookmarks (url)")
    db.close()
    before = path.read_bytes()
    assert "another program's database" in await refusal(path)
    assert path.read_bytes() == before


async def test_a_newer_schema_is_refused(path: Path) -> None:
    """With what to do about it."""
    await filled(path, 1)
    db = sqlite3.connect(path)
    db.execute("INSERT INTO migration VALUES (9999, '9999_future.sql', 'aa', 'later')")
    db.commit()
    db.close()
    assert "update gridarena" in await refusal(path)


async def test_a_zeroed_header_is_refused(path: Path) -> None:
    """The first page names the file's kind."""
    await filled(path)
    with path.open("r+b") as file:
        file.write(bytes(100))
    assert "put a backup in its place" in await refusal(path)


async def test_an_empty_file_with_a_log_is_refused(path: Path) -> None:
    """SQLite would throw the log away."""
    path.touch()
    path.with_name(path.name + "-wal").write_bytes(b"something")
    assert "is empty but its log" in await refusal(path)
    assert path.with_name(path.name + "-wal").read_bytes() == b"something"


@pytest.mark.parametrize("whole", [True, False], ids=["small", "large"])
async def test_a_zeroed_page_of_results_is_refused(path: Path, whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What decides standings is checked, however large the file."""
    await filled(path)
    if not whole:
        monkeypatch.setattr(health, "_IS_SMALL", "SELECT 0")
    db = sqlite3.connect(path)
    ((root,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'result'")
    ((size,),) = db.execute("PRAGMA page_size")
    db.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(bytes(size))
    assert "is damaged" in await refusal(path)


async def test_a_place_that_cannot_be_written_is_refused(path: Path) -> None:
    """The lock beside the database is the first thing to be written."""
    path.with_name(path.name + ".lock").mkdir()
    assert "cannot write" in await refusal(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
async def test_a_read_only_file_is_refused(path: Path) -> None:
    """A server that could only read would be no server."""
    await filled(path, 1)
    path.chmod(0o400)
    assert "cannot open" in await refusal(path)


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    """As it does for every SQLite program."""
    path.touch()
    await filled(path, 1)
    async with await SqliteStore.open(path) as store:
        assert await store.match(1) is not None
