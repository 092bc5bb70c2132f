"""How much of this machine other programs use while ours play.

A game with a clock measures two programs only where each of them has a core for as long as it thinks. What the
experiment itself uses is taken off, its agents' processes included; what is left is everybody else's.
"""

import os
import threading
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import psutil

EVERY_S = 1.0
ROOM = 0.25
"""Cores that other programs may use beyond those that are free: no system is ever quite quiet."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment."""

    at: float
    others_s: float
    """Core seconds that others had used by then."""


class LoadMeter:
    """Counts, from enter to exit, the processor time that is not ours."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)
        self._used: dict[tuple[int, float], float] = {}
        """Processor seconds of every process of ours, the ended ones as they were last seen."""

    def __enter__(self) -> Self:
        """Begins to count."""
        self._zero_s = self._busy_s() - self._ours_s()
        self.zero = self.mark = Mark(time.monotonic(), 0.0)
        """The beginning, and the newest count."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends it."""
        self._stop.set()
        self._thread.join()

    def since(self, mark: Mark) -> float:
        """How many cores others have kept busy on average since then; 0 where that was less than a count ago."""
        now = self.mark
        return max(0.0, now.others_s - mark.others_s) / (now.at - mark.at) if now.at > mark.at else 0.0

    def _run(self) -> None:
        while not self._stop.wait(EVERY_S):
            self.mark = Mark(time.monotonic(), self._busy_s() - self._ours_s() - self._zero_s)

    def _ours_s(self) -> float:
        me = psutil.Process()
        for process in (me, *me.children(recursive=True)):
            try:
                times = process.cpu_times()
                self._used[process.pid, process.create_time()] = times.user + times.system
            except psutil.Error:
                continue
        return sum(self._used.values())

    @staticmethod
    def _busy_s() -> float:
        """Of those cores that we may use."""
        mine = allowed()
        each = [one for core, one in enumerate(psutil.cpu_times(percpu=True)) if core in mine]
        return sum(sum(one) - one.idle - getattr(one, "iowait", 0.0) for one in each)


def allowed() -> set[int]:
    """The processor cores this process may use, from 0."""
    try:
        return os.sched_getaffinity(0)
    except AttributeError:  # Windows, macOS
        return set(range(psutil.cpu_count() or 1))


def cores() -> int:
    """How many those are."""
    return len(allowed())


def meaningless(load: float, jobs: int) -> str | None:
    """What to say of results with a clock at this load, in one line; None where they stand."""
    if load + jobs <= cores() + ROOM:
        return None
    return (
        f"other programs kept {load:.1f} of {cores()} cores busy while {jobs} game{'s' * (jobs > 1)} at once "
        f"{'were' if jobs > 1 else 'was'} played: results with a clock mean nothing; "
        "play them on a quiet machine or with fewer --jobs, or give a number of nodes (--budget 1000n)"
    )
