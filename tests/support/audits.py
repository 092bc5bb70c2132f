"""What a store holds, looked at row by row; matches of made-up moves cannot be played again, but they can be hashed."""

from gridarena_server.audit.difference import Difference
from gridarena_server.audit.rows import UnsoundError, read
from gridarena_server.store.base import MatchQuery, Store

EVERYTHING = 1_000_000


async def first_difference(store: Store) -> Difference | None:
    """The oldest match whose rows do not hold together."""
    for record in reversed(await store.matches(MatchQuery(limit=EVERYTHING))):
        stored = await store.stored(record.header.match)
        assert stored is not None
        try:
            read(stored)
        except UnsoundError as unsound:
            return unsound.difference
    return None
