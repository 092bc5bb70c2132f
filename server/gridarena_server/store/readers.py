"""A few read-only connections, so that no reader ever waits for the writer or holds it up.

A reader cannot write by mistake (``mode=ro``) and never checkpoints. A connection serves one query at a time; a query
of several statements sees one moment of the database, because all of them run in one read transaction.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiosqlite

from gridarena_server.store.base import StoreError
from gridarena_server.store.health import UNREADABLE, in_one_line

COUNT = 2


def address(database: Path) -> str:
    """The ``file:`` address of a database."""
    return database.absolute().as_uri()


class Readers:
    """Lends connections for reading."""

    def __init__(self, connections: list[aiosqlite.Connection]) -> None:
        self._free: asyncio.LifoQueue[aiosqlite.Connection] = asyncio.LifoQueue()
        for connection in connections:
            self._free.put_nowait(connection)

    @classmethod
    async def open(cls, database: str, stack: AsyncExitStack, count: int = COUNT) -> "Readers":
        """Opens connections to the database of this ``file:`` address; the stack closes them."""
        connections = []
        for _ in range(count):
            db = await stack.enter_async_context(
                aiosqlite.connect(f"{database}?mode=ro", uri=True, isolation_level=None)
            )
            await db.execute_fetchall("PRAGMA wal_autocheckpoint = 0")
            connections.append(db)
        return cls(connections)

    @asynccontextmanager
    async def moment(self) -> AsyncIterator[aiosqlite.Connection]:
        """A connection that sees one moment of the database until it is given back; its errors end as StoreError."""
        db = await self._free.get()
        try:
            await db.execute_fetchall("BEGIN")
            yield db
        except UNREADABLE as error:
            raise StoreError(f"the database cannot be read: {in_one_line(error)}") from error
        finally:
            # A cancelled reader's statement may still be running; the rollback queues up behind it.
            await asyncio.shield(self._give_back(db))

    async def _give_back(self, db: aiosqlite.Connection) -> None:
        await db.rollback()
        self._free.put_nowait(db)
