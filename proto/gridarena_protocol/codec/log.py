"""`log` <-> the stream Log of records.proto.

Only the server writes entries, from rows that may be damaged: what a row holds is passed on as it is and judged by
whoever reads the log, so there is nothing to check here but the form.
"""

from gridarena_protocol.codec.checks import MalformedError, parse, to_id
from gridarena_protocol.codec.records import pack_standing, unpack_standing
from gridarena_protocol.log import (
    Gap,
    LogEntry,
    LogHead,
    LogQuery,
    LogTable,
    StoredMatch,
    StoredResult,
    StoredTurn,
    StoredVoid,
)
from gridarena_protocol.v1 import records_pb2 as pb


def encode_log_query(query: LogQuery) -> bytes:
    """The question of Records.Log."""
    return pb.LogRequest(tournament=query.tournament, after=query.after).SerializeToString()


def decode_log_query(raw: bytes) -> LogQuery:
    """Bytes become a question for the log. Raises MalformedError."""
    message = parse(pb.LogRequest, raw)
    tournament = to_id(message.tournament) if message.HasField("tournament") else None
    return LogQuery(tournament, to_id(message.after))


def encode_log_entry(entry: LogEntry) -> bytes:
    """One message of Records.Log."""
    match entry:
        case LogHead():
            packed = pb.LogEntry(head=_pack_head(entry))
        case LogTable():
            packed = pb.LogEntry(table=_pack_table(entry))
        case StoredMatch():
            packed = pb.LogEntry(match=_pack_match(entry))
    return packed.SerializeToString()


def decode_log_entry(raw: bytes) -> LogEntry:
    """Bytes become a part of the log. Raises MalformedError."""
    message = parse(pb.LogEntry, raw)
    match message.WhichOneof("kind"):
        case "head":
            return _unpack_head(message.head)
        case "table":
            return _unpack_table(message.table)
        case "match":
            return _unpack_match(message.match)
        case _:
            raise MalformedError("expected a part of the log, got none that this version knows")


def _pack_head(head: LogHead) -> pb.LogHead:
    gap = None if head.gap is None else pb.LogGap(seq=head.gap.seq, before=head.gap.before, after=head.gap.after)
    return pb.LogHead(
        until=head.until,
        matches=head.matches,
        elo_k=head.elo_k,
        elo_start=head.elo_start,
        gap=gap,
        decided=head.decided,
    )


def _unpack_head(message: pb.LogHead) -> LogHead:
    gap = Gap(message.gap.seq, message.gap.before, message.gap.after) if message.HasField("gap") else None
    decided = tuple(message.decided)
    return LogHead(message.until, message.matches, message.elo_k, message.elo_start, gap, decided)


def _pack_table(table: LogTable) -> pb.LogTable:
    return pb.LogTable(
        game=table.game, tournament=table.tournament, until=table.until, rows=map(pack_standing, table.rows)
    )


def _unpack_table(message: pb.LogTable) -> LogTable:
    tournament = message.tournament if message.HasField("tournament") else None
    return LogTable(message.game, tournament, message.until, tuple(map(unpack_standing, message.rows)))


def _pack_match(match: StoredMatch) -> pb.StoredMatch:
    result, void = match.result, match.void
    return pb.StoredMatch(
        match=match.match,
        seq=match.seq,
        agents=match.agents,
        tournament=match.tournament,
        pairing=match.pairing,
        leg=match.leg,
        attempt=match.attempt,
        header=match.header,
        hash=match.hash,
        turns=(pb.StoredTurn(seq=turn.seq, turn=turn.turn, record=turn.record, hash=turn.hash) for turn in match.turns),
        result=None
        if result is None
        else pb.StoredResult(seq=result.seq, termination=result.termination, body=result.body, hash=result.hash),
        void=None if void is None else pb.StoredVoid(seq=void.seq, reason=void.reason),
    )


def _unpack_match(message: pb.StoredMatch) -> StoredMatch:
    if len(message.agents) != 2:
        raise MalformedError(f"match.agents: expected two, got {len(message.agents)}")
    result, void = message.result, message.void
    return StoredMatch(
        match=message.match,
        seq=message.seq,
        agents=(message.agents[0], message.agents[1]),
        tournament=message.tournament if message.HasField("tournament") else None,
        pairing=message.pairing if message.HasField("pairing") else None,
        leg=message.leg,
        attempt=message.attempt,
        header=message.header,
        hash=message.hash,
        turns=tuple(StoredTurn(turn.seq, turn.turn, turn.record, turn.hash) for turn in message.turns),
        result=StoredResult(result.seq, result.termination, result.body, result.hash)
        if message.HasField("result")
        else None,
        void=StoredVoid(void.seq, void.reason) if message.HasField("void") else None,
    )
