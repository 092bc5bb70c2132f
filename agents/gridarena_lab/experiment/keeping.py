"""A finished match as the facts that a server's store would have got of it while it was played.

They go in together: the database of an experiment holds whole games only, whatever happens to the program.
"""

from collections.abc import Iterator

from gridarena_lab.experiment.games import Measured, measured_text
from gridarena_protocol.records import Record, canonical
from gridarena_server.facts import Fact, HostEvent, TurnTaken


def facts_of(record: Record, measured: Measured) -> Iterator[Fact]:
    """Header, turns, result, and what no record holds. The record is one of a match that is over."""
    assert record.result is not None
    number = record.header.match
    yield record.header
    yield from record.reopenings
    for turn, detail, link in zip(record.turns, record.details, record.hashes[1:], strict=True):
        yield TurnTaken(number, turn, detail, canonical(turn), link)
    yield record.result
    yield HostEvent("match.measured", measured_text(measured), record.result.ended_at, match=number)
