"""A worker as a process: ``python -m gridarena._worker`` on every OS, so that nothing is ever forked.

It starts without the working folder on its path (``-P``), so that a student's ``queue.py`` shadows nothing before the
agent's own path is set. Killing takes the whole tree: a search may have started processes of its own.
"""

import asyncio
import os
import sys
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from gridarena._frames import FROM_WORKER, AgentSource, Broken, FromWorker, Load, Ready, ToWorker, Unpacker, pack
from gridarena._plain import load
from gridarena._stopflag import StopFlag
from gridarena._tree import kill_tree
from gridarena._workers import MESSENGER_PATIENCE_S, PATIENCE_S, Listener
from gridarena.errors import ArenaError, UnusableFileError
from gridarena.server import TOKEN_VARIABLE

START_LOG = "start.log"
"""What a worker prints before its first match."""


class WorkerProcess(asyncio.SubprocessProtocol):
    """The network process's end of one worker; made by :func:`start`."""

    def __init__(self, flag: StopFlag, patience_s: float) -> None:
        self.patience_s = patience_s
        self._listener: Listener | None = None
        self.ready: asyncio.Future[Ready] = asyncio.get_running_loop().create_future()
        self._flag = flag
        self._frames = Unpacker()
        self._ended = asyncio.Event()
        self._killed = False

    @property
    def flag_path(self) -> Path:
        """Where the worker finds its stop flag."""
        return self._flag.path

    @property
    def pid(self) -> int:
        """The worker's process."""
        return self._transport.get_pid()

    # --- what the network process does --------------------------------------------------------------------------------

    def send(self, message: ToWorker) -> None:
        """Queues a frame; a worker that is gone gets nothing."""
        if not self._ended.is_set():
            self._stdin.write(pack(message))

    def stop_search(self) -> None:
        """Raises the stop flag."""
        self._flag.up()

    def allow_search(self) -> None:
        """Lowers the stop flag."""
        self._flag.down()

    def report_to(self, listener: Listener | None) -> None:
        """From now on this one is told."""
        self._listener = listener
        if self._ended.is_set():
            asyncio.get_running_loop().call_soon(self._tell_gone)

    async def kill(self) -> None:
        """Ends the process and everything it started."""
        self._listener = None
        self.ready.cancel()
        if not self._killed:
            self._killed = True
            pid = self._transport.get_pid()
            if self._transport.get_returncode() is None:
                await asyncio.to_thread(kill_tree, pid)
            await self._ended.wait()
            self._transport.close()
            self._flag.close()

    # --- what asyncio tells -------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process runs."""
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Some bytes of frames came."""
        for body in self._frames.feed(data):
            self._said(load(body, FROM_WORKER))

    def process_exited(self) -> None:
        """The process is gone, for whatever reason."""
        self._ended.set()
        if not self.ready.done():
            self.ready.set_exception(UnusableFileError(self._reason()))
        self._tell_gone()

    def _tell_gone(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.worker_gone(self._reason())

    def _reason(self) -> str:
        return f"the worker process ended by itself (exit code {self._transport.get_returncode()})"

    def _said(self, message: FromWorker) -> None:
        if not self.ready.done():
            if isinstance(message, Ready):
                self.ready.set_result(message)
            elif isinstance(message, Broken):
                self.ready.set_exception(UnusableFileError(message.text))
        elif self._listener is not None:
            self._listener.worker_said(message)


async def start(source: AgentSource, log_folder: Path) -> tuple[WorkerProcess, Ready]:
    """Starts a worker and waits until its agent is loaded and warm, however long that takes.

    Raises:
        UnusableFileError: the agent cannot be loaded; the text says why.
        ArenaError: the system gives no process, no file or no memory.
    """
    try:
        worker = await _spawn(source, log_folder)
    except OSError as error:
        raise ArenaError(f"the system starts no process: {error}") from error
    worker.send(_load(source, worker, log_folder))
    try:
        return worker, await asyncio.shield(worker.ready)
    except BaseException:
        await asyncio.shield(worker.kill())
        raise


def _load(source: AgentSource, worker: WorkerProcess, log_folder: Path) -> Load:
    return Load(source, tuple(sys.path), str(worker.flag_path), str(log_folder.absolute()))


async def _spawn(source: AgentSource, log_folder: Path) -> WorkerProcess:
    environment = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
    flag = StopFlag()
    try:
        with _start_log(log_folder) as log:
            _, worker = await asyncio.get_running_loop().subprocess_exec(
                partial(WorkerProcess, flag, MESSENGER_PATIENCE_S if source.elsewhere else PATIENCE_S),
                *(sys.executable, "-P", "-m", "gridarena._worker"),
                stderr=log,
                env=environment,
            )
    except BaseException:
        flag.close()
        raise
    return worker


def _start_log(folder: Path) -> BinaryIO:
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / START_LOG).open("ab")
