"""Casual matches by real agents on a real server: sought, found, played, kept, not rated."""

import asyncio
from pathlib import Path

import pytest

from gridarena import Seek
from gridarena._client import Client
from gridarena._session import Attendance
from gridarena.errors import ServiceError
from gridarena.running import attend
from gridarena.server import Server as Address
from gridarena_protocol.records import Clock, Record
from gridarena_protocol.views import LeaderboardQuery, MatchesQuery
from support.arena import Arena, open_arena
from support.mortal import SLOW, MortalServer
from support.sdk import until, write_agent

EASY = Seek(boards=("easy-2x2",), clock=Clock("hidden", 2_000))


async def kept(arena: Arena) -> list[Record]:
    """Every match the server knows, newest first."""
    async with Client(Address(f"127.0.0.1:{arena.server.port}", arena.server.host_token)) as client:
        return list((await client.matches(MatchesQuery())).matches)


async def test_two_who_seek_play_and_go_home(arena: Arena) -> None:
    """The match is in the records like any other, and no rating changes."""
    guests = [await arena.guest(team, seek=EASY, matches=1) for team in ("ann", "bob")]
    await asyncio.gather(*(guest.task for guest in guests))
    (record,) = await kept(arena)
    assert (record.header.tournament, record.header.board, record.header.rated) == (None, "easy-2x2", False)
    assert record.result is not None
    assert (record.result.termination, record.result.rated) == ("completed", False)
    async with Client(Address(f"127.0.0.1:{arena.server.port}", arena.server.host_token)) as client:
        assert (await client.leaderboard(LeaderboardQuery("sudoku"))).rows == ()


async def test_whoever_seeks_seeks_on(tmp_path: Path) -> None:
    """Match after match until it has enough; the sparring agent stays."""
    async with open_arena(tmp_path, sparring_after_s=0.1) as arena:
        spar = await arena.guest("spar", seek=Seek(standing=True), slots=2)
        ann = await arena.guest("ann", seek=EASY, matches=2)
        await ann.task
        assert not spar.task.done()
        records = await kept(arena)
    assert [record.header.agents for record in records] == [("spar", "ann"), ("ann", "spar")]
    assert "a sparring agent steps in" in ann.text


@pytest.mark.parametrize(
    ("seek", "code"),
    [
        (Seek(boards=("hard-9x9",)), "bad_start"),
        (Seek("chess"), "unknown_game"),
        (Seek("sudoku", (), {}, Clock("untimed")), "invalid"),
    ],
)
async def test_a_wish_that_cannot_be_ends_the_agent(arena: Arena, seek: Seek, code: str) -> None:
    """With the server's one line, instead of asking for ever."""
    ann = await arena.guest("ann", seek=seek, wait=False)
    with pytest.raises(ServiceError) as caught:
        await ann.task
    assert caught.value.code == code


@pytest.mark.timeout(60)
async def test_a_casual_match_outlives_the_server(mortal: MortalServer, tmp_path: Path) -> None:
    """Kill -9 in the middle: both come back and play it to its end."""
    file = str(write_agent(tmp_path, SLOW))
    agents: list[asyncio.Task[None]] = []
    lines: list[str] = []
    wish = Seek(boards=("empty-2x2",), clock=Clock("hidden", 300))
    async with Client(mortal.host) as client:
        for team in ("ann", "bob"):
            token = (await client.add_team(team)).token
            wanted = Attendance(name=team, matches=1, seek=wish)
            work = attend(file, (mortal.address(token),), wanted, log_folder=tmp_path / team, say=lines.append)
            agents.append(asyncio.create_task(work))
        await until(lambda: sum("prints go to" in line for line in lines) == 2, 30)
    await mortal.kill()
    await mortal.start()
    async with asyncio.timeout(30):
        await asyncio.gather(*agents)
    async with Client(mortal.host) as client:
        (record,) = (await client.matches(MatchesQuery())).matches
    assert record.result is not None
    assert record.result.termination == "completed"
