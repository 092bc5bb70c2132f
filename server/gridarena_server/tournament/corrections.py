"""What the host decides about matches: that one does not count, or that some are played again."""

from gridarena_protocol.records import Record
from gridarena_protocol.views import RerunRequest
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import BOTH_AWAY, HostEvent
from gridarena_server.tournament.office import Office, not_now
from gridarena_server.tournament.ports import History
from gridarena_server.tournament.progress import Progress
from gridarena_server.tournament.voiding import Voiding


class Corrections:
    """Void and rerun."""

    def __init__(self, office: Office, history: History, voiding: Voiding) -> None:
        self._office = office
        self._history = history
        self._voiding = voiding
        self._decided: set[int] = set()
        """Matches that the host has voided since the start."""

    async def void(self, record: Record, reason: str) -> None:
        """The host's word that a match, live or finished, does not count; it is not played again.

        Raises:
            ServiceError: the match is void already.
        """
        header = record.header
        async with self._office.turn:
            if record.void is not None or header.match in self._decided:
                raise ServiceError(Code.NOT_NOW, f"match {header.match} is void already")
            at = self._office.clock.utc_ms()
            await self._office.decide(HostEvent("match.voided", reason, at, header.tournament, header.match))
            self._decided.add(header.match)
            await self._voiding.carry_out(header, reason)

    async def rerun(self, request: RerunRequest) -> tuple[Record, ...]:
        """Has the matches that fit played again, as the next attempt; answers with them.

        Finished ones become void. Void ones fit where nothing else is played in their place. Matches of agents that
        were withdrawn are left alone, for nobody would play them. Whoever is missing has the whole time to join once
        more.

        Raises:
            ServiceError: the request names no matches, or the tournament was aborted.
        """
        if request.lost_by is None and request.agent is None and not request.matches:
            raise ServiceError(Code.INVALID, "say which matches: how they were lost, who lost them, or their numbers")
        async with self._office.turn:
            progress = self._office.get(request.tournament)
            if progress.aborted:
                raise not_now(progress, "so nothing of it is played again")
            chosen = [one for one in await self._history(progress.id) if _fits(one, request, progress)]
            chosen.sort(key=lambda record: record.header.match)
            if request.dry_run or not chosen:
                return tuple(chosen)
            events = [
                self._office.event(progress, "match.rerun", request.reason, match=record.header.match)
                for record in chosen
            ]
            finished = [record.header for record in chosen if record.void is None]
            await self._voiding.finished(finished, request.reason, events)
            for record in chosen:
                if record.void is not None:
                    progress.again(record.header)
            progress.since_ns = self._office.clock.now_ns()
        self._office.go_on(progress)
        here = (self._office.lobby.get(agent) for agent in progress.field.present)
        for member in here:
            if member is not None:  # who came with an update after the end has not been told of it
                self._office.greet(member)
        return tuple(chosen)


def _fits(record: Record, request: RerunRequest, progress: Progress) -> bool:
    header = record.header
    if progress.unwanted(header) is not None or (request.matches and header.match not in request.matches):
        return False
    if record.void is not None:
        return progress.given_up(header) and _void_fits(record, request)
    result = record.result
    if result is None:
        return False
    loser = None if result.winner is None else header.agents[1 - result.winner]
    lost_so = request.lost_by is None or (loser is not None and result.termination == request.lost_by)
    return lost_so and request.agent in (None, loser)


def _void_fits(record: Record, request: RerunRequest) -> bool:
    """By its number any; by what is said of the loser only where both were one, by staying away."""
    if request.lost_by is None and request.agent is None:
        return True
    both = record.void == BOTH_AWAY and request.lost_by in (None, "absent")
    return both and request.agent in (None, *record.header.agents)
