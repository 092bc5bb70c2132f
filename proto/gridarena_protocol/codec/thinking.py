"""What agents say about their proposals: optional, never trusted, and made harmless on arrival."""

import math
import sys

from gridarena_protocol.codec.checks import LARGEST_ID, LONGEST_LINE
from gridarena_protocol.records import SeenProposal, Thinking, TurnDetail
from gridarena_protocol.v1 import match_pb2 as pb


def pack_thinking(thinking: Thinking) -> pb.Thinking:
    """Thinking as it travels; an over-long line is cut, for a decoration must never cost a turn."""
    return pb.Thinking(
        depth=thinking.depth, nodes=thinking.nodes, value=thinking.value, line=thinking.line[:LONGEST_LINE]
    )


def unpack_thinking(message: pb.Thinking) -> Thinking:
    """Thinking that can be stored and shown anywhere: finite, bounded, printable."""
    line = message.line[:LONGEST_LINE]
    if not line.isprintable():
        line = "".join(letter if letter.isprintable() else " " for letter in line)
    return Thinking(
        depth=message.depth if message.HasField("depth") else None,
        nodes=min(message.nodes, LARGEST_ID) if message.HasField("nodes") else None,
        value=_finite(message.value) if message.HasField("value") else None,
        line=line,
    )


def _finite(value: float) -> float | None:
    """Search values of plus or minus infinity are common and JSON has none; a NaN says nothing."""
    if math.isnan(value):
        return None
    return max(-sys.float_info.max, min(sys.float_info.max, value))


def pack_detail(detail: TurnDetail) -> pb.TurnDetail:
    """A turn's private part as it travels once the match is over."""
    return pb.TurnDetail(turn=detail.turn, seen=map(_pack_seen, detail.seen), dropped=detail.dropped)


def unpack_detail(message: pb.TurnDetail) -> TurnDetail:
    """A turn's private part."""
    return TurnDetail(message.turn, tuple(map(_unpack_seen, message.seen)), message.dropped)


def _pack_seen(seen: SeenProposal) -> pb.SeenProposal:
    return pb.SeenProposal(
        number=seen.number,
        move=seen.move,
        arrival_us=seen.arrival_us,
        thinking=None if seen.thinking is None else pack_thinking(seen.thinking),
    )


def _unpack_seen(message: pb.SeenProposal) -> SeenProposal:
    thinking = unpack_thinking(message.thinking) if message.HasField("thinking") else None
    return SeenProposal(message.number, message.move, message.arrival_us, thinking)
