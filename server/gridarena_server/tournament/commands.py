"""What the host decides about a tournament as a whole: create, start, pause, resume, abort."""

from dataclasses import replace

from gridarena_protocol.views import Estimate, Plan, TournamentView
from gridarena_server.facts import TournamentCreated
from gridarena_server.tournament import planning
from gridarena_server.tournament.estimate import Capacity
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.office import Office, not_now
from gridarena_server.tournament.ports import RefereePort
from gridarena_server.tournament.progress import Progress
from gridarena_server.tournament.tables import Tables


class Commands:
    """From a plan to the end of its tournament."""

    def __init__(self, office: Office, referee: RefereePort, tables: Tables) -> None:
        self._office = office
        self._referee = referee
        self._tables = tables

    async def estimate(self, plan: Plan) -> Estimate:
        """What a plan costs. Raises ServiceError when it cannot be played."""
        await planning.check(plan, self._referee)
        opener = self._office.opener
        slots = {agent: opener.presence.slots(agent) for agent in plan.agents}
        bounds = (plan.concurrency, opener.concurrency, Machines(self._office.lobby).most(plan.agents))
        at_once = min(bound for bound in bounds if bound)
        measured = (await self._tables.game(plan.game)).measured
        return await planning.cost(plan, Capacity(at_once, slots), measured)

    async def create(self, plan: Plan) -> Estimate:
        """Writes a plan down as a tournament that can be started. Raises ServiceError when it cannot be played."""
        estimate = await self.estimate(plan)
        office = self._office
        created = TournamentCreated(office.log.next_id("tournament"), plan, office.clock.utc_ms())
        await office.log.append(created)
        office.opener.tournaments[created.tournament] = Progress(created)
        office.changed(created.tournament)
        return replace(estimate, tournament=created.tournament)

    async def start(self, tournament: int) -> TournamentView:
        """Lets the matches begin. Raises ServiceError when it was started or aborted before."""
        async with self._office.turn:
            progress = self._office.get(tournament)
            if progress.status != "created":
                raise not_now(progress, "not waiting to start")
            await self._office.decide(self._office.event(progress, "tournament.started", "started"))
            progress.since_ns = self._office.clock.now_ns()
        return self._office.go_on(progress)

    async def pause(self, tournament: int) -> TournamentView:
        """Opens no further match; those being played go on, and nobody's time to join runs.

        Raises:
            ServiceError: the tournament is not running.
        """
        async with self._office.turn:
            progress = self._office.get(tournament)
            if progress.status != "running":
                raise not_now(progress, "so there is nothing to pause")
            await self._office.decide(self._office.event(progress, "tournament.paused", "paused"))
        return self._office.go_on(progress)

    async def resume(self, tournament: int) -> TournamentView:
        """Opens matches again; whoever is missing has the whole time to join once more.

        Raises:
            ServiceError: the tournament is not paused.
        """
        async with self._office.turn:
            progress = self._office.get(tournament)
            if progress.status != "paused":
                raise not_now(progress, "so there is nothing to resume")
            await self._office.decide(self._office.event(progress, "tournament.resumed", "resumed"))
            progress.since_ns = self._office.clock.now_ns()
        return self._office.go_on(progress)

    async def abort(self, tournament: int) -> TournamentView:
        """Ends a tournament for good; its live matches are void. Raises ServiceError when it is over already."""
        async with self._office.turn:
            progress = self._office.get(tournament)
            if progress.status in ("finished", "aborted"):
                raise not_now(progress, "so there is nothing to abort")
            await self._office.decide(self._office.event(progress, "tournament.aborted", "aborted"))
            await self._office.opener.void_unwanted(progress)
        return self._office.go_on(progress)
