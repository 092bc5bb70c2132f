"""An agent's presence on a server: one Lobby stream for as long as it is wanted, one task a match.

The lobby's pings go both ways and stand for the whole server: when it is silent for too long, the streams of the
matches are dropped with it, and all come back by themselves.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from gridarena._backoff import Backoff
from gridarena._client import Client, LobbyStream
from gridarena._failures import interrupted
from gridarena._frames import Ready
from gridarena._matches import Matches
from gridarena._pool import Pool
from gridarena.errors import UNREACHABLE, ServiceError
from gridarena.server import Server
from gridarena_games.registry import default_game, game_names
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
    Seek,
    Welcome,
)

PING_S = 4.0
SILENCE_S = 12.0
"""A server that has said nothing for this long is frozen or unreachable."""
WELCOME_S = 10.0
LOADING_S = 3.0
"""When to say that loading takes its time; compiling kernels for the first time may take a minute."""
FAREWELL_S = 0.5
PASSING = frozenset({UNREACHABLE, "handshake", "silent", "draining", "busy", "disk_full"})
"""Why a first connection may fail and still be worth another try."""
FINAL = frozenset(
    {"no_token", "bad_token", "token_rotated", "team_removed", "not_host"}
    | {"old_sdk", "name_refused", "superseded", "malformed", "invalid", "unknown_game", "bad_start"}
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
    seek: Seek | None = None
    """A casual match is looked for whenever there is a slot free; without a game the usual one is meant."""
    quiet: bool = False
    """Only what is out of the ordinary is said: whoever drives the agent tells connections and results himself."""
    machine: str = ""
    """Agents that share a machine send the same text; empty: nothing is said of it."""
    machine_slots: int = 0
    """Matches that machine takes at once."""
    remark: Callable[[], str] | None = None
    """Asked with every proposal; its answer stands behind what the agent thought."""
    loading_s: float | None = None
    """How long the agent may take to load; None: as long as it takes."""


def _usual(games: tuple[str, ...]) -> str:
    """The game that an agent means that does not say which."""
    first = default_game()
    return first if first in games else games[0]


def _nothing(text: str) -> None:
    """Nobody wants to know."""


class Session:
    """Joins, plays what is assigned, and comes back after every interruption."""

    def __init__(
        self,
        servers: tuple[Server, ...],
        pool: Pool,
        attendance: Attendance,
        *,
        log_folder: Path,
        say: Say,
        on_loaded: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepares to attend.

        Args:
            servers: Where to connect, tried in order.
            pool: Where workers come from.
            attendance: How.
            log_folder: Where the matches' logs go.
            say: Takes lines for the terminal.
            on_loaded: Called once the agent has introduced itself.
        """
        self._servers = servers
        self._tried = 0
        self._pool = pool
        self._attendance = attendance
        self._say = say
        self._tell = _nothing if attendance.quiet else say
        self._matches = Matches(
            pool,
            self._server,
            log_folder=log_folder,
            say=say,
            tell=self._tell,
            fallback=attendance.fallback,
            remark=attendance.remark,
            on_over=self._over,
        )
        self._on_loaded = on_loaded
        self._stream: LobbyStream | None = None
        self._heard_at = 0.0
        self._pings = 0
        self._hosts: set[str] = set()
        """Addresses that have said welcome."""
        self._inside = False
        """The present connection has got its welcome."""
        self._lost = False
        self._leaving = False

    async def run(self) -> None:
        """Attends until it has played enough; cancelling it leaves at once.

        Raises:
            ArenaError: the server refuses for good, was never there, or the agent cannot be loaded.
        """
        try:
            self._hello = self._make_hello(await self._first_worker())
            self._on_loaded()
            await self._attend()
            await self._pool.settle()
        except asyncio.CancelledError:
            if self._matches.numbers:
                numbers = ", ".join(map(str, self._matches.numbers))
                self._tell(f"left in the middle of match {numbers}: an agent that is back soon goes on there")
            raise
        finally:
            await self._matches.close()
            await self._pool.close()

    @property
    def connected(self) -> bool:
        """A server has said welcome and is there."""
        return bool(self._hosts) and not self._lost

    @property
    def playing(self) -> tuple[int, ...]:
        """The matches under way."""
        return self._matches.numbers

    @property
    def played(self) -> frozenset[int]:
        """The matches that are over."""
        return frozenset(self._matches.over)

    async def _first_worker(self) -> Ready:
        patience = asyncio.get_running_loop().call_later(LOADING_S, self._say, "the agent is still loading")
        try:
            ready = await self._pool.first(self._attendance.loading_s)
            await self._pool.stock(self._attendance.slots)
            return ready
        finally:
            patience.cancel()

    def _make_hello(self, ready: Ready) -> Hello:
        wanted = self._attendance
        return Hello(
            agent=wanted.name or ready.name,
            version=wanted.version or ready.version,
            games=ready.games or tuple(game_names()),
            slots=wanted.slots,
            sdk=version("gridarena"),
            machine=wanted.machine,
            machine_slots=wanted.machine_slots,
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
                server = self._server()
                if self._refused(error, server, late=loop.time() >= give_up_at):
                    raise
                self._break(interrupted(error, server) if server.address in self._hosts else str(error))
                if not self._inside:
                    self._tried += 1
            if not self._leaving:
                await backoff.pause()

    def _refused(self, error: ServiceError, server: Server, *, late: bool) -> bool:
        """There is no use in trying on. Who was let in somewhere hears it from there, not from whoever else answers."""
        if self._hosts:
            return error.code in FINAL and server.address in self._hosts
        if self._tried + 1 < len(self._servers):
            return False
        return late or error.code in FINAL or error.code not in PASSING

    async def _once(self, backoff: Backoff) -> None:
        self._inside = False
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
        self._tell(f"connected{' again' if self._hosts else ''} to {where} as {event.agent}")
        self._hosts.add(self._server().address)
        self._inside, self._lost = True, False
        self._seek()

    async def _ping(self, stream: LobbyStream) -> None:
        loop = asyncio.get_running_loop()
        self._heard_at = loop.time()
        while True:
            await asyncio.sleep(PING_S)
            if loop.time() - self._heard_at > SILENCE_S:
                self._break(f"the server has been silent for {SILENCE_S:g} s")
                stream.cancel()
                self._matches.cut()
                return
            self._pings += 1
            stream.send(Ping(self._pings))

    def _take(self, event: LobbyEvent, stream: LobbyStream) -> None:
        match event:
            case Ping(number, sent_us):
                stream.send(Pong(number, sent_us))
            case MatchAssigned():
                if not self._leaving and not self._has_enough():
                    self._matches.assign(event)
            case Notice(text=text):
                self._say(f"the server says: {text}")
            case Drain(reason):
                self._say(f"the server is about to stop ({reason}); this agent waits until it is back")
            case Pong() | Welcome():
                pass

    def _over(self) -> None:
        if self._has_enough():
            if not self._matches.numbers:
                self.leave()
        elif self._attendance.seek is not None and not self._attendance.seek.standing:
            self._seek()

    def _has_enough(self) -> bool:
        """Those that are over and those under way are as many as it wants to play."""
        wanted = self._attendance.matches
        return wanted is not None and len(self._matches.over.union(self._matches.numbers)) >= wanted

    def _seek(self) -> None:
        """Says what match is wanted; the server keeps the last word, and forgets it with the stream."""
        wanted, stream = self._attendance.seek, self._stream
        if wanted is None or stream is None or self._leaving:
            return
        if wanted.standing or len(self._matches.numbers) < self._hello.slots:
            stream.send(wanted if wanted.game else replace(wanted, game=_usual(self._hello.games)))

    def _server(self, endpoint: str = "") -> Server:
        server = self._servers[self._tried % len(self._servers)]
        return replace(server, address=endpoint) if endpoint else server

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
