"""A database file that no server has open, for reading: nothing in it is changed, not even its schema.

The lock of a server is held meanwhile, so that none begins to write what is being read.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from gridarena_protocol.log import LogEntry, LogHead
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import declared_void
from gridarena_server.store import health, history, queries, stored
from gridarena_server.store.base import StoreError
from gridarena_server.store.lock import DatabaseLock
from gridarena_server.store.readers import Readers, address
from gridarena_server.store.schema import refuse_other, shipped


class Archive:
    """The log of a file."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Path) -> AsyncIterator["Archive"]:
        """Raises StoreInUseError where a server has the file, StoreError where it cannot be read."""
        _refuse_missing(database)
        async with AsyncExitStack() as stack:
            stack.enter_context(DatabaseLock(database))
            with health.one_line(database):
                readers = await Readers.open(address(database), stack, 1)
                async with readers.moment() as db:
                    await health.refuse_bad_content(db, database)
                    await refuse_other(db, shipped())
            yield cls(readers)

    async def log(self, tournament: int | None, *, elo_k: float, elo_start: float) -> AsyncGenerator[LogEntry, None]:
        """What a server would send of it, without tables: a file has none.

        Raises ServiceError(UNKNOWN_TOURNAMENT).
        """
        async with self._readers.moment() as db:
            if tournament is not None and all(one.tournament != tournament for one in await queries.tournaments(db)):
                raise ServiceError(Code.UNKNOWN_TOURNAMENT)
            until = await stored.settled(db)
            ended = [match for _, match in await stored.ended(db, 0, until, tournament)]
            live = await history.unfinished_numbers(db, tournament)
            decided = declared_void(await queries.host_events(db, None))
            yield LogHead(until, len(ended) + len(live), elo_k, elo_start, await stored.gap(db), decided)
            for match in (*ended, *live):
                rows = await stored.stored(db, match)
                if rows is not None:
                    yield rows


def _refuse_missing(database: Path) -> None:
    health.refuse_bad_place(database)
    if not database.is_file():
        raise StoreError(f"there is no database {database}")
