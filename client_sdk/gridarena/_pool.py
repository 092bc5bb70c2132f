"""Warm workers, one more than are needed now: whoever loses one goes on at once with the spare.

A worker that has come back from its match is used again; a new match gets a fresh instance of the agent.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine

from gridarena._frames import Broken, FromWorker, Parted, Ready, Trouble
from gridarena._shelf import Shelf
from gridarena._workers import StartWorker, Worker
from gridarena.errors import ArenaError, UnusableFileError

LOADING_S = 120.0
"""How long an import and a first warm-up may take where others wait for it; a first compilation takes a minute."""
FAREWELL_S = 10.0
"""How long `match_finished` may take before the worker is given up."""
WARM_UP_S = 60.0
"""How much longer than any start the next instance's warm-up may take; a worker started in its stead would need the
time of a start as well."""
STARTS_AT_ONCE = 2
FAILURES = 3
"""Starts that may fail in a row before the agent is given up."""
RETRY_S = 1.0


class NotLoadedError(UnusableFileError):
    """The agent took longer to load than it may."""


class Pool:
    """Starts workers ahead of need and lends them out."""

    def __init__(
        self, start: StartWorker, *, spare: bool, say: Callable[[str], None], shelf: Shelf | None = None
    ) -> None:
        """Starts nothing yet.

        Args:
            start: Starts a worker.
            spare: One more than needed is kept warm.
            say: Takes lines for the student.
            shelf: Where idle workers wait together with those of other pools; one that finds no room there ends. A
                match then waits for a worker that is on its way back rather than have another one started.
        """
        self._shelf = shelf
        self._start = start
        self._spare = 1 if spare else 0
        self._say = say
        self._idle: set[Worker] = set()
        self._returning: dict[Worker, _Returning] = {}
        self._waiting: deque[asyncio.Future[Worker]] = deque()
        self._starting = 0
        self._failures = 0
        self._slowest_s = 0.0
        self._starts: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.Task[None]] = set()
        self._closed = False

    async def first(self, within_s: float | None = None) -> Ready:
        """Starts the first worker and tells how its agent introduced itself.

        Args:
            within_s: How long that may take; None: as long as it takes.

        Raises:
            ArenaError: the agent cannot be loaded, or not in that time.
        """
        try:
            async with asyncio.timeout(within_s):
                worker, ready = await self._timed_start()
        except TimeoutError:
            raise NotLoadedError(f"not loaded after {within_s:g} s: does its import or warm_up ever end?") from None
        self._give(worker)
        return ready

    async def stock(self, matches: int) -> None:
        """Starts what so many matches and the spare will need, before the first of them.

        A start keeps a processor busy for about a second, which no turn should have to pay for.
        """
        missing = matches + self._spare - len(self._idle) if self._shelf is None else 0
        self._starting += missing
        await asyncio.gather(*(self._start_one() for _ in range(missing)))

    async def borrow(self) -> Worker:
        """A warm worker, as soon as there is one.

        Raises:
            ArenaError: no worker can be started any more.
        """
        if self._idle:
            worker = self._idle.pop()
            self._unshelve(worker)
            worker.report_to(None)
            self._fill()
            return worker
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self._fill()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._give(future.result())
            raise

    def give_back(self, worker: Worker) -> None:
        """Takes a worker whose match has ended; it is lent again once its agent is warm again."""
        returning = _Returning(self, worker)
        self._returning[worker] = returning
        worker.report_to(returning)

    def discard(self, worker: Worker) -> None:
        """Ends a worker."""
        self._idle.discard(worker)
        self._unshelve(worker)
        returning = self._returning.pop(worker, None)
        if returning is not None:
            returning.close()
        _keep(self._ends, self._end(worker))

    async def settle(self) -> None:
        """Waits until every worker that was given back has said its farewell."""
        while waiting := [one.parted for one in self._returning.values() if not one.parted.done()]:
            await asyncio.wait(waiting)

    async def close(self) -> None:
        """Ends every worker that is not lent out."""
        self._closed = True
        for worker in (*self._idle, *self._returning):
            self.discard(worker)
        for start in self._starts:
            start.cancel()
        while tasks := self._starts | self._ends:
            await asyncio.wait(tasks)

    @property
    def warm_up_s(self) -> float:
        """How long a worker may take to be warm again."""
        return self._slowest_s + WARM_UP_S

    def returned(self, worker: Worker) -> None:
        """The worker is warm again."""
        self._returning.pop(worker).close()
        self._give(worker)

    def say(self, text: str) -> None:
        """One line for the student."""
        self._say(text)

    def _give(self, worker: Worker) -> None:
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                worker.report_to(None)
                future.set_result(worker)
                break
        else:
            self._idle.add(worker)
            worker.report_to(_Resting(self, worker))
            if self._shelf is not None:
                self._shelf.put(worker, self)
        if self._closed:
            self.discard(worker)
        self._fill()

    def _unshelve(self, worker: Worker) -> None:
        if self._shelf is not None:
            self._shelf.take(worker)

    def _fill(self) -> None:
        wanted = len([future for future in self._waiting if not future.done()]) + self._spare
        coming = len(self._returning) if self._shelf is not None else 0
        missing = min(wanted - len(self._idle) - coming, STARTS_AT_ONCE) - self._starting
        for _ in range(0 if self._closed else missing):
            self._starting += 1
            _keep(self._starts, self._start_one())

    async def _timed_start(self) -> tuple[Worker, Ready]:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        started = await self._start()
        self._slowest_s = max(self._slowest_s, loop.time() - begun)
        return started

    async def _start_one(self) -> None:
        try:
            if self._failures:
                await asyncio.sleep(RETRY_S)
            worker, _ = await self._timed_start()
        except ArenaError as error:
            self._starting -= 1
            self._failed(error)
            return
        except BaseException:
            self._starting -= 1
            raise
        self._starting -= 1
        self._failures = 0
        self._give(worker)

    def _failed(self, error: ArenaError) -> None:
        self._failures += 1
        self._say(f"a worker could not be started: {error}")
        if self._failures < FAILURES:
            self._fill()
            return
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_exception(ArenaError(f"no worker can be started any more: {error}"))

    async def _end(self, worker: Worker) -> None:
        await worker.kill()
        self._fill()


def _keep(tasks: set[asyncio.Task[None]], work: Coroutine[None, None, None]) -> None:
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


class _Resting:
    """Listens to an idle worker, for it may die."""

    def __init__(self, pool: Pool, worker: Worker) -> None:
        self._pool = pool
        self._worker = worker

    def worker_said(self, message: FromWorker) -> None:
        """An idle worker has nothing to say that matters."""

    def worker_gone(self, reason: str) -> None:
        """Another one takes its place."""
        self._pool.discard(self._worker)


class _Returning:
    """Listens to a worker between two matches, and not for ever."""

    def __init__(self, pool: Pool, worker: Worker) -> None:
        self._pool = pool
        self._worker = worker
        self._loop = asyncio.get_running_loop()
        self.parted: asyncio.Future[None] = self._loop.create_future()
        """Done once the farewell is over, one way or another."""
        self._timer = self._loop.call_later(FAREWELL_S, self._too_long, "match_finished", FAREWELL_S)

    def close(self) -> None:
        """The farewell is over, one way or another."""
        self._timer.cancel()
        if not self.parted.done():
            self.parted.set_result(None)

    def worker_said(self, message: FromWorker) -> None:
        """Ready again, on its way there, or trouble to pass on."""
        if isinstance(message, Ready):
            self._pool.returned(self._worker)
        elif isinstance(message, Parted):
            self.close()
            limit_s = self._pool.warm_up_s
            self._timer = self._loop.call_later(limit_s, self._too_long, "the next warm_up", limit_s)
        elif isinstance(message, Trouble | Broken):
            self._pool.say(message.text)

    def worker_gone(self, reason: str) -> None:
        """Another one takes its place."""
        self._pool.say(reason)
        self._pool.discard(self._worker)

    def _too_long(self, hook: str, limit_s: float) -> None:
        self._pool.say(f"{hook} took longer than {limit_s:.0f} s: the worker was replaced")
        self._pool.discard(self._worker)
