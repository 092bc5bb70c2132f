"""The oracle's desk: at once where possible, in a thread where not, and never for ever."""

import asyncio
import logging
import threading

import pytest

from gridarena_games.base import Answer, Question
from gridarena_server.referee.oracles import THREADS, OracleDesk

ANSWER = Answer(True, "search", 3)
QUESTION = Question(None)


class Slow:
    """An oracle that answers when it is let go; the first ``broken`` calls raise."""

    def __init__(self, *, broken: int = 0) -> None:
        self.go = threading.Event()
        self.calls = 0
        self._broken = broken

    def start(self) -> Answer:
        return ANSWER

    def answer_now(self, question: Question) -> Answer | None:
        return None

    def answer(self, question: Question) -> Answer:
        self.calls += 1
        if self.calls <= self._broken:
            raise ValueError("broken")
        self.go.wait()
        return ANSWER


async def ask(desk: OracleDesk, oracle: Slow) -> "asyncio.Future[Answer | None]":
    future = asyncio.get_running_loop().create_future()
    desk.ask(oracle, QUESTION, future.set_result)
    return future


async def test_waiting_for_a_thread_does_not_count() -> None:
    """More long questions than threads: each has its own time, none is given up because of the queue."""
    desk = OracleDesk(watchdog_s=0.2)
    first, last = [Slow() for _ in range(THREADS)], Slow()
    last.go.set()
    waiting = [await ask(desk, oracle) for oracle in (*first, last)]
    await asyncio.sleep(0.15)
    for oracle in first:
        oracle.go.set()
    assert await asyncio.gather(*waiting) == [ANSWER] * (THREADS + 1)
    desk.close()


async def test_a_question_is_asked_once_more_and_then_given_up() -> None:
    """A stuck oracle voids the match instead of stopping it for ever."""
    desk = OracleDesk(watchdog_s=0.5)
    stuck = Slow()
    assert await (await ask(desk, stuck)) is None
    assert stuck.calls == 2
    stuck.go.set()
    desk.close()


async def test_a_stuck_question_takes_no_thread_from_others() -> None:
    """However many hang, the next one is answered."""
    desk = OracleDesk(watchdog_s=0.2)
    stuck, healthy = [Slow() for _ in range(2 * THREADS)], Slow()
    healthy.go.set()
    try:
        assert await asyncio.gather(*[await ask(desk, oracle) for oracle in stuck]) == [None] * len(stuck)
        assert await (await ask(desk, healthy)) == ANSWER
    finally:
        for oracle in stuck:
            oracle.go.set()
        desk.close()


async def test_a_failure_is_not_an_answer() -> None:
    """An oracle that raises is asked once more."""
    desk = OracleDesk()
    oracle = Slow(broken=1)
    oracle.go.set()
    assert await (await ask(desk, oracle)) == ANSWER
    hopeless = Slow(broken=2)
    assert await (await ask(desk, hopeless)) is None
    desk.close()


class Raising(Slow):
    """Fails on the loop."""

    def answer_now(self, question: Question) -> Answer | None:
        raise ValueError("broken")


async def test_a_question_that_fails_on_the_loop_has_no_answer(caplog: pytest.LogCaptureFixture) -> None:
    """The match ends void instead of waiting for ever, and whoever proposed keeps its stream."""
    desk = OracleDesk()
    with caplog.at_level(logging.ERROR):
        assert await (await ask(desk, Raising())) is None
    assert "the oracle failed" in caplog.text
    desk.close()
