"""Every rpc of the protocol with its path and its four codecs, so that both sides use raw-bytes methods.

Raw bytes keep parsing in our hands: gRPC's own deserialisers answer malformed bytes with UNKNOWN, leak a class name and
log a traceback for each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from gridarena_protocol.codec import admin, changes, lobby, log, match, play, records, teams, watch
from gridarena_protocol.log import LogEntry, LogQuery
from gridarena_protocol.messages import LobbyEvent, LobbyRequest, RefereeMessage, SeatMessage
from gridarena_protocol.records import Record
from gridarena_protocol.teams import Identity, ImportedTeam, Invitation, NewTeam, Team, TeamImport, TeamToken
from gridarena_protocol.views import (
    AllowRequest,
    Crosstable,
    EnterRequest,
    Entrants,
    Estimate,
    HostAct,
    Leaderboard,
    LeaderboardQuery,
    MatchesPage,
    MatchesQuery,
    MatchEvent,
    Plan,
    RerunRequest,
    ServerInfo,
    Standings,
    TournamentEvent,
    TournamentView,
    VoidRequest,
    WithdrawRequest,
)

Q = TypeVar("Q")
A = TypeVar("A")
Service = Literal["Lobby", "Play", "Records", "Admin"]
Streaming = Literal["none", "reply", "both"]


@dataclass(frozen=True, slots=True)
class Method(Generic[Q, A]):
    """One rpc; Q and A are what one message of each direction means."""

    service: Service
    name: str
    streaming: Streaming
    encode_request: Callable[[Q], bytes]
    decode_request: Callable[[bytes], Q]
    encode_reply: Callable[[A], bytes]
    decode_reply: Callable[[bytes], A]

    @property
    def service_path(self) -> str:
        """The service's full name, for a generic handler."""
        return f"gridarena.v1.{self.service}"

    @property
    def path(self) -> str:
        """What a channel calls."""
        return f"/gridarena.v1.{self.service}/{self.name}"


JOIN: Method[LobbyRequest, LobbyEvent] = Method(
    "Lobby",
    "Join",
    "both",
    lobby.encode_lobby_request,
    lobby.decode_lobby_request,
    lobby.encode_lobby_event,
    lobby.decode_lobby_event,
)
ATTACH: Method[SeatMessage, RefereeMessage] = Method(
    "Play",
    "Attach",
    "both",
    play.encode_seat_message,
    play.decode_seat_message,
    play.encode_referee_message,
    play.decode_referee_message,
)

_NOTHING = (records.encode_nothing, records.decode_nothing)
_TOURNAMENT_ID = (records.encode_tournament_id, records.decode_tournament_id)
_MATCH_ID = (records.encode_match_id, records.decode_match_id)
_RECORD = (match.encode_record, match.decode_record)
_TOURNAMENT = (admin.encode_tournament, admin.decode_tournament)
_PLAN = (admin.encode_plan, admin.decode_plan)
_ESTIMATE = (admin.encode_estimate, admin.decode_estimate)

SERVER: Method[None, ServerInfo] = Method(
    "Records", "Server", "none", *_NOTHING, records.encode_server_info, records.decode_server_info
)
WHO_AM_I: Method[None, Identity] = Method(
    "Records", "WhoAmI", "none", *_NOTHING, teams.encode_identity, teams.decode_identity
)
LEADERBOARD: Method[LeaderboardQuery, Leaderboard] = Method(
    "Records",
    "Leaderboard",
    "none",
    records.encode_leaderboard_query,
    records.decode_leaderboard_query,
    records.encode_leaderboard,
    records.decode_leaderboard,
)
STANDINGS: Method[int, Standings] = Method(
    "Records", "Standings", "none", *_TOURNAMENT_ID, records.encode_standings, records.decode_standings
)
CROSSTABLE: Method[int, Crosstable] = Method(
    "Records", "Crosstable", "none", *_TOURNAMENT_ID, records.encode_crosstable, records.decode_crosstable
)
TOURNAMENTS: Method[None, tuple[TournamentView, ...]] = Method(
    "Records", "Tournaments", "none", *_NOTHING, records.encode_tournaments, records.decode_tournaments
)
ENTRANTS: Method[int, Entrants] = Method(
    "Records", "Entrants", "none", *_TOURNAMENT_ID, records.encode_entrants, records.decode_entrants
)
MATCHES: Method[MatchesQuery, MatchesPage] = Method(
    "Records",
    "Matches",
    "none",
    records.encode_matches_query,
    records.decode_matches_query,
    records.encode_matches_page,
    records.decode_matches_page,
)
MATCH: Method[int, Record] = Method("Records", "Match", "none", *_MATCH_ID, *_RECORD)
WATCH_MATCH: Method[int, MatchEvent] = Method(
    "Records", "WatchMatch", "reply", *_MATCH_ID, watch.encode_match_event, watch.decode_match_event
)
WATCH_TOURNAMENT: Method[int, TournamentEvent] = Method(
    "Records",
    "WatchTournament",
    "reply",
    *_TOURNAMENT_ID,
    watch.encode_tournament_event,
    watch.decode_tournament_event,
)
LOG: Method[LogQuery, LogEntry] = Method(
    "Records",
    "Log",
    "reply",
    log.encode_log_query,
    log.decode_log_query,
    log.encode_log_entry,
    log.decode_log_entry,
)

