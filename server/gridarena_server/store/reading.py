"""A database read beside whoever has it open: no lock is taken, nothing can be written.

An experiment's report is wanted at any moment, also while games are being written.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from gridarena_server.facts import HostEvent
from gridarena_server.store import health, history, queries
from gridarena_server.store.base import Played
from gridarena_server.store.readers import Readers, address


async def played_and_noted(database: Path) -> tuple[Sequence[Played], Sequence[HostEvent]]:
    """Every match that counts, by seq, and the audit log, both of one moment.

    Raises:
        StoreError: it cannot be read, or is damaged.
    """
    async with AsyncExitStack() as stack:
        with health.one_line(database):
            readers = await Readers.open(address(database), stack, count=1)
        async with readers.moment() as db:
            return await history.played(db, game=None, tournament=None, after=0), await queries.host_events(db, None)
