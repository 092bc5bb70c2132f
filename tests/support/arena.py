"""A real server on loopback, real agents and scripted seats, and matches between any two of them."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import gridarena
from gridarena._client import Client
from gridarena._session import Attendance
from gridarena.running import attend
from gridarena.server import Server as Address
from gridarena.testing import ScriptedSeat
from gridarena_games.base import Seat
from gridarena_protocol.messages import MatchAssigned
from gridarena_protocol.records import Clock, MatchHeader, Record, Rules
from gridarena_server.app import Server, serve
from gridarena_server.config import IN_MEMORY, Config
from support.sdk import until, write_agent

SHORT = "2 2\n. . . .\n. . 1 2\n2 1 4 3\n4 3 2 1\n"
"""Six empty cells: three turns each, or a few more."""


class FirstMove(gridarena.Agent):
    """An honest rival: the first legal move, at once."""

    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))


class Guest:
    """An agent that attends, and what its student reads."""

    def __init__(self, label: str, folder: Path) -> None:
        self.label = label
        self.folder = folder
        self.lines: list[str] = []
        self.task: asyncio.Task[None]

    @property
    def text(self) -> str:
        """Everything the student has read."""
        return "\n".join(self.lines)

    async def leave(self) -> None:
        """Goes home, as with Ctrl-C."""
        self.task.cancel()
        await asyncio.wait([self.task])


class Arena:
    """One server, its guests, and the matches the test opens."""

    def __init__(self, server: Server, folder: Path, exits: contextlib.AsyncExitStack) -> None:
        self.server = server
        self.folder = folder
        self._exits = exits
        self._tokens: dict[str, str] = {}
        self._numbers = itertools.count(1)

    async def address(self, team: str, *, port: int | None = None) -> Address:
        """Where a team connects, perhaps through a proxy."""
        if team not in self._tokens:
            self._tokens[team] = await self.server.add_team(team)
        return self._at(port or self.server.port, self._tokens[team])

    def _at(self, port: int, token: str) -> Address:
        said = self.server.invitation()
        return Address(f"127.0.0.1:{port}", token, said.ca, said.tls_name)

    async def guest(
        self,
        team: str,
        agent: str | type[gridarena.Agent] = FirstMove,
        *,
        inline: bool | None = None,
        port: int | None = None,
        wait: bool = True,
        **attendance: Any,
    ) -> Guest:
        """Lets an agent attend: a class (in a thread), or the body of a student's file (in worker processes)."""
        guest = Guest(team, self.folder / f"{team}-{next(self._numbers)}")
        guest.folder.mkdir()
        if isinstance(agent, str):
            agent = str(write_agent(guest.folder, agent))
        threaded = not isinstance(agent, str) if inline is None else inline
        servers = (await self.address(team, port=port),)
        wanted = Attendance(name=team, **attendance)
        guest.task = asyncio.create_task(
            attend(agent, servers, wanted, inline=threaded, log_folder=guest.folder / "logs", say=guest.lines.append)
        )
        self._exits.push_async_callback(guest.leave)
        if wait:
            await until(lambda: guest.task.done() or self.server.lobby.get(team) is not None)
            if guest.task.done():
                guest.task.result()
        return guest

    async def scripted(self, team: str, *, port: int | None = None, **hello: Any) -> ScriptedSeat:
        """A seat that does what the test says; it has joined."""
        seat = ScriptedSeat(await self.address(team, port=port), team, **hello)
        self._exits.push_async_callback(seat.cut)
        await seat.join()
        return seat

    async def open(
        self,
        first: str,
        second: str,
        *,
        setup: str = SHORT,
        clock: Clock | None = None,
        rules: Rules | None = None,
    ) -> int:
        """Opens a match between two teams that are in the lobby."""
        agents = (first, second)
        header = MatchHeader(
            match=self.server.store.next_id("match"),
            game="sudoku",
            setup=setup,
            options={},
            clock=clock or Clock("hidden", 2_000),
            rules=rules or Rules(),
            agents=agents,
            versions=("1", "1"),
            tournament=None,
            pairing=None,
            leg=0,
            attempt=1,
            rated=False,
            started_at=1,
            board="short",
        )
        await self.server.referee.open(header)
        for seat, label in enumerate(agents):
            self.assign(header, 1 if seat else 0, label)
        return header.match

    def assign(self, header: MatchHeader, seat: Seat, label: str) -> None:
        """Tells a team of its seat."""
        member = self.server.lobby.get(label)
        assert member is not None
        member.send(MatchAssigned(header, seat, "", self.server.tickets.issue(header.match, seat)))

    async def over(self, match: int, patience_s: float = 15.0) -> Record:
        """Waits for the end of a match and reads it as anybody would."""
        await until(lambda: match not in self.server.referee.live, patience_s)
        async with Client(self._at(self.server.port, self.server.host_token)) as client:
            return await client.match(match)


@contextlib.asynccontextmanager
async def open_arena(folder: Path, **config: Any) -> AsyncIterator[Arena]:
    """An arena for as long as the block runs; guests leave before the server stops."""
    settings = {"port": 0, "database": IN_MEMORY} | config
    async with serve(Config(**settings)) as server, contextlib.AsyncExitStack() as exits:
        yield Arena(server, folder, exits)
