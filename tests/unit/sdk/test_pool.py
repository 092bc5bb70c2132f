"""Warm workers, one more than needed."""

import asyncio
from typing import cast

import pytest

from gridarena import ArenaError
from gridarena._frames import Parted, Ready
from gridarena._pool import FAILURES, WARM_UP_S, Pool
from gridarena._shelf import Shelf
from gridarena._workers import Worker
from support.sdk import RecordingWorker

READY = Ready("mine", "1", ())


class Factory:
    """Starts workers when the test says so."""

    def __init__(self, delay_s: float = 0) -> None:
        self.delay_s = delay_s
        self.made: list[RecordingWorker] = []
        self.failure: ArenaError | None = None
        self.open = asyncio.Event()
        self.open.set()

    async def start(self) -> tuple[Worker, Ready]:
        await self.open.wait()
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        if self.failure is not None:
            raise self.failure
        self.made.append(RecordingWorker())
        return self.made[-1], READY


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_spare_is_started_behind_the_first() -> None:
    """The first worker is ready before the second costs it time; lending one starts another."""
    factory = Factory()
    pool = Pool(factory.start, spare=True, say=print)
    assert await pool.first() == READY
    await settle()
    assert len(factory.made) == 1
    await pool.borrow()
    await settle()
    assert len(factory.made) == 2
    await pool.close()


async def test_a_full_stock_makes_no_match_pay_for_a_start() -> None:
    """So many matches and the spare: lending to all of the matches starts nothing."""
    factory = Factory()
    pool = Pool(factory.start, spare=True, say=print)
    await pool.first()
    await pool.stock(2)
    assert len(factory.made) == 3
    await pool.borrow()
    await pool.borrow()
    await settle()
    assert len(factory.made) == 3
    await pool.borrow()
    await settle()
    assert len(factory.made) == 4
    await pool.close()


async def test_borrower_gets_the_spare_at_once() -> None:
    """No start lies between a killed worker and its successor."""
    factory = Factory()
    pool = Pool(factory.start, spare=True, say=print)
    await pool.first()
    await pool.borrow()
    await settle()
    factory.open.clear()
    assert await asyncio.wait_for(pool.borrow(), 1) is factory.made[1]
    await pool.close()


async def test_worker_comes_back_when_its_agent_is_warm_again() -> None:
    """Between two matches it cannot be lent."""
    factory = Factory()
    pool = Pool(factory.start, spare=False, say=print)
    await pool.first()
    worker = cast(RecordingWorker, await pool.borrow())
    factory.open.clear()
    pool.give_back(worker)
    borrowing = asyncio.create_task(pool.borrow())
    await settle()
    assert not borrowing.done()
    assert worker.listener is not None
    worker.listener.worker_said(READY)
    assert await borrowing is worker
    await pool.close()


async def test_idle_worker_that_dies_is_replaced() -> None:
    """Kill -9 of the spare is not noticed by any match."""
    factory = Factory()
    pool = Pool(factory.start, spare=True, say=print)
    await pool.first()
    factory.made[0].die()
    await settle()
    assert len(factory.made) == 2
    assert factory.made[0].killed
    await pool.close()


async def test_an_agent_that_does_not_load_in_time_is_told() -> None:
    """Where somebody waits for it; otherwise it may take as long as it takes."""
    factory = Factory()
    factory.open.clear()
    with pytest.raises(ArenaError, match=r"not loaded after 0\.01 s: does its import or warm_up ever end\?"):
        await Pool(factory.start, spare=True, say=print).first(0.01)


async def test_agent_that_cannot_be_loaded_is_told() -> None:
    """The very first start fails with the reason."""
    factory = Factory()
    factory.failure = ArenaError("SyntaxError in mine.py, line 3")
    with pytest.raises(ArenaError, match="line 3"):
        await Pool(factory.start, spare=True, say=print).first()


async def test_borrower_learns_that_no_worker_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """After several failures in a row nobody waits for ever."""
    monkeypatch.setattr("gridarena._pool.RETRY_S", 0)
    factory, lines = Factory(), list[str]()
    pool = Pool(factory.start, spare=True, say=lines.append)
    await pool.first()
    factory.failure = ArenaError("it broke")
    await pool.borrow()
    with pytest.raises(ArenaError, match="it broke"):
        await pool.borrow()
    assert len(lines) == FAILURES
    await pool.close()


