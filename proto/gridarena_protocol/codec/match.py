"""`records` <-> match.proto: the parts every service is made of.

``pack_*`` gives a protobuf message, ``unpack_*`` takes one; TurnRecord is on the hot path of Play, so both of its
functions build it in one go, and what was packed once is told to both seats.
"""

from functools import lru_cache

from gridarena_games.base import Answer, SkipKind, Termination
from gridarena_protocol.codec.checks import (
    MalformedError,
    by_seat,
    inverse,
    parse,
    to_choice,
    to_seat,
    words,
)
from gridarena_protocol.codec.thinking import pack_detail, unpack_detail
from gridarena_protocol.records import (
    Clock,
    ClockKind,
    IllegalRule,
    MatchHeader,
    MatchResult,
    Record,
    Reopening,
    ReopenReason,
    Rules,
    TurnRecord,
    Verdict,
)
from gridarena_protocol.v1 import match_pb2 as pb

_CLOCKS: dict[pb.ClockKind.ValueType, ClockKind] = {
    pb.CLOCK_KIND_HIDDEN: "hidden",
    pb.CLOCK_KIND_REVEALED: "revealed",
    pb.CLOCK_KIND_UNTIMED: "untimed",
}
_ILLEGAL: dict[pb.IllegalRule.ValueType, IllegalRule] = {
    pb.ILLEGAL_RULE_LOSE: "lose",
    pb.ILLEGAL_RULE_IGNORE: "ignore",
}
_VERDICTS: dict[pb.Verdict.ValueType, Verdict] = {
    pb.VERDICT_ACCEPTED: "accepted",
    pb.VERDICT_TABOO: "taboo",
    pb.VERDICT_ILLEGAL: "illegal",
    pb.VERDICT_MISSING: "missing",
    pb.VERDICT_SKIPPED: "skipped",
}
_WINNERS: dict[pb.Winner.ValueType, int | None] = {pb.WINNER_SEAT0: 0, pb.WINNER_SEAT1: 1, pb.WINNER_DRAW: None}
_TO_CLOCK, _TO_ILLEGAL, _TO_VERDICT = inverse(_CLOCKS), inverse(_ILLEGAL), inverse(_VERDICTS)
_TO_WINNER = inverse(_WINNERS)
_SKIPS: dict[str, SkipKind | None] = {"": None, **words(SkipKind)}
_TERMINATIONS: dict[str, Termination] = words(Termination)
_REOPENINGS: dict[str, ReopenReason] = words(ReopenReason)


def pack_clock(clock: Clock) -> pb.Clock:
    """A clock as it travels."""
    return pb.Clock(kind=_TO_CLOCK[clock.kind], budget_ms=clock.budget_ms)


def unpack_clock(message: pb.Clock) -> Clock:
    """A clock whose kind and budget fit each other."""
    kind = to_choice("clock.kind", _CLOCKS, message.kind)
    try:
        return Clock(kind, message.budget_ms if message.HasField("budget_ms") else None)
    except ValueError as error:
        raise MalformedError(f"clock: {error}") from error


def pack_rules(rules: Rules) -> pb.Rules:
    """Rules as they travel."""
    return pb.Rules(illegal=_TO_ILLEGAL[rules.illegal], away_ms=rules.away_ms, join_ms=rules.join_ms)


def unpack_rules(message: pb.Rules) -> Rules:
    """Rules of a known kind."""
    return Rules(to_choice("rules.illegal", _ILLEGAL, message.illegal), message.away_ms, message.join_ms)


def pack_header(header: MatchHeader) -> pb.MatchHeader:
    """A header as it travels."""
    return pb.MatchHeader(
        match=header.match,
        game=header.game,
        setup=header.setup,
        options=header.options,
        clock=pack_clock(header.clock),
        rules=pack_rules(header.rules),
        agents=header.agents,
        versions=header.versions,
        tournament=header.tournament,
        pairing=header.pairing,
        leg=header.leg,
        attempt=header.attempt,
        rated=header.rated,
        started_at=header.started_at,
        board=header.board,
    )


def unpack_header(message: pb.MatchHeader) -> MatchHeader:
    """A header with two agents and two versions."""
    return MatchHeader(
        match=message.match,
        game=message.game,
        setup=message.setup,
        options=dict(message.options),
        clock=unpack_clock(message.clock),
        rules=unpack_rules(message.rules),
        agents=by_seat("header.agents", message.agents),
        versions=by_seat("header.versions", message.versions),
        tournament=message.tournament if message.HasField("tournament") else None,
        pairing=message.pairing if message.HasField("pairing") else None,
        leg=message.leg,
        attempt=message.attempt,
        rated=message.rated,
        started_at=message.started_at,
        board=message.board,
    )


