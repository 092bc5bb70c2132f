"""`teams` <-> admin.proto and records.proto: who may connect, and how."""

from collections.abc import Iterable

from gridarena_protocol.codec.checks import parse, to_choice, to_name, words
from gridarena_protocol.teams import Identity, ImportedTeam, Invitation, NewTeam, Outcome, Team, TeamImport, TeamToken
from gridarena_protocol.v1 import admin_pb2 as pb
from gridarena_protocol.v1 import records_pb2

_OUTCOMES: dict[str, Outcome] = words(Outcome)


def encode_new_team(team: NewTeam) -> bytes:
    """The question of Admin.AddTeam."""
    return _pack_new(team).SerializeToString()


def decode_new_team(raw: bytes) -> NewTeam:
    """Bytes become a team to be added. Raises MalformedError."""
    return _unpack_new(parse(pb.AddTeamRequest, raw))


def encode_team_token(token: TeamToken) -> bytes:
    """The reply of Admin.AddTeam and Admin.RotateToken."""
    return pb.TeamToken(name=token.name, token=token.token).SerializeToString()


def decode_team_token(raw: bytes) -> TeamToken:
    """Bytes become a team's token. Raises MalformedError."""
    message = parse(pb.TeamToken, raw)
    return TeamToken(message.name, message.token)


def encode_team_name(name: str) -> bytes:
    """The question of Admin.RotateToken and Admin.RemoveTeam."""
    return pb.TeamRequest(name=name).SerializeToString()


def decode_team_name(raw: bytes) -> str:
    """Bytes become the name of a team. Raises MalformedError."""
    return to_name("team.name", parse(pb.TeamRequest, raw).name)


def encode_team(team: Team) -> bytes:
    """The reply of Admin.RemoveTeam."""
    return _pack(team).SerializeToString()


def decode_team(raw: bytes) -> Team:
    """Bytes become a team. Raises MalformedError."""
    return _unpack(parse(pb.Team, raw))


def encode_teams(teams: tuple[Team, ...]) -> bytes:
    """The reply of Admin.ListTeams."""
    return pb.ListTeamsReply(teams=map(_pack, teams)).SerializeToString()


def decode_teams(raw: bytes) -> tuple[Team, ...]:
    """Bytes become teams. Raises MalformedError."""
    return tuple(map(_unpack, parse(pb.ListTeamsReply, raw).teams))


def encode_import(wanted: TeamImport) -> bytes:
    """The question of Admin.ImportTeams."""
    return pb.ImportTeamsRequest(teams=map(_pack_new, wanted.teams), rotate=wanted.rotate).SerializeToString()


def decode_import(raw: bytes) -> TeamImport:
    """Bytes become teams to be added. Raises MalformedError."""
    message = parse(pb.ImportTeamsRequest, raw)
    return TeamImport(tuple(map(_unpack_new, message.teams)), message.rotate)


def encode_imported(teams: Iterable[ImportedTeam]) -> bytes:
    """The reply of Admin.ImportTeams."""
    packed = (
        pb.ImportedTeam(
            name=team.name, real_name=team.real_name, outcome=team.outcome, token=team.token, sha256=team.sha256
        )
        for team in teams
    )
    return pb.ImportTeamsReply(teams=packed).SerializeToString()


def decode_imported(raw: bytes) -> tuple[ImportedTeam, ...]:
    """Bytes become what an import did. Raises MalformedError."""
    return tuple(
        ImportedTeam(
            team.name, team.real_name, to_choice("team.outcome", _OUTCOMES, team.outcome), team.token, team.sha256
        )
        for team in parse(pb.ImportTeamsReply, raw).teams
    )


def encode_invitation(invitation: Invitation) -> bytes:
    """The reply of Admin.Invitation."""
    return pb.InvitationReply(
        addresses=invitation.addresses, tls_name=invitation.tls_name, ca=invitation.ca
    ).SerializeToString()


def decode_invitation(raw: bytes) -> Invitation:
    """Bytes become what a join file says of the server. Raises MalformedError."""
    message = parse(pb.InvitationReply, raw)
    return Invitation(tuple(message.addresses), message.tls_name, message.ca)


def encode_identity(identity: Identity) -> bytes:
    """The reply of Records.WhoAmI."""
    return records_pb2.WhoAmIReply(team=identity.team, agents=identity.agents).SerializeToString()


def decode_identity(raw: bytes) -> Identity:
    """Bytes become whose token it is. Raises MalformedError."""
    message = parse(records_pb2.WhoAmIReply, raw)
    return Identity(message.team, tuple(message.agents))


def _pack_new(team: NewTeam) -> pb.AddTeamRequest:
    return pb.AddTeamRequest(name=team.name, real_name=team.real_name)


def _unpack_new(message: pb.AddTeamRequest) -> NewTeam:
    return NewTeam(to_name("team.name", message.name), to_name("team.real_name", message.real_name))


def _pack(team: Team) -> pb.Team:
    return pb.Team(
        name=team.name,
        agents=team.agents,
        added_at=team.added_at,
        real_name=team.real_name,
        removed=team.removed,
        games=[pb.Games(names=names) for names in team.games],
    )


def _unpack(message: pb.Team) -> Team:
    games = tuple(tuple(games.names) for games in message.games)
    return Team(message.name, tuple(message.agents), message.added_at, message.real_name, message.removed, games)
