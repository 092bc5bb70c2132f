"""`kill -9` of the server at random moments, while eight matches are played.

The agents write down every turn that was acknowledged to them. In the end the tournament is over, and the server's
record holds every one of those turns, once, exactly as it was acknowledged, in a chain of hashes that holds. KILLS in
the environment says how often; the seed is printed and taken from KILLS_SEED. How soon the server is ready again is
asserted by the work it takes, for other programs may be at work too, and by the clock on the wall only with KILLS.
"""

import asyncio
import json
import os
import random
import statistics
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import psutil
import pytest

from gridarena._client import Client
from gridarena.server import Server
from gridarena_protocol.records import Clock, Record, Rules, chain
from gridarena_protocol.views import MatchesQuery, Plan, StartBoard
from support.cli import Running, free_port
from support.diarist import Diarist

KILLS = int(os.environ.get("KILLS", "10"))
SEED = int(os.environ.get("KILLS_SEED", "0")) or random.randrange(1, 1_000_000)
READY_S = 2.0
AT_ONCE = 8
AGENTS = ("ann", "bob", "cleo", "dan")
BOARD = StartBoard("empty-3x3", "3 3\n" + ". . . . . . . . .\n" * 9, {})

pytestmark = pytest.mark.timeout(120 + 10 * KILLS)


class Phoenix:
    """A server that is killed and comes back on the same port with the same database."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self.ready_s: list[float] = []
        self.worked_s: list[float] = []
        self.command = self._rise()
        token = (folder / "arena.db.host-token").read_text(encoding="utf-8").strip()
        self.as_host = Server(f"127.0.0.1:{self._port}", token)

    def _rise(self) -> Running:
        began = time.monotonic()
        words = ("serve", "--json", "--port", str(self._port), "--database", "arena.db")
        command = Running(*words, cwd=self._folder)
        json.loads(command.wait_for("address"))
        self.ready_s.append(time.monotonic() - began)
        spent = psutil.Process(command.process.pid).cpu_times()
        self.worked_s.append(spent.user + spent.system)
        return command

    async def kill_and_rise(self) -> None:
        """No cleanup, no flush, no goodbye."""
        self.command.process.kill()
        await asyncio.to_thread(self.command.wait)
        self.command = await asyncio.to_thread(self._rise)


async def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """The promise that everything else stands on."""
    server = await asyncio.to_thread(Phoenix, tmp_path)
    try:
        async with Client(server.as_host) as client:
            tokens = {name: (await client.add_team(name)).token for name in AGENTS}
        diarists = [
            Diarist(Server(server.as_host.address, tokens[name]), name, slots=AT_ONCE, seed=SEED + place)
            for place, name in enumerate(AGENTS)
        ]
        stays = [asyncio.create_task(diarist.run()) for diarist in diarists]
        try:
            number = await _begin(server)
            await _unless_failed(stays, _kill_often(server, diarists))
            await _unless_failed(stays, _over(server, number))
            records = await _records(server, number)
        finally:
            for stay in stays:
                stay.cancel()
            await asyncio.gather(*stays, return_exceptions=True)
    finally:
        server.command.stop()
    again_s, worked_s = server.ready_s[1:], server.worked_s[1:]
    waited = f"{statistics.median(again_s):.2f} s ({max(again_s):.2f} s at most, {max(worked_s):.2f} s of them work)"
    print(f"seed {SEED}, ready again after {waited}")  # noqa: T201 -- for whoever repeats it
    _compare(records, diarists)
    assert max(worked_s) <= READY_S
    assert "KILLS" not in os.environ or statistics.median(again_s) <= READY_S


async def _begin(server: Phoenix) -> int:
    plan = Plan(
        name="kills",
        game="sudoku",
        format="round-robin",
        boards=(BOARD,),
        clocks=(Clock("hidden", 1000),),
        rules=Rules(),
        agents=AGENTS,
        rounds=1 + KILLS // 2,
        concurrency=AT_ONCE,
    )
    async with Client(server.as_host) as client:
        while len((await client.info()).connected) < len(AGENTS):  # noqa: ASYNC110 -- there is nothing to wait for
            await asyncio.sleep(0.05)
        number = (await client.create_tournament(plan)).tournament
        assert number is not None
        await client.start_tournament(number)
        return number


async def _kill_often(server: Phoenix, diarists: list[Diarist]) -> None:
    rng = random.Random(SEED)
    for kill in range(KILLS):
        while sum(diarist.playing for diarist in diarists) < 2 * AT_ONCE - 2:  # noqa: ASYNC110 -- seats, two a match
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.random() * 1.2)
        assert any(diarist.playing for diarist in diarists), f"the tournament was over before kill {kill + 1}"
        await server.kill_and_rise()
        for diarist in diarists:
            diarist.check()


async def _over(server: Phoenix, number: int) -> None:
    async with Client(server.as_host) as client:
        while (view := (await client.standings(number)).tournament).status != "finished":  # noqa: ASYNC110 -- polls
            await asyncio.sleep(0.2)
    assert (view.finished, view.voided) == (view.matches, 0)


async def _unless_failed(stays: list[asyncio.Task[None]], work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.create_task(work)
    await asyncio.wait([task, *stays], return_when=asyncio.FIRST_COMPLETED)
    for stay in stays:
        if stay.done():
            stay.result()
    await task


async def _records(server: Phoenix, number: int) -> dict[int, Record]:
    async with Client(server.as_host) as client:
        page = await client.matches(MatchesQuery(tournament=number, limit=1000))
        assert page.next_before is None
        matches = [record.header.match for record in page.matches]
        return {match: await client.match(match) for match in matches}


def _compare(records: dict[int, Record], diarists: list[Diarist]) -> None:
    for match, record in records.items():
        result = record.result
        assert result is not None, match
        assert [turn.turn for turn in record.turns] == list(range(1, result.turns + 1)), match
        assert list(record.hashes) == chain(record.header, record.turns), match
        assert record.hashes[-1] == result.hash, match
        assert result.termination not in ("abandoned", "absent"), (match, result.reason)
    acknowledged = 0
    for diarist in diarists:
        diarist.check()
        assert diarist.contradictions == []
        for (match, turn), told in diarist.acknowledged.items():
            assert records[match].turns[turn - 1] == told, f"seed {SEED}: match {match} turn {turn}"
            acknowledged += 1
        for match, told_hash in diarist.hashes.items():
            assert records[match].hashes[-1] == told_hash
    assert acknowledged > 100 * KILLS
