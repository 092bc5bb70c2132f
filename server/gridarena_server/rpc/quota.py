"""How much one team, or one reader's machine, may do at once: streams and questions, and how often it may open one."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from gridarena_server.errors import Code, ServiceError
from gridarena_server.rpc.bucket import Bucket


class Line:
    """Lets so many of each in at once; the others wait in line."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """Each is there as long as somebody is inside or in line."""

    async def enter(self, who: str) -> Callable[[], None]:
        """Waits for a place; answers with what gives it back, once."""
        gate = self._gates.get(who)
        if gate is None:
            gate = self._gates[who] = asyncio.Semaphore(self._most)
        await gate.acquire()
        return gate.release


class Quota:
    """Counts what is held by whom."""

    def __init__(self, most: int, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._most = most
        self._now_ns = now_ns
        self._held: Counter[str] = Counter()
        self._opened: dict[str, Bucket] = {}

    def toll(self, who: str) -> float:
        """Seconds to wait before one more is opened.

        Twice as many as may be held at once cost nothing, then so many a second: each has a whole match told, and the
        end of its predecessor written down.
        """
        bucket = self._opened.get(who)
        if bucket is None:
            bucket = self._opened[who] = Bucket(2 * self._most, float(self._most), self._now_ns)
        return bucket.take()

    @contextmanager
    def hold(self, who: str) -> Iterator[None]:
        """Holds one for as long as the block runs. Raises ServiceError(BUSY) beyond the bound."""
        if self._held[who] >= self._most:
            raise ServiceError(Code.BUSY, f"at most {self._most} streams at once")
        self._held[who] += 1
        try:
            yield
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]
