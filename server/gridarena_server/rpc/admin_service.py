"""The tournaments' half of the Admin service: what the host decides. A decision is durable before it is answered."""

from collections.abc import Callable
from dataclasses import asdict

from gridarena_protocol.records import Record
from gridarena_protocol.views import (
    AllowRequest,
    EnterRequest,
    Estimate,
    HostAct,
    Plan,
    RerunRequest,
    TournamentView,
    VoidRequest,
    WithdrawRequest,
)
from gridarena_server.errors import Code, ServiceError
from gridarena_server.store.base import Store
from gridarena_server.tournament.director import Director


class AdminService:
    """Behaviour of the Admin's rpcs."""

    def __init__(self, store: Store, director: Director, drain: Callable[[str], int]) -> None:
        self._store = store
        self._director = director
        self._drain = drain

    async def create_tournament(self, plan: Plan) -> Estimate:
        """Writes a plan down; it can then be started."""
        return await self._director.commands.create(plan)

    async def estimate_tournament(self, plan: Plan) -> Estimate:
        """What a plan costs."""
        return await self._director.commands.estimate(plan)

    async def start_tournament(self, tournament: int) -> TournamentView:
        """Lets a tournament's matches begin."""
        return await self._director.commands.start(tournament)

    async def pause_tournament(self, tournament: int) -> TournamentView:
        """Opens no further match for a while."""
        return await self._director.commands.pause(tournament)

    async def resume_tournament(self, tournament: int) -> TournamentView:
        """Opens matches again."""
        return await self._director.commands.resume(tournament)

    async def abort_tournament(self, tournament: int) -> TournamentView:
        """Ends a tournament for good."""
        return await self._director.commands.abort(tournament)

    async def enter_tournament(self, request: EnterRequest) -> TournamentView:
        """Lets late agents in."""
        return await self._director.roster.enter(request)

    async def withdraw_agent(self, request: WithdrawRequest) -> TournamentView:
        """Takes an agent out."""
        return await self._director.roster.withdraw(request)

    async def allow_update(self, request: AllowRequest) -> TournamentView:
        """Lets an agent play on with another version."""
        return await self._director.roster.allow(request)

    async def rerun_matches(self, request: RerunRequest) -> tuple[Record, ...]:
        """Voids finished matches and has them played again."""
        return await self._director.corrections.rerun(request)

    async def audit(self, tournament: int | None) -> tuple[HostAct, ...]:
        """What the host did and the server noted, oldest first."""
        return tuple(HostAct(**asdict(event)) for event in await self._store.host_events(tournament))

    async def void_match(self, request: VoidRequest) -> Record:
        """Takes a match out of every table."""
        await self._director.corrections.void(await self._record(request.match), request.reason)
        return await self._record(request.match)

    async def _record(self, match: int) -> Record:
        record = await self._store.match(match)
        if record is None:
            raise ServiceError(Code.UNKNOWN_MATCH)
        return record

    async def drain(self, reason: str) -> int:
        """Stops the server in good order; answers at once with the number of live matches."""
        return self._drain(reason)
