"""Messages put together by hand are the ones protobuf itself would write."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gridarena_protocol.codec import methods
from gridarena_protocol.codec.match import pack_turn
from gridarena_protocol.codec.splice import spliced, tag
from gridarena_protocol.messages import TurnClosed, TurnOpened, TurnPlayed
from gridarena_protocol.records import TurnRecord
from gridarena_protocol.v1 import play_pb2 as pb
from support import strategies as our


@given(our.turns)
@settings(max_examples=50)
def test_a_turn_is_told_in_protobufs_own_bytes(turn: TurnRecord) -> None:
    """To both seats, however often the same turn is told."""
    closed = pb.RefereeMessage(closed=pb.TurnClosed(record=pack_turn(turn)))
    played = pb.RefereeMessage(played=pb.TurnPlayed(record=pack_turn(turn)))
    for _ in range(2):
        assert methods.ATTACH.encode_reply(TurnClosed(turn)) == closed.SerializeToString()
        assert methods.ATTACH.encode_reply(TurnPlayed(turn)) == played.SerializeToString()


@given(our.tuples_of(our.turns), st.none() | st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_an_opening_is_told_in_protobufs_own_bytes(turns: tuple[TurnRecord, ...], budget_ms: int | None) -> None:
    """With any number of turns the seat has not heard of."""
    opened = pb.TurnOpened(turn=7, attempt=2, budget_ms=budget_ms, played=map(pack_turn, turns))
    message = TurnOpened(7, 2, budget_ms, turns)
    assert methods.ATTACH.encode_reply(message) == pb.RefereeMessage(opened=opened).SerializeToString()


@given(st.integers(0, 40_000))
@settings(max_examples=50)
def test_a_part_of_any_length_is_found_again(length: int) -> None:
    """Lengths take one byte, two or three."""
    tale = pb.ProposalRefused(text="x" * length)
    raw = spliced(tag(pb.RefereeMessage.DESCRIPTOR, "refused"), tale.SerializeToString())
    assert pb.RefereeMessage.FromString(raw).refused == tale
