"""A disk that is really full: nothing is acknowledged that is not durable, and play goes on once there is room."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridarena_server.store.base import StoreError, StoreFullError
from gridarena_server.store.sqlite import SqliteStore
from support import facts, files
from support.audits import first_difference

SIZE = "2m"
FILLER_BYTES = 1 << 20


def mount(*arguments: str) -> bool:
    return subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MiB, half of it taken by a file that can be removed."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("mounting a small disk needs Linux and root")
    place = tmp_path / "disk"
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)):
        pytest.skip("this machine does not let a test mount a disk")
    (place / "filler").write_bytes(bytes(FILLER_BYTES))
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


async def append_until_full(store: SqliteStore) -> tuple[list[int], asyncio.Future[int]]:
    """What was acknowledged before the disk was full, and the first call that waits."""
    acknowledged: list[int] = []
    while True:
        match = len(acknowledged) + 1
        future = store.append(*facts.whole_match(match, turns=20))
        while not future.done():
            if store.trouble is not None:
                return acknowledged, future
            await asyncio.sleep(0.001)
        acknowledged.append(match)
        assert match < 1000


async def test_play_pauses_and_goes_on(disk: Path) -> None:
    """Everything acknowledged can be read while the disk is full; the waiting call is written once there is room."""
    database = disk / "arena.db"
    async with await SqliteStore.open(database) as store:
        acknowledged, waiting = await append_until_full(store)
        assert len(acknowledged) > 5
        assert store.trouble == "paused: disk full"
        assert [one.header.match for one in await store.played()] == acknowledged
        assert not waiting.done()
        (disk / "filler").unlink()
        await asyncio.wait_for(waiting, 10)
        assert store.trouble is None
        await store.append(*facts.whole_match(len(acknowledged) + 2))
        assert len(await store.played()) == len(acknowledged) + 2
        assert await first_difference(store) is None
    numbers = files.seqs(database)
    assert numbers == list(range(1, len(numbers) + 1))
    assert files.damage(database) == []


async def test_a_full_disk_does_not_keep_the_server_from_stopping(disk: Path) -> None:
    """What waited is told that it was not written; the rest is there."""
    database = disk / "arena.db"
    async with await SqliteStore.open(database) as store:
        acknowledged, waiting = await append_until_full(store)
    with pytest.raises(StoreFullError, match="disk full"):
        await waiting
    (disk / "filler").unlink()
    async with await SqliteStore.open(database) as store:
        assert [one.header.match for one in await store.played()] == acknowledged


async def test_a_full_disk_at_the_start_is_one_line(disk: Path) -> None:
    """A new database needs a few pages."""
    fill(disk / "more")
    with pytest.raises(StoreError) as refused:
        await SqliteStore.open(disk / "arena.db")
    assert "\n" not in str(refused.value)


async def test_a_read_only_disk_is_one_line(disk: Path) -> None:
    """Whether or not a database lies on it already."""
    async with await SqliteStore.open(disk / "arena.db"):
        pass
    assert mount("-o", "remount,ro", str(disk))
    for name in ("arena.db", "new.db"):
        with pytest.raises(StoreError, match="Read-only file system") as refused:
            await SqliteStore.open(disk / name)
        assert "\n" not in str(refused.value)


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return
