"""Agents that do what agents must not do: each costs only itself, and its student reads why."""

import asyncio
import signal
import sys

import psutil
import pytest

from gridarena import ServiceError
from gridarena_protocol.records import Clock, Record
from support.arena import Arena, Guest
from support.sdk import until

SEARCH = """
import os, subprocess, sys, time

class Mine(gridarena.Agent):
    def play(self, turn):
        first = next(turn.board.legal_moves())
        {play}
"""
SHORT_MS = 300
"""For searches that use all of it."""
STOCK = 6
"""Slots of an agent that costs a worker a turn: so many spares wait from the start, however long one takes to start."""
LONG_MS = 3_000
"""For searches that come back by themselves."""


async def play(arena: Arena, body: str, *, budget_ms: int = SHORT_MS, slots: int = 1) -> tuple[Guest, Record]:
    """One match of the body against an honest rival."""
    guest = await arena.guest("mine", SEARCH.format(play=body), slots=slots)
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival", clock=Clock("hidden", budget_ms)))
    await until(lambda: any(f"match 1: {word} " in guest.text for word in ("won", "lost", "drawn")))
    return guest, record


def rival_is_unharmed(record: Record) -> None:
    """Its turns were its own: finished by itself, before the clock ran out, with the move it had chosen."""
    assert record.result is not None
    rivals = [turn for turn in record.turns if turn.seat == 1]
    assert rivals != []
    assert not any(turn.fallback for turn in rivals)
    assert all(turn.used_us < (record.header.clock.budget_ms or 0) * 1000 for turn in rivals)


async def test_search_that_never_returns_plays_its_fallback(arena: Arena) -> None:
    """It proposes nothing for ever: killed behind every turn, the match is played to its end."""
    guest, record = await play(arena, "while True: pass")
    assert record.result is not None
    assert record.result.termination == "completed"
    assert all(turn.fallback for turn in record.turns if turn.seat == 0)
    assert "the search went on 50 ms after the turn had closed and was killed" in guest.text
    assert "the search proposed nothing in time; the fallback" in guest.text
    rival_is_unharmed(record)


async def test_search_that_ignores_the_stop_flag_keeps_its_proposals(arena: Arena) -> None:
    """What it said in time counts; then it is killed."""
    guest, record = await play(arena, "turn.propose(first)\n        while True: time.sleep(1)", slots=STOCK)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert not any(turn.fallback for turn in record.turns)
    assert "Poll turn.stop[0] or turn.closed" in guest.text
    rival_is_unharmed(record)


async def test_search_that_raises_keeps_its_proposal(arena: Arena) -> None:
    """A traceback file a turn, and the match goes on at once."""
    guest, record = await play(arena, "turn.propose(first); raise ValueError('no such node')", budget_ms=LONG_MS)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert not any(turn.fallback for turn in record.turns)
    assert "turn 1: play raised ValueError: no such node; the last proposal stands; traceback: " in guest.text
    assert len(list((guest.folder / "logs").glob("match-1-seat0-turn-*-error.txt"))) >= 3
    rival_is_unharmed(record)


async def test_search_that_raises_at_once_plays_its_fallback(arena: Arena) -> None:
    """A crash is not a "missing"."""
    guest, record = await play(arena, "raise RuntimeError", budget_ms=LONG_MS)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert all(turn.fallback for turn in record.turns if turn.seat == 0)
    assert "play raised RuntimeError" in guest.text


async def test_flood_is_thinned_out_and_counted(arena: Arena) -> None:
    """Tens of thousands of proposals a second reach the referee as 200, and the newest counts."""
    guest, record = await play(arena, "while True: turn.propose(first)")
    mine = [turn for turn in record.turns if turn.seat == 0]
    assert all(turn.verdict in ("accepted", "taboo") for turn in mine)
    assert all(turn.proposals <= turn.used_us / 5_000 + 5 for turn in mine)
    assert "were sent (the newest each 5 ms)" in guest.text
    assert "was killed" not in guest.text
    rival_is_unharmed(record)


