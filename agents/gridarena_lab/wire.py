"""The wire driver: a server on loopback in this process, both agents over gRPC, searches in their worker processes.

What happens here is what happens in a tournament, clocks included; only the director is missing: matches are opened in
order, so many at once as the contest says, for the two agents that are here, in whatever seats the contest wants, and
forgotten at the end.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from gridarena._client import Client
from gridarena._pool import LOADING_S, NotLoadedError
from gridarena._session import Attendance
from gridarena.agent import Agent
from gridarena.errors import AddressError, ArenaError
from gridarena.resolve import source_of
from gridarena.running import attend
from gridarena.server import Server as Address
from gridarena_games.base import SEATS
from gridarena_lab.contest import Contest, ContestError, Entrant, Report
from gridarena_lab.pausing import PausableClock, breakpoints
from gridarena_protocol.messages import MatchAssigned
from gridarena_protocol.records import MatchHeader, Record, TurnRecord
from gridarena_server.app import Server, serve
from gridarena_server.clock import SystemClock
from gridarena_server.config import IN_MEMORY, Config
from gridarena_server.tournament.lobby import Member


async def play_wire(contest: Contest, report: Report) -> list[Record]:
    """Plays all matches of the contest; their records in order.

    Raises:
        ArenaError: an agent cannot be loaded.
        ServiceError: the start position cannot be played.
    """
    clock = PausableClock()
    async with serve(Config(port=0, database=IN_MEMORY), clock=clock) as server:
        await server.referee.check(contest.game, contest.board.setup, contest.board.options)
        table = _Table(server, contest, report)
        tokens = [await server.add_team(entrant.label) for entrant in contest.entrants]
        guests = [_attend(server, contest, *guest, report) for guest in zip(contest.entrants, tokens, strict=True)]
        with breakpoints(clock):
            return await _host(table.play_all(), guests)


async def open_match(server: Server, header: MatchHeader, members: Sequence[Member]) -> None:
    """Opens a match for these members of the lobby, by seat."""
    await server.referee.open(header)
    for seat, member in zip(SEATS, members, strict=True):
        member.send(MatchAssigned(header, seat, "", server.tickets.issue(header.match, seat)))


async def _host(host: Coroutine[Any, Any, list[Record]], guests: list[Coroutine[Any, Any, None]]) -> list[Record]:
    """Runs the host beside its guests; a guest that gives up ends it all."""
    hosting = asyncio.create_task(host)
    attending = [asyncio.create_task(guest) for guest in guests]
    try:
        await asyncio.wait([hosting, *attending], return_when=asyncio.FIRST_COMPLETED)
        for guest in attending:
            if guest.done() and not hosting.done():
                guest.result()
                raise ContestError("an agent left before the end")
        return await hosting
    finally:
        for task in (hosting, *attending):
            task.cancel()
        await asyncio.gather(hosting, *attending, return_exceptions=True)


async def _attend(server: Server, contest: Contest, entrant: Entrant, token: str, report: Report) -> None:
    address = Address(f"{server.config.host}:{server.port}", token)
    inline = contest.inline or (isinstance(entrant.agent, type) and not _findable(entrant.agent))
    attendance = Attendance(
        name=entrant.label,
        slots=contest.jobs,
        fallback=contest.fallback,
        quiet=True,
        loading_s=None if inline else LOADING_S,  # a breakpoint may hold up an agent of this process
    )
    try:
        await attend(
            entrant.agent,
            (address,),
            attendance,
            inline=inline,
            log_folder=contest.logs(entrant),
            say=lambda text: report.say(f"{entrant.label}: {text}"),
        )
    except NotLoadedError as error:
        raise NotLoadedError(f"{entrant.label} is {error}") from None


def _findable(agent: type[Agent]) -> bool:
    try:
        source_of(agent)
    except AddressError:
        return False
    return True


class _Table:
    """Opens the contest's matches on a server and reads them to their ends."""

    def __init__(self, server: Server, contest: Contest, report: Report) -> None:
        self._server = server
        self._contest = contest
        self._report = report
        self._clock = SystemClock()
        self._arrived = asyncio.Event()
        server.lobby.listen(joined=self._joined, left=lambda member: None)

    def _joined(self, member: Member) -> None:
        if {entrant.label for entrant in self._contest.entrants} <= set(self._server.lobby.connected):
            self._arrived.set()

    async def play_all(self) -> list[Record]:
        """Waits for both agents, then plays."""
        await self._arrived.wait()
        reader = Address(f"{self._server.config.host}:{self._server.port}", self._server.host_token)
        async with Client(reader) as client:
            for entrant in self._contest.entrants:
                self._contest.admit(entrant.label, self._member(entrant).games)
            free = asyncio.Semaphore(self._contest.jobs)
            tasks = [asyncio.create_task(self._wait_and_play(free, game, client)) for game in self._contest.to_play]
            try:
                return list(await asyncio.gather(*tasks))
            finally:
                for task in tasks:
                    task.cancel()

    async def _wait_and_play(self, free: asyncio.Semaphore, game: int, client: Client) -> Record:
        async with free:
            return await self._play(game, client)

    async def _play(self, game: int, client: Client) -> Record:
        members = [self._member(entrant) for entrant in self._contest.seated(game)]
        header = self._contest.header(
            game,
            versions={member.label: member.version for member in members},
            started_at=self._clock.utc_ms(),
        )
        await open_match(self._server, header, members)
        await self._follow(header.match, client)
        record = await client.match(header.match)
        self._report.match(record)
        return record

    async def _follow(self, match: int, client: Client) -> None:
        """Passes every turn on once, until the match is over; a snapshot brings those that came before it."""
        told = 0
        async for event in client.watch_match(match):
            news = event.turns if isinstance(event, Record) else (event,) if isinstance(event, TurnRecord) else ()
            for turn in news:
                if turn.turn > told:
                    told = turn.turn
                    self._report.turn(match, turn)

    def _member(self, entrant: Entrant) -> Member:
        member = self._server.lobby.get(entrant.label)
        if member is None:
            raise ArenaError(f"{entrant.label} lost its connection to the server on this machine")
        return member
