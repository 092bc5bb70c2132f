"""`views` <-> admin.proto: what the host changes about a tournament that is on, and the audit log."""

from gridarena_games.base import Termination
from gridarena_protocol.codec.checks import LONGEST_LINE, parse, to_choice, to_id, to_name, to_names, words
from gridarena_protocol.codec.match import pack_record, unpack_record
from gridarena_protocol.records import Record
from gridarena_protocol.v1 import admin_pb2 as pb
from gridarena_protocol.views import AllowRequest, EnterRequest, HostAct, RerunRequest, WithdrawRequest

_TERMINATIONS: dict[str, Termination | None] = {"": None, **words(Termination)}


def encode_enter_request(request: EnterRequest) -> bytes:
    """The question of Admin.EnterTournament."""
    return pb.EnterRequest(tournament=request.tournament, agents=request.agents).SerializeToString()


def decode_enter_request(raw: bytes) -> EnterRequest:
    """Bytes become agents that enter. Raises MalformedError."""
    message = parse(pb.EnterRequest, raw)
    return EnterRequest(to_id(message.tournament), to_names("enter.agents", message.agents))


def encode_withdraw_request(request: WithdrawRequest) -> bytes:
    """The question of Admin.WithdrawAgent."""
    return pb.WithdrawRequest(
        tournament=request.tournament, agent=request.agent, void_results=request.void_results
    ).SerializeToString()


def decode_withdraw_request(raw: bytes) -> WithdrawRequest:
    """Bytes become an agent that is withdrawn. Raises MalformedError."""
    message = parse(pb.WithdrawRequest, raw)
    agent = to_name("withdraw.agent", message.agent)
    return WithdrawRequest(to_id(message.tournament), agent, message.void_results)


def encode_allow_request(request: AllowRequest) -> bytes:
    """The question of Admin.AllowUpdate."""
    return pb.AllowRequest(
        tournament=request.tournament, agent=request.agent, version=request.version or ""
    ).SerializeToString()


def decode_allow_request(raw: bytes) -> AllowRequest:
    """Bytes become an agent and its version. Raises MalformedError."""
    message = parse(pb.AllowRequest, raw)
    version = to_name("allow.version", message.version) or None
    return AllowRequest(to_id(message.tournament), to_name("allow.agent", message.agent), version)


def encode_rerun_request(request: RerunRequest) -> bytes:
    """The question of Admin.RerunMatches."""
    return pb.RerunRequest(
        tournament=request.tournament,
        reason=request.reason,
        lost_by=request.lost_by or "",
        agent=request.agent or "",
        matches=request.matches,
        dry_run=request.dry_run,
    ).SerializeToString()


def decode_rerun_request(raw: bytes) -> RerunRequest:
    """Bytes become a choice of matches. Raises MalformedError."""
    message = parse(pb.RerunRequest, raw)
    return RerunRequest(
        tournament=to_id(message.tournament),
        reason=to_name("rerun.reason", message.reason, LONGEST_LINE),
        lost_by=to_choice("rerun.lost_by", _TERMINATIONS, message.lost_by),
        agent=to_name("rerun.agent", message.agent) or None,
        matches=tuple(map(to_id, message.matches)),
        dry_run=message.dry_run,
    )


def encode_rerun(records: tuple[Record, ...]) -> bytes:
    """The reply of Admin.RerunMatches."""
    return pb.RerunReply(matches=map(pack_record, records)).SerializeToString()


def decode_rerun(raw: bytes) -> tuple[Record, ...]:
    """Bytes become the matches that are played again. Raises MalformedError."""
    return tuple(map(unpack_record, parse(pb.RerunReply, raw).matches))


def encode_audit_request(tournament: int | None) -> bytes:
    """The question of Admin.Audit."""
    return pb.AuditRequest(tournament=tournament).SerializeToString()


def decode_audit_request(raw: bytes) -> int | None:
    """Bytes become a tournament, or everything. Raises MalformedError."""
    message = parse(pb.AuditRequest, raw)
    return to_id(message.tournament) if message.HasField("tournament") else None


def encode_audit(acts: tuple[HostAct, ...]) -> bytes:
    """The reply of Admin.Audit."""
    return pb.AuditReply(acts=map(_pack_act, acts)).SerializeToString()


def decode_audit(raw: bytes) -> tuple[HostAct, ...]:
    """Bytes become the audit log. Raises MalformedError."""
    return tuple(map(_unpack_act, parse(pb.AuditReply, raw).acts))


def _pack_act(act: HostAct) -> pb.HostAct:
    return pb.HostAct(
        kind=act.kind,
        text=act.text,
        at=act.at,
        tournament=act.tournament,
        match=act.match,
        agent=act.agent,
        version=act.version,
    )


def _unpack_act(message: pb.HostAct) -> HostAct:
    return HostAct(
        kind=message.kind,
        text=message.text,
        at=message.at,
        tournament=message.tournament if message.HasField("tournament") else None,
        match=message.match if message.HasField("match") else None,
        agent=message.agent if message.HasField("agent") else None,
        version=message.version if message.HasField("version") else None,
    )
