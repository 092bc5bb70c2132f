"""`messages` <-> play.proto: the streams a match is played on, and the hot path of the whole server."""

from gridarena_protocol.codec.checks import LONGEST_LINE, MalformedError, parse, to_id, to_name, to_seat
from gridarena_protocol.codec.match import (
    pack_header,
    pack_result,
    pack_turn,
    turn_bytes,
    unpack_header,
    unpack_result,
    unpack_turn,
)
from gridarena_protocol.codec.splice import spliced, tag
from gridarena_protocol.codec.thinking import pack_thinking, unpack_thinking
from gridarena_protocol.messages import (
    Attach,
    Finish,
    MatchFinished,
    Proposal,
    ProposalRefused,
    RefereeMessage,
    Resign,
    SeatMessage,
    Snapshot,
    TurnClosed,
    TurnOpened,
    TurnPlayed,
)
from gridarena_protocol.v1 import play_pb2 as pb

_RESIGN = pb.SeatMessage(resign=pb.Resign()).SerializeToString()
_OPENED = tag(pb.RefereeMessage.DESCRIPTOR, "opened")
_CLOSED = tag(pb.RefereeMessage.DESCRIPTOR, "closed")
_PLAYED = tag(pb.RefereeMessage.DESCRIPTOR, "played")
_OPENED_PLAYED = tag(pb.TurnOpened.DESCRIPTOR, "played")
_CLOSED_RECORD = tag(pb.TurnClosed.DESCRIPTOR, "record")
_PLAYED_RECORD = tag(pb.TurnPlayed.DESCRIPTOR, "record")


def encode_seat_message(message: SeatMessage) -> bytes:
    """What a seat says becomes bytes."""
    match message:
        case Proposal():
            packed = pb.SeatMessage(proposal=_pack_proposal(message))
        case Finish():
            packed = pb.SeatMessage(finish=pb.Finish(turn=message.turn, attempt=message.attempt))
        case Attach():
            attach = pb.AttachSeat(match=message.match, seat=message.seat, ticket=message.ticket)
            packed = pb.SeatMessage(attach=attach)
        case Resign():
            return _RESIGN
    return packed.SerializeToString()


def decode_seat_message(raw: bytes) -> SeatMessage:
    """Bytes become what a seat says. Raises MalformedError."""
    message = parse(pb.SeatMessage, raw)
    match message.WhichOneof("kind"):
        case "proposal":
            return _unpack_proposal(message.proposal)
        case "finish":
            return Finish(message.finish.turn, message.finish.attempt)
        case "attach":
            attach = message.attach
            ticket = to_name("attach.ticket", attach.ticket, LONGEST_LINE)
            return Attach(to_id(attach.match), to_seat(attach.seat), ticket)
        case "resign":
            return Resign()
        case _:
            raise MalformedError("expected an attach, proposal, finish or resign, got none of them")


def encode_referee_message(message: RefereeMessage) -> bytes:
    """What the referee says becomes bytes."""
    match message:
        case TurnOpened():
            return spliced(_OPENED, _opened_bytes(message))
        case TurnClosed():
            return spliced(_CLOSED, spliced(_CLOSED_RECORD, turn_bytes(message.record)))
        case TurnPlayed():
            return spliced(_PLAYED, spliced(_PLAYED_RECORD, turn_bytes(message.record)))
        case ProposalRefused():
            packed = pb.RefereeMessage(refused=_pack_refused(message))
        case Snapshot():
            packed = pb.RefereeMessage(snapshot=_pack_snapshot(message))
        case MatchFinished():
            packed = pb.RefereeMessage(finished=_pack_finished(message))
    return packed.SerializeToString()


def decode_referee_message(raw: bytes) -> RefereeMessage:
    """Bytes become what the referee says. Raises MalformedError."""
    message = parse(pb.RefereeMessage, raw)
    match message.WhichOneof("kind"):
        case "opened":
            return _unpack_opened(message.opened)
        case "closed":
            return TurnClosed(unpack_turn(message.closed.record))
        case "played":
            return TurnPlayed(unpack_turn(message.played.record))
        case "refused":
            return _unpack_refused(message.refused)
        case "snapshot":
            return _unpack_snapshot(message.snapshot)
        case "finished":
            return _unpack_finished(message.finished)
        case _:
            raise MalformedError("expected a message of the referee, got none that this version knows")


def _pack_proposal(proposal: Proposal) -> pb.Proposal:
    return pb.Proposal(
        turn=proposal.turn,
        attempt=proposal.attempt,
        number=proposal.number,
        move=proposal.move,
        thinking=None if proposal.thinking is None else pack_thinking(proposal.thinking),
        fallback=proposal.fallback,
        final=proposal.final,
    )


def _unpack_proposal(message: pb.Proposal) -> Proposal:
    return Proposal(
        turn=message.turn,
        attempt=message.attempt,
        number=message.number,
        move=to_name("proposal.move", message.move),
        thinking=unpack_thinking(message.thinking) if message.HasField("thinking") else None,
        fallback=message.fallback,
        final=message.final,
    )


def _opened_bytes(opened: TurnOpened) -> bytes:
    head = pb.TurnOpened(turn=opened.turn, attempt=opened.attempt, budget_ms=opened.budget_ms).SerializeToString()
    return head + b"".join([spliced(_OPENED_PLAYED, turn_bytes(record)) for record in opened.played])


def _unpack_opened(message: pb.TurnOpened) -> TurnOpened:
    return TurnOpened(
        turn=message.turn,
        attempt=message.attempt,
        budget_ms=message.budget_ms if message.HasField("budget_ms") else None,
        played=tuple(map(unpack_turn, message.played)),
    )


def _pack_refused(refused: ProposalRefused) -> pb.ProposalRefused:
    return pb.ProposalRefused(
        turn=refused.turn, attempt=refused.attempt, number=refused.number, code=refused.code, text=refused.text
    )


def _unpack_refused(message: pb.ProposalRefused) -> ProposalRefused:
    return ProposalRefused(message.turn, message.attempt, message.number, message.code, message.text)


def _pack_snapshot(snapshot: Snapshot) -> pb.Snapshot:
    return pb.Snapshot(
        header=pack_header(snapshot.header),
        seat=snapshot.seat,
        turns=map(pack_turn, snapshot.turns),
        epoch=snapshot.epoch,
    )


def _unpack_snapshot(message: pb.Snapshot) -> Snapshot:
    return Snapshot(
        header=unpack_header(message.header),
        seat=to_seat(message.seat),
        turns=tuple(map(unpack_turn, message.turns)),
        epoch=message.epoch,
    )


def _pack_finished(finished: MatchFinished) -> pb.MatchFinished:
    return pb.MatchFinished(
        result=None if finished.result is None else pack_result(finished.result),
        void=finished.void,
        played=map(pack_turn, finished.played),
    )


def _unpack_finished(message: pb.MatchFinished) -> MatchFinished:
    void = message.void if message.HasField("void") else None
    result = unpack_result(message.result) if message.HasField("result") else None
    if (void is None) == (result is None):
        raise MalformedError("finished: expected either a result or a void")
    return MatchFinished(result, void, tuple(map(unpack_turn, message.played)))
