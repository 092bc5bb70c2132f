"""Opens matches: one pass over everything that waits, after every event that could change what can be played.

Nothing is counted twice: a leg is taken before anything is awaited, and its (pairing, leg, attempt) is unique in the
log. Nothing is lost: after a write that failed, the log is asked what became of it before the leg waits again. A
match that is in the log but not with the referee is the server's fault and void.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from gridarena_games.base import Seat
from gridarena_protocol.messages import MatchAssigned
from gridarena_protocol.records import MatchHeader, MatchResult, first_hash
from gridarena_server.clock import Clock
from gridarena_server.errors import ServiceError
from gridarena_server.facts import BOTH_AWAY, HostEvent, MatchVoided, PairingAdded
from gridarena_server.referee import sentences
from gridarena_server.tournament.background import Background
from gridarena_server.tournament.dispatch import choose, forfeited
from gridarena_server.tournament.formats import Round
from gridarena_server.tournament.legs import Leg
from gridarena_server.tournament.lobby import Lobby, Member
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.ports import History, Log, RefereePort, Timer
from gridarena_server.tournament.presence import Presence
from gridarena_server.tournament.progress import Progress

RETRY_S = 1.0
"""How long a write that failed rests before it is looked into."""

log = logging.getLogger(__name__)


class Opener:
    """Keeps all running tournaments going."""

    def __init__(
        self,
        facts: Log,
        history: History,
        referee: RefereePort,
        lobby: Lobby,
        clock: Clock,
        background: Background,
        *,
        concurrency: int,
        ticket: Callable[[int, Seat], str],
        changed: Callable[[int], None],
        beside: Callable[[], Iterable[MatchHeader]],
    ) -> None:
        self.tournaments: dict[int, Progress] = {}
        self.concurrency = concurrency
        self.presence = Presence(lobby, clock)
        self._facts = facts
        self._history = history
        self._referee = referee
        self._lobby = lobby
        self._clock = clock
        self._background = background
        self._ticket = ticket
        self._changed = changed
        self._beside = beside
        self._extending: set[int] = set()
        self._deserted: set[int] = set()
        """Running tournaments of which nobody was here at the last look."""
        self._woken = False
        self._open_for_play = False
        self._alarm: Timer | None = None

    # --- the pass -----------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Something happened: look at everything once, soon; several events cause one pass."""
        if not self._woken:
            self._woken = True
            asyncio.get_running_loop().call_soon(self._pass)

    def begin(self) -> None:
        """Everything is known: from now on matches are opened."""
        self._open_for_play = True
        for progress in self.tournaments.values():
            self.extend(progress)
        self.wake()

    def drain(self) -> None:
        """Opens nothing any more."""
        self._open_for_play = False

    def _pass(self) -> None:
        self._woken = False
        if not self._open_for_play:
            return
        running = [progress for progress in self.tournaments.values() if progress.status == "running"]
        soonest_ns: int | None = None
        for progress in running:
            if self.presence.deserted(progress):
                self._deserted.add(progress.id)
                continue
            if progress.id in self._deserted:
                self._deserted.remove(progress.id)
                progress.since_ns = self._clock.now_ns()
            awaited = self.presence.awaited(progress)
            for leg, winner in forfeited(progress, awaited):
                header = self._header(progress, leg, ("", ""))
                self._background.spawn(self._write_forfeit(progress, header, winner))
            left_ns = [left for left in awaited.values() if left > 0]
            soonest_ns = min([*left_ns, soonest_ns] if soonest_ns is not None else left_ns, default=None)
        self._open_some(running)
        self._set_alarm(soonest_ns)

    def _open_some(self, running: list[Progress]) -> None:
        live = [*self.live(), *self._beside()]
        busy = Counter(agent for header in live for agent in header.agents)
        machines = Machines(self._lobby, (header.agents for header in live))
        for progress, leg in choose(running, self.presence, busy, machines, self.concurrency - len(live)):
            header = self._header(progress, leg, self._versions(leg))
            progress.begin(header)
            self._background.spawn(self._open(progress, header))

    def live(self) -> list[MatchHeader]:
        """The matches of all tournaments that are live or about to be."""
        return [header for progress in self.tournaments.values() for header in progress.live.values()]

    def _set_alarm(self, left_ns: int | None) -> None:
        if self._alarm is not None:
            self._background.cancel(self._alarm)
            self._alarm = None
        if left_ns is not None:
            self._alarm = self._background.later(left_ns / 1e9, self.wake)

    def decided(self, event: HostEvent) -> None:
        """A decision of the host's is durable: from now on it counts."""
        progress = self.tournaments.get(event.tournament or 0)
        if progress is not None:
            progress.decide(event)

    # --- one match ----------------------------------------------------------------------------------------------------

    def _versions(self, leg: Leg) -> tuple[str, str]:
        first, second = (self._lobby.get(agent) for agent in leg.agents)
        return first.version if first else "", second.version if second else ""

    def _header(self, progress: Progress, leg: Leg, versions: tuple[str, str]) -> MatchHeader:
        plan = progress.plan
        board = plan.boards[leg.pairing.board]
        return MatchHeader(
            match=self._facts.next_id("match"),
            game=plan.game,
            setup=board.setup,
            options=board.options,
            clock=plan.clocks[leg.pairing.clock],
            rules=plan.rules,
            agents=leg.agents,
            versions=versions,
            tournament=progress.id,
            pairing=leg.pairing.pairing,
            leg=leg.leg,
            attempt=leg.attempts + 1,
            rated=True,
            started_at=self._clock.utc_ms(),
            board=board.name,
        )

    async def _open(self, progress: Progress, header: MatchHeader) -> None:
        try:
            await self._referee.open(header)
        except Exception as error:  # noqa: BLE001 - whatever keeps one match from opening must not stop the others
            self._rest(progress, header, error)
            return
        reason = progress.unwanted(header)
        if reason is not None:
            await self.void_live(header.match, reason)
            return
        for agent in header.agents:
            member = self._lobby.get(agent)
            if member is not None and progress.field.admits(agent, member.version):
                self._assign(member, header)
        self._changed(progress.id)

    def _assign(self, member: Member, header: MatchHeader) -> None:
        seat: Seat = 0 if header.agents[0] == member.label else 1
        member.send(MatchAssigned(header, seat, "", self._ticket(header.match, seat)))

    def assign_again(self, member: Member) -> None:
        """Tells a member that has just joined what it has still to play, unless it came with another version."""
        for progress in self.tournaments.values():
            for header in progress.live.values():
                ours = member.label in header.agents and progress.field.admits(member.label, member.version)
                if ours and header.match in self._referee.live:
                    self._assign(member, header)

    async def void_live(self, match: int, reason: str) -> None:
        """Voids a match unless it is over already."""
        with suppress(ServiceError):
            await self._referee.void(match, reason)

    async def void_unwanted(self, progress: Progress) -> None:
        """Voids the live matches that go against a decision of the host's: abort, withdrawal."""
        unwanted = [(match, progress.unwanted(header)) for match, header in progress.live.items()]
        await asyncio.gather(*(self.void_live(match, reason) for match, reason in unwanted if reason is not None))

    async def _write_forfeit(self, progress: Progress, header: MatchHeader, winner: Seat | None) -> None:
        end = _forfeit(header, winner, self._clock.utc_ms())
        try:
            await self._facts.append(header, end)
        except Exception as error:  # noqa: BLE001 - the disk may be full for a while; the others go on
            self._rest(progress, header, error)
            return
        self.ended(progress, header, end)

    def ended(self, progress: Progress, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        """A match is over, durably; saying so twice is harmless."""
        if isinstance(end, MatchResult):
            progress.finish(header, end)
        else:
            progress.void(header, end.reason)
        self.extend(progress)
        self._changed(progress.id)

    # --- when a write failed ------------------------------------------------------------------------------------------

    def _rest(self, progress: Progress, header: MatchHeader, error: Exception) -> None:
        log.warning("match %d could not be written down, trying again soon: %s", header.match, error)
        look = partial(self._look_into, progress, header)
        self._background.later(RETRY_S, lambda: self._background.spawn(look()))

    async def _look_into(self, progress: Progress, header: MatchHeader) -> None:
        try:
            records = await self._history(progress.id)
        except Exception as error:  # noqa: BLE001 - not readable now; nothing is decided without the log
            self._rest(progress, header, error)
            return
        key = (header.pairing, header.leg)
        ours = [record for record in records if (record.header.pairing, record.header.leg) == key]
        if all(record.header.match != header.match for record in ours):
            progress.take_back(header)
        progress.learn(ours)
        await self.void_orphans(progress, [record.header for record in ours])
        self.wake()

    async def void_orphans(self, progress: Progress, written: Iterable[MatchHeader]) -> None:
        """Voids those of these matches that the log has as live but the referee has not; they are played again."""
        for header in written:
            if header.match in progress.live and header.match not in self._referee.live:
                void = MatchVoided(header.match, "the server could not open the match", self._clock.utc_ms())
                try:
                    await self._facts.append(void)
                except Exception as error:  # noqa: BLE001 - the disk may be full for a while; the others go on
                    self._rest(progress, header, error)
                else:
                    self.ended(progress, header, void)

    # --- the next round -----------------------------------------------------------------------------------------------

    def extend(self, progress: Progress) -> None:
        """Lets the format go on as far as it can, then looks at what can be opened."""
        self.wake()
        if progress.status == "running" and not progress.exhausted and progress.id not in self._extending:
            self._extending.add(progress.id)
            self._background.spawn(self._extend(progress))

    async def _extend(self, progress: Progress) -> None:
        try:
            while progress.status == "running" and (rounds := progress.next_rounds()):
                for meetings in rounds:
                    await self._add_round(progress, meetings)
                    self.wake()
        except Exception as error:  # noqa: BLE001 - the disk may be full for a while; what is there is played
            log.warning("tournament %d: the next round could not be written, trying again soon: %s", progress.id, error)
            self._background.later(RETRY_S, partial(self.extend, progress))
        finally:
            self._extending.discard(progress.id)
        self._changed(progress.id)

    async def _add_round(self, progress: Progress, meetings: Round) -> None:
        number = progress.rounds + 1
        pairings = [
            PairingAdded(
                self._facts.next_id("pairing"), progress.id, number, meeting.agents, meeting.board, meeting.clock
            )
            for meeting in meetings
        ]
        await self._facts.append(*pairings)
        progress.add_round(pairings)


def _forfeit(header: MatchHeader, winner: Seat | None, at: int) -> MatchResult | MatchVoided:
    if winner is None:
        return MatchVoided(header.match, BOTH_AWAY, at)
    return MatchResult(
        match=header.match,
        winner=winner,
        points=(0, 0),
        termination="absent",
        reason=sentences.absent(header, 0 if winner else 1),
        rated=False,
        turns=0,
        hash=first_hash(header),
        ended_at=at,
    )
