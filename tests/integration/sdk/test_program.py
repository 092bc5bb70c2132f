"""An agent as a student runs it: `python mine.py`, in a process of its own."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridarena_protocol.records import Clock
from support.arena import Arena
from support.sdk import until, write_agent

BODY = """
class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))

gridarena.run(Mine)
"""
PATIENT = BODY.replace("\n\ngridarena.run", "\n        while not turn.closed: pass\n\ngridarena.run")


class Program:
    """A running `python mine.py`."""

    def __init__(self, arena: Arena, folder: Path) -> None:
        self.arena = arena
        self.folder = folder
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        """Returns when the agent is in the lobby; the address and the token come from the environment."""
        address = await self.arena.address("mine")
        environment = {**os.environ, "GRIDARENA_SERVER": address.address, "GRIDARENA_TOKEN": address.token}
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=self.folder, env=environment, stderr=subprocess.PIPE
        )
        await until(lambda: self.arena.server.lobby.get("mine") is not None)
        return self.process

    async def read(self) -> str:
        """What it has said, once it is over."""
        assert self.process is not None
        _, err = await asyncio.wait_for(self.process.communicate(), 10)
        return err.decode("utf-8")


@pytest.fixture
async def program(arena: Arena, tmp_path: Path) -> AsyncIterator[Program]:
    """Not started yet; ended in any case."""
    program = Program(arena, tmp_path)
    yield program
    if program.process is not None and program.process.returncode is None:
        program.process.kill()
        await program.process.communicate()


async def test_file_connects_plays_and_logs(arena: Arena, program: Program, tmp_path: Path) -> None:
    """From the environment, without a main guard; prints go to a folder beside the file."""
    write_agent(tmp_path, BODY)
    process = await program.start("mine.py")
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival"))
    assert not any(turn.fallback for turn in record.turns)
    process.terminate()
    assert "match 1: " in await program.read()
    assert list((tmp_path / "gridarena-logs" / "mine").glob("match-1-*.log")) != []


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
async def test_signal_leaves_in_good_order(
    arena: Arena, program: Program, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    """No traceback, no worker left, and the student learns what becomes of the match."""
    write_agent(tmp_path, PATIENT)
    process = await program.start("mine.py")
    rival = await arena.scripted("rival")
    match = await arena.open("mine", "rival", clock=Clock("hidden", 5_000))
    await rival.attach(await rival.assigned())
    await until(lambda: arena.server.referee.get(match)._links[0] is not None)
    process.send_signal(number)
    text = await program.read()
    assert process.returncode == code
    assert "left in the middle of match 1: an agent that is back soon goes on there" in text
    assert "Traceback" not in text
    await until(lambda: arena.server.lobby.get("mine") is None)


async def test_module_runs_with_m(arena: Arena, program: Program, tmp_path: Path) -> None:
    """`python -m package.mine` finds its neighbours in the worker too."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "choice.py").write_text("first = next\n", encoding="utf-8")
    write_agent(package, "from .choice import first\n" + BODY.replace("next(", "first("))
    await program.start("-m", "package.mine")
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival"))
    assert not any(turn.fallback for turn in record.turns)


async def test_folder_full_of_traps_is_harmless(arena: Arena, program: Program, tmp_path: Path) -> None:
    """A student's own `queue.py` beside another folder's agent shadows nothing in the worker."""
    (tmp_path / "queue.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")
    inner = tmp_path / "agents"
    inner.mkdir()
    write_agent(inner, BODY)
    await program.start("agents/mine.py")
    await arena.guest("rival")
    record = await arena.over(await arena.open("mine", "rival"))
    assert not any(turn.fallback for turn in record.turns)
