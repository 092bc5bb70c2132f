"""Looks at a file before anything in it is trusted: what is no healthy database of ours is refused in one line.

A flipped bit in a header, turn or result breaks that row's hash, which every read that decides something checks (see
``history``). Elsewhere in the tables that decide standings it makes table and index differ, which SQLite's
``integrity_check`` finds; damaged pages of the others are found by ``quick_check``, which reads the whole file and is
left out where the file is large.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiosqlite

from gridarena_server.store.base import StoreError

APPLICATION_ID = 0x67726964
"""Written by the first migration."""

UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged database may raise; a flipped bit may end up in a text."""

_MAGIC = b"SQLite format 3\0"
_WHOLE_CHECK_BYTES = 64 << 20
_IS_SMALL = f"SELECT page_count * page_size <= {_WHOLE_CHECK_BYTES} FROM pragma_page_count, pragma_page_size"
_DECIDING = ("team", "token", "tournament", "pairing", "match", "result", "void")


def refuse_bad_place(database: Path) -> None:
    """Raises StoreError unless the path can be, or already is, a database's."""
    if database.is_dir():
        raise StoreError(f"expected a database file, got the folder {database}; name a file in it")
    if not database.parent.is_dir():
        raise StoreError(f"the folder {database.parent} does not exist; make it or name another place")
    log = database.with_name(database.name + "-wal")
    if not database.exists() or database.stat().st_size == 0:
        if log.exists() and log.stat().st_size > 0:
            raise StoreError(f"{database} is empty but its log {log.name} is not: {_restore(database)}")
        return
    with database.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise StoreError(f"{database} is no SQLite database (or a damaged one): {_restore(database)}")


async def refuse_bad_content(db: aiosqlite.Connection, database: Path) -> None:
    """Raises StoreError where another program's tables or damaged pages are found; a new file is fine."""
    if not await db.execute_fetchall("SELECT 1 FROM sqlite_master LIMIT 1"):
        return
    if await _value(db, "PRAGMA application_id") != APPLICATION_ID:
        raise StoreError(f"{database} is another program's database; name another file")
    checks = [f"PRAGMA integrity_check('{table}')" for table in _DECIDING]
    if await _value(db, _IS_SMALL):
        checks.append("PRAGMA quick_check(1)")
    for check in checks:
        verdict = await _value(db, check)
        if verdict != "ok":
            raise StoreError(f"{database} is damaged ({in_one_line(verdict)}): {_restore(database)}")


@contextmanager
def one_line(database: Path) -> Iterator[None]:
    """Whatever SQLite or the system says while the file is opened becomes a StoreError of one line."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot open {database}: {error.strerror}") from error
    except UNREADABLE as error:
        if primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, 0):
            raise StoreError(f"{database} is damaged ({in_one_line(error)}): {_restore(database)}") from error
        raise StoreError(f"cannot open {database}: {in_one_line(error)}") from error


def primary_code(error: Exception) -> int:
    """SQLite's result code without its details; 0 when the error is not SQLite's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def in_one_line(message: object) -> str:
    """SQLite quotes whole statements in some of its errors."""
    return " ".join(str(message).split())


def _restore(database: Path) -> str:
    return f"put a backup in its place, or move {database.name}* away to start anew"


async def _value(db: aiosqlite.Connection, sql: str) -> object:
    rows = list(await db.execute_fetchall(sql))
    return rows[0][0] if rows else None
