"""The private pipe's messages and framing."""

import io

from hypothesis import given
from hypothesis import strategies as st

from gridarena import _frames
from gridarena._frames import (
    FROM_WORKER,
    TO_WORKER,
    AgentSource,
    Begin,
    Done,
    End,
    Load,
    Offer,
    Open,
    Parted,
    Ready,
    Tell,
)
from gridarena._plain import load
from gridarena_protocol.records import MatchResult, Thinking
from support.sdk import header, record
from support.strategies import headers

MESSAGES = [
    Load(AgentSource("file", "/x/mine.py", "Mine", {"c": 1.5, "k": 5, "deep": True}), ("", "/x"), "/tmp/s", "logs"),
    Begin(header(), 1, (record(1, 0, "(0,0) -> 1"), record(2, 1, "", verdict="missing", answer=None))),
    Open(3, 1, 0.25),
    Open(3, 2, None),
    Tell(record(1, 0, "(0,0) -> 1", regions=("row 1", "block 0,0"))),
    End(MatchResult(17, None, (3, 3), "completed", "drawn", True, 16, "ab" * 32, 99)),
    End(None),
]
ANSWERS = [
    Ready("mine", "0", ("sudoku",)),
    Parted(),
    Offer(1, 1, "(0,0) -> 1", Thinking(1, None, 0.5, "é")),
    Offer(1, 1, "(0,0) -> 1", None),
    Done(1, 1),
]


def test_every_message_survives_the_pipe() -> None:
    """What comes out equals what went in, nested dataclasses and tuples included."""
    for message in MESSAGES:
        assert load(_frames.pack(message)[4:], TO_WORKER) == message
    for answer in ANSWERS:
        assert load(_frames.pack(answer)[4:], FROM_WORKER) == answer


@given(headers)
def test_every_header_survives_the_pipe(head: object) -> None:
    """Whatever the server may send as a match reaches the worker unchanged."""
    message = Begin(head, 0, ())  # type: ignore[arg-type]
    assert load(_frames.pack(message)[4:], TO_WORKER) == message


@given(st.lists(st.integers(1, 40)))
def test_frames_are_found_however_the_bytes_come(cuts: list[int]) -> None:
    """Chunks may end anywhere."""
    data = b"".join(map(_frames.pack, MESSAGES))
    unpacker, found, start = _frames.Unpacker(), [], 0
    for cut in [*cuts, len(data)]:
        found += list(unpacker.feed(data[start : start + cut]))
        start += cut
    assert [load(body, TO_WORKER) for body in found] == MESSAGES


def test_stream_that_ends_early_gives_nothing() -> None:
    """A frame cut short by the end of the other process is not a frame."""
    data = _frames.pack(Done(1, 1))
    stream = io.BytesIO(data + data[:-1])
    assert _frames.read(stream) is not None
    assert _frames.read(stream) is None
    assert _frames.read(stream) is None


def test_a_frame_that_nobody_can_bear_comes_once() -> None:
    """Who raises over it gets the next ones, and not the same again."""
    unpacker = _frames.Unpacker()
    data = b"".join(_frames.pack(message) for message in (Done(1, 1), Done(2, 1)))
    bodies = unpacker.feed(data)
    next(bodies)
    bodies.close()  # as an exception does
    (body,) = unpacker.feed(_frames.pack(Done(3, 1)))
    assert load(body, FROM_WORKER) == Done(3, 1)
