"""Child processes that cannot outlive their parent.

Each child holds the reading end of a pipe on its standard input and stops by itself when that pipe closes
(`--until-eof`): the operating system closes it however the parent ends, `kill -9` included, on Windows too, where there
is no polite signal between processes. Children get a session of their own, so that Ctrl-C in the terminal reaches the
parent alone, which then ends them in order. What a child leaves behind is killed with its own children.
"""

import os
import subprocess
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import psutil

from gridarena_cli.exits import CliError, Exit

PATIENCE_S = 1.5
"""How long children may take to stop politely, all of them together; Ctrl-C may take three seconds at most."""


class Child:
    """One running `gridarena` command of ours; what it says goes to a log file."""

    def __init__(
        self, name: str, words: Sequence[str], log: Path, environment: Mapping[str, str], *, answers: bool
    ) -> None:
        self.name = name
        self.log = log
        self._begun = not answers
        """Whether it may have something to finish; one that owes its first line has not."""
        with log.open("ab") as sink:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                [sys.executable, "-m", "gridarena_cli", *words, "--until-eof"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if answers else sink,
                stderr=sink,
                env={**os.environ, **environment},
                start_new_session=sys.platform != "win32",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def first_line(self) -> str:
        """What a child that answers says first on standard output; empty when it ended without a word."""
        line = _stream(self._process.stdout).readline().decode("utf-8", "replace").strip()
        self._begun = True
        return line

    @property
    def obituary(self) -> str | None:
        """The child's own last words, or its exit code, once it has ended; None while it runs."""
        if self._process.poll() is None:
            return None
        said = self.log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        last = said[-1] if said else f"it ended with exit code {self._process.returncode} (log: {self.log})"
        return last.removeprefix("gridarena: ")

    def check(self) -> None:
        """Raises CliError with the child's own last words when it has ended."""
        if (last := self.obituary) is not None:
            raise CliError(Exit.PROBLEM, f"{self.name} stopped: {last}")

    def ask_to_stop(self) -> None:
        """Closes the pipe that the child lives by."""
        _stream(self._process.stdin).close()

    def wait(self, until: float) -> None:
        """Waits for the end until this monotonic instant, then kills the child and everything below it.

        A child that is still starting is not waited for: it would read the news of its end behind its last import only.
        """
        family = _family(self.pid)
        try:
            self._process.wait(max(0.0, until - time.monotonic()) if self._begun else 0)
        except subprocess.TimeoutExpired:
            family = _family(self.pid)
        for process in family:
            _kill(process)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


class Family:
    """The children of one command; leaving the block leaves none of them behind."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.children: list[Child] = []

    def start(
        self, name: str, *words: str, environment: Mapping[str, str] | None = None, answers: bool = False
    ) -> Child:
        """Starts `gridarena WORDS...` as a child; one that answers keeps its standard output for `first_line`."""
        child = Child(name, words, self.logs / f"{name}.log", environment or {}, answers=answers)
        self.children.append(child)
        return child

    def check(self) -> None:
        """Raises CliError when a child has ended on its own."""
        for child in self.children:
            child.check()

    def forget_ended(self) -> None:
        """Lets go of the children that have ended on their own, and of what they left behind."""
        ended = [child for child in self.children if child.obituary is not None]
        self.children = [child for child in self.children if child not in ended]
        for child in ended:
            child.ask_to_stop()
            child.wait(time.monotonic())

    def stop(self) -> None:
        """Ends all children, the youngest first. Idempotent."""
        children, self.children = self.children[::-1], []
        until = time.monotonic() + PATIENCE_S
        for child in children:
            child.ask_to_stop()
        for child in children:
            child.wait(until)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def stop_at_eof() -> None:
    """From now on the end of standard input is a Ctrl-C."""
    threading.Thread(target=_interrupt_at_eof, name="until-eof", daemon=True).start()


def _interrupt_at_eof() -> None:
    """Reads past Python's own buffer, whose lock would stop the interpreter from ending."""
    while os.read(0, 4096):
        pass
    interrupt_main()


def _family(pid: int) -> list[psutil.Process]:
    try:
        process = psutil.Process(pid)
        return [*process.children(recursive=True), process]
    except psutil.NoSuchProcess:
        return []


def _kill(process: psutil.Process) -> None:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        return


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise ValueError("the child has no such pipe")
    return stream