_TEAM_NAME = (teams.encode_team_name, teams.decode_team_name)
_TEAM_TOKEN = (teams.encode_team_token, teams.decode_team_token)

ADD_TEAM: Method[NewTeam, TeamToken] = Method(
    "Admin", "AddTeam", "none", teams.encode_new_team, teams.decode_new_team, *_TEAM_TOKEN
)
LIST_TEAMS: Method[None, tuple[Team, ...]] = Method(
    "Admin", "ListTeams", "none", *_NOTHING, teams.encode_teams, teams.decode_teams
)
IMPORT_TEAMS: Method[TeamImport, tuple[ImportedTeam, ...]] = Method(
    "Admin",
    "ImportTeams",
    "none",
    teams.encode_import,
    teams.decode_import,
    teams.encode_imported,
    teams.decode_imported,
)
ROTATE_TOKEN: Method[str, TeamToken] = Method("Admin", "RotateToken", "none", *_TEAM_NAME, *_TEAM_TOKEN)
REMOVE_TEAM: Method[str, Team] = Method(
    "Admin", "RemoveTeam", "none", *_TEAM_NAME, teams.encode_team, teams.decode_team
)
INVITATION: Method[None, Invitation] = Method(
    "Admin", "Invitation", "none", *_NOTHING, teams.encode_invitation, teams.decode_invitation
)
CREATE_TOURNAMENT: Method[Plan, Estimate] = Method("Admin", "CreateTournament", "none", *_PLAN, *_ESTIMATE)
ESTIMATE_TOURNAMENT: Method[Plan, Estimate] = Method("Admin", "EstimateTournament", "none", *_PLAN, *_ESTIMATE)
START_TOURNAMENT: Method[int, TournamentView] = Method(
    "Admin", "StartTournament", "none", *_TOURNAMENT_ID, *_TOURNAMENT
)
ABORT_TOURNAMENT: Method[int, TournamentView] = Method(
    "Admin", "AbortTournament", "none", *_TOURNAMENT_ID, *_TOURNAMENT
)
PAUSE_TOURNAMENT: Method[int, TournamentView] = Method(
    "Admin", "PauseTournament", "none", *_TOURNAMENT_ID, *_TOURNAMENT
)
RESUME_TOURNAMENT: Method[int, TournamentView] = Method(
    "Admin", "ResumeTournament", "none", *_TOURNAMENT_ID, *_TOURNAMENT
)
ENTER_TOURNAMENT: Method[EnterRequest, TournamentView] = Method(
    "Admin", "EnterTournament", "none", changes.encode_enter_request, changes.decode_enter_request, *_TOURNAMENT
)
WITHDRAW_AGENT: Method[WithdrawRequest, TournamentView] = Method(
    "Admin", "WithdrawAgent", "none", changes.encode_withdraw_request, changes.decode_withdraw_request, *_TOURNAMENT
)
ALLOW_UPDATE: Method[AllowRequest, TournamentView] = Method(
    "Admin", "AllowUpdate", "none", changes.encode_allow_request, changes.decode_allow_request, *_TOURNAMENT
)
RERUN_MATCHES: Method[RerunRequest, tuple[Record, ...]] = Method(
    "Admin",
    "RerunMatches",
    "none",
    changes.encode_rerun_request,
    changes.decode_rerun_request,
    changes.encode_rerun,
    changes.decode_rerun,
)
AUDIT: Method[int | None, tuple[HostAct, ...]] = Method(
    "Admin",
    "Audit",
    "none",
    changes.encode_audit_request,
    changes.decode_audit_request,
    changes.encode_audit,
    changes.decode_audit,
)
VOID_MATCH: Method[VoidRequest, Record] = Method(
    "Admin", "VoidMatch", "none", admin.encode_void_request, admin.decode_void_request, *_RECORD
)
DRAIN: Method[str, int] = Method(
    "Admin",
    "Drain",
    "none",
    admin.encode_drain_reason,
    admin.decode_drain_reason,
    admin.encode_live_matches,
    admin.decode_live_matches,
)
