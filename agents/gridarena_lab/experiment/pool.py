"""Worker processes as an executor; one that dies takes nothing with it but the work it was at.

The standard library's pool would do for finishing work, but it breaks as a whole when one process dies, cannot be told
to stop at once, and runs the script that started it again in each of its processes.
"""

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from gridarena._tree import kill_tree
from gridarena.server import TOKEN_VARIABLE

P = ParamSpec("P")
T = TypeVar("T")


class WorkerDiedError(BrokenProcessPool):
    """The process died over this piece of work."""


class Workers(Executor):
    """So many processes, started when there is work for them."""

    def __init__(self, jobs: int, log_folder: Path) -> None:
        """Starts nothing yet.

        Args:
            jobs: Pieces of work at once.
            log_folder: Where a process's prints go, a file for each.
        """
        self._work: queue.Queue[_Work | None] = queue.Queue()
        self._closing = threading.Event()
        self._slots = [_Slot(self._work, self._closing, log_folder / f"worker-{n + 1}.log") for n in range(jobs)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Queues a piece of work; function, arguments and result are pickled."""
        if self._closing.is_set():
            raise RuntimeError("the workers were sent home")
        future: Future[T] = Future()
        self._work.put(_Work(future, pickle.dumps((fn, args, kwargs))))
        for slot in self._slots:
            slot.begin()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is queued is still done, unless it is cancelled; then the processes end."""
        if cancel_futures:
            self._drop()
        for _ in self._slots:
            self._work.put(None)
        if wait:
            for slot in self._slots:
                slot.join()

    def kill(self) -> None:
        """Ends all processes at once, whatever they are at."""
        self._closing.set()
        self._drop()
        for slot in self._slots:
            slot.kill()
        self.shutdown()

    def _drop(self) -> None:
        while True:
            try:
                work = self._work.get_nowait()
            except queue.Empty:
                return
            if work is not None:
                work.future.cancel()


class _Work:
    """Something to do."""

    def __init__(self, future: "Future[Any]", message: bytes) -> None:
        self.future = future
        self.message = message


class _Slot:
    """One process at a time, and the thread that talks to it."""

    def __init__(self, work: "queue.Queue[_Work | None]", closing: threading.Event, log: Path) -> None:
        self._queue = work
        self._closing = closing
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name=log.stem, daemon=True)

    def begin(self) -> None:
        """Looks for work from now on."""
        if self._thread.ident is None:
            self._thread.start()

    def join(self) -> None:
        """Waits until it has ended."""
        if self._thread.ident is not None:
            self._thread.join()

    def kill(self) -> None:
        """Ends the process and what it has started."""
        process = self._process
        if process is not None and process.poll() is None:
            kill_tree(process.pid)

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            if work.future.set_running_or_notify_cancel():
                self._do(work)
        if self._process is not None:
            _bury(self._process)

    def _do(self, work: _Work) -> None:
        try:
            done, result = _ask(self._process or self._start(), work.message)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            work.future.set_exception(WorkerDiedError(self._end(error)))
            return
        if done:
            work.future.set_result(result)
        else:
            work.future.set_exception(result)

    def _start(self) -> "subprocess.Popen[bytes]":
        environment = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                (sys.executable, "-P", "-m", "gridarena_lab.experiment.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
            )
        self._process = process
        if self._closing.is_set():
            kill_tree(process.pid)
        _send(process, pickle.dumps(sys.path))
        return process

    def _end(self, error: Exception) -> str:
        """Lets go of a process that is dead, or whose pipe is spoilt; how it ended."""
        process, self._process = self._process, None
        if process is None:
            return f"no worker process can be started: {error}"
        if process.poll() is None and not isinstance(error, EOFError):
            kill_tree(process.pid)
        code = _bury(process)
        return f"a worker process died {f'by signal {-code}' if code < 0 else f'with exit code {code}'}"


def _bury(process: "subprocess.Popen[bytes]") -> int:
    """Closes the pipes, at whose end the process ends; its exit code."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    process.stdout.close()
    return process.wait()


def _ask(process: "subprocess.Popen[bytes]", message: bytes) -> tuple[bool, Any]:
    _send(process, pickle.dumps(message))
    assert process.stdout is not None
    answer: tuple[bool, Any] = pickle.load(process.stdout)
    return answer


def _send(process: "subprocess.Popen[bytes]", data: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(data)
    process.stdin.flush()
