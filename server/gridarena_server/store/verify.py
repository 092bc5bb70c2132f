"""Recomputes what the hash chain promises, from records alone: whoever wrote them, whichever store kept them."""

from collections.abc import Iterable
from dataclasses import dataclass

from gridarena_protocol.records import Record, chain
from gridarena_server.store.base import MatchQuery, Store

_PAGE = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing of a match that is not as it was written."""

    match: int
    turn: int | None
    """None: the header (the chain's first link) or the result."""
    text: str

    def __str__(self) -> str:
        where = f"match {self.match}" if self.turn is None else f"turn {self.turn} of match {self.match}"
        return f"{where}: {self.text}"


def difference(record: Record) -> Difference | None:
    """Every turn follows the one before, every stored hash is that of what is stored, the result names the last one."""
    match = record.header.match
    for place, turn in enumerate(record.turns, 1):
        if turn.turn != place:
            return Difference(match, turn.turn, f"expected turn {place}")
    computed = chain(record.header, record.turns)
    for place, hash_ in enumerate(computed):
        stored = record.hashes[place] if place < len(record.hashes) else ""
        if stored != hash_:
            return Difference(match, place or None, f"its hash is {hash_}, stored is {stored or 'none'}")
    result = record.result
    if result is not None and (result.match, result.turns, result.hash) != (match, len(record.turns), computed[-1]):
        return Difference(match, None, "the result does not belong to these turns")
    return None


def verify(records: Iterable[Record]) -> Difference | None:
    """The first record that differs, in the order given."""
    return next((found for found in map(difference, records) if found is not None), None)


async def verify_store(store: Store) -> Difference | None:
    """The oldest match that differs, of all a store holds."""
    oldest: Difference | None = None
    before: int | None = None
    while page := await store.matches(MatchQuery(before=before, limit=_PAGE)):
        for bare in page:
            before = bare.header.match
            record = await store.match(before)
            oldest = (difference(record) if record is not None else None) or oldest
    return oldest
