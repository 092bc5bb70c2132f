"""The first record that differs is named, and nothing that is right is."""

from dataclasses import replace

import pytest

from gridarena_protocol.records import Record
from gridarena_server.store.memory import MemoryStore
from gridarena_server.store.verify import difference, verify, verify_store
from support import facts


def record(match: int = 1) -> Record:
    played = facts.header(match)
    turns = facts.taken(played, 3)
    hashes = (facts.first_hash(played), *(taken.hash for taken in turns))
    return Record(played, tuple(taken.record for taken in turns), facts.result(played, turns), hashes=hashes)


def changed(**changes: object) -> Record:
    return replace(record(), **changes)  # type: ignore[arg-type]


GOOD = record()


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        (changed(header=facts.header(1, agents=("a", "b"))), "match 1: its hash is"),
        (changed(turns=(GOOD.turns[0], facts.turn(2, points=7), GOOD.turns[2])), "turn 2 of match 1: its hash is"),
        (changed(turns=GOOD.turns[:2]), "match 1: the result does not belong"),
        (changed(turns=(GOOD.turns[0], GOOD.turns[2])), "turn 3 of match 1: expected turn 2"),
        (changed(hashes=GOOD.hashes[:3]), "turn 3 of match 1: .* stored is none"),
        (changed(hashes=()), "match 1: .* stored is none"),
        (changed(result=replace(facts.result(GOOD.header, []), turns=3)), "match 1: the result does not belong"),
    ],
)
def test_a_change_is_named(bad: Record, text: str) -> None:
    """Whatever was changed after the hash was made."""
    found = difference(bad)
    assert found is not None
    with pytest.raises(AssertionError, match=text):
        raise AssertionError(str(found))


def test_the_first_in_order_is_named() -> None:
    """The rest may follow from it."""
    bad = [replace(record(match), turns=()) for match in (4, 5)]
    found = verify([record(3), *bad])
    assert found is not None
    assert found.match == 4
    assert verify([record(1), record(2), Record(facts.header(9), hashes=(facts.first_hash(facts.header(9)),))]) is None


async def test_a_store_is_read_to_its_end() -> None:
    """The oldest match that differs, through whatever number of pages."""
    async with MemoryStore() as store:
        for match in range(1, 504):
            played = facts.header(match)
            turns = facts.taken(played, 1)
            wrong = [replace(turns[0], hash="00" * 32)] if match in (2, 400) else turns
            await store.append(played, *wrong)
        found = await verify_store(store)
        assert found is not None
        assert (found.match, found.turn) == (2, 1)
