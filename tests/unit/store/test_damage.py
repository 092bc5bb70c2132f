"""A flipped bit never makes a wrong standing: what decides is checked as it is read, what is shown is as stored."""

import sqlite3
from pathlib import Path

import pytest

from gridarena_server.store.base import MatchQuery, StoreError
from gridarena_server.store.sqlite import SqliteStore
from support import facts
from support.audits import first_difference


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Match 1 and 2 finished, 3 live."""
    path = tmp_path / "arena.db"
    live = facts.header(3)
    async with await SqliteStore.open(path) as store:
        await store.append(*facts.whole_match(1), *facts.whole_match(2), live, *facts.taken(live, 2))
    return path


def damage(path: Path, sql: str) -> None:
    db = sqlite3.connect(path)
    assert db.execute(sql).rowcount == 1
    db.commit()
    db.close()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE result SET body = replace(body, '[3,1]', '[1,3]') WHERE match = 2",
        "UPDATE match SET header = replace(header, 'greedy', 'gready') WHERE match = 2",
        "UPDATE result SET match = 3 WHERE match = 2",
    ],
)
async def test_a_damaged_result_is_not_counted(path: Path, sql: str) -> None:
    """Changed points, a changed name, a result that moved to another match."""
    damage(path, sql)
    async with await SqliteStore.open(path) as store:
        with pytest.raises(StoreError, match=r"match [23] is damaged.*backup"):
            await store.played()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE turn SET record = replace(record, '-> 2', '-> 3') WHERE match = 3 AND turn = 1",
        "UPDATE turn SET hash = 'zz' || substr(hash, 3) WHERE match = 3 AND turn = 1",
        "UPDATE match SET hash = 'zz' || substr(hash, 3) WHERE match = 3",
    ],
)
async def test_a_damaged_match_is_not_taken_up_again(path: Path, sql: str) -> None:
    """A changed move, a changed hash."""
    damage(path, sql)
    async with await SqliteStore.open(path) as store:
        with pytest.raises(StoreError, match="match 3 is damaged"):
            await store.unfinished()
        found = await first_difference(store)
        assert found is not None
        assert found.match == 3


async def test_a_damaged_turn_is_shown_and_named(path: Path) -> None:
    """Readers see what is stored; verify says which turn it is."""
    damage(path, "UPDATE turn SET record = replace(record, '-> 2', '-> 3') WHERE match = 2 AND turn = 2")
    async with await SqliteStore.open(path) as store:
        record = await store.match(2)
        assert record is not None
        assert record.turns[1].move == "(0,2) -> 3"
        assert str(await first_difference(store)).startswith("turn 2 of match 2: hash: expected")
        assert len(await store.played()) == 2


async def test_text_that_cannot_be_read_is_named(path: Path) -> None:
    """Never a traceback."""
    damage(path, "UPDATE turn SET record = '{' WHERE match = 2 AND turn = 2")
    async with await SqliteStore.open(path) as store:
        with pytest.raises(StoreError, match="match 2: the database is damaged: expected a stored turn"):
            await store.match(2)
        assert len(await store.matches(MatchQuery())) == 3
