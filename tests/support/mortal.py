"""A server of its own process that a test kills and starts again, and a student's agent that takes its time."""

import asyncio
import contextlib
import socket
import sys
from pathlib import Path

from gridarena.server import Server

SERVE = """
import asyncio, sys
from gridarena_server.config import Config
from gridarena_server.run import run_server
asyncio.run(run_server(Config(port=int(sys.argv[1]), database=sys.argv[2]), lambda server: print("ready", flush=True)))
"""
SLOW = """
import time

class Mine(gridarena.Agent):
    def play(self, turn):
        turn.propose(next(turn.board.legal_moves()))
        time.sleep(0.05)
"""


class MortalServer:
    """One server at a time, on one port and one database."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "arena.db"
        with contextlib.closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    async def start(self) -> None:
        """Returns when it answers."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVE, str(self.port), str(self.database), stdout=asyncio.subprocess.PIPE
        )
        assert self.process.stdout is not None
        assert await asyncio.wait_for(self.process.stdout.readline(), 30) == b"ready\n"

    async def kill(self) -> None:
        """Without a word."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()

    def address(self, token: str) -> Server:
        """Where everybody connects."""
        return Server(f"127.0.0.1:{self.port}", token)

    @property
    def host(self) -> Server:
        """Where the host connects."""
        token = self.database.with_name(self.database.name + ".host-token").read_text(encoding="utf-8")
        return self.address(token.strip())
