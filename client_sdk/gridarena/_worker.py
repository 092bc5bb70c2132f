"""The process a search runs in: ``python -m gridarena._worker``, started by the network process and talking only to it.

Frames come in on what was standard input and go out on what was standard output; both are moved out of the way before
any student code runs, so that a print lands in the match's log file and a read finds nothing. The search has the main
thread; a second thread reads the pipe, so the end of the network process ends this one even in the middle of a search.
Ctrl-C is for the network process alone.
"""

import io
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import TextIO

import psutil

from gridarena import _frames
from gridarena._frames import TO_WORKER, Broken, FromWorker, Load, ToWorker
from gridarena._plain import load
from gridarena._stopflag import open_view
from gridarena._warm import settled
from gridarena.desk import StudentError, kept, one_line, serve, write_traceback
from gridarena.errors import ArenaError, Mishap
from gridarena.match import Match
from gridarena.resolve import load_agent

NICENESS = 5
"""Searches give way to the network processes and the server where these share their machine: the first word of a turn,
the close and the verdict need little time, but at once."""
LOG_LIMIT = 32 * 1024 * 1024
"""Bytes of one match's log; more is dropped, so that a chatty agent cannot fill the disk."""


class Pipe:
    """The private way to the network process."""

    def __init__(self) -> None:
        self._source = os.fdopen(os.dup(0), "rb")
        self._sink = os.fdopen(os.dup(1), "wb", buffering=0)
        self._lock = threading.Lock()
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)

    def send(self, message: FromWorker) -> None:
        """Writes one frame, from whatever thread."""
        data = memoryview(_frames.pack(message))
        with self._lock:
            while data:
                data = data[self._sink.write(data) :]

    def receive(self) -> ToWorker | None:
        """Blocks for one frame; None when the network process is gone."""
        body = _frames.read(self._source)
        return None if body is None else load(body, TO_WORKER)


class Log:
    """Standard output and error, sent to one file a match."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._full = False
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
        sys.stdout, sys.stderr = _text(1), _text(2)

    def switch(self, match: Match) -> None:
        """From now on prints belong to this match."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._redirect(str(self._folder / match.log_name))
        self._full = False

    def check(self) -> None:
        """Drops further output of a match that has printed too much."""
        sys.stdout.flush()
        if not self._full and os.fstat(1).st_size > LOG_LIMIT:
            self._full = True
            os.write(1, f"\n-- more than {LOG_LIMIT} bytes: further output of this match is dropped --\n".encode())
            self._redirect(os.devnull)

    def _redirect(self, path: str) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o644)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        os.close(descriptor)


def main() -> None:
    """Loads one agent and plays matches until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Pipe()
    first = pipe.receive()
    if not isinstance(first, Load):
        return
    if not first.source.elsewhere:
        _give_way()
    log = Log(Path(first.log_folder))
    try:
        _play(first, pipe, log)
    except StudentError as error:
        pipe.send(Broken(_trouble(first, error)))
    sys.stdout.flush()
    os._exit(1)  # the listening thread may hold the pipe, which an orderly end would wait for


def _give_way() -> None:
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(NICENESS)


def _play(first: Load, pipe: Pipe, log: Log) -> None:
    stop = open_view(Path(first.stop_file))
    sys.path[:] = first.path
    agent_class = load_agent(first.source)
    inbox: queue.SimpleQueue[ToWorker] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, inbox), daemon=True).start()
    serve(
        lambda: settled(agent_class(**first.source.options)),
        inbox.get,
        send=pipe.send,
        stop=stop,
        log_folder=Path(first.log_folder),
        on_match=log.switch,
        on_turn=log.check,
    )


def _listen(pipe: Pipe, inbox: "queue.SimpleQueue[ToWorker]") -> None:
    while (message := pipe.receive()) is not None:
        inbox.put(message)
    os._exit(0)


def _trouble(first: Load, error: BaseException) -> str:
    where = first.source.place + (f":{first.source.qualname}" if first.source.qualname else "")
    if isinstance(error, ArenaError):
        return str(error) + (kept(Path(first.log_folder), "start", error) if isinstance(error, Mishap) else "")
    file = write_traceback(Path(first.log_folder), "start", error)
    return f"{where} cannot be loaded: {one_line(error)}; traceback: {file}"


def _text(descriptor: int) -> TextIO:
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True)


if __name__ == "__main__":
    main()
