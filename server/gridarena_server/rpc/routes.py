"""Which behaviour answers which rpc, and who may call it."""

from collections import defaultdict

import grpc

from gridarena_protocol.codec import methods
from gridarena_server.rpc.admin_service import AdminService
from gridarena_server.rpc.auth import Access
from gridarena_server.rpc.handlers import Handler, Handlers
from gridarena_server.rpc.lobby_service import LobbyService
from gridarena_server.rpc.log_service import LogService
from gridarena_server.rpc.play_service import PlayService
from gridarena_server.rpc.records_service import RecordsService
from gridarena_server.rpc.team_service import TeamService


def handler_table(
    make: Handlers,
    lobby: LobbyService,
    play: PlayService,
    records: RecordsService,
    log: LogService,
    teams: TeamService,
    admin: AdminService,
) -> dict[str, Handler]:
    """Handlers by path, for every rpc of the protocol."""
    unary, watch, read, host = make.unary, make.watch, Access.READ, Access.HOST
    return {
        methods.JOIN.path: make.both(methods.JOIN, Access.TEAM, lobby.join),
        methods.ATTACH.path: make.both(methods.ATTACH, Access.TEAM, play.attach),
        methods.SERVER.path: unary(methods.SERVER, read, records.server),
        methods.WHO_AM_I.path: make.personal(methods.WHO_AM_I, Access.KNOWN, records.who_am_i),
        methods.LEADERBOARD.path: unary(methods.LEADERBOARD, read, records.leaderboard),
        methods.STANDINGS.path: unary(methods.STANDINGS, read, records.standings),
        methods.CROSSTABLE.path: unary(methods.CROSSTABLE, read, records.crosstable),
        methods.TOURNAMENTS.path: unary(methods.TOURNAMENTS, read, records.tournaments),
        methods.ENTRANTS.path: unary(methods.ENTRANTS, read, records.entrants),
        methods.MATCHES.path: unary(methods.MATCHES, read, records.matches),
        methods.MATCH.path: unary(methods.MATCH, read, records.match),
        methods.WATCH_MATCH.path: watch(methods.WATCH_MATCH, read, records.watch_match),
        methods.WATCH_TOURNAMENT.path: watch(methods.WATCH_TOURNAMENT, read, records.watch_tournament),
        methods.LOG.path: watch(methods.LOG, host, log.log),
        methods.ADD_TEAM.path: unary(methods.ADD_TEAM, host, teams.add_team),
        methods.LIST_TEAMS.path: unary(methods.LIST_TEAMS, host, teams.list_teams),
        methods.IMPORT_TEAMS.path: unary(methods.IMPORT_TEAMS, host, teams.import_teams),
        methods.ROTATE_TOKEN.path: unary(methods.ROTATE_TOKEN, host, teams.rotate_token),
        methods.REMOVE_TEAM.path: unary(methods.REMOVE_TEAM, host, teams.remove_team),
        methods.INVITATION.path: unary(methods.INVITATION, host, teams.invitation),
        methods.CREATE_TOURNAMENT.path: unary(methods.CREATE_TOURNAMENT, host, admin.create_tournament),
        methods.ESTIMATE_TOURNAMENT.path: unary(methods.ESTIMATE_TOURNAMENT, host, admin.estimate_tournament),
        methods.START_TOURNAMENT.path: unary(methods.START_TOURNAMENT, host, admin.start_tournament),
        methods.ABORT_TOURNAMENT.path: unary(methods.ABORT_TOURNAMENT, host, admin.abort_tournament),
        methods.PAUSE_TOURNAMENT.path: unary(methods.PAUSE_TOURNAMENT, host, admin.pause_tournament),
        methods.RESUME_TOURNAMENT.path: unary(methods.RESUME_TOURNAMENT, host, admin.resume_tournament),
        methods.ENTER_TOURNAMENT.path: unary(methods.ENTER_TOURNAMENT, host, admin.enter_tournament),
        methods.WITHDRAW_AGENT.path: unary(methods.WITHDRAW_AGENT, host, admin.withdraw_agent),
        methods.ALLOW_UPDATE.path: unary(methods.ALLOW_UPDATE, host, admin.allow_update),
        methods.RERUN_MATCHES.path: unary(methods.RERUN_MATCHES, host, admin.rerun_matches),
        methods.AUDIT.path: unary(methods.AUDIT, host, admin.audit),
        methods.VOID_MATCH.path: unary(methods.VOID_MATCH, host, admin.void_match),
        methods.DRAIN.path: unary(methods.DRAIN, host, admin.drain),
    }


def generic_handlers(table: dict[str, Handler]) -> tuple[grpc.GenericRpcHandler, ...]:
    """The table in the form that gRPC takes."""
    services: defaultdict[str, dict[str, Handler]] = defaultdict(dict)
    for path, handler in table.items():
        _, service, name = path.split("/")
        services[service][name] = handler
    return tuple(grpc.method_handlers_generic_handler(service, rpcs) for service, rpcs in services.items())