@lru_cache(maxsize=4096)
def turn_bytes(record: TurnRecord) -> bytes:
    """A packed turn, to be spliced into messages: it is told to the rival, and a turn later to its mover."""
    return pack_turn(record).SerializeToString()


def pack_turn(record: TurnRecord) -> pb.TurnRecord:
    """A turn as it travels."""
    answer = record.answer
    return pb.TurnRecord(
        turn=record.turn,
        attempt=record.attempt,
        seat=record.seat,
        move=record.move,
        verdict=_TO_VERDICT[record.verdict],
        reason=record.reason,
        points=record.points,
        skip=record.skip or "",
        regions=record.regions,
        answer=None if answer is None else _pack_answer(answer),
        number=record.number,
        proposals=record.proposals,
        fallback=record.fallback,
        opened_at=record.opened_at,
        arrival_us=record.arrival_us,
        used_us=record.used_us,
        stall_us=record.stall_us,
        rtt_us=record.rtt_us,
    )


def _pack_answer(answer: Answer) -> pb.Answer:
    return pb.Answer(accepted=answer.accepted, reason=answer.reason, nodes=answer.nodes)


def unpack_turn(message: pb.TurnRecord) -> TurnRecord:
    """A turn with a known verdict, seat and skip kind."""
    answer = message.answer if message.HasField("answer") else None
    return TurnRecord(
        turn=message.turn,
        attempt=message.attempt,
        seat=to_seat(message.seat),
        move=message.move,
        verdict=to_choice("turn.verdict", _VERDICTS, message.verdict),
        reason=message.reason,
        points=message.points,
        skip=to_choice("turn.skip", _SKIPS, message.skip),
        regions=tuple(message.regions),
        answer=None if answer is None else Answer(answer.accepted, answer.reason, answer.nodes),
        number=message.number,
        proposals=message.proposals,
        fallback=message.fallback,
        opened_at=message.opened_at,
        arrival_us=message.arrival_us,
        used_us=message.used_us,
        stall_us=message.stall_us,
        rtt_us=message.rtt_us,
    )


def pack_reopening(reopening: Reopening) -> pb.Reopening:
    """A reopening as it travels."""
    return pb.Reopening(
        match=reopening.match,
        turn=reopening.turn,
        attempt=reopening.attempt,
        seat=reopening.seat,
        reason=reopening.reason,
        away_used_us=reopening.away_used_us,
    )


def unpack_reopening(message: pb.Reopening) -> Reopening:
    """A reopening with a known reason."""
    return Reopening(
        match=message.match,
        turn=message.turn,
        attempt=message.attempt,
        seat=to_seat(message.seat),
        reason=to_choice("reopening.reason", _REOPENINGS, message.reason),
        away_used_us=by_seat("reopening.away_used_us", message.away_used_us),
    )


def pack_result(result: MatchResult) -> pb.MatchResult:
    """A result as it travels."""
    return pb.MatchResult(
        match=result.match,
        winner=_TO_WINNER[result.winner],
        points=result.points,
        termination=result.termination,
        reason=result.reason,
        rated=result.rated,
        turns=result.turns,
        hash=result.hash,
        ended_at=result.ended_at,
    )


def unpack_result(message: pb.MatchResult) -> MatchResult:
    """A result with a winner or a draw, and a known termination."""
    winner = to_choice("result.winner", _WINNERS, message.winner)
    return MatchResult(
        match=message.match,
        winner=None if winner is None else to_seat(winner),
        points=by_seat("result.points", message.points),
        termination=to_choice("result.termination", _TERMINATIONS, message.termination),
        reason=message.reason,
        rated=message.rated,
        turns=message.turns,
        hash=message.hash,
        ended_at=message.ended_at,
    )


def pack_record(record: Record) -> pb.MatchRecord:
    """A whole match as it travels."""
    return pb.MatchRecord(
        header=pack_header(record.header),
        turns=map(pack_turn, record.turns),
        result=None if record.result is None else pack_result(record.result),
        void=record.void,
        details=map(pack_detail, record.details),
        reopenings=map(pack_reopening, record.reopenings),
        hashes=record.hashes,
    )


def unpack_record(message: pb.MatchRecord) -> Record:
    """A whole match."""
    return Record(
        header=unpack_header(message.header),
        turns=tuple(map(unpack_turn, message.turns)),
        result=unpack_result(message.result) if message.HasField("result") else None,
        void=message.void if message.HasField("void") else None,
        details=tuple(map(unpack_detail, message.details)),
        reopenings=tuple(map(unpack_reopening, message.reopenings)),
        hashes=tuple(message.hashes),
    )


def encode_record(record: Record) -> bytes:
    """A match becomes bytes (the reply of Records.Match and Admin.VoidMatch)."""
    return pack_record(record).SerializeToString()


def decode_record(raw: bytes) -> Record:
    """Bytes become a match. Raises MalformedError."""
    return unpack_record(parse(pb.MatchRecord, raw))
