"""What the machine did for others meanwhile: an agent that has to share its processor is late without any fault.

Counted is the processor time that all processes used, less that of this one and its workers. The lateness of a thread
that mostly sleeps would not do: schedulers favour sleepers, and a search is none.
"""

import os
import time

import psutil


class Neighbours:
    """Counts from the moment at which it was made."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._used, self._own = _used_s(), _own_s()

    def share(self) -> float:
        """How much of all processors went to others, from 0 to 1; workers count as ours once they have ended."""
        whole = (time.monotonic() - self._began) * (os.cpu_count() or 1)
        others = _used_s() - self._used - (_own_s() - self._own)
        return min(1.0, max(0.0, others / whole))


def _used_s() -> float:
    times = psutil.cpu_times()
    return sum(getattr(times, name, 0.0) for name in ("user", "nice", "system"))


def _own_s() -> float:
    times = psutil.Process().cpu_times()
    return sum(getattr(times, name, 0.0) for name in ("user", "system", "children_user", "children_system"))
