"""The canonical text and the hash chain over it."""

import hashlib
import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridarena_protocol.records import MatchHeader, TurnRecord, canonical, chain, first_hash, link, next_hash
from support import strategies


def encoded(fact: MatchHeader | TurnRecord) -> bytes:
    return json.dumps(asdict(fact), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@given(strategies.turns)
def test_a_turns_text_is_what_any_json_encoder_makes_of_it(turn: TurnRecord) -> None:
    """Sorted keys, no blanks, UTF-8: an author of another SDK needs no code of ours to check a chain."""
    assert canonical(turn) == encoded(turn)


@given(strategies.headers)
def test_a_headers_text_is_what_any_json_encoder_makes_of_it(header: MatchHeader) -> None:
    """The same for the start of the chain."""
    assert canonical(header) == encoded(header)


@given(strategies.headers, st.lists(strategies.turns, min_size=1, max_size=4), st.data())
def test_a_change_anywhere_changes_the_last_hash(
    header: MatchHeader, turns: list[TurnRecord], data: st.DataObject
) -> None:
    """That is what the chain is for."""
    place = data.draw(st.integers(0, len(turns) - 1))
    changed = [*turns]
    changed[place] = replace(turns[place], points=turns[place].points + 1)
    assert chain(header, turns)[-1] != chain(header, changed)[-1]
    assert chain(header, turns)[: place + 1] == chain(header, changed)[: place + 1]


@given(strategies.headers, strategies.turns)
def test_a_link_is_the_digest_of_the_one_before_and_the_text(header: MatchHeader, turn: TurnRecord) -> None:
    """``hk = SHA-256(hk-1 || canonical turn k)``."""
    start = first_hash(header)
    assert start == hashlib.sha256(encoded(header)).hexdigest()
    digest = hashlib.sha256(bytes.fromhex(start) + encoded(turn)).hexdigest()
    assert next_hash(start, turn) == link(start, canonical(turn)) == digest


def test_only_header_and_turn_have_a_text() -> None:
    """Anything else is a mistake of ours."""
    with pytest.raises(TypeError):
        canonical("a turn")  # type: ignore[arg-type]
