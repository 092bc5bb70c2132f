"""`views` <-> records.proto: everything that can be asked, and the answers."""

from gridarena_games.base import Termination
from gridarena_protocol.codec.checks import MalformedError, parse, to_choice, to_id, to_name, words
from gridarena_protocol.codec.match import (
    pack_record,
    unpack_record,
)
from gridarena_protocol.v1 import records_pb2 as pb
from gridarena_protocol.views import (
    Crosstable,
    CrosstableCell,
    Entrant,
    Entrants,
    Leaderboard,
    LeaderboardQuery,
    MatchesPage,
    MatchesQuery,
    MatchStatus,
    PresenceKind,
    ServerInfo,
    Standing,
    Standings,
    TournamentStatus,
    TournamentView,
)

DEFAULT_PAGE = 100
LARGEST_PAGE = 1_000
_TERMINATIONS: dict[str, Termination | None] = {"": None, **words(Termination)}
_STATUSES: dict[str, MatchStatus | None] = {"": None, **words(MatchStatus)}
_TOURNAMENT_STATUSES: dict[str, TournamentStatus] = words(TournamentStatus)
_PRESENCES: dict[str, PresenceKind] = words(PresenceKind)


def encode_nothing(nothing: None) -> bytes:
    """A question without parameters."""
    return b""


def decode_nothing(raw: bytes) -> None:
    """Fields of a question without parameters are ignored. Raises MalformedError."""
    parse(pb.ServerRequest, raw)


def encode_tournament_id(tournament: int) -> bytes:
    """A question about one tournament."""
    return pb.TournamentRequest(tournament=tournament).SerializeToString()


def decode_tournament_id(raw: bytes) -> int:
    """Bytes become a tournament's id. Raises MalformedError."""
    return to_id(parse(pb.TournamentRequest, raw).tournament)


def encode_match_id(match: int) -> bytes:
    """A question about one match."""
    return pb.MatchRequest(match=match).SerializeToString()


def decode_match_id(raw: bytes) -> int:
    """Bytes become a match's id. Raises MalformedError."""
    return to_id(parse(pb.MatchRequest, raw).match)


def encode_server_info(info: ServerInfo) -> bytes:
    """The reply of Records.Server."""
    return pb.ServerInfo(
        version=info.version,
        protocol=info.protocol,
        games=info.games,
        connected=info.connected,
        live_matches=info.live_matches,
        now=info.now,
        draining=info.draining,
    ).SerializeToString()


def decode_server_info(raw: bytes) -> ServerInfo:
    """Bytes become the server's state. Raises MalformedError."""
    message = parse(pb.ServerInfo, raw)
    return ServerInfo(
        version=message.version,
        protocol=message.protocol,
        games=tuple(message.games),
        connected=tuple(message.connected),
        live_matches=message.live_matches,
        now=message.now,
        draining=message.draining,
    )


def encode_leaderboard_query(query: LeaderboardQuery) -> bytes:
    """The question of Records.Leaderboard."""
    return pb.LeaderboardRequest(game=query.game, tournament=query.tournament).SerializeToString()


def decode_leaderboard_query(raw: bytes) -> LeaderboardQuery:
    """Bytes become a question for ratings. Raises MalformedError."""
    message = parse(pb.LeaderboardRequest, raw)
    tournament = to_id(message.tournament) if message.HasField("tournament") else None
    return LeaderboardQuery(to_name("leaderboard.game", message.game), tournament)


def encode_leaderboard(leaderboard: Leaderboard) -> bytes:
    """The reply of Records.Leaderboard."""
    return pb.LeaderboardReply(game=leaderboard.game, rows=map(pack_standing, leaderboard.rows)).SerializeToString()


def decode_leaderboard(raw: bytes) -> Leaderboard:
    """Bytes become ratings. Raises MalformedError."""
    message = parse(pb.LeaderboardReply, raw)
    return Leaderboard(message.game, tuple(map(unpack_standing, message.rows)))


def encode_standings(standings: Standings) -> bytes:
    """The reply of Records.Standings."""
    return pb.StandingsReply(
        tournament=pack_tournament(standings.tournament), rows=map(pack_standing, standings.rows)
    ).SerializeToString()


def decode_standings(raw: bytes) -> Standings:
    """Bytes become a tournament's table. Raises MalformedError."""
    message = parse(pb.StandingsReply, raw)
    return Standings(unpack_tournament(message.tournament), tuple(map(unpack_standing, message.rows)))


def encode_crosstable(table: Crosstable) -> bytes:
    """The reply of Records.Crosstable."""
    cells = (
        pb.Cell(row=cell.row, column=cell.column, won=cell.won, drawn=cell.drawn, lost=cell.lost)
        for cell in table.cells
    )
    return pb.CrosstableReply(
        tournament=pack_tournament(table.tournament), agents=table.agents, cells=cells
    ).SerializeToString()


def decode_crosstable(raw: bytes) -> Crosstable:
    """Bytes become a matrix whose cells lie inside it. Raises MalformedError."""
    message = parse(pb.CrosstableReply, raw)
    size = len(message.agents)
    if any(cell.row >= size or cell.column >= size for cell in message.cells):
        raise MalformedError("crosstable.cells: expected rows and columns of the listed agents only")
    cells = (CrosstableCell(cell.row, cell.column, cell.won, cell.drawn, cell.lost) for cell in message.cells)
    return Crosstable(unpack_tournament(message.tournament), tuple(message.agents), tuple(cells))


