"""What worker processes hold: looked at from outside, ten times a second and after every match."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import psutil

from gridarena._frames import Ready
from gridarena._workers import StartWorker, Worker
from gridarena_lab.check.evidence import Memory

LOOK_S = 0.1
CHILDREN_EVERY = 10
"""Looks until the processes that a search started are looked for; finding them costs more than a look."""


class Scales:
    """Weighs the workers of one pool."""

    def __init__(self, limit: int, too_heavy: Callable[[], None]) -> None:
        """``too_heavy`` is called once, when a worker holds more than ``limit`` bytes."""
        self._limit = limit
        self._too_heavy = too_heavy
        self._processes: dict[int, psutil.Process] = {}
        self._start = self._peak = 0
        self._after: dict[int, list[int]] = {}

    def watching(self, start: StartWorker) -> StartWorker:
        """The same start of workers; each is weighed from then on."""

        async def watched() -> tuple[Worker, Ready]:
            worker, ready = await start()
            pid = worker.pid
            if pid is not None:
                with suppress(psutil.Error):
                    self._processes[pid] = psutil.Process(pid)
                    self._start = self._start or self._weight(self._processes[pid], children=False)
            return worker, ready

        return watched

    async def watch(self) -> None:
        """Looks again and again, until it is cancelled."""
        looks = 0
        while True:
            looks += 1
            for pid in list(self._processes):
                self._look(pid, children=looks % CHILDREN_EVERY == 0)
            if self._peak > self._limit:
                self._too_heavy()
                return
            await asyncio.sleep(LOOK_S)

    def match_over(self) -> None:
        """Notes what each worker holds between two matches."""
        for pid in list(self._processes):
            weight = self._look(pid, children=True)
            if weight:
                self._after.setdefault(pid, []).append(weight)

    def seen(self) -> Memory:
        """All of it; of the matches those of the worker that lived longest."""
        lives = Counter({pid: len(weights) for pid, weights in self._after.items()})
        longest = max(lives, key=lambda pid: (lives[pid], self._after[pid][-1]), default=None)
        matches = () if longest is None else tuple(self._after[longest])
        return Memory(self._start, matches, self._peak, self._limit)

    def _look(self, pid: int, *, children: bool) -> int:
        try:
            weight = self._weight(self._processes[pid], children=children)
        except psutil.Error:  # it has been killed
            del self._processes[pid]
            return 0
        self._peak = max(self._peak, weight)
        return weight

    def _weight(self, process: psutil.Process, *, children: bool) -> int:
        weight = int(process.memory_info().rss)
        for child in process.children(recursive=True) if children else ():
            with suppress(psutil.Error):
                weight += int(child.memory_info().rss)
        return weight
