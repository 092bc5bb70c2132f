"""An agent's presence on a server: one Lobby stream for as long as it is wanted, one task a match.

The lobby's pings go both ways and stand for the whole server: when it is silent for too long, the streams of the
matches are dropped with it, and all come back by themselves.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from gridarena._attachment import Attachment
from gridarena._backoff import Backoff
from gridarena._client import Client, LobbyStream
from gridarena._frames import Ready
from gridarena._matchplay import MatchPlay
from gridarena._pool import Pool
from gridarena._workers import Worker
from gridarena.errors import UNREACHABLE, ArenaError, ServiceError
from gridarena.match import Match
from gridarena.server import Server
from gridarena_games.registry import game_names
from gridarena_protocol.messages import (
    PROTOCOL,
    Drain,
    Hello,
    Leave,
    LobbyEvent,
    MatchAssigned,
    Notice,
    Ping,
    Pong,
    Welcome,
)

PING_S = 4.0
SILENCE_S = 12.0
"""A server that has said nothing for this long is frozen or unreachable."""
WELCOME_S = 10.0
FAREWELL_S = 0.5
PASSING = frozenset({UNREACHABLE, "handshake", "silent", "draining", "busy", "disk_full"})
"""Why a first connection may fail and still be worth another try."""
FINAL = frozenset(
    {"no_token", "bad_token", "old_sdk", "name_refused", "superseded", "malformed", "not_host", "invalid"}
)
"""What no second try will change, even on a server that was there before."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Attendance:
    """How an agent attends."""

    name: str | None = None
    """Under which it is ranked; None leaves it to the class."""
    version: str | None = None
    slots: int = 1
    """Matches it plays at once."""
    fallback: bool = True
    """Send a random legal move when a turn opens."""
    matches: int | None = None
    """Leave after this many; None stays for ever."""
    wait_s: float = 10.0
    """How long to look for a server that has never answered."""


