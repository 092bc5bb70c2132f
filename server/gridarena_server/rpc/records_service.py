"""The Records service: everything that can be asked, from what readers may see.

Standings come from the tournament's pure functions, matches from the store. Of a live match the store already holds
the turn that was just played, but nobody learns of it before the next one opens: :meth:`RecordsService.match` leaves
it out.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace

from gridarena_games.registry import default_game, game_names
from gridarena_protocol.messages import PROTOCOL
from gridarena_protocol.records import MatchResult, Record, TurnRecord
from gridarena_protocol.teams import Identity
from gridarena_protocol.views import (
    Crosstable,
    Entrants,
    Leaderboard,
    LeaderboardQuery,
    MatchesPage,
    MatchesQuery,
    MatchEvent,
    ServerInfo,
    Standings,
    TournamentEvent,
    TournamentView,
)
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import MatchVoided
from gridarena_server.referee.referee import Referee
from gridarena_server.rpc.auth import Caller
from gridarena_server.rpc.lobby_service import Agents
from gridarena_server.rpc.watch import Feed, Follower
from gridarena_server.store.base import MatchQuery, Store
from gridarena_server.tournament.director import Director
from gridarena_server.tournament.lobby import Lobby

TOURNAMENT_EVERY_S = 0.2
"""Between two events of WatchTournament: a table that changes faster cannot be read anyway."""


class RecordsService:
    """Behaviour of the Records' rpcs."""

    def __init__(
        self,
        store: Store,
        referee: Referee,
        director: Director,
        lobby: Lobby,
        agents: Agents,
        feed: Feed,
        clock: Clock,
        *,
        version: str,
        draining: Callable[[], bool],
    ) -> None:
        self._store = store
        self._referee = referee
        self._director = director
        self._lobby = lobby
        self._agents = agents
        self._feed = feed
        self._clock = clock
        self._version = version
        self._draining = draining

    async def server(self, nothing: None) -> ServerInfo:
        """The server's present state."""
        return ServerInfo(
            version=self._version,
            protocol=PROTOCOL,
            games=tuple(game_names()),
            connected=tuple(self._lobby.connected),
            live_matches=len(self._referee.live),
            now=self._clock.utc_ms(),
            draining=self._draining(),
        )

    async def who_am_i(self, nothing: None, caller: Caller) -> Identity:
        """Whose token it is; the host's belongs to no team."""
        return Identity(caller.team, self._agents.of_team(caller.team))

    # --- tables -------------------------------------------------------------------------------------------------------

    async def leaderboard(self, query: LeaderboardQuery) -> Leaderboard:
        """The ratings of a game, by default that of the newest tournament, or of one tournament."""
        if query.tournament is not None:
            plan = self._director.plan(query.tournament)
            return Leaderboard(plan.game, await self._director.standings(query.tournament))
        game = query.game or self._director.newest_game or default_game()
        if game not in game_names():
            raise ServiceError(Code.UNKNOWN_GAME, f"the server has: {', '.join(game_names())}")
        return Leaderboard(game, await self._director.leaderboard(game))

    async def standings(self, tournament: int) -> Standings:
        """A tournament and its table."""
        view = self._director.view(tournament)  # before the rows, which then lack no match that it counts
        return Standings(view, await self._director.standings(tournament))

    async def crosstable(self, tournament: int) -> Crosstable:
        """A tournament's agent x agent matrix."""
        view = self._director.view(tournament)
        cells = await self._director.crosstable(tournament)
        return Crosstable(view, self._director.agents(tournament), cells)

    async def entrants(self, tournament: int) -> Entrants:
        """Who of a tournament's agents is here, who is missing, and since when."""
        return self._director.entrants(tournament)

    async def tournaments(self, nothing: None) -> tuple[TournamentView, ...]:
        """All tournaments, oldest first."""
        return self._director.views()

    # --- matches ------------------------------------------------------------------------------------------------------

    async def matches(self, query: MatchesQuery) -> MatchesPage:
        """Some matches, newest first, without turns."""
        if query.tournament is not None:
            self._director.view(query.tournament)
        found = await self._store.matches(
            MatchQuery(
                tournament=query.tournament,
                agent=query.agent,
                termination=query.termination,
                status=query.status,
                before=query.before,
                limit=query.limit,
                team=query.team,
            )
        )
        if not found and query.agent is not None and query.agent not in self._agents:
            raise ServiceError(Code.UNKNOWN_AGENT)
        more = len(found) == query.limit
        return MatchesPage(tuple(found), found[-1].header.match if more else None)

    async def match(self, match: int) -> Record:
        """A whole match, as far as readers may see it."""
        record = await self._store.match(match)
        if record is None:
            raise ServiceError(Code.UNKNOWN_MATCH)
        live = self._referee.live.get(match)
        if live is None or record.result is not None or record.void is not None:
            return record
        shown = len(live.turns)
        return replace(record, turns=record.turns[:shown], hashes=record.hashes[: shown + 1], details=())

    async def watch_match(self, match: int) -> AsyncGenerator[MatchEvent, None]:
        """The match so far, then turn by turn to its end; a reader that falls behind is told the whole again."""
        with self._feed.match(match) as follower:
            while True:
                record = await self.match(match)
                yield record
                if record.result is not None or record.void is not None:
                    return
                async for event in _turns(follower, len(record.turns)):
                    yield event
                    if not isinstance(event, TurnRecord):
                        return

    async def watch_tournament(self, tournament: int) -> AsyncGenerator[TournamentEvent, None]:
        """The tournament as it stands, again after every change."""
        with self._feed.tournament(tournament) as follower:
            while True:
                view = self._director.view(tournament)
                live = tuple(Record(header) for header in self._director.live(tournament))
                yield TournamentEvent(view, await self._director.standings(tournament), live)
                await asyncio.sleep(TOURNAMENT_EVERY_S)
                await follower.next()


async def _turns(follower: Follower, last: int) -> AsyncGenerator[TurnRecord | MatchResult | str, None]:
    """News after turn ``last``, until there is none to be had one by one."""
    while (news := await follower.next()) is not None:
        if isinstance(news, MatchVoided):
            yield news.reason
        elif isinstance(news, MatchResult) or news.turn > last:
            yield news
