"""How the host's decisions are made: one after the other, each a durable fact before it is carried out.

A server that dies in between carries the decision out when it is back, because what a decision means is read from the
log (:meth:`Progress.decide`) in the same way then as now.
"""

import asyncio
from collections.abc import Callable

from gridarena_protocol.messages import Notice
from gridarena_protocol.views import TournamentView
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import HostEvent, HostEventKind
from gridarena_server.tournament.lobby import Lobby, Member
from gridarena_server.tournament.opener import Opener
from gridarena_server.tournament.ports import Log
from gridarena_server.tournament.progress import Progress
from gridarena_server.tournament.view import view


class Office:
    """What all of the host's commands share."""

    def __init__(self, log: Log, opener: Opener, lobby: Lobby, clock: Clock, changed: Callable[[int], None]) -> None:
        self.log = log
        self.opener = opener
        self.lobby = lobby
        self.clock = clock
        self.changed = changed
        self.turn = asyncio.Lock()
        """Held by the command that runs, so that none acts on what another is about to change."""

    def get(self, tournament: int) -> Progress:
        """The tournament. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        try:
            return self.opener.tournaments[tournament]
        except KeyError:
            raise ServiceError(Code.UNKNOWN_TOURNAMENT) from None

    def event(
        self,
        progress: Progress,
        kind: HostEventKind,
        text: str,
        *,
        match: int | None = None,
        agent: str | None = None,
        version: str | None = None,
    ) -> HostEvent:
        """A decision about a tournament, with the present time."""
        return HostEvent(kind, text, self.clock.utc_ms(), progress.id, match, agent, version)

    async def decide(self, *events: HostEvent) -> None:
        """Writes decisions down, all or none, and lets them count."""
        await self.log.append(*events)
        for event in events:
            self.opener.decided(event)

    def go_on(self, progress: Progress) -> TournamentView:
        """Lets the decision take effect on what is played next, and on what watchers see."""
        self.opener.extend(progress)
        self.changed(progress.id)
        return view(progress, self.opener.presence)

    def greet(self, member: Member) -> None:
        """Tells an agent where it gets no match because it came with another version than it began with."""
        for progress in self.opener.tournaments.values():
            frozen, inside = progress.field.frozen(member.label), member.label in progress.field
            if inside and progress.status in ("running", "paused") and frozen not in (None, member.version):
                text = (
                    f"tournament {progress.id} ({progress.plan.name}) was begun with version {frozen}, this is version "
                    f"{member.version}: no match until {frozen} is back or the host allows the update"
                )
                member.send(Notice("held", text))


def not_now(progress: Progress, problem: str) -> ServiceError:
    """The command does not fit the tournament's present state."""
    return ServiceError(Code.NOT_NOW, f"tournament {progress.id} is {progress.status}, {problem}")