async def test_proposal_behind_the_close_ends_the_search(arena: Arena) -> None:
    """TurnClosed is raised where propose is called; nobody need catch it and nobody is told off."""
    guest, record = await play(
        arena, "turn.propose(first)\n        while not turn.closed: time.sleep(0.001)\n        turn.propose(first)"
    )
    assert record.result is not None
    assert record.result.termination == "completed"
    assert "killed" not in guest.text
    assert "raised" not in guest.text


async def test_search_that_swallows_the_close_is_killed(arena: Arena) -> None:
    """Proposing on and on behind the close changes nothing but its own process."""
    guest, record = await play(
        arena,
        "while True:\n            try: turn.propose(first)\n            except gridarena.TurnClosed: pass",
    )
    assert record.result is not None
    assert record.result.termination == "completed"
    assert "was killed" in guest.text
    rival_is_unharmed(record)


async def test_illegal_proposal_never_leaves_the_worker(arena: Arena) -> None:
    """It raises there, and the fallback or the last legal one stands."""
    guest, record = await play(arena, "turn.propose('(3,3) -> 1')", budget_ms=LONG_MS)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert "play raised IllegalMove: (3,3) -> 1: the cell already holds 1" in guest.text


async def test_ten_megabytes_of_prints_go_to_the_log(arena: Arena) -> None:
    """Whose name was shown when the match began."""
    guest, record = await play(arena, "print('x' * 10_000_000); turn.propose(first)", budget_ms=LONG_MS)
    assert record.result is not None
    assert record.result.termination == "completed"
    log = guest.folder / "logs" / "match-1-seat0.log"
    assert str(log) in guest.text
    assert log.stat().st_size > 10_000_000
    rival_is_unharmed(record)


async def test_killed_worker_is_replaced_in_the_same_turn(arena: Arena) -> None:
    """Kill -9 of a worker costs the time it had used; the spare searches on."""
    body = "turn.propose(first)\n        while not turn.closed: time.sleep(0.001)"
    guest = await arena.guest("mine", SEARCH.format(play=body))
    rival = await arena.scripted("rival")
    match = await arena.open("mine", "rival", clock=Clock("hidden", 3_000))
    await rival.attach(await rival.assigned())
    await until(lambda: "match 1 " in guest.text)
    log = guest.folder / "logs" / "match-1-seat0.log"
    await until(log.exists)
    searching = await asyncio.to_thread(_busiest_child)
    searching.kill()
    await until(lambda: "the worker process ended by itself" in guest.text)
    record = await _first_turn(arena, match)
    assert not record.turns[0].fallback
    assert "a fresh one takes over" in guest.text


async def _first_turn(arena: Arena, match: int) -> Record:
    live = arena.server.referee.get(match)
    await until(lambda: live.turns != [], 10)
    return Record(live.header, tuple(live.turns))


def _busiest_child() -> psutil.Process:
    """The worker that has the log open: the one that plays."""
    for child in psutil.Process().children():
        if any("match-1-seat0.log" in file.path for file in child.open_files()):
            return child
    raise AssertionError("no worker plays")


async def test_second_connection_takes_over(arena: Arena) -> None:
    """Newest wins; the older one ends with one line and does not come back."""
    first = await arena.guest("mine")
    member = arena.server.lobby.get("mine")
    second = await arena.guest("mine", wait=False)
    await until(lambda: arena.server.lobby.get("mine") not in (None, member))
    with pytest.raises(ServiceError) as raised:
        await first.task
    assert raised.value.code == "superseded"
    assert raised.value.exit_code == 11
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival"))
    assert record.result is not None
    assert record.result.termination == "completed"
    assert "match 1" in second.text


@pytest.mark.skipif(sys.platform == "win32", reason="SIGSTOP is POSIX")
async def test_stopped_worker_is_replaced(arena: Arena) -> None:
    """A worker that a debugger or the system has stopped is killed like one that does not listen."""
    body = f"turn.propose(first); os.kill(os.getpid(), {int(signal.SIGSTOP)})"
    guest, record = await play(arena, body, slots=STOCK)
    assert record.result is not None
    assert record.result.termination == "completed"
    assert not any(turn.fallback for turn in record.turns)
    assert "was killed" in guest.text
