"""The first row of a match that differs is named, and nothing that is right is."""

from dataclasses import replace

import pytest

from gridarena_protocol.log import StoredMatch, StoredResult, StoredTurn, StoredVoid
from gridarena_protocol.records import MatchResult, canonical
from gridarena_server.audit.rows import UnsoundError, read
from gridarena_server.store.rows import digest
from gridarena_server.store.texts import result_text
from support import facts

HEADER = facts.header(1)
TAKEN = facts.taken(HEADER, 3)
RESULT = facts.result(HEADER, TAKEN)


def stored_result(result: MatchResult, seq: int = 5) -> StoredResult:
    body = result_text(result)
    return StoredResult(seq, result.termination, body, digest(body))


GOOD = StoredMatch(
    match=1,
    seq=1,
    agents=HEADER.agents,
    tournament=None,
    pairing=None,
    leg=0,
    attempt=1,
    header=canonical(HEADER).decode(),
    hash=digest(canonical(HEADER).decode()),
    turns=tuple(StoredTurn(1 + number, number, one.text.decode(), one.hash) for number, one in enumerate(TAKEN, 1)),
    result=stored_result(RESULT),
)
FIRST, SECOND, THIRD = GOOD.turns


def test_what_was_written_is_read() -> None:
    """Also while it is live, and once it is void."""
    sound = read(GOOD)
    assert (sound.header, sound.result) == (HEADER, RESULT)
    assert sound.turns == tuple(one.record for one in TAKEN)
    assert read(replace(GOOD, turns=(), result=None)).turns == ()
    assert read(replace(GOOD, void=StoredVoid(9, "wrong board"))).result == RESULT


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        (replace(GOOD, header=canonical(facts.header(1, agents=("a", "b"))).decode()), "match 1: hash of its header"),
        (replace(GOOD, hash="00"), "match 1: hash of its header: .*the hash was changed, not the header"),
        (
            replace(GOOD, turns=(FIRST, replace(SECOND, record="{}"), THIRD)),
            "turn 2 of match 1: hash.*the turn was",
        ),
        (replace(GOOD, turns=(FIRST, replace(SECOND, hash=""), THIRD)), "turn 2 of match 1: hash.*not the turn"),
        (replace(GOOD, turns=(FIRST, SECOND)), "match 1: seq of its result: expected 4, right behind its last turn"),
        (replace(GOOD, turns=(FIRST, THIRD)), "turn 2 of match 1: number: expected turn 2, stored is turn 3"),
        (replace(GOOD, turns=(FIRST, replace(SECOND, seq=9), THIRD)), "turn 3 of match 1: seq: expected one above 9"),
        (replace(GOOD, void=StoredVoid(2, "")), "match 1: seq of its void: expected one above 5, stored is 2"),
        (replace(GOOD, leg=1), r"match 1: leg: expected 0, stored is 1 \(as its header says\)"),
        (replace(GOOD, match=2), "match 2: number: expected 1, stored is 2"),
        (replace(GOOD, result=stored_result(replace(RESULT, turns=2))), "match 1: turns of its result: expected 3"),
        (replace(GOOD, result=stored_result(replace(RESULT, hash="00"))), "match 1: last hash of its result"),
        (replace(GOOD, result=stored_result(replace(RESULT, match=2))), "match 1: match of its result: expected 1"),
        (replace(GOOD, result=stored_result(replace(RESULT, rated=False))), "match 1: rated: expected True"),
        (replace(GOOD, result=replace(stored_result(RESULT), body="{}")), "match 1: hash of its result"),
        (
            replace(GOOD, result=StoredResult(5, "completed", "{}", digest("{}"))),
            "match 1: result: expected a result",
        ),
    ],
)
def test_a_change_is_named(bad: StoredMatch, text: str) -> None:
    """Whatever was changed after it was written, with the place and both sides."""
    with pytest.raises(UnsoundError, match=f"^{text}"):
        read(bad)
