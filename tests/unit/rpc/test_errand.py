"""Work that begins at once, without a turn of the loop."""

import asyncio

from gridarena_server.rpc.errand import Errand


class Work:
    """Waits for a gate, then notes that it went through; keeps what it ended with."""

    def __init__(self) -> None:
        self.gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.steps: list[str] = []
        self.ends: list[BaseException | None] = []
        self.errand = Errand(self._work(), self.ends.append)

    async def _work(self) -> None:
        self.steps.append("begun")
        await self.gate
        self.steps.append("through")


async def test_an_errand_begins_before_its_caller_goes_on() -> None:
    """The first part runs on the caller's stack; the end is told when the rest is done."""
    work = Work()
    work.errand.run()
    assert (work.steps, work.ends) == (["begun"], [])
    work.gate.set_result(None)
    await asyncio.sleep(0)
    assert (work.steps, work.ends) == (["begun", "through"], [None])


async def test_an_errand_that_never_waits_is_over_at_once() -> None:
    """Then its end is told before run returns."""
    work = Work()
    work.gate.set_result(None)
    work.errand.run()
    assert work.ends == [None]


async def test_what_an_errand_raises_is_told_and_hurts_nobody() -> None:
    """Neither its caller nor the loop sees the error."""
    work = Work()
    work.errand.run()
    error = ValueError("no")
    work.gate.set_exception(error)
    await asyncio.sleep(0)
    assert (work.steps, work.ends) == (["begun"], [error])


async def test_a_cancelled_errand_ends_at_its_wait() -> None:
    """What it waits for is given up, and that is its end."""
    work = Work()
    work.errand.run()
    work.errand.cancel()
    await asyncio.sleep(0)
    assert work.steps == ["begun"]
    assert isinstance(work.ends[0], asyncio.CancelledError)
