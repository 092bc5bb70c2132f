"""Copies of a database that was never closed, cut or scratched: what opens holds a prefix of the facts, or is refused.

This is as near as a test comes to a power cut: the disk kept any part of what was on its way.
"""

# ruff: noqa: ASYNC240  nothing else runs in these tests' loops
import os
import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from gridarena_server.store.base import Played, StoreError
from gridarena_server.store.sqlite import SqliteStore
from support import facts, files
from support.audits import first_difference

SEEDS = range(int(os.environ.get("GRIDARENA_SCRATCHES", "8")))
"""Each a different damage; the nightly run sets more."""
MATCHES = 30


async def write(database: Path) -> None:
    """Half of it folded into the database, half of it in the log, all of it in one order of seqs."""
    async with await SqliteStore.open(database) as store:
        for match in range(1, MATCHES + 1):
            await store.append(*facts.whole_match(match))
            if match == MATCHES // 2:
                await store._writer._db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        for file in (database, log(database)):
            shutil.copy(file, file.with_name("copy-" + file.name))


def log(database: Path) -> Path:
    return database.with_name(database.name + "-wal")


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """A database and its log as a kill would have left them."""
    await write(tmp_path / "arena.db")
    return tmp_path / "copy-arena.db"


async def standings(database: Path) -> Sequence[Played]:
    async with await SqliteStore.open(database) as store:
        assert await first_difference(store) is None
        return await store.played()


def is_prefix(database: Path) -> bool:
    numbers = files.seqs(database)
    return numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_cut_log_opens_with_a_prefix(copy: Path, seed: int) -> None:
    """Whole calls, in order, up to some point."""
    size = log(copy).stat().st_size
    with log(copy).open("r+b") as file:
        file.truncate(random.Random(seed).randrange(size))
    played = await standings(copy)
    assert [one.header.match for one in played] == list(range(1, len(played) + 1))
    assert len(played) >= MATCHES // 2
    assert is_prefix(copy)
    assert files.damage(copy) == []


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_scratched_log_opens_with_a_prefix(copy: Path, seed: int) -> None:
    """SQLite's frames carry checksums; the first bad one is the end."""
    scratch(log(copy), 3, seed)
    played = await standings(copy)
    assert len(played) >= MATCHES // 2
    assert is_prefix(copy)


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_cut_database_is_a_prefix_or_refused(copy: Path, seed: int) -> None:
    """Pages that the log does not hold are gone."""
    size = copy.stat().st_size
    with copy.open("r+b") as file:
        file.truncate(random.Random(seed).randrange(size))
    try:
        await standings(copy)
    except StoreError as refused:
        assert "\n" not in str(refused)  # noqa: PT017  one of two good ends
    else:
        assert is_prefix(copy)


@pytest.mark.parametrize("flips", [1, 5, 100])
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_scratched_database_never_makes_a_wrong_standing(copy: Path, seed: int, flips: int) -> None:
    """Flipped bits: refused, or every result exactly as it was."""
    log(copy).unlink()
    scratch(copy, flips, seed)
    try:
        async with await SqliteStore.open(copy) as store:
            played = await store.played()
    except StoreError as refused:
        assert "\n" not in str(refused)  # noqa: PT017  one of two good ends
    else:
        assert [(one.header, one.result) for one in played] == [
            (match[0], match[-1]) for match in map(facts.whole_match, range(1, MATCHES // 2 + 1))
        ]


def scratch(path: Path, count: int, seed: int) -> None:
    """Flips single bits in as many places."""
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(count):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