def encode_tournaments(tournaments: tuple[TournamentView, ...]) -> bytes:
    """The reply of Records.Tournaments."""
    return pb.TournamentsReply(tournaments=map(pack_tournament, tournaments)).SerializeToString()


def decode_tournaments(raw: bytes) -> tuple[TournamentView, ...]:
    """Bytes become tournaments. Raises MalformedError."""
    return tuple(map(unpack_tournament, parse(pb.TournamentsReply, raw).tournaments))


def encode_entrants(entrants: Entrants) -> bytes:
    """The reply of Records.Entrants."""
    return pb.EntrantsReply(
        tournament=pack_tournament(entrants.tournament), agents=map(_pack_entrant, entrants.agents)
    ).SerializeToString()


def decode_entrants(raw: bytes) -> Entrants:
    """Bytes become the agents of a tournament. Raises MalformedError."""
    message = parse(pb.EntrantsReply, raw)
    return Entrants(unpack_tournament(message.tournament), tuple(map(_unpack_entrant, message.agents)))


def _pack_entrant(entrant: Entrant) -> pb.Entrant:
    return pb.Entrant(
        agent=entrant.agent,
        presence=entrant.presence,
        seen_at=entrant.seen_at,
        waited_ms=entrant.waited_ms,
        version=entrant.version,
        frozen=entrant.frozen,
        finished=entrant.finished,
        live=entrant.live,
        unplayed=entrant.unplayed,
    )


def _unpack_entrant(message: pb.Entrant) -> Entrant:
    return Entrant(
        agent=message.agent,
        presence=to_choice("entrant.presence", _PRESENCES, message.presence),
        seen_at=message.seen_at if message.HasField("seen_at") else None,
        waited_ms=message.waited_ms if message.HasField("waited_ms") else None,
        version=message.version,
        frozen=message.frozen,
        finished=message.finished,
        live=message.live,
        unplayed=message.unplayed,
    )


def encode_matches_query(query: MatchesQuery) -> bytes:
    """The question of Records.Matches."""
    return pb.MatchesRequest(
        tournament=query.tournament,
        agent=query.agent or "",
        termination=query.termination or "",
        status=query.status or "",
        before=query.before or 0,
        limit=query.limit,
        team=query.team or "",
    ).SerializeToString()


def decode_matches_query(raw: bytes) -> MatchesQuery:
    """Bytes become a question for a page of at most 1,000 matches. Raises MalformedError."""
    message = parse(pb.MatchesRequest, raw)
    if message.limit > LARGEST_PAGE:
        raise MalformedError(f"matches.limit: expected at most {LARGEST_PAGE}, got {message.limit}")
    return MatchesQuery(
        tournament=to_id(message.tournament) if message.HasField("tournament") else None,
        agent=to_name("matches.agent", message.agent) or None,
        termination=to_choice("matches.termination", _TERMINATIONS, message.termination),
        status=to_choice("matches.status", _STATUSES, message.status),
        before=to_id(message.before) or None,
        limit=message.limit or DEFAULT_PAGE,
        team=to_name("matches.team", message.team) or None,
    )


def encode_matches_page(page: MatchesPage) -> bytes:
    """The reply of Records.Matches."""
    return pb.MatchesReply(
        matches=map(pack_record, page.matches), next_before=page.next_before or 0
    ).SerializeToString()


def decode_matches_page(raw: bytes) -> MatchesPage:
    """Bytes become a page of matches. Raises MalformedError."""
    message = parse(pb.MatchesReply, raw)
    return MatchesPage(tuple(map(unpack_record, message.matches)), message.next_before or None)


def pack_tournament(view: TournamentView) -> pb.Tournament:
    """A tournament as it travels."""
    return pb.Tournament(
        id=view.id,
        name=view.name,
        game=view.game,
        status=view.status,
        agents=view.agents,
        missing=view.missing,
        matches=view.matches,
        finished=view.finished,
        live=view.live,
        voided=view.voided,
        held=view.held,
    )


def unpack_tournament(message: pb.Tournament) -> TournamentView:
    """A tournament of a known status."""
    return TournamentView(
        id=message.id,
        name=message.name,
        game=message.game,
        status=to_choice("tournament.status", _TOURNAMENT_STATUSES, message.status),
        agents=tuple(message.agents),
        missing=tuple(message.missing),
        held=tuple(message.held),
        matches=message.matches,
        finished=message.finished,
        live=message.live,
        voided=message.voided,
    )


def pack_standing(row: Standing) -> pb.Standing:
    """A row of a table as it travels; the score is for readers without this SDK."""
    return pb.Standing(
        rank=row.rank,
        agent=row.agent,
        elo=row.elo,
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        points=row.points,
        score=row.score,
    )


def unpack_standing(message: pb.Standing) -> Standing:
    """A row of a table; its score is derived again."""
    return Standing(
        rank=message.rank,
        agent=message.agent,
        elo=message.elo,
        played=message.played,
        won=message.won,
        drawn=message.drawn,
        lost=message.lost,
        points=message.points,
    )
