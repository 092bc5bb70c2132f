"""Work that goes on by itself: tasks whose failures are logged, never lost, and timers that can all be stopped."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from gridarena_server.tournament.ports import Timer, Timers

log = logging.getLogger(__name__)


class Background:
    """Owns tasks and timers until :meth:`close`."""

    def __init__(self, timers: Timers | None) -> None:
        self._timers = timers
        self._tasks: set[asyncio.Task[None]] = set()
        self._pending: set[Timer] = set()
        self._closed = False

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs the coroutine; what it raises is logged, never lost."""
        if self._closed:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("the tournament's work failed", exc_info=task.exception())

    def later(self, delay_s: float, callback: Callable[[], object]) -> Timer:
        """Calls back after so many seconds, unless closed by then."""

        def fire() -> None:
            self._pending.discard(timer)
            if not self._closed:
                callback()

        timer = (self._timers or asyncio.get_running_loop()).call_later(delay_s, fire)
        self._pending.add(timer)
        return timer

    def cancel(self, timer: Timer) -> None:
        """The timer does not fire any more."""
        timer.cancel()
        self._pending.discard(timer)

    async def close(self) -> None:
        """Stops everything; what was not finished is taken up from the log at the next start."""
        self._closed = True
        for timer in self._pending:
            timer.cancel()
        self._pending.clear()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
