"""Migrations: in order, once, whole, and never on a database that is not understood."""

import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest

from gridarena_server.store.base import StoreError
from gridarena_server.store.queries import newest_seq
from gridarena_server.store.schema import Migration, migrate, shipped

FIRST = Migration(1, "0001_a.sql", "CREATE TABLE a (x);")
SECOND = Migration(2, "0002_b.sql", "CREATE TABLE b (x);\nINSERT INTO b VALUES (1);")
BROKEN = Migration(2, "0002_b.sql", "CREATE TABLE b (x);\nINSERT INTO nowhere VALUES (1);")


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(tmp_path / "arena.db", isolation_level=None) as connection:
        yield connection


async def tables(db: aiosqlite.Connection) -> set[str]:
    return {name for (name,) in await db.execute_fetchall("SELECT name FROM sqlite_master WHERE type = 'table'")}


async def test_missing_steps_are_taken_once_and_in_order(db: aiosqlite.Connection) -> None:
    """What is recorded is not done again."""
    assert await migrate(db, [FIRST]) == [FIRST]
    assert await migrate(db, [FIRST, SECOND]) == [SECOND]
    assert await migrate(db, [FIRST, SECOND]) == []
    assert await tables(db) == {"a", "b", "migration"}


async def test_a_step_that_fails_leaves_nothing(db: aiosqlite.Connection) -> None:
    """Neither its tables nor its record."""
    await migrate(db, [FIRST])
    with pytest.raises(sqlite3.OperationalError):
        await migrate(db, [FIRST, BROKEN])
    await db.rollback()
    assert await tables(db) == {"a", "migration"}
    assert await migrate(db, [FIRST, SECOND]) == [SECOND]


async def test_a_newer_schema_is_refused_in_one_line(db: aiosqlite.Connection) -> None:
    """An old server must not write into tables whose meaning it does not know."""
    await migrate(db, [FIRST, SECOND])
    with pytest.raises(StoreError, match=re.escape("schema 2, this gridarena knows 1")) as refused:
        await migrate(db, [FIRST])
    assert "\n" not in str(refused.value)


async def test_a_changed_step_is_refused_in_one_line(db: aiosqlite.Connection) -> None:
    """A released step never changes, so this database came from somewhere else; nothing more is done to it."""
    await migrate(db, [Migration(1, FIRST.name, "CREATE TABLE other (x);")])
    with pytest.raises(StoreError, match=r"step 1 is not 0001_a\.sql") as refused:
        await migrate(db, [FIRST, SECOND])
    assert "\n" not in str(refused.value)
    assert await tables(db) == {"other", "migration"}


def test_line_ends_do_not_change_a_checksum() -> None:
    """A checkout on Windows ships the same step."""
    assert Migration(1, "a", "x;\r\ny;\r\n").checksum == Migration(1, "a", "x;\ny;\n").checksum
    assert Migration(1, "a", "x;\ny;\n").checksum != Migration(1, "a", "x;\nz;\n").checksum


def test_the_shipped_steps_are_numbered_without_gaps() -> None:
    """And each runs in the transaction it is given."""
    steps = shipped()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert not any(re.search(r"^\s*(BEGIN IMMEDIATE|BEGIN;|COMMIT)", step.sql, re.MULTILINE) for step in steps)


async def test_every_table_of_facts_has_its_seq(db: aiosqlite.Connection) -> None:
    """A table that the search for the newest seq forgot would have its numbers given twice."""
    await migrate(db, shipped())
    for place, table in enumerate(sorted(await tables(db) - {"migration"}), 1):
        columns = list(await db.execute_fetchall(f"PRAGMA table_info({table})"))
        assert "seq" in [name for _, name, *_ in columns], table
        await db.execute_fetchall("PRAGMA ignore_check_constraints = 1")
        await db.execute_fetchall("BEGIN")
        values = {name: 0 for _, name, _, notnull, *_ in columns if notnull} | {"seq": 1000 * place}
        names, marks = ", ".join(values), ", ".join("?" * len(values))
        await db.execute_fetchall(f"INSERT INTO {table} ({names}) VALUES ({marks})", list(values.values()))
        assert await newest_seq(db) == 1000 * place, table
        await db.rollback()
