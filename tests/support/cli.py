"""`gridarena` as people run it: real processes, real files, real exit codes.

Nothing waits for a time: whoever waits, waits for a line or an end, with a limit that only a hanging program meets.
"""

import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from gridarena.joins import HOME_VARIABLE
from gridarena.server import Server

COMMAND = (sys.executable, "-m", "gridarena_cli")
PATIENCE_S = 60.0
_NUMBERS = itertools.count(1)


UNWANTED = ("GRIDARENA_", "PYTHONDONTWRITEBYTECODE")
"""Beginnings of names. Without Python's bytecode every command compiles all of gridarena, which nobody's does."""


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without anybody's settings, but for the tests' own home."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(UNWANTED)}
    return {**kept, HOME_VARIABLE: os.environ[HOME_VARIABLE], **(extra or {})}


STILL_LOADING = "the agent is still loading\n"
"""What a slow machine may say before anything else."""


@dataclass(frozen=True)
class Said:
    """What a command that has ended has said."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output, which must be one JSON object in one line and nothing else."""
        assert self.code == 0, self.err
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    def line(self) -> str:
        """Standard error, which must be one line that is no traceback."""
        said = self.err.removeprefix(STILL_LOADING)
        assert said.count("\n") == 1, self.err
        assert "Traceback" not in said
        return said.strip()


def gridarena(
    *words: str, cwd: Path, extra: Mapping[str, str] | None = None, stdin: str = "", limit_s: float = PATIENCE_S
) -> Said:
    """Runs a command to its end."""
    done = subprocess.run(
        [*COMMAND, *words],
        cwd=cwd,
        env=environment(extra),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=limit_s,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def on_a_terminal(*words: str, cwd: Path, extra: Mapping[str, str] | None = None, width: int = 100) -> Said:
    """Runs a command to its end as people do, on a terminal of so many columns; what it drew is in ``out``.

    Raises:
        ImportError: this system has no such terminals.
    """
    import fcntl
    import pty
    import struct
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=cwd,
        env=environment({"TERM": "xterm", **(extra or {})}),
        stdin=its,
        stdout=its,
        stderr=its,
    )
    os.close(its)
    drawn: list[bytes] = []

    def read() -> None:
        with contextlib.suppress(OSError):  # the end of a terminal, where its last user has gone
            while data := os.read(ours, 65536):
                drawn.append(data)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        code = process.wait(PATIENCE_S)
    finally:
        process.kill()
        reader.join(5)
        os.close(ours)
    return Said(code, b"".join(drawn).decode("utf-8", "replace"), "")


class Running:
    """A command that goes on until it is told to stop; what it says is read along."""

    def __init__(
        self,
        *words: str,
        cwd: Path,
        extra: Mapping[str, str] | None = None,
        program: tuple[str, ...] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [*(COMMAND if program is None else (sys.executable, *program)), *words],
            cwd=cwd,
            env=environment(extra),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        self.out: list[str] = []
        self.err: list[str] = []
        self._news = threading.Condition()
        self._readers = [
            threading.Thread(target=self._read, args=(stream, lines), daemon=True)
            for stream, lines in ((self.process.stdout, self.out), (self.process.stderr, self.err))
        ]
        for reader in self._readers:
            reader.start()

    def wait_for(self, what: str, limit_s: float = PATIENCE_S) -> str:
        """The first line with these words in it, on either stream."""
        with self._news:
            self._news.wait_for(lambda: self._line(what) or self._over(), limit_s)
            found = self._line(what)
        assert found is not None, f"expected {what!r}, got {self.out} {self.err}"
        return found

    def family(self) -> list[psutil.Process]:
        """The process and everything below it."""
        process = psutil.Process(self.process.pid)
        return [process, *process.children(recursive=True)]

    def interrupt(self) -> None:
        """Ctrl-C, as a terminal sends it: to this process's group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def wait(self, limit_s: float = PATIENCE_S) -> Said:
        """The end."""
        code = self.process.wait(limit_s)
        for reader in self._readers:
            reader.join(5)
        return Said(code, "".join(self.out), "".join(self.err))

    def stop(self) -> None:
        """Leaves nothing behind, whatever the test came to."""
        for process in self.family() if self.process.poll() is None else []:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.wait()

    def _line(self, what: str) -> str | None:
        return next((line for line in [*self.out, *self.err] if what in line), None)

    def _over(self) -> bool:
        return not any(reader.is_alive() for reader in self._readers)

    def _read(self, stream: Any, lines: list[str]) -> None:
        with stream:
            for line in stream:
                with self._news:
                    lines.append(line)
                    self._news.notify_all()
        with self._news:
            self._news.notify_all()


@contextlib.contextmanager
def running(
    *words: str, cwd: Path, extra: Mapping[str, str] | None = None, program: tuple[str, ...] | None = None
) -> Iterator[Running]:
    """A command, or a Python program of the test's, for as long as the block runs."""
    command = Running(*words, cwd=cwd, extra=extra, program=program)
    try:
        yield command
    finally:
        command.stop()


@dataclass(frozen=True)
class Served:
    """A server that answers."""

    command: Running
    address: str
    database: Path
    host_token: str

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    @property
    def as_host(self) -> Server:
        """For the SDK's client."""
        return Server(self.address, self.host_token)

    @property
    def extra(self) -> dict[str, str]:
        """The environment of a host's commands."""
        return {"GRIDARENA_SERVER": self.address, "GRIDARENA_HOST_TOKEN": self.host_token}

    def new_team(self, cwd: Path) -> dict[str, str]:
        """The environment of a team whose name nobody has."""
        return self.team(f"team{next(_NUMBERS)}", cwd)

    def team(self, name: str, cwd: Path) -> dict[str, str]:
        """A new team's environment."""
        token = gridarena("team", "add", name, "--json", cwd=cwd, extra=self.extra).json()["token"]
        return {"GRIDARENA_SERVER": self.address, "GRIDARENA_TOKEN": token}


@contextlib.contextmanager
def served(folder: Path, *, port: int = 0, database: str = "arena.db", words: tuple[str, ...] = ()) -> Iterator[Served]:
    """A server of its own process."""
    place = ("--port", str(port), "--database", str(folder / database))
    with running("serve", "--json", *place, *words, cwd=folder) as command:
        ready = json.loads(command.wait_for("address"))
        token = Path(ready["host_token_file"]).read_text(encoding="utf-8").strip()
        yield Served(command, ready["address"], Path(ready["database"]), token)


def free_port() -> int:
    """A port nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def gone(processes: list[psutil.Process], limit_s: float = 3.0) -> list[psutil.Process]:
    """Those that are still there after a while."""
    _, alive = psutil.wait_procs(processes, timeout=limit_s)
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
