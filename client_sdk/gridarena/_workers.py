"""What the network process knows of whatever carries out a search: a process, or a thread of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from gridarena._frames import FromWorker, Ready, ToWorker

PATIENCE_S = 0.050
"""How long a search may go on behind the close of its turn."""
MESSENGER_PATIENCE_S = 1.0
"""The same for a worker that only carries messages: it stops by itself, late only on a busy machine."""


class Listener(Protocol):
    """Whoever a worker works for."""

    def worker_said(self, message: FromWorker) -> None:
        """A frame came."""
        ...

    def worker_gone(self, reason: str) -> None:
        """The worker ended by itself."""
        ...


class Worker(Protocol):
    """Carries out one search at a time."""

    patience_s: float
    """How long its search may go on behind the close of a turn."""

    @property
    def pid(self) -> int | None:
        """Its process; None for a thread of this one."""
        ...

    def report_to(self, listener: Listener | None) -> None:
        """From now on this one is told, on the event loop; also when the worker is gone already."""
        ...

    def send(self, message: ToWorker) -> None:
        """Queues a frame; never blocks."""
        ...

    def stop_search(self) -> None:
        """Raises the stop flag."""
        ...

    def allow_search(self) -> None:
        """Lowers the stop flag; only while no search runs."""
        ...

    async def kill(self) -> None:
        """Ends it with everything it started. Idempotent."""
        ...


class Timers(Protocol):
    """The part of an event loop that a match needs; tests bring their own."""

    def time(self) -> float:
        """Monotonic seconds."""
        ...

    def call_later(self, delay: float, callback: Callable[[], object]) -> asyncio.TimerHandle:
        """Calls back after a delay, unless the handle is cancelled."""
        ...


StartWorker = Callable[[], Awaitable[tuple[Worker, Ready]]]
"""Starts a worker and waits until it is warm. Raises ArenaError."""
