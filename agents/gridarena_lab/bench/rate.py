"""How fast something comes back, counted over a while once everything is under way."""

import asyncio

Load = list["asyncio.Task[None]"]


class Counter:
    """Counts; whoever drives the load adds."""

    def __init__(self, settled: int) -> None:
        self.count = 0
        self.under_way = asyncio.Event()
        """Set once ``settled`` was reached; what came before is warming up."""
        self._settled = settled

    def add(self) -> None:
        """One more came back."""
        self.count += 1
        if self.count == self._settled:
            self.under_way.set()


async def per_second(counter: Counter, load: Load, seconds: float) -> float:
    """The rate over so many seconds; ends the load.

    Raises:
        Exception: what a task of the load died of.
    """
    under_way = asyncio.create_task(counter.under_way.wait())
    try:
        await asyncio.wait([under_way, *load], return_when=asyncio.FIRST_COMPLETED)
        loop = asyncio.get_running_loop()
        before, start = counter.count, loop.time()
        await asyncio.sleep(seconds)
        return (counter.count - before) / (loop.time() - start)
    finally:
        under_way.cancel()
        await stop(load)


async def stop(load: Load) -> None:
    """Cancels the load; what went wrong in it comes out here instead of being lost.

    Raises:
        Exception: the first that a task had died of.
    """
    died = [task for task in load if task.done() and not task.cancelled() and task.exception() is not None]
    for task in load:
        task.cancel()
    await asyncio.gather(*load, return_exceptions=True)
    for task in died:
        task.result()
