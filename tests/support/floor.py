"""A director with its store, lobby and virtual time; the test decides who comes, who wins and when the power goes.

Matches are not refereed here: the test says how each ends. Facts wait in a queue until :meth:`Disk.flush`, so a crash
loses exactly what had not been acknowledged.
"""

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Literal

from gridarena_games.base import Seat, Termination
from gridarena_protocol.messages import LobbyEvent, MatchAssigned
from gridarena_protocol.records import Clock, MatchHeader, MatchResult, Record, Rules, first_hash
from gridarena_protocol.views import Plan, StartBoard
from gridarena_server.errors import Code, ServiceError
from gridarena_server.facts import Fact, HostEvent, MatchVoided, PairingAdded, TournamentCreated
from gridarena_server.store.base import MatchQuery, Played, StoreError
from gridarena_server.store.memory import MemoryStore
from gridarena_server.tournament.director import Director
from gridarena_server.tournament.lobby import Lobby

SETTLE_PASSES = 60
"""Loop passes after which nothing of a director moves any more."""


async def settle() -> None:
    """Lets everything that can run run."""
    for _ in range(SETTLE_PASSES):
        await asyncio.sleep(0)


class VirtualTime:
    """Clock and timers that move only when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000
        self._order = 0
        self._timers: list[tuple[int, int, VirtualTimer]] = []

    def now_ns(self) -> int:
        return self.now

    def utc_ms(self) -> int:
        return 1_700_000_000_000 + self.now // 1_000_000

    def call_later(self, delay: float, callback: Callable[[], object], /) -> "VirtualTimer":
        timer = VirtualTimer(callback)
        self._order += 1
        heapq.heappush(self._timers, (self.now + round(delay * 1e9), self._order, timer))
        return timer

    async def advance(self, seconds: float) -> None:
        """Moves on, firing timers in order."""
        end = self.now + round(seconds * 1e9)
        while self._timers and self._timers[0][0] <= end:
            at, _, timer = heapq.heappop(self._timers)
            self.now = max(self.now, at)
            timer.fire()
            await settle()
        self.now = end


class VirtualTimer:
    """Fires once, unless cancelled."""

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self._callback = None

    def fire(self) -> None:
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()


class Disk:
    """A memory store behind a queue: written is what was flushed, all else is lost in a crash."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.hold = False
        self.refuse: Exception | None = None
        """What the next append fails with."""
        self._queue: list[tuple[tuple[Fact, ...], asyncio.Future[int]]] = []

    def next_id(self, kind: Literal["tournament", "pairing", "match"], /) -> int:
        return self.store.next_id(kind)

    def append(self, *facts: Fact) -> "asyncio.Future[int]":
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if self.refuse is not None:
            future.set_exception(self.refuse)
            self.refuse = None
            return future
        self._queue.append((facts, future))
        if not self.hold:
            asyncio.get_running_loop().call_soon(self.flush)
        return future

    def flush(self, most: int | None = None) -> None:
        """Makes the oldest writes durable."""
        batch, self._queue = self._queue[:most], self._queue[len(self._queue[:most]) :]
        for facts, future in batch:  # also those whose caller has stopped to wait
            _hand_over(self.store.append(*facts), future)

    def crash(self) -> None:
        """Everything that was not flushed is gone."""
        for _, future in self._queue:
            future.cancel()
        self._queue.clear()

    async def tournaments(self) -> Sequence[TournamentCreated]:
        return await self.store.tournaments()

    async def pairings(self, tournament: int, /) -> Sequence[PairingAdded]:
        return await self.store.pairings(tournament)

    async def host_events(self, tournament: int | None = None, /) -> Sequence[HostEvent]:
        return await self.store.host_events(tournament)

    async def match(self, match: int, /) -> Record | None:
        return await self.store.match(match)

    async def played(
        self, *, game: str | None = None, tournament: int | None = None, after: int = 0
    ) -> Sequence[Played]:
        return await self.store.played(game=game, tournament=tournament, after=after)

    async def history(self, tournament: int) -> list[Record]:
        return await self.store.matches(MatchQuery(tournament=tournament, limit=100_000))


def _hand_over(inner: "asyncio.Future[int]", outer: "asyncio.Future[int]") -> None:
    def done(future: "asyncio.Future[int]") -> None:
        error = future.exception()
        if outer.cancelled():
            return
        if error is None:
            outer.set_result(future.result())
        else:
            outer.set_exception(error)

    inner.add_done_callback(done)


class Umpire:
    """Stands in the referee's place: matches go live and end when the test says so."""

    def __init__(self, disk: Disk, time: VirtualTime) -> None:
        self.live: dict[int, MatchHeader] = {}
        self.on_end: Callable[[MatchHeader, MatchResult | MatchVoided], None] = lambda header, end: None
        self.refuse: ServiceError | None = None
        self._ending: set[int] = set()
        self._disk = disk
        self._time = time

    async def check(self, game: str, setup: str, options: Mapping[str, str]) -> None:
        if self.refuse is not None:
            raise self.refuse

    async def open(self, header: MatchHeader) -> None:
        await self._disk.append(header)
        self.live[header.match] = header

    def resume(self, records: Sequence[Record]) -> None:
        self.live.update({record.header.match: record.header for record in records})

    async def win(self, match: int, winner: Seat | None = 0, termination: Termination = "completed") -> None:
        """The match is played to its end."""
        header = self.live[match]
        points = {0: (3, 1), 1: (1, 3), None: (2, 2)}[winner]
        rated = termination != "absent"
        result = MatchResult(
            match, winner, points, termination, "played", rated, 4, first_hash(header), self._time.utc_ms()
        )
        await self._end(header, result)

    async def void(self, match: int, reason: str) -> None:
        if match not in self.live:
            raise ServiceError(Code.UNKNOWN_MATCH)
        await self._end(self.live[match], MatchVoided(match, reason, self._time.utc_ms()))

    async def _end(self, header: MatchHeader, end: MatchResult | MatchVoided) -> None:
        if header.match in self._ending:
            return
        self._ending.add(header.match)
        try:
            await self._disk.append(end)
        except StoreError:
            self._ending.discard(header.match)
            return
        if self.live.pop(header.match, None) is not None:
            self.on_end(header, end)


