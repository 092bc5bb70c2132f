"""The host's log, from wherever it is: the server that has the database open, or the file while none has.

Reading over gRPC goes on where it was when the connection fails or when whoever takes the rows is so slow (a pager)
that the server lets go.
"""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from gridarena._client import Client
from gridarena.errors import UNREACHABLE, ServiceError
from gridarena.server import Server
from gridarena_cli import places
from gridarena_cli.exits import CliError, Exit
from gridarena_protocol.log import LogEntry, LogQuery, StoredMatch
from gridarena_server.config import load
from gridarena_server.store.archive import Archive
from gridarena_server.store.base import StoreError, StoreInUseError

PATIENCE_S = 30.0
"""How long a server that went away is waited for."""
AGAIN_S = 0.5
_AWAY = (UNREACHABLE, "draining", "silent")


@dataclass(frozen=True, slots=True)
class Source:
    """Whom the log comes from, for people, and how to read it."""

    name: str
    log: AsyncGenerator[LogEntry, None]


@asynccontextmanager
async def opened(server: str | None, file: Path | None, tournament: int | None = None) -> AsyncIterator[Source]:
    """The log of a named server, else that of the database: its server's where one runs, else the file's own.

    Raises:
        CliError: there is neither.
        ServiceError: the server refuses.
    """
    database = places.database(file)
    if server is not None or (places.HOST_TOKEN in os.environ and not database.is_file()):
        async with _served(places.host(server, file), tournament) as source:
            yield source
        return
    if not database.is_file():
        advice = "name a file with --database, or a server with --server"
        raise CliError(Exit.DATABASE_UNUSABLE, f"there is no database {database}: {advice}")
    try:
        async with Archive.open(database) as archive:
            config = load({"database": str(database)})
            async with aclosing(archive.log(tournament, elo_k=config.elo_k, elo_start=config.elo_start)) as log:
                yield Source(f"the file {database}, which no server has open", log)
    except StoreInUseError:
        async with _served(places.host(None, file), tournament) as source:
            yield source
    except StoreError as error:
        raise CliError(Exit.DATABASE_UNUSABLE, str(error)) from error


@asynccontextmanager
async def _served(server: Server, tournament: int | None) -> AsyncIterator[Source]:
    async with aclosing(_steady(server, tournament)) as log:
        yield Source(f"the server at {server.address}", log)


async def _steady(server: Server, tournament: int | None) -> AsyncGenerator[LogEntry, None]:
    """The log once, however often the connection fails; heads and tables only the first time."""
    after, told = 0, set[int]()
    away_since: float | None = None
    while True:
        try:
            async with Client(server) as client:
                async for entry in client.log(LogQuery(tournament, after)):
                    away_since = None
                    if isinstance(entry, StoredMatch):
                        after = max(after, entry.ended or 0)
                        if entry.ended is not None or entry.match not in told:
                            yield entry
                        told |= {entry.match} if entry.ended is None else set()
                    elif not after:
                        yield entry
            return
        except ServiceError as error:
            away_since = away_since or time.monotonic()
            if error.code not in _AWAY or time.monotonic() - away_since > PATIENCE_S:
                raise
        await asyncio.sleep(AGAIN_S)
