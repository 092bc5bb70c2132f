"""Measures the event loop's own lag, so that the referee's lateness is never a seat's.

A 10 ms heartbeat notes every beat that came late. After a stall asyncio may run a deadline's timer before the late
beat, so the beat that is due but has not come counts too.
"""

import asyncio
from collections import deque

from gridarena_server.clock import Clock

BEAT_NS = 10_000_000
NOISE_NS = 5_000_000
"""Lateness below this is ordinary scheduling, not a stall."""
KEPT = 1000
"""Stalls remembered; only those of open turns are ever asked for."""


class Heartbeat:
    """Notes when and for how long the loop did not run."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._stalls: deque[tuple[int, int]] = deque(maxlen=KEPT)
        self._due_ns = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begins to beat on the running loop."""
        self._schedule(asyncio.get_running_loop())

    def stop(self) -> None:
        """Ends the beat; idempotent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due_ns = self._clock.now_ns() + BEAT_NS
        self._timer = loop.call_later(BEAT_NS / 1e9, self._beat, loop)

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        now = self._clock.now_ns()
        if now - self._due_ns > NOISE_NS:
            self._stalls.append((self._due_ns, now))
        self._schedule(loop)

    def stalls_ns(self, start_ns: int, end_ns: int) -> list[int]:
        """Nanoseconds of each lag that fell between two instants, latest first."""
        if self._timer is None:
            return []
        stalls = []
        if end_ns - self._due_ns > NOISE_NS:
            stalls.append(end_ns - max(start_ns, self._due_ns))
        for begin, end in reversed(self._stalls):
            if end <= start_ns:
                break
            stalls.append(max(0, min(end, end_ns) - max(begin, start_ns)))
        return stalls