class Guest:
    """An agent in the lobby that writes down what it is told."""

    team = name = ""
    rtt_us = 0
    machine = ""
    machine_slots = 0

    def __init__(
        self, label: str, *, slots: int = 1, games: tuple[str, ...] = ("pebbles",), version: str = "1"
    ) -> None:
        self.label = label
        self.slots = slots
        self.games = games
        self.version = version
        self.told: list[LobbyEvent] = []
        self.closed: Code | None = None

    def send(self, event: LobbyEvent) -> None:
        self.told.append(event)

    def close(self, code: Code | None) -> None:
        self.closed = code

    @property
    def assigned(self) -> list[int]:
        """The matches it was told to play."""
        return [event.header.match for event in self.told if isinstance(event, MatchAssigned)]


def plan(
    *agents: str,
    boards: int = 1,
    clocks: int = 1,
    rounds: int = 1,
    concurrency: int = 0,
    join_ms: int = 60_000,
    **more: Any,
) -> Plan:
    return Plan(
        name="test",
        game="pebbles",
        format="round-robin",
        boards=tuple(StartBoard(f"board-{n}", str(n + 3), {}) for n in range(boards)),
        clocks=tuple(Clock("hidden", 100 * (n + 1)) for n in range(clocks)),
        rules=Rules(join_ms=join_ms),
        agents=agents,
        rounds=rounds,
        concurrency=concurrency,
        **more,
    )


class Floor:
    """One server's tournaments, from one start of the server to the next."""

    def __init__(self, *, concurrency: int = 8, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.time = VirtualTime()
        self.concurrency = concurrency
        self.changes: list[int] = []
        self.beside: list[MatchHeader] = []
        """Matches outside tournaments."""
        self.guests: dict[str, Guest] = {}
        self._work: list[asyncio.Task[None]] = []
        self._boot()

    def _boot(self) -> None:
        self.disk = Disk(self.store)
        self.umpire = Umpire(self.disk, self.time)
        self.lobby = Lobby(self.time)
        self.director = Director(
            self.disk,
            self.disk.history,
            self.umpire,
            self.lobby,
            self.time,
            concurrency=self.concurrency,
            ticket=lambda match, seat: f"ticket-{match}-{seat}",
            changed=self.changes.append,
            beside=lambda: self.beside,
            timers=self.time,
        )
        self.umpire.on_end = self.director.ended

    async def begin(self) -> "Floor":
        """What every start of the server does."""
        self.umpire.resume(await self.store.unfinished())
        await self.director.restore()
        await settle()
        return self

    async def crash(self) -> None:
        """Kill -9, then a new start; everybody's connection is gone."""
        self.disk.crash()
        await self.director.close()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._work.clear()
        self.guests.clear()
        self._boot()
        await self.begin()

    async def enter(self, tournament: Plan, *, start: bool = True) -> int:
        """Creates and starts a tournament without asking what it costs."""
        created = TournamentCreated(self.store.next_id("tournament"), tournament, self.time.utc_ms())
        await self.store.append(created)
        await self.crash()
        if start:
            await self.start(created.tournament)
        return created.tournament

    async def start(self, tournament: int) -> None:
        await self.director.commands.start(tournament)
        await settle()

    async def join(self, label: str, *, machine: tuple[str, int] = ("", 0), **hello: Any) -> Guest:
        guest = Guest(label, **hello)
        guest.machine, guest.machine_slots = machine
        self.guests[label] = guest
        self.lobby.join(guest)
        await settle()
        return guest

    async def leave(self, label: str) -> None:
        guest = self.guests.pop(label, None)
        if guest is not None:
            self.lobby.leave(guest)
        await settle()

    async def win(self, match: int, winner: Seat | None = 0, termination: Termination = "completed") -> None:
        await self.umpire.win(match, winner, termination)
        await settle()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begins something that a crash may interrupt."""
        self._work.append(asyncio.get_running_loop().create_task(work))

    async def play_on(self, winner: Seat | None = 0) -> None:
        """Plays until no match is live."""
        while self.umpire.live:
            await self.win(min(self.umpire.live), winner)


async def started(*agents: str, here: bool = True, concurrency: int = 8, **wanted: Any) -> Floor:
    """A started tournament, number 1; everybody is here unless that is not wanted."""
    begun = Floor(concurrency=concurrency)
    await begun.enter(plan(*agents, **wanted))
    for label in agents if here else ():
        await begun.join(label)
    return begun


async def matches_of(floor: Floor) -> list[Record]:
    """All matches of tournament 1, oldest first."""
    records = await floor.store.matches(MatchQuery(tournament=1, limit=1_000))
    return sorted(records, key=lambda record: record.header.match)
