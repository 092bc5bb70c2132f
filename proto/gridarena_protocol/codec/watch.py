"""`views` <-> the streams of records.proto: matches and tournaments as they happen."""

from gridarena_protocol.codec.checks import MalformedError, parse
from gridarena_protocol.codec.match import (
    pack_record,
    pack_result,
    pack_turn,
    unpack_record,
    unpack_result,
    unpack_turn,
)
from gridarena_protocol.codec.records import pack_standing, pack_tournament, unpack_standing, unpack_tournament
from gridarena_protocol.records import MatchResult, Record, TurnRecord
from gridarena_protocol.v1 import records_pb2 as pb
from gridarena_protocol.views import MatchEvent, TournamentEvent


def encode_match_event(event: MatchEvent) -> bytes:
    """One message of Records.WatchMatch."""
    match event:
        case Record():
            packed = pb.MatchEvent(snapshot=pack_record(event))
        case TurnRecord():
            packed = pb.MatchEvent(turn=pack_turn(event))
        case MatchResult():
            packed = pb.MatchEvent(result=pack_result(event))
        case str():
            packed = pb.MatchEvent(void=event)
    return packed.SerializeToString()


def decode_match_event(raw: bytes) -> MatchEvent:
    """Bytes become what happened in a match. Raises MalformedError."""
    message = parse(pb.MatchEvent, raw)
    match message.WhichOneof("kind"):
        case "snapshot":
            return unpack_record(message.snapshot)
        case "turn":
            return unpack_turn(message.turn)
        case "result":
            return unpack_result(message.result)
        case "void":
            return message.void
        case _:
            raise MalformedError("expected an event of a match, got none that this version knows")


def encode_tournament_event(event: TournamentEvent) -> bytes:
    """One message of Records.WatchTournament."""
    return pb.TournamentEvent(
        tournament=pack_tournament(event.tournament),
        standings=map(pack_standing, event.standings),
        live=map(pack_record, event.live),
    ).SerializeToString()


def decode_tournament_event(raw: bytes) -> TournamentEvent:
    """Bytes become a tournament as it stands. Raises MalformedError."""
    message = parse(pb.TournamentEvent, raw)
    return TournamentEvent(
        tournament=unpack_tournament(message.tournament),
        standings=tuple(map(unpack_standing, message.standings)),
        live=tuple(map(unpack_record, message.live)),
    )
