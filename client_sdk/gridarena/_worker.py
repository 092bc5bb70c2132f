"""The process a search runs in: ``python -m gridarena._worker``, started by the network process and talking only to it.

Frames come in on what was standard input and go out on what was standard output; both are moved out of the way before
any student code runs, so that a print lands in the match's log file and a read finds nothing. The search has the main
thread; a second thread reads the pipe, so the end of the network process ends this one even in the middle of a search.
Ctrl-C is for the network process alone.
"""

import contextlib
import io
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import psutil

from gridarena import _frames
from gridarena._frames import TO_WORKER, Broken, FromWorker, Load, ToWorker
from gridarena._plain import load
from gridarena._stopflag import open_view
from gridarena._tree import die_with_parent, leave
from gridarena._warm import settled
from gridarena.desk import StudentError, kept, one_line, serve
from gridarena.errors import ArenaError, Mishap
from gridarena.match import Match
from gridarena.resolve import load_agent

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

NICENESS = 5
"""Searches give way to the network processes and the server where these share their machine: the first word of a turn,
the close and the verdict need little time, but at once."""
LOG_LIMIT = 32 * 1024 * 1024
"""Bytes of one match's log; more is dropped, so that a chatty agent cannot fill the disk."""
MOST_NOTICE = 1024
"""Bytes that may follow: that more is dropped, and the network process's own lines."""


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
        self._left = LOG_LIMIT
        self._full = False
        self._streams = tuple(_text(Capped(descriptor, self)) for descriptor in (1, 2))
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
        sys.stdout, sys.stderr = self._streams

    def switch(self, match: Match) -> None:
        """From now on prints belong to this match."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._redirect(str(self._folder / match.log_name))
        except OSError:  # a match is played for want of a log too
            self._redirect(os.devnull)
        self._left = LOG_LIMIT - os.fstat(1).st_size
        self._full = self._left < 0

    def has_room(self, size: int) -> bool:
        """Whether so many bytes more are kept of this match."""
        self._left -= size
        if self._left < 0:
            self._drop()
        return not self._full

    def check(self) -> None:
        """Drops further output of a match whose compiled code has printed too much, past the streams."""
        self.flush()
        if os.fstat(1).st_size > LOG_LIMIT + MOST_NOTICE:
            self._drop()
            self._redirect(os.devnull)

    def flush(self) -> None:
        """Writes out what was printed, wherever the agent has sent its own prints since."""
        for stream in (sys.stdout, sys.stderr, *self._streams):
            with contextlib.suppress(Exception):  # an agent may have put anything there
                stream.flush()

    def _drop(self) -> None:
        if not self._full:
            self._full = True
            with contextlib.suppress(OSError):
                os.write(1, f"\n-- more than {LOG_LIMIT} bytes: further output of this match is dropped --\n".encode())

    def _redirect(self, path: str) -> None:
        self.flush()
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o644)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        os.close(descriptor)


class Capped(io.FileIO):
    """One of the two streams; beyond the log's limit, and on a full disk, it swallows what it gets."""

    def __init__(self, descriptor: int, log: Log) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self._log = log

    def write(self, data: "ReadableBuffer", /) -> int:
        """As a file takes it."""
        size = memoryview(data).nbytes
        with contextlib.suppress(OSError):
            return super().write(data) if self._log.has_room(size) else size
        return size


def main() -> None:
    """Loads one agent and plays matches until the pipe ends."""
    die_with_parent()
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
    log.flush()
    leave(1)  # the listening thread may hold the pipe, which an orderly end would wait for


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
        lambda: settled(lambda: agent_class(**first.source.options)),
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
    leave(0)


def _trouble(first: Load, error: BaseException) -> str:
    where = first.source.place + (f":{first.source.qualname}" if first.source.qualname else "")
    if isinstance(error, ArenaError):
        return str(error) + (kept(Path(first.log_folder), "start", error) if isinstance(error, Mishap) else "")
    return f"{where} cannot be loaded: {one_line(error)}{kept(Path(first.log_folder), 'start', error)}"


def _text(raw: io.FileIO) -> TextIO:
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True)


if __name__ == "__main__":
    main()
