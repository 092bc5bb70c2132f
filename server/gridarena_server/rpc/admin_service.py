"""The Admin service: what the host decides. Every decision is a durable fact before it is answered."""

import asyncio
from collections.abc import Callable

from gridarena_protocol.records import Record
from gridarena_protocol.views import Estimate, Plan, Team, TeamToken, TournamentView, VoidRequest
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import HostEvent, TeamAdded, TokenIssued
from gridarena_server.rpc.auth import Keyring, digest, new_token
from gridarena_server.rpc.names import clean_name
from gridarena_server.store.base import Store
from gridarena_server.tournament.director import Director


class AdminService:
    """Behaviour of the Admin's rpcs."""

    def __init__(
        self, store: Store, keyring: Keyring, director: Director, clock: Clock, drain: Callable[[str], int]
    ) -> None:
        self._store = store
        self._keyring = keyring
        self._director = director
        self._clock = clock
        self._drain = drain
        self._naming = asyncio.Lock()

    async def add_team(self, text: str) -> TeamToken:
        """A new team and its token; names may not differ from another's in case alone."""
        name = clean_name(text)
        token, at = new_token(), self._clock.utc_ms()
        sha256 = digest(token)
        event = HostEvent("team.added", f"team {name}", at)
        async with self._naming:
            if any(team.team.casefold() == name.casefold() for team in await self._store.teams()):
                raise ServiceError(Code.NAME_TAKEN)
            await self._store.append(TeamAdded(name, at), TokenIssued(name, sha256, at), event)
        self._keyring.replace(name, sha256)
        return TeamToken(name, token)

    async def list_teams(self, nothing: None) -> tuple[Team, ...]:
        """All teams with the agents they have connected."""
        agents = await self._store.agents()
        return tuple(
            Team(team.team, tuple(agent.agent for agent in agents if agent.team == team.team), team.at)
            for team in await self._store.teams()
        )

    async def create_tournament(self, plan: Plan) -> Estimate:
        """Writes a plan down; it can then be started."""
        return await self._director.create(plan)

    async def estimate_tournament(self, plan: Plan) -> Estimate:
        """What a plan costs."""
        return await self._director.estimate(plan)

    async def start_tournament(self, tournament: int) -> TournamentView:
        """Lets a tournament's matches begin."""
        return await self._director.start(tournament)

    async def abort_tournament(self, tournament: int) -> TournamentView:
        """Ends a tournament for good."""
        return await self._director.abort(tournament)

    async def void_match(self, request: VoidRequest) -> Record:
        """Takes a match out of every table."""
        await self._director.void(await self._record(request.match), request.reason)
        return await self._record(request.match)

    async def _record(self, match: int) -> Record:
        record = await self._store.match(match)
        if record is None:
            raise ServiceError(Code.UNKNOWN_MATCH)
        return record

    async def drain(self, reason: str) -> int:
        """Stops the server in good order; answers at once with the number of live matches."""
        return self._drain(reason)
