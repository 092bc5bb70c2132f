"""Bad networks and dying servers: agents come back by themselves, and a match ends only when it is finished."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from gridarena import _session
from gridarena._session import Attendance
from gridarena.running import attend
from gridarena_protocol.messages import MatchFinished, TurnOpened
from gridarena_protocol.records import Clock
from support.arena import Arena, FirstMove
from support.proxy import Proxy
from support.sdk import until

PATIENT = """
import time

class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))
        while not turn.closed:
            time.sleep(0.001)
"""
QUICK = """
class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))
"""


@pytest.fixture
async def proxy(arena: Arena) -> AsyncIterator[Proxy]:
    """A network between one agent and the server."""
    async with Proxy(arena.server.port) as proxy:
        yield proxy


async def test_connection_reset_in_a_turn_costs_nothing(arena: Arena, proxy: Proxy) -> None:
    """The search goes on, the seat comes back, and its proposal is said again in the same attempt."""
    guest = await arena.guest("mine", PATIENT, port=proxy.port)
    rival = await arena.scripted("rival")
    match = await arena.open("mine", "rival", clock=Clock("hidden", 1_500))
    await rival.attach(await rival.assigned())
    live = arena.server.referee.get(match)
    await until(lambda: live._machine.open_turn is not None and live._machine.open_turn.proposals > 1)
    proxy.reset()
    opened = await rival.expect(TurnOpened)
    (turn,) = opened.played
    assert (turn.attempt, turn.fallback, turn.verdict) == (1, False, "accepted")
    assert proxy.connections > 2
    assert "connection lost, trying again" in guest.text
    assert f"the connection to 127.0.0.1:{proxy.port} was interrupted; trying again" in guest.text
    assert "TLS" not in guest.text
    await until(lambda: "connected again" in guest.text)


async def test_interrupted_connection_is_looked_for_where_it_was(arena: Arena, proxy: Proxy, tmp_path: Path) -> None:
    """Not first at the other addresses of a join file; and who is refused there does not give up."""
    async with Proxy(arena.server.port) as elsewhere:
        here = await arena.address("mine", port=proxy.port)
        there = replace(here, address=f"127.0.0.1:{elsewhere.port}", token="ga_wrong")
        lines: list[str] = []
        task = asyncio.create_task(
            attend(FirstMove, (here, there), Attendance("mine"), inline=True, log_folder=tmp_path, say=lines.append)
        )
        await until(lambda: len(lines) == 1)
        proxy.reset()
        await until(lambda: len(lines) == 3)
        assert elsewhere.connections == 0
        proxy.refusing = True
        proxy.reset()
        await until(lambda: elsewhere.connections > 0)
        proxy.refusing = False
        await until(lambda: len(lines) == 5)
        task.cancel()
        await asyncio.wait([task])
    for lost, found in (lines[1:3], lines[3:5]):
        assert lost.startswith(f"the connection to {here.address} was interrupted; ")
        assert found.startswith(f"connected again to {here.address} ")


async def test_stall_in_a_turn_keeps_what_had_arrived(arena: Arena, proxy: Proxy) -> None:
    """Two silent seconds are no disconnection."""
    guest = await arena.guest("mine", PATIENT, port=proxy.port)
    rival = await arena.scripted("rival")
    match = await arena.open("mine", "rival", clock=Clock("hidden", 500))
    await rival.attach(await rival.assigned())
    live = arena.server.referee.get(match)
    await until(lambda: live._machine.open_turn is not None and live._machine.open_turn.proposals > 1)
    await proxy.stall(2.0)
    opened = await rival.expect(TurnOpened)
    assert not opened.played[0].fallback
    assert "connection lost" not in guest.text


async def test_slow_line_plays_to_the_end(arena: Arena, proxy: Proxy) -> None:
    """50 to 200 ms each way cost thinking time, never the match."""
    proxy.delay_s, proxy.jitter_s = 0.125, 0.075
    await arena.guest("mine", QUICK, port=proxy.port)
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival", clock=Clock("hidden", 2_000)))
    assert record.result is not None
    assert record.result.termination == "completed"
    assert all(turn.arrival_us > 90_000 for turn in record.turns if turn.seat == 0)


async def test_narrow_line_plays_to_the_end(arena: Arena, proxy: Proxy) -> None:
    """A few kilobytes a second are enough."""
    proxy.bytes_per_s = 8_000
    await arena.guest("mine", QUICK, port=proxy.port)
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival", clock=Clock("hidden", 2_000)))
    assert record.result is not None
    assert record.result.termination == "completed"


async def test_silent_server_is_noticed_and_found_again(
    arena: Arena, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frozen server answers no ping; lobby and seat come back when it does."""
    monkeypatch.setattr(_session, "PING_S", 0.05)
    monkeypatch.setattr(_session, "SILENCE_S", 0.3)
    guest = await arena.guest("mine", QUICK, port=proxy.port)
    rival = await arena.scripted("rival")
    match = await arena.open("rival", "mine", clock=Clock("hidden", 5_000))
    await rival.attach(await rival.assigned())
    await rival.expect(TurnOpened)
    await until(lambda: arena.server.referee.get(match)._links[1] is not None)
    proxy.hold()
    await until(lambda: "the server has been silent for" in guest.text)
    proxy.release()
    await until(lambda: "connected again to" in guest.text)
    rival.propose("(0,0) -> 1", final=True)
    opened = await rival.expect(TurnOpened)
    assert not opened.played[-1].fallback


def test_silent_server_is_noticed_within_twenty_seconds() -> None:
    """Whatever the pings' phase: the last sign of life, the bound, and one more ping."""
    assert _session.SILENCE_S + 2 * _session.PING_S <= 20


async def test_drained_server_is_waited_for(arena: Arena) -> None:
    """The agent is told and stays."""
    guest = await arena.guest("mine", QUICK)
    arena.server.request_drain("the host stops the server")
    await until(lambda: "the server is about to stop (the host stops the server)" in guest.text)
    await asyncio.sleep(0)
    assert not guest.task.done()


async def test_seat_that_was_away_at_the_end_learns_of_it(arena: Arena, proxy: Proxy) -> None:
    """The result comes when the line is back."""
    guest = await arena.guest("mine", QUICK, port=proxy.port)
    rival = await arena.scripted("rival")
    match = await arena.open("rival", "mine", clock=Clock("hidden", 5_000))
    await rival.attach(await rival.assigned())
    await rival.expect(TurnOpened)
    await until(lambda: arena.server.referee.get(match)._links[1] is not None)
    proxy.hold()
    proxy.reset()
    rival.resign()
    await rival.expect(MatchFinished)
    proxy.release()
    await until(lambda: "resigned in turn" in guest.text)


async def test_agent_plays_several_matches_at_once(arena: Arena) -> None:
    """Each in a worker of its own, and the agent leaves when it has played enough."""
    guest = await arena.guest("mine", QUICK, slots=3, matches=3)
    await arena.guest("rival", slots=3)
    matches = [await arena.open("mine", "rival", clock=Clock("hidden", 1_000)) for _ in range(3)]
    records = [await arena.over(match) for match in matches]
    assert [record.result is not None and record.result.termination for record in records] == ["completed"] * 3
    await asyncio.wait_for(guest.task, 10)
    assert arena.server.lobby.get("mine") is None
