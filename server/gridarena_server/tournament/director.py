"""The host's side of tournaments: create, start, abort, void, look at; and taking everything up after a restart.

The director holds no fact of its own. What it knows of a tournament is a :class:`Progress`, derived from the log;
after a restart :meth:`Director.restore` derives it again and the matches go on. The :class:`Opener` does the playing.
"""

import asyncio
from collections.abc import Callable, Iterable

from gridarena_games.base import Seat
from gridarena_protocol.records import MatchHeader, MatchResult, Record
from gridarena_protocol.views import CrosstableCell, Estimate, Plan, Standing, TournamentView
from gridarena_server.clock import Clock
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import HostEvent, HostEventKind, MatchVoided, TournamentCreated
from gridarena_server.tournament import planning
from gridarena_server.tournament.background import Background
from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.estimate import Capacity
from gridarena_server.tournament.lobby import Lobby, Member
from gridarena_server.tournament.machines import Machines
from gridarena_server.tournament.opener import ABORTED, Opener
from gridarena_server.tournament.ports import History, Log, RefereePort, Timers
from gridarena_server.tournament.progress import Progress
from gridarena_server.tournament.tables import Tables


def _nobody(tournament: int) -> None:
    """Nobody watches."""


def _none() -> tuple[MatchHeader, ...]:
    """There are no other matches."""
    return ()


