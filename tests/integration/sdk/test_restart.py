"""A server that is killed and started again: agents come back, and the tournament goes on where it was."""

import asyncio
from pathlib import Path

import pytest

from gridarena._client import Client
from gridarena._session import Attendance
from gridarena.errors import ServiceError
from gridarena.running import attend
from gridarena_protocol.records import Clock, Rules
from gridarena_protocol.views import MatchesQuery, Plan, StartBoard, TournamentView
from support.arena import SHORT
from support.mortal import SLOW, MortalServer
from support.sdk import until, write_agent


async def both_connected(client: Client) -> None:
    """Waits for two agents in the lobby."""
    connected: tuple[str, ...] = ()
    while len(connected) < 2:
        await asyncio.sleep(0.02)
        connected = (await client.info()).connected


async def finished(mortal: MortalServer, tournament: int) -> TournamentView:
    """Waits for the tournament's end."""
    async with Client(mortal.host) as client, asyncio.timeout(30):
        view = (await client.standings(tournament)).tournament
        while view.status != "finished":
            await asyncio.sleep(0.05)
            view = (await client.standings(tournament)).tournament
        return view


@pytest.mark.timeout(60)
async def test_agents_come_back_and_finish(mortal: MortalServer, tmp_path: Path) -> None:
    """Kill -9 in the middle of turns; every match is finished, none is void, and the students read one line each."""
    file = str(write_agent(tmp_path, SLOW))
    lines: list[str] = []
    agents: list[asyncio.Task[None]] = []
    async with Client(mortal.host) as client:
        for team in ("ann", "bob"):
            token = (await client.add_team(team)).token
            wanted = Attendance(name=team, slots=2)
            work = attend(file, (mortal.address(token),), wanted, log_folder=tmp_path / team, say=lines.append)
            agents.append(asyncio.create_task(work))
        await both_connected(client)
        board = StartBoard("short", SHORT, {})
        plan = Plan("class", "sudoku", "round-robin", (board,), (Clock("hidden", 300),), Rules(), ("ann", "bob"), 2)
        tournament = (await client.create_tournament(plan)).tournament
        assert tournament is not None
        await client.start_tournament(tournament)
    try:
        for _ in range(2):
            await asyncio.sleep(0.3)
            await mortal.kill()
            await mortal.start()
        seen = await finished(mortal, tournament)
    finally:
        for task in agents:
            task.cancel()
        await asyncio.gather(*agents, return_exceptions=True)
    assert (seen.finished, seen.voided) == (4, 0)
    async with Client(mortal.host) as client:
        page = await client.matches(MatchesQuery(tournament=tournament))
    assert [match.result is not None and match.result.termination for match in page.matches] == ["completed"] * 4
    text = "\n".join(lines)
    assert "trying again until it answers" in text
    assert "connected again to" in text
    assert "not what was played here" not in text


@pytest.mark.timeout(60)
async def test_database_that_forgot_the_team_ends_the_agent(mortal: MortalServer, tmp_path: Path) -> None:
    """A server that comes back as another one says so once, and the agent ends instead of asking for ever."""
    async with Client(mortal.host) as client:
        token = (await client.add_team("ann")).token
    file = str(write_agent(tmp_path, SLOW))
    lines: list[str] = []
    work = attend(file, (mortal.address(token),), Attendance(name="ann"), log_folder=tmp_path, say=lines.append)
    agent = asyncio.create_task(work)
    await until(lambda: lines != [])
    await mortal.kill()
    mortal.database = tmp_path / "another.db"
    await mortal.start()
    with pytest.raises(ServiceError) as raised:
        await asyncio.wait_for(agent, 10)
    assert raised.value.code == "bad_token"
