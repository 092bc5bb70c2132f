"""What the host decides about agents while a tournament is on: who enters, who is withdrawn, who may play an update.

Withdrawing drops what the agent has not played and voids what it is playing. What it has finished stays, because its
rivals earned it, unless the host says otherwise: a table in which some have met an agent and others have not is fair
only as long as the agent met most of them.
"""

from collections.abc import Callable

from gridarena_protocol.views import AllowRequest, EnterRequest, TournamentView, WithdrawRequest
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import HostEvent
from gridarena_server.tournament.office import Office, not_now
from gridarena_server.tournament.ports import History
from gridarena_server.tournament.progress import Progress
from gridarena_server.tournament.voiding import Voiding


class Roster:
    """Enter, withdraw, allow."""

    def __init__(self, office: Office, history: History, voiding: Voiding) -> None:
        self._office = office
        self._history = history
        self._voiding = voiding

    async def enter(self, request: EnterRequest) -> TournamentView:
        """Lets agents in; their pairings are appended to the schedule. One that was withdrawn comes back.

        Raises:
            ServiceError: an agent takes part already, or the tournament was aborted.
        """
        office, agents = self._office, tuple(dict.fromkeys(request.agents))
        async with office.turn:
            progress = office.get(request.tournament)
            if progress.aborted:
                raise not_now(progress, "so nobody can enter")
            inside = [agent for agent in agents if agent in progress.field]
            if inside or not agents:
                problem = "takes part already" if len(inside) == 1 else "take part already"
                text = f"{', '.join(inside)} {problem}" if inside else "expected at least one agent"
                raise ServiceError(Code.INVALID, text)
            was_over = progress.status == "finished"
            await office.decide(
                *(office.event(progress, "tournament.entered", f"{agent} entered", agent=agent) for agent in agents)
            )
            progress.entered_ns |= dict.fromkeys(agents, office.clock.now_ns())
            if was_over:  # everybody may have gone home
                progress.since_ns = office.clock.now_ns()
        return office.go_on(progress)

    async def withdraw(self, request: WithdrawRequest) -> TournamentView:
        """Takes an agent out: what it has not played is dropped, what it is playing is void.

        Raises:
            ServiceError: the agent does not take part, or the tournament was aborted.
        """
        office, agent = self._office, request.agent
        async with office.turn:
            progress = self._taking_part(request.tournament, agent)
            text = f"{agent} was withdrawn{' together with its results' if request.void_results else ''}"
            decision = office.event(progress, "tournament.withdrawn", text, agent=agent)
            await self._void_results(progress, agent if request.void_results else None, decision)
            await office.opener.void_unwanted(progress)
            if request.void_results:  # a match may have ended while the decision was written
                await self._void_results(progress, agent)
        return office.go_on(progress)

    async def withdraw_everywhere(self, is_one: Callable[[str], bool]) -> None:
        """Takes the agents that are meant out of every tournament that is not over; what they have finished stays."""
        for progress in tuple(self._office.opener.tournaments.values()):
            for agent in progress.field.present if progress.status in ("created", "running", "paused") else ():
                if is_one(agent):
                    await self.withdraw(WithdrawRequest(progress.id, agent))

    async def _void_results(self, progress: Progress, agent: str | None, *decisions: HostEvent) -> None:
        reason = f"{agent} was withdrawn together with its results"
        records = await self._history(progress.id) if agent is not None else ()
        headers = [
            record.header
            for record in sorted(records, key=lambda record: record.header.match)
            if record.result is not None and record.void is None and agent in record.header.agents
        ]
        voids = [
            self._office.event(progress, "match.voided", reason, match=header.match, agent=agent) for header in headers
        ]
        if headers or decisions:
            await self._voiding.finished(headers, reason, [*decisions, *voids])

    async def allow(self, request: AllowRequest) -> TournamentView:
        """Lets an agent play on with another version than it began with.

        Raises:
            ServiceError: the agent does not take part, is not here, or may play with that version anyway.
        """
        office, agent = self._office, request.agent
        async with office.turn:
            progress = self._taking_part(request.tournament, agent)
            member, frozen = office.lobby.get(agent), progress.field.frozen(agent)
            version = request.version or (member.version if member is not None else None)
            if version is None:
                raise ServiceError(Code.NOT_NOW, f"{agent} is not here: name the version, or let it connect first")
            if frozen is None:
                raise ServiceError(Code.NOT_NOW, f"{agent} may play with any version: it has played no match yet")
            if frozen == version:
                raise ServiceError(Code.NOT_NOW, f"{agent} plays with version {version} already")
            text = f"{agent} may go on with version {version} instead of {frozen}"
            await office.decide(office.event(progress, "tournament.allowed", text, agent=agent, version=version))
            if member is not None:
                office.greet(member)
                office.opener.assign_again(member)
        return office.go_on(progress)

    def _taking_part(self, tournament: int, agent: str) -> Progress:
        progress = self._office.get(tournament)
        if progress.aborted:
            raise not_now(progress, "so nothing can be changed")
        if agent not in progress.field:
            raise ServiceError(Code.UNKNOWN_AGENT, f"{agent} does not take part in tournament {tournament}")
        return progress
