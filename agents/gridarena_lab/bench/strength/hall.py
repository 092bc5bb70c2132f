"""A server on loopback with many agents in its lobby, and one match at a time.

Clocks, streams and worker processes are those of a tournament. A worker needs about a second of processor time to load
its kernels, as much as a short match; so every agent comes once, with its first match, and stays to the end.
"""

import asyncio
import contextlib
from pathlib import Path
from types import TracebackType
from typing import Self

from gridarena._client import Client
from gridarena._session import Attendance
from gridarena.errors import ArenaError
from gridarena.running import attend, say
from gridarena.server import Server as Address
from gridarena_lab.contest import Contest, Entrant
from gridarena_lab.wire import open_match
from gridarena_protocol.records import Clock, Record
from gridarena_protocol.views import StartBoard
from gridarena_server.app import serve
from gridarena_server.clock import SystemClock
from gridarena_server.config import IN_MEMORY, Config
from gridarena_server.tournament.lobby import Member


class Hall:
    """The server and whoever has come; use it with ``async with``."""

    def __init__(self, log_folder: Path) -> None:
        """Opens nothing yet.

        Args:
            log_folder: Where the agents' prints and tracebacks go.
        """
        self._folder = log_folder
        self._clock = SystemClock()
        self._stack = contextlib.AsyncExitStack()
        self._guests: dict[str, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        self._server = await self._stack.enter_async_context(serve(Config(port=0, database=IN_MEMORY)))
        self._client = await self._stack.enter_async_context(Client(self._address(self._server.host_token)))
        self._stack.push_async_callback(self._farewell)
        self._news = asyncio.Event()
        self._server.lobby.listen(joined=lambda member: self._news.set(), left=lambda member: None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.__aexit__(kind, error, trace)

    async def play(self, game: str, start: StartBoard, clock: Clock, agents: tuple[str, str]) -> Record:
        """One match of two agents with different addresses, which are also their labels.

        Raises:
            ArenaError: an agent cannot be loaded, or has left.
        """
        members = [await self._member(address) for address in agents]
        contest = Contest((Entrant(agents[0], agents[0]), Entrant(agents[1], agents[1])), start, clock, game)
        header = contest.header(
            0,
            match=self._server.store.next_id("match"),
            versions={member.label: member.version for member in members},
            started_at=self._clock.utc_ms(),
        )
        await open_match(self._server, header, members)
        async for _ in self._client.watch_match(header.match):
            pass
        return await self._client.match(header.match)

    async def _member(self, address: str) -> Member:
        """Lets the agent in when it is asked for first, and waits until its workers are warm."""
        if address not in self._guests:
            token = await self._server.add_team(address)
            self._guests[address] = asyncio.create_task(self._attend(address, token))
        while (member := self._server.lobby.get(address)) is None:
            self._news.clear()
            news = asyncio.create_task(self._news.wait())
            await asyncio.wait((news, self._guests[address]), return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
            if self._guests[address].done():
                self._guests[address].result()
                raise ArenaError(f"{address} has left")
        return member

    async def _attend(self, address: str, token: str) -> None:
        await attend(
            address,
            (self._address(token),),
            Attendance(name=address, quiet=True),
            log_folder=self._folder / address,
            say=lambda text: say(f"{address}: {text}"),
        )

    def _address(self, token: str) -> Address:
        return Address(f"{self._server.config.host}:{self._server.port}", token)

    async def _farewell(self) -> None:
        for guest in self._guests.values():
            guest.cancel()
        await asyncio.gather(*self._guests.values(), return_exceptions=True)
