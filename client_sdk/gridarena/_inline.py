"""A worker as a thread of this process, for notebooks, ``breakpoint()`` and prints on the spot.

A thread cannot be killed. A search that does not stop is left behind: it goes on using the processor, but nothing it
says is heard any more.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gridarena._frames import FromWorker, Ready, ToWorker
from gridarena._warm import warmed
from gridarena._workers import PATIENCE_S, Listener
from gridarena.agent import Agent
from gridarena.desk import StudentError, one_line, serve
from gridarena.errors import ArenaError, UnusableFileError


class WorkerThread:
    """An agent in a thread; made by :func:`start`."""

    patience_s = PATIENCE_S

    def __init__(self, make: Callable[[], Agent], log_folder: Path) -> None:
        self._listener: Listener | None = None
        self._loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[Ready] = self._loop.create_future()
        self._make = make
        self._folder = log_folder.absolute()
        self._stop = np.zeros(1, dtype=np.uint8)
        self._inbox: queue.SimpleQueue[ToWorker | None] = queue.SimpleQueue()
        self._alive = True
        self._failure = ""
        threading.Thread(target=self._run, name="gridarena search", daemon=True).start()

    @property
    def pid(self) -> None:
        """A thread of this process."""
        return None

    def send(self, message: ToWorker) -> None:
        """Queues a message."""
        self._inbox.put(message)

    def stop_search(self) -> None:
        """Raises the stop flag."""
        self._stop[0] = 1

    def allow_search(self) -> None:
        """Lowers the stop flag."""
        self._stop[0] = 0

    def report_to(self, listener: Listener | None) -> None:
        """From now on this one is told."""
        self._listener = listener
        if self._failure:
            self._loop.call_soon(self._tell_gone)

    async def kill(self) -> None:
        """Stops listening; the thread ends when its search does."""
        self._listener, self._alive = None, False
        self._stop[0] = 1
        self._inbox.put(None)

    def _run(self) -> None:
        try:
            serve(
                lambda: warmed(self._make()),
                self._inbox.get,
                send=self._send,
                stop=self._stop,
                log_folder=self._folder,
            )
        except StudentError as error:
            text = str(error) if isinstance(error, ArenaError) else f"the agent cannot be made: {one_line(error)}"
            self._hand_over(self._failed, text)

    def _send(self, message: FromWorker) -> None:
        self._hand_over(self._said, message)

    def _hand_over(self, callback: Callable[..., None], argument: object) -> None:
        if self._alive and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(callback, argument)

    def _said(self, message: FromWorker) -> None:
        if not self.ready.done() and isinstance(message, Ready):
            self.ready.set_result(message)
        elif self._listener is not None:
            self._listener.worker_said(message)

    def _failed(self, text: str) -> None:
        self._failure = text
        if not self.ready.done():
            self.ready.set_exception(UnusableFileError(text))
        self._tell_gone()

    def _tell_gone(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.worker_gone(self._failure)


async def start(make: Callable[[], Agent], log_folder: Path) -> tuple[WorkerThread, Ready]:
    """Starts the thread and waits until its agent is warm.

    Raises:
        UnusableFileError: the agent cannot be made; the text says why.
    """
    worker = WorkerThread(make, log_folder)
    return worker, await asyncio.shield(worker.ready)