async def test_cancelled_borrower_loses_nothing() -> None:
    """A worker that arrives for somebody who has gone is kept."""
    factory = Factory()
    factory.open.clear()
    pool = Pool(factory.start, spare=False, say=print)
    borrowing = asyncio.create_task(pool.borrow())
    await settle()
    borrowing.cancel()
    await settle()
    factory.open.set()
    await settle()
    assert await pool.borrow() in factory.made
    assert len(factory.made) == 1
    await pool.close()


async def test_close_ends_every_worker() -> None:
    """Idle, returning and starting ones."""
    factory = Factory()
    pool = Pool(factory.start, spare=True, say=print)
    await pool.first()
    worker = await pool.borrow()
    await settle()
    pool.give_back(worker)
    await pool.close()
    assert all(one.killed for one in factory.made)


async def test_settle_waits_for_farewells() -> None:
    """A program that ends behind its last match lets match_finished run."""
    factory = Factory()
    pool = Pool(factory.start, spare=False, say=print)
    await pool.first()
    worker = cast(RecordingWorker, await pool.borrow())
    pool.give_back(worker)
    settling = asyncio.create_task(pool.settle())
    await settle()
    assert not settling.done()
    assert worker.listener is not None
    worker.listener.worker_said(Parted())
    await settling
    await pool.close()
    assert worker.killed


async def test_only_match_finished_has_to_be_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warm-up may take as long as a start and more; killing the worker would only begin it all over."""
    monkeypatch.setattr("gridarena._pool.FAREWELL_S", 0.02)
    monkeypatch.setattr("gridarena._pool.WARM_UP_S", 0.2)
    factory, lines = Factory(), list[str]()
    pool = Pool(factory.start, spare=False, say=lines.append, shelf=Shelf(2))
    await pool.first()
    worker = cast(RecordingWorker, await pool.borrow())
    pool.give_back(worker)
    assert worker.listener is not None
    worker.listener.worker_said(Parted())
    await asyncio.sleep(0.1)
    assert not worker.killed
    worker.listener.worker_said(READY)
    assert await pool.borrow() is worker
    for said, told in (([], "match_finished"), ([Parted()], "the next warm_up")):
        pool.give_back(worker)
        for message in said:
            assert worker.listener is not None
            worker.listener.worker_said(message)
        worker = cast(RecordingWorker, await asyncio.wait_for(pool.borrow(), 5))
        assert f"{told} took longer" in lines.pop()
    assert len(factory.made) == 3
    await pool.close()


async def test_a_slow_start_makes_for_a_patient_pool() -> None:
    """What the agent needed once it may need again."""
    pool = Pool(Factory(delay_s=0.05).start, spare=False, say=print)
    await pool.first()
    assert pool.warm_up_s > WARM_UP_S + 0.04
    await pool.close()


async def test_idle_workers_of_two_pools_share_a_shelf() -> None:
    """The one that waited longest ends when another finds no room; whoever needs one again starts it."""
    shelf, ours, theirs = Shelf(1), Factory(), Factory()
    mine, yours = (Pool(factory.start, spare=False, say=print, shelf=shelf) for factory in (ours, theirs))
    await mine.first()
    await mine.stock(1)
    await yours.first()
    await settle()
    assert [worker.killed for worker in (*ours.made, *theirs.made)] == [True, False]
    assert await yours.borrow() is theirs.made[0]
    assert await mine.borrow() is ours.made[1]
    await asyncio.gather(mine.close(), yours.close())


async def test_with_a_shelf_a_match_waits_for_the_worker_that_is_coming_back() -> None:
    """A start would take a core from those who think; only a worker that does not come back is replaced."""
    factory = Factory()
    pool = Pool(factory.start, spare=False, say=print, shelf=Shelf(2))
    await pool.first()
    pool.give_back(await pool.borrow())
    waiting = asyncio.create_task(pool.borrow())
    await settle()
    assert len(factory.made) == 1
    listener = factory.made[0].listener
    assert listener is not None
    listener.worker_said(READY)
    assert await waiting is factory.made[0]
    pool.give_back(factory.made[0])
    waiting = asyncio.create_task(pool.borrow())
    await settle()
    gone = factory.made[0].listener
    assert gone is not None
    gone.worker_gone("it is gone")
    await settle()
    assert await waiting is factory.made[1]
    await pool.close()
