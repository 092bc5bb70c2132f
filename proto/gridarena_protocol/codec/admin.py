"""`views` <-> admin.proto: what the host asks, and the answers."""

from gridarena_protocol.codec.checks import LONGEST_LINE, parse, to_id, to_name, to_names, to_options, to_text
from gridarena_protocol.codec.match import pack_clock, pack_rules, unpack_clock, unpack_rules
from gridarena_protocol.codec.records import pack_tournament, unpack_tournament
from gridarena_protocol.v1 import admin_pb2 as pb
from gridarena_protocol.v1 import records_pb2
from gridarena_protocol.views import Estimate, Plan, StartBoard, TournamentView, VoidRequest


def encode_plan(plan: Plan) -> bytes:
    """The question of Admin.CreateTournament and Admin.EstimateTournament."""
    boards = (pb.StartBoard(name=board.name, setup=board.setup, options=board.options) for board in plan.boards)
    return pb.TournamentPlan(
        name=plan.name,
        game=plan.game,
        format=plan.format,
        boards=boards,
        clocks=map(pack_clock, plan.clocks),
        rules=pack_rules(plan.rules),
        agents=plan.agents,
        rounds=plan.rounds,
        concurrency=plan.concurrency,
        boards_per_pairing=plan.boards_per_pairing,
        seed=plan.seed,
        allow_updates=plan.allow_updates,
    ).SerializeToString()


def decode_plan(raw: bytes) -> Plan:
    """Bytes become a plan. Raises MalformedError."""
    message = parse(pb.TournamentPlan, raw)
    return Plan(
        name=to_name("plan.name", message.name),
        game=to_name("plan.game", message.game),
        format=to_name("plan.format", message.format),
        boards=tuple(map(_unpack_board, message.boards)),
        clocks=tuple(map(unpack_clock, message.clocks)),
        rules=unpack_rules(message.rules),
        agents=to_names("plan.agents", message.agents),
        rounds=message.rounds or 1,
        concurrency=message.concurrency,
        boards_per_pairing=message.boards_per_pairing,
        seed=message.seed,
        allow_updates=message.allow_updates,
    )


def _unpack_board(message: pb.StartBoard) -> StartBoard:
    options = to_options("board.options", message.options)
    return StartBoard(to_name("board.name", message.name), to_text("board.setup", message.setup), options)


def encode_estimate(estimate: Estimate) -> bytes:
    """The reply of Admin.CreateTournament and Admin.EstimateTournament."""
    return pb.TournamentEstimate(
        id=estimate.tournament,
        matches=estimate.matches,
        turns_most=estimate.turns_most,
        hours_most=estimate.hours_most,
        hours_likely=estimate.hours_likely,
        turns_likely=estimate.turns_likely,
        measured=estimate.measured,
    ).SerializeToString()


def decode_estimate(raw: bytes) -> Estimate:
    """Bytes become what a plan costs. Raises MalformedError."""
    message = parse(pb.TournamentEstimate, raw)
    return Estimate(
        tournament=message.id if message.HasField("id") else None,
        matches=message.matches,
        turns_most=message.turns_most,
        hours_most=message.hours_most,
        hours_likely=message.hours_likely,
        turns_likely=message.turns_likely,
        measured=message.measured,
    )


def encode_tournament(view: TournamentView) -> bytes:
    """The reply of Admin.StartTournament and Admin.AbortTournament."""
    return pack_tournament(view).SerializeToString()


def decode_tournament(raw: bytes) -> TournamentView:
    """Bytes become a tournament. Raises MalformedError."""
    return unpack_tournament(parse(records_pb2.Tournament, raw))


def encode_void_request(request: VoidRequest) -> bytes:
    """The question of Admin.VoidMatch."""
    return pb.VoidMatchRequest(match=request.match, reason=request.reason).SerializeToString()


def decode_void_request(raw: bytes) -> VoidRequest:
    """Bytes become a match and a reason. Raises MalformedError."""
    message = parse(pb.VoidMatchRequest, raw)
    return VoidRequest(to_id(message.match), to_name("void.reason", message.reason, LONGEST_LINE))


def encode_drain_reason(reason: str) -> bytes:
    """The question of Admin.Drain."""
    return pb.DrainRequest(reason=reason).SerializeToString()


def decode_drain_reason(raw: bytes) -> str:
    """Bytes become the reason to drain. Raises MalformedError."""
    return to_name("drain.reason", parse(pb.DrainRequest, raw).reason, LONGEST_LINE)


def encode_live_matches(count: int) -> bytes:
    """The reply of Admin.Drain: how many matches are live."""
    return pb.DrainReply(live_matches=count).SerializeToString()


def decode_live_matches(raw: bytes) -> int:
    """Bytes become a number of matches. Raises MalformedError."""
    return parse(pb.DrainReply, raw).live_matches