class Director:
    """Runs every tournament of the server; lives on its event loop.

    Args:
        log: writes and reads facts; the store fits.
        history: reads all matches of a tournament.
        referee: plays the matches; its ``on_end`` must call :meth:`ended`.
        lobby: who is here; the director listens to it.
        clock: the server's clocks.
        concurrency: matches at once, in all tournaments together.
        ticket: makes a seat's ticket for a match.
        elo: the rating's constants.
        changed: told a tournament's id whenever its view may have changed.
        beside: the matches outside tournaments, which take slots and room too.
        timers: virtual ones in tests; the event loop's own by default.
    """

    def __init__(
        self,
        log: Log,
        history: History,
        referee: RefereePort,
        lobby: Lobby,
        clock: Clock,
        *,
        concurrency: int,
        ticket: Callable[[int, Seat], str],
        elo: Elo = Elo(),  # noqa: B008 - frozen
        changed: Callable[[int], None] = _nobody,
        beside: Callable[[], Iterable[MatchHeader]] = _none,
        timers: Timers | None = None,
    ) -> None:
        self._log = log
        self._history = history
        self._referee = referee
        self._lobby = lobby
        self._clock = clock
        self._changed = changed
        self._tables = Tables(log, elo)
        self._background = Background(timers)
        self._opener = Opener(
            log,
            history,
            referee,
            lobby,
            clock,
            self._background,
            concurrency=concurrency,
            ticket=ticket,
            changed=changed,
            beside=beside,
        )
        self._tournaments = self._opener.tournaments
        self._host = asyncio.Lock()
        """The host's commands run one after the other, so that none acts on what another is about to change."""
        self._voided_by_host: set[int] = set()
        self._void: set[int] = set()
        """Matches that ended void since the start."""
        self._ended_early: list[tuple[MatchHeader, MatchResult | MatchVoided]] = []
        lobby.listen(joined=self.joined, left=self.left)

    # --- the host's commands ------------------------------------------------------------------------------------------

    async def estimate(self, plan: Plan) -> Estimate:
        """What a plan costs. Raises ServiceError when it cannot be played."""
        await planning.check(plan, self._referee)
        slots = {agent: self._opener.presence.slots(agent) for agent in plan.agents}
        bounds = (plan.concurrency, self._opener.concurrency, Machines(self._lobby).most(plan.agents))
        at_once = min(bound for bound in bounds if bound)
        pace = (await self._tables.game(plan.game)).pace
        return await planning.cost(plan, Capacity(at_once, slots), pace)

    async def create(self, plan: Plan) -> Estimate:
        """Writes a plan down as a tournament that can be started. Raises ServiceError when it cannot be played."""
        estimate = await self.estimate(plan)
        created = TournamentCreated(self._log.next_id("tournament"), plan, self._clock.utc_ms())
        await self._log.append(created)
        self._tournaments[created.tournament] = Progress(created)
        self._changed(created.tournament)
        return Estimate(
            created.tournament,
            estimate.matches,
            estimate.turns_most,
            estimate.hours_most,
            estimate.hours_likely,
        )

    async def start(self, tournament: int) -> TournamentView:
        """Lets the matches begin. Raises ServiceError when it was started or aborted before."""
        async with self._host:
            progress = self._get(tournament)
            if progress.status != "created":
                raise ServiceError(Code.NOT_NOW, f"tournament {tournament} is {progress.status}, not waiting to start")
            await self._log.append(self._event("tournament.started", progress))
            progress.started = True
            progress.since_ns = self._clock.now_ns()
        self._opener.extend(progress)
        self._changed(tournament)
        return self.view(tournament)

    async def abort(self, tournament: int) -> TournamentView:
        """Ends a tournament for good; its live matches are void. Raises ServiceError when it is over already."""
        async with self._host:
            progress = self._get(tournament)
            if progress.status not in ("created", "running"):
                raise ServiceError(Code.NOT_NOW, f"tournament {tournament} is {progress.status} already")
            await self._log.append(self._event("tournament.aborted", progress))
            progress.aborted = True
        await self._void_all(progress)
        self._changed(tournament)
        return self.view(tournament)

    async def void(self, record: Record, reason: str) -> None:
        """The host's word that a match, live or finished, does not count; it is not played again.

        The decision is written first, so that a server that dies in between carries it out when it is back.

        Raises:
            ServiceError: the match is void already.
        """
        match = record.header.match
        if record.void is not None or match in self._voided_by_host:
            raise ServiceError(Code.NOT_NOW, f"match {match} is void already")
        self._voided_by_host.add(match)
        at = self._clock.utc_ms()
        try:
            await self._log.append(
                HostEvent("match.voided", reason, at, tournament=record.header.tournament, match=match)
            )
        except BaseException:
            self._voided_by_host.discard(match)
            raise
        await self._carry_out_void(record.header, reason)

    async def _carry_out_void(self, header: MatchHeader, reason: str) -> None:
        await self._opener.void_live(header.match, reason)
        if header.match not in self._void:
            void = MatchVoided(header.match, reason, self._clock.utc_ms())
            await self._log.append(void)
            self._tables.forget()
            self.ended(header, void)

    async def _void_all(self, progress: Progress) -> None:
        await asyncio.gather(*(self._opener.void_live(match, ABORTED) for match in list(progress.live)))

    # --- what is asked ------------------------------------------------------------------------------------------------

    def views(self) -> tuple[TournamentView, ...]:
        """All tournaments, oldest first."""
        return tuple(self.view(tournament) for tournament in sorted(self._tournaments))

    def view(self, tournament: int) -> TournamentView:
        """A tournament as it stands. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        progress = self._get(tournament)
        plan = progress.plan
        return TournamentView(
            id=progress.id,
            name=plan.name,
            game=plan.game,
            status=progress.status,
            agents=plan.agents,
            missing=tuple(agent for agent in plan.agents if not self._opener.presence.here(agent, plan.game)),
            matches=progress.matches,
            finished=progress.finished,
            live=len(progress.live),
            voided=progress.voided,
        )

    def plan(self, tournament: int) -> Plan:
        """What a tournament is made of. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return self._get(tournament).plan

    def live(self, tournament: int) -> tuple[MatchHeader, ...]:
        """The matches being played now. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return tuple(self._get(tournament).live.values())

    def all_live(self) -> list[MatchHeader]:
        """The matches of all tournaments that are live or about to be."""
        return self._opener.live()

    def engaged(self, agent: str) -> bool:
        """Whether an agent takes part in a running tournament."""
        running = (progress.plan.agents for progress in self._tournaments.values() if progress.status == "running")
        return any(agent in agents for agents in running)

    @property
    def newest_game(self) -> str | None:
        """The game of the newest tournament."""
        return self._tournaments[max(self._tournaments)].plan.game if self._tournaments else None

    async def leaderboard(self, game: str) -> tuple[Standing, ...]:
        """Everybody who has played rated matches of a game, by Elo."""
        return (await self._tables.game(game)).standings(by="elo")

    async def standings(self, tournament: int) -> tuple[Standing, ...]:
        """A tournament's table, by score. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        agents = self._get(tournament).plan.agents
        return (await self._tables.tournament(tournament)).standings(agents, by="score")

    async def crosstable(self, tournament: int) -> tuple[CrosstableCell, ...]:
        """Who made what of whom; indices into the plan's agents. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        agents = self._get(tournament).plan.agents
        return (await self._tables.tournament(tournament)).crosstable(agents)

    def _get(self, tournament: int) -> Progress:
        try:
            return self._tournaments[tournament]
        except KeyError:
            raise ServiceError(Code.UNKNOWN_TOURNAMENT) from None

    # --- what happens -------------------------------------------------------------------------------------------------

    def joined(self, member: Member) -> None:
        """Sends the member what it has still to play, then looks for more; called by the lobby."""
        self._opener.assign_again(member)
        self._presence_changed(member)

    def left(self, member: Member) -> None:
        """Begins to wait for the agent; called by the lobby."""
        self._presence_changed(member)

    def _presence_changed(self, member: Member) -> None:
        self._opener.wake()
        for progress in self._tournaments.values():
            if progress.status in ("created", "running") and member.label in progress.plan.agents:
                self._changed(progress.id)

    def ended(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        """A match is over, durably; called by the referee. Saying so twice is harmless."""
        if isinstance(end, MatchVoided):
            self._void.add(header.match)
        if header.tournament is None:
            self._opener.wake()  # its agents have a slot free
            return
        progress = self._tournaments.get(header.tournament)
        if progress is None:
            self._ended_early.append((header, end))
        else:
            self._opener.ended(progress, header, end, by_host=header.match in self._voided_by_host)

    # --- the server's life --------------------------------------------------------------------------------------------

    async def restore(self) -> None:
        """Takes everything up from the log and begins; called once at every start, after the referee has resumed.

        Matches that the referee did not take up are void and played again; what the host had decided is carried out.
        """
        for created in await self._log.tournaments():
            await self._restore(created)
        for header, end in self._ended_early:
            self.ended(header, end)
        self._ended_early.clear()
        self._opener.begin()

    async def _restore(self, created: TournamentCreated) -> None:
        progress = Progress(created)
        events = await self._log.host_events(created.tournament)
        progress.started = any(event.kind == "tournament.started" for event in events)
        progress.aborted = any(event.kind == "tournament.aborted" for event in events)
        progress.since_ns = self._clock.now_ns()
        host_voids = {event.match: event.text for event in events if event.kind == "match.voided" and event.match}
        self._voided_by_host |= host_voids.keys()
        progress.add_round(await self._log.pairings(created.tournament))
        records = await self._history(created.tournament)
        progress.learn(records, host_voids.keys())
        progress.next_round()  # finds out whether there is one: a finished tournament is finished from the start
        self._tournaments[created.tournament] = progress
        await self._opener.void_orphans(progress, [record.header for record in records])
        for record in records:
            if record.void is None and record.header.match in host_voids:
                await self._carry_out_void(record.header, host_voids[record.header.match])
        if progress.aborted:
            await self._void_all(progress)

    def drain(self) -> None:
        """Opens no match any more; those that are live go on."""
        self._opener.drain()

    async def close(self) -> None:
        """Stops; everything is taken up from the log at the next start."""
        await self._background.close()

    def _event(self, kind: HostEventKind, progress: Progress) -> HostEvent:
        text = f"tournament {progress.id} ({progress.plan.name})"
        return HostEvent(kind, text, self._clock.utc_ms(), tournament=progress.id)
