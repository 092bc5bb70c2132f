"""The tournaments' half of the Admin service: what the host decides. A decision is durable before it is answered."""

from collections.abc import Callable

from gridarena_protocol.records import Record
from gridarena_protocol.views import Estimate, Plan, TournamentView, VoidRequest
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
