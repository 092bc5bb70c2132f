"""One match: its texts hash to what is stored beside them, its numbers follow one another, its columns say the same.

The chain alone would not do. It does not cover the result, the columns that queries go by, nor the order in which
matches ended, on which Elo depends; so these are held against what they were made from.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from gridarena_protocol.log import StoredMatch
from gridarena_protocol.records import MatchHeader, MatchResult, TurnRecord, link
from gridarena_server.audit.difference import Difference, of_match
from gridarena_server.store import texts
from gridarena_server.store.base import StoreError
from gridarena_server.store.rows import digest

T = TypeVar("T")

BY_A_TURN = ("completed", "missing", "illegal", "taboo")
"""Ends that are written together with the turn that brings them."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A match whose rows hold together, read."""

    header: MatchHeader
    turns: tuple[TurnRecord, ...]
    result: MatchResult | None


class UnsoundError(Exception):
    """The rows of a match do not hold together."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def read(stored: StoredMatch) -> Sound:
    """What the rows of a match say, once they hold together. Raises UnsoundError with the first line that differs."""
    _refuse(chain(_numbers(stored), _chain(stored)))
    header = _parsed(stored, None, "header", texts.header, stored.header)
    turns = tuple(_parsed(stored, row.turn, "record", texts.turn, row.record) for row in stored.turns)
    result = None
    if stored.result is not None:
        result = _parsed(stored, None, "result", texts.result, stored.result.body)
    sound = Sound(header, turns, result)
    _refuse(chain(_columns(stored, sound), _turns(stored, sound), _result(stored, sound)))
    return sound


def _refuse(differences: Iterable[Difference]) -> None:
    for found in differences:
        raise UnsoundError(found)


def _parsed(stored: StoredMatch, turn: int | None, what: str, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except StoreError:
        raise UnsoundError(of_match(stored.match, turn, what, f"a {what} in JSON", text)) from None


def _numbers(stored: StoredMatch) -> Iterator[Difference]:
    """Turns are numbered from 1, and every fact of a match was written behind the one before."""
    last = stored.seq
    for place, turn in enumerate(stored.turns, 1):
        if turn.turn != place:
            yield of_match(stored.match, place, "number", f"turn {place}", f"turn {turn.turn} in its place")
        if turn.seq <= last:
            yield of_match(stored.match, place, "seq", f"one above {last}", turn.seq)
        last = turn.seq
    result, void = stored.result, stored.void
    if result is not None:
        together = result.termination in BY_A_TURN and bool(stored.turns)
        if result.seq <= last or (together and result.seq != last + 1):
            expected = f"{last + 1}, right behind its last turn" if together else f"one above {last}"
            yield of_match(stored.match, None, "seq of its result", expected, result.seq)
        last = result.seq
    if void is not None and void.seq <= last:
        yield of_match(stored.match, None, "seq of its void", f"one above {last}", void.seq)


def _chain(stored: StoredMatch) -> Iterator[Difference]:
    """Each hash is that of the hash before and of the text beside it."""
    computed = digest(stored.header)
    if computed != stored.hash:
        fits = bool(stored.turns) and _link(computed, stored.turns[0].record) == stored.turns[0].hash
        yield of_match(stored.match, None, "hash of its header", computed, stored.hash, _hint(fits, "header"))
    for place, turn in enumerate(stored.turns):
        computed = _link(computed, turn.record)
        if computed != turn.hash:
            follower = stored.turns[place + 1] if place + 1 < len(stored.turns) else None
            if follower is not None:
                fits = _link(computed, follower.record) == follower.hash
            else:
                fits = stored.result is not None and f'"hash":"{computed}"' in stored.result.body
            yield of_match(stored.match, turn.turn, "hash", computed, turn.hash, _hint(fits, "turn"))
    result = stored.result
    if result is not None and digest(result.body) != result.hash:
        yield of_match(stored.match, None, "hash of its result", digest(result.body), result.hash)


def _link(previous: str, record: str) -> str:
    return link(previous, record.encode())


def _hint(fits: bool, what: str) -> str:
    return f"what follows fits: the hash was changed, not the {what}" if fits else f"the {what} was changed"


def _columns(stored: StoredMatch, sound: Sound) -> Iterator[Difference]:
    """What queries go by is what the header says."""
    header = sound.header
    for what, expected, found in (
        ("number", header.match, stored.match),
        ("agents", header.agents, stored.agents),
        ("tournament", header.tournament, stored.tournament),
        ("pairing", header.pairing, stored.pairing),
        ("leg", header.leg, stored.leg),
        ("attempt", header.attempt, stored.attempt),
    ):
        if expected != found:
            yield of_match(stored.match, None, what, expected, found, "as its header says")


def _turns(stored: StoredMatch, sound: Sound) -> Iterator[Difference]:
    for row, turn in zip(stored.turns, sound.turns, strict=True):
        if row.turn != turn.turn:
            yield of_match(stored.match, row.turn, "number", row.turn, turn.turn)


def _result(stored: StoredMatch, sound: Sound) -> Iterator[Difference]:
    result, row = sound.result, stored.result
    if result is None or row is None:
        return
    last = stored.turns[-1].hash if stored.turns else stored.hash
    rated = sound.header.rated and result.termination != "absent"
    for what, expected, found in (
        ("match of its result", stored.match, result.match),
        ("turns of its result", len(sound.turns), result.turns),
        ("last hash of its result", last, result.hash),
        ("rated", rated, result.rated),
        ("termination", result.termination, row.termination),
    ):
        if expected != found:
            yield of_match(stored.match, None, what, expected, found)