class Session:
    """Joins, plays what is assigned, and comes back after every interruption."""

    def __init__(
        self, servers: tuple[Server, ...], pool: Pool, attendance: Attendance, *, log_folder: Path, say: Say
    ) -> None:
        self._servers = servers
        self._pool = pool
        self._attendance = attendance
        self._folder = log_folder
        self._say = say
        self._turn = 0
        self._stream: LobbyStream | None = None
        self._heard_at = 0.0
        self._pings = 0
        self._welcomed = False
        self._lost = False
        self._leaving = False
        self._finished = 0
        self._attachments: dict[int, Attachment] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Attends until it has played enough; cancelling it leaves at once.

        Raises:
            ArenaError: the server refuses for good, was never there, or the agent cannot be loaded.
        """
        try:
            ready = await self._pool.first()
            self._hello = self._make_hello(ready)
            await self._attend()
            await self._pool.settle()
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            await self._pool.close()

    def _make_hello(self, ready: Ready) -> Hello:
        wanted = self._attendance
        return Hello(
            agent=wanted.name or ready.name,
            version=wanted.version or ready.version,
            games=ready.games or tuple(game_names()),
            slots=wanted.slots,
            sdk=version("gridarena"),
        )

    async def _attend(self) -> None:
        loop = asyncio.get_running_loop()
        backoff, give_up_at = Backoff(), loop.time() + self._attendance.wait_s
        while not self._leaving:
            try:
                await self._once(backoff)
            except ServiceError as error:
                if self._leaving:
                    return
                hopeless = error.code not in PASSING or loop.time() >= give_up_at
                if error.code in FINAL or (hopeless and not self._welcomed):
                    raise
                self._break(str(error))
                self._turn += 1
            if not self._leaving:
                await backoff.pause()

    async def _once(self, backoff: Backoff) -> None:
        async with Client(self._server()) as client:
            self._stream = stream = client.lobby()
            pinger = asyncio.create_task(self._ping(stream))
            try:
                stream.send(self._hello)
                await self._welcome(stream)
                backoff.reset()
                while (event := await stream.receive()) is not None:
                    self._heard_at = asyncio.get_running_loop().time()
                    self._take(event, stream)
            except asyncio.CancelledError:
                self.leave()
                await stream.ended(FAREWELL_S)
                raise
            finally:
                pinger.cancel()
                self._stream = None

    async def _welcome(self, stream: LobbyStream) -> None:
        try:
            async with asyncio.timeout(WELCOME_S):
                event = await stream.receive()
        except TimeoutError:
            raise ServiceError(UNREACHABLE, f"{self._server().address} does not answer") from None
        if not isinstance(event, Welcome):
            raise ServiceError(UNREACHABLE, f"{self._server().address} ended the connection before it said welcome")
        if event.protocol < PROTOCOL:
            raise ServiceError(
                "old_server",
                f"the server speaks protocol {event.protocol}, this SDK {PROTOCOL}; ask the host to update",
            )
        where = f"{self._server().address} (gridarena {event.server})"
        self._say(f"connected{' again' if self._welcomed else ''} to {where} as {event.agent}")
        self._welcomed, self._lost = True, False

    async def _ping(self, stream: LobbyStream) -> None:
        loop = asyncio.get_running_loop()
        self._heard_at = loop.time()
        while True:
            await asyncio.sleep(PING_S)
            if loop.time() - self._heard_at > SILENCE_S:
                self._break(f"the server has been silent for {SILENCE_S:g} s")
                stream.cancel()
                for attachment in self._attachments.values():
                    attachment.cut()
                return
            self._pings += 1
            stream.send(Ping(self._pings))

    def _take(self, event: LobbyEvent, stream: LobbyStream) -> None:
        match event:
            case Ping(number, sent_us):
                stream.send(Pong(number, sent_us))
            case MatchAssigned():
                self._assign(event)
            case Notice(text=text):
                self._say(f"the server says: {text}")
            case Drain(reason):
                self._say(f"the server is about to stop ({reason}); this agent waits until it is back")
            case Pong() | Welcome():
                pass

    # --- matches ------------------------------------------------------------------------------------------------------

    def _assign(self, assigned: MatchAssigned) -> None:
        number = assigned.header.match
        if number in self._tasks or self._leaving:
            return
        match = Match(assigned.header, assigned.seat)
        log = self._folder / match.log_name
        self._say(
            f"{match}: seat {assigned.seat}, {assigned.header.board or 'board'}, "
            f"{assigned.header.clock}; prints go to {log}"
        )
        shop = _Workshop(self._pool)
        shop.play = play = MatchPlay(
            assigned.header,
            assigned.seat,
            workshop=shop,
            timers=asyncio.get_running_loop(),
            say=self._say,
            note=_Notes(log),
            fallback=self._attendance.fallback,
        )
        attachment = Attachment(play, assigned, lambda: self._server(assigned.endpoint))
        self._attachments[number] = attachment
        task = asyncio.create_task(self._play(shop, attachment, assigned.header.rules.join_ms / 2000))
        self._tasks[number] = task
        task.add_done_callback(lambda done: self._over(number, done))

    async def _play(self, shop: "_Workshop", attachment: Attachment, patience_s: float) -> None:
        try:
            await asyncio.wait([shop.want()], timeout=patience_s)
            await attachment.run()
            if shop.play.end is not None:
                await shop.emptied.wait()
        finally:
            await shop.close()

    def _over(self, number: int, task: "asyncio.Task[None]") -> None:
        del self._tasks[number], self._attachments[number]
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            self._say(f"match {number}: given up: {error}")
        self._finished += 1
        if self._finished == self._attendance.matches:
            self.leave()

    # --- the rest -----------------------------------------------------------------------------------------------------

    def _server(self, endpoint: str = "") -> Server:
        server = self._servers[self._turn % len(self._servers)]
        return Server(endpoint, server.token, server.ca) if endpoint else server

    def _break(self, reason: str) -> None:
        if not self._lost:
            self._lost = True
            self._say(f"{reason}; trying again until it answers (Ctrl-C stops)")

    def leave(self) -> None:
        """Goes home in good order: no new matches, and the lobby's stream ends."""
        self._leaving = True
        if (stream := self._stream) is not None:
            stream.send(Leave())
            stream.end()
            asyncio.get_running_loop().call_later(FAREWELL_S, stream.cancel)


class _Workshop:
    """Borrows workers for one match."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._borrowing: asyncio.Task[None] | None = None
        self.play: MatchPlay
        self.emptied = asyncio.Event()
        """Set while the match has no worker."""
        self.emptied.set()

    def want(self) -> "asyncio.Task[None]":
        """Asks for a worker."""
        self._borrowing = asyncio.create_task(self._borrow())
        return self._borrowing

    def give_back(self, worker: Worker) -> None:
        """Takes a worker whose match is over."""
        self.emptied.set()
        self._pool.give_back(worker)

    def discard(self, worker: Worker) -> None:
        """Takes a worker that must die."""
        self.emptied.set()
        self._pool.discard(worker)

    async def close(self) -> None:
        """The match is over or given up."""
        if self._borrowing is not None:
            self._borrowing.cancel()
            await asyncio.wait([self._borrowing])
        self.play.drop()

    async def _borrow(self) -> None:
        try:
            worker = await self._pool.borrow()
            self.emptied.clear()
            self.play.take(worker)
        except ArenaError as error:
            self.play.say(f"{error}; only fallback moves are played from here on")
            self.play.do_without()


class _Notes:
    """The network process's lines in a match's log, between what the agent prints."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, text: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as log:
            log.write(f"-- {text}\n")
