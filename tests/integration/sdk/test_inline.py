"""Searches in a thread of the same process: notebooks, breakpoints, prints on the spot."""

import asyncio
import threading
from pathlib import Path

import pytest

import gridarena
from gridarena import running
from gridarena._session import Attendance
from gridarena.server import Server
from gridarena_protocol.records import Clock
from support.arena import Arena
from support.sdk import until, write_agent

threads: list[str] = []


class Watched(gridarena.Agent):
    """Tells where it runs."""

    def play(self, turn: gridarena.Turn) -> None:
        threads.append(threading.current_thread().name)
        turn.propose(next(turn.board.legal_moves()))


class Deaf(gridarena.Agent):
    """Stops only when nobody listens any more."""

    release = threading.Event()

    def play(self, turn: gridarena.Turn) -> None:
        turn.propose(next(turn.board.legal_moves()))
        self.release.wait(15)


async def test_search_runs_in_this_process(arena: Arena) -> None:
    """The very class, not a copy loaded elsewhere."""
    threads.clear()
    await arena.guest("mine", Watched)
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival"))
    assert record.result is not None
    assert record.result.termination == "completed"
    assert set(threads) == {"gridarena search"}


async def test_file_can_be_played_inline(arena: Arena) -> None:
    """`--inline` takes the same addresses."""
    body = "class Mine(gridarena.Agent):\n    def play(self, turn): turn.propose(next(turn.board.legal_moves()))\n"
    await arena.guest("mine", body, inline=True)
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival"))
    assert not any(turn.fallback for turn in record.turns)


async def test_agent_that_changes_its_folder_takes_no_log_along(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it changes it for the whole process."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    body = (
        f"import os\nos.chdir({str(elsewhere)!r})\n"
        "class Mine(gridarena.Agent):\n    def play(self, turn): raise KeyError('node')\n"
    )
    address, server = str(write_agent(tmp_path, body)), await arena.address("mine")
    task = asyncio.create_task(_attend(server, Path("logs"), [], address))
    await until(lambda: arena.server.lobby.get("mine") is not None)
    await arena.guest("rival")
    await arena.over(await arena.open("mine", "rival"))
    await asyncio.wait_for(task, 10)
    names = {file.name for file in (tmp_path / "logs").iterdir()}
    assert {"match-1-seat0.log", "match-1-seat0-turn-1-error.txt"} <= names
    assert not list(elsewhere.iterdir())


async def test_thread_that_does_not_stop_is_left_behind(arena: Arena) -> None:
    """It cannot be killed; a new thread takes over and the old one is not heard."""
    Deaf.release.clear()
    guest = await arena.guest("mine", Deaf)
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival", clock=Clock("hidden", 800)))
    Deaf.release.set()
    assert record.result is not None
    assert record.result.termination == "completed"
    assert not any(turn.fallback for turn in record.turns)
    assert "the search went on 50 ms after the turn had closed" in guest.text


async def test_notebook_cell_plays_beside_its_loop(arena: Arena, tmp_path: Path) -> None:
    """`gridarena.play` in a cell blocks like any call, on a loop of its own."""
    server = await arena.address("mine")
    lines: list[str] = []
    task = asyncio.create_task(asyncio.to_thread(running._run_in_thread, lambda: _attend(server, tmp_path, lines)))
    await until(lambda: arena.server.lobby.get("mine") is not None)
    await arena.guest("rival")
    await arena.over(await arena.open("mine", "rival"))
    await asyncio.wait_for(task, 10)
    assert "match 1" in "\n".join(lines)


async def _attend(server: Server, folder: Path, lines: list[str], agent: str | type[gridarena.Agent] = Watched) -> None:
    wanted = Attendance("mine", matches=1)
    await running.attend(agent, (server,), wanted, inline=True, log_folder=folder, say=lines.append)


async def test_failure_in_the_notebooks_thread_is_raised_in_the_cell(arena: Arena, tmp_path: Path) -> None:
    """With its one line."""
    server = Server(f"127.0.0.1:{arena.server.port}", "ga_wrong")
    with pytest.raises(gridarena.ServiceError):
        await asyncio.to_thread(running._run_in_thread, lambda: _attend(server, tmp_path, []))
