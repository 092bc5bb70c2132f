"""All tournaments of the server: what is asked about them, what happens to them, and taking them up after a restart.

The director holds no fact of its own. What it knows of a tournament is a :class:`Progress`, derived from the log;
after a restart :meth:`Director.restore` derives it again and the matches go on. The :class:`Opener` does the playing;
what the host decides is in :attr:`Director.commands`, :attr:`Director.corrections` and :attr:`Director.roster`.
"""

import logging
from collections.abc import Callable, Iterable

from gridarena_games.base import Seat
from gridarena_protocol.records import MatchHeader, MatchResult
from gridarena_protocol.views import CrosstableCell, Entrants, Plan, Standing, TournamentView
from gridarena_server.clock import Clock
from gridarena_server.facts import MatchVoided, TournamentCreated
from gridarena_server.tournament.background import Background
from gridarena_server.tournament.commands import Commands
from gridarena_server.tournament.corrections import Corrections
from gridarena_server.tournament.elo import Elo
from gridarena_server.tournament.lobby import Lobby, Member
from gridarena_server.tournament.office import Office
from gridarena_server.tournament.opener import Opener
from gridarena_server.tournament.ports import History, Log, RefereePort, Timers
from gridarena_server.tournament.progress import Progress
from gridarena_server.tournament.roster import Roster
from gridarena_server.tournament.tables import Tables
from gridarena_server.tournament.view import entrants, view
from gridarena_server.tournament.voiding import Voiding

log = logging.getLogger(__name__)


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
        self._office = Office(log, self._opener, lobby, clock, changed)
        self._voiding = Voiding(self._office, self._tables, self._settled)
        self.commands = Commands(self._office, referee, self._tables)
        self.corrections = Corrections(self._office, history, self._voiding)
        self.roster = Roster(self._office, history, self._voiding)
        self._ended_early: list[tuple[MatchHeader, MatchResult | MatchVoided]] = []
        lobby.listen(joined=self.joined, left=self.left)

    # --- what is asked ------------------------------------------------------------------------------------------------

    def views(self) -> tuple[TournamentView, ...]:
        """All tournaments, oldest first."""
        return tuple(self.view(tournament) for tournament in sorted(self._opener.tournaments))

    def view(self, tournament: int) -> TournamentView:
        """A tournament as it stands. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return view(self._office.get(tournament), self._opener.presence)

    def entrants(self, tournament: int) -> Entrants:
        """Who is here and who is missing. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return entrants(self._office.get(tournament), self._opener.presence, self._lobby, self._clock)

    def plan(self, tournament: int) -> Plan:
        """What a tournament is made of. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return self._office.get(tournament).plan

    def agents(self, tournament: int) -> tuple[str, ...]:
        """Everybody who takes part or did, in the order of entry. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return self._office.get(tournament).field.entrants.agents

    def live(self, tournament: int) -> tuple[MatchHeader, ...]:
        """The matches being played now. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        return tuple(self._office.get(tournament).live.values())

    def all_live(self) -> list[MatchHeader]:
        """The matches of all tournaments that are live or about to be."""
        return self._opener.live()

    def engaged(self, agent: str) -> bool:
        """Whether an agent takes part in a running tournament."""
        tournaments = self._opener.tournaments.values()
        return any(progress.status == "running" and agent in progress.field for progress in tournaments)

    @property
    def newest_game(self) -> str | None:
        """The game of the newest tournament."""
        tournaments = self._opener.tournaments
        return tournaments[max(tournaments)].plan.game if tournaments else None

    async def leaderboard(self, game: str) -> tuple[Standing, ...]:
        """Everybody who has played rated matches of a game, by Elo."""
        return (await self._tables.game(game)).standings(by="elo")

    async def standings(self, tournament: int) -> tuple[Standing, ...]:
        """A tournament's table, by score. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        present = self._office.get(tournament).field.present
        return (await self._tables.tournament(tournament)).standings(present, by="score")

    async def crosstable(self, tournament: int) -> tuple[CrosstableCell, ...]:
        """Who made what of whom; indices into :meth:`agents`. Raises ServiceError(UNKNOWN_TOURNAMENT)."""
        agents = self.agents(tournament)
        return (await self._tables.tournament(tournament)).crosstable(agents)

    # --- what happens -------------------------------------------------------------------------------------------------

    def joined(self, member: Member) -> None:
        """Sends the member what it has still to play, then looks for more; called by the lobby."""
        self._opener.presence.hello(member.label)
        self._office.greet(member)
        self._opener.assign_again(member)
        self._presence_changed(member)

    def left(self, member: Member) -> None:
        """Begins to wait for the agent; called by the lobby."""
        self._presence_changed(member)

    def _presence_changed(self, member: Member) -> None:
        self._opener.wake()
        for progress in self._opener.tournaments.values():
            if progress.status in ("created", "running", "paused") and member.label in progress.field:
                self._changed(progress.id)

    def ended(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        """A match that was played is over, durably; called by the referee. Saying so twice is harmless."""
        self._opener.presence.ended(header, end)
        self._settled(header, end)

    def _settled(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        if isinstance(end, MatchVoided):
            self._voiding.note(header.match)
        if header.tournament is None:
            self._opener.wake()  # its agents have a slot free
            return
        progress = self._opener.tournaments.get(header.tournament)
        if progress is None:
            self._ended_early.append((header, end))
        else:
            self._opener.ended(progress, header, end)

    # --- the server's life --------------------------------------------------------------------------------------------

    async def restore(self) -> None:
        """Takes everything up from the log and begins; called once at every start, after the referee has resumed.

        Matches that the referee did not take up are void and played again; what the host had decided is carried out.
        """
        for created in await self._log.tournaments():
            await self._restore(created)
        for event in await self._log.host_events():
            if event.kind == "match.voided" and event.tournament is None and event.match is not None:
                await self._void_again(event.match, event.text)
        for header, end in self._ended_early:
            self._settled(header, end)
        self._ended_early.clear()
        self._opener.begin()

    async def _void_again(self, match: int, reason: str) -> None:
        """Carries out what a kill has left undone."""
        try:
            record = await self._log.match(match)
        except Exception as error:  # noqa: BLE001 - one damaged match must not keep the others from going on
            log.error("match %d, which the host has voided, cannot be read: %s", match, error)
            return
        if record is not None and record.void is None:
            await self._voiding.carry_out(record.header, reason)

    async def _restore(self, created: TournamentCreated) -> None:
        progress = Progress(created)
        events = await self._log.host_events(created.tournament)
        for event in events:
            progress.decide(event)
        progress.since_ns = self._clock.now_ns()
        progress.add_round(await self._log.pairings(created.tournament))
        records = await self._history(created.tournament)
        progress.learn(records)
        progress.next_rounds()  # finds out whether there is one: a finished tournament is finished from the start
        self._opener.tournaments[created.tournament] = progress
        await self._opener.void_orphans(progress, [record.header for record in records])
        reasons = {event.match: event.text for event in events if event.kind == "match.voided"}
        for record in records:
            if record.void is None and record.header.match in reasons:
                await self._voiding.carry_out(record.header, reasons[record.header.match])
        await self._opener.void_unwanted(progress)

    def drain(self) -> None:
        """Opens no match any more; those that are live go on."""
        self._opener.drain()

    async def close(self) -> None:
        """Stops; everything is taken up from the log at the next start."""
        await self._background.close()
