"""Asks the oracle without ever holding the loop up.

What a few milliseconds decide is answered at once; the rest goes to a small thread pool whose kernels release the GIL.
Answers depend on node budgets only. The watchdog is for a broken oracle: after 30 s in a thread (waiting for one does
not count) the question is asked once more, then given up, which voids the match.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from gridarena_games.base import Answer, Oracle, Question

WATCHDOG_S = 30.0
THREADS = 2

log = logging.getLogger(__name__)


class OracleDesk:
    """Shared by all matches: the threads in which long questions are answered."""

    def __init__(self, *, watchdog_s: float = WATCHDOG_S) -> None:
        self._pool = _new_pool()
        self._threads = asyncio.Semaphore(THREADS)
        self._watchdog_s = watchdog_s

    async def start(self, oracle: Oracle) -> Answer:
        """Judges a start position, off the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, oracle.start)

    def ask(
        self, oracle: Oracle, question: Question, done: Callable[[Answer | None], None]
    ) -> asyncio.Task[None] | None:
        """Calls ``done`` with the answer, at once or later; with None when there is none. Returns what is under way."""
        try:
            answer = oracle.answer_now(question)
        except Exception:
            log.exception("the oracle failed")
            done(None)
            return None
        if answer is None:
            return asyncio.get_running_loop().create_task(self._ask_slowly(oracle, question, done))
        done(answer)
        return None

    async def _ask_slowly(self, oracle: Oracle, question: Question, done: Callable[[Answer | None], None]) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                async with self._threads, asyncio.timeout(self._watchdog_s):
                    done(await loop.run_in_executor(self._pool, oracle.answer, question))
                    return
            except TimeoutError:
                log.error("the oracle took longer than %g s", self._watchdog_s)
                self._replace_pool()
            except Exception:
                log.exception("the oracle failed")
        done(None)

    def _replace_pool(self) -> None:
        """A thread that is stuck cannot be ended; what comes from now on finds others. The rest of the pool goes on."""
        self._pool.shutdown(wait=False)
        self._pool = _new_pool()

    def close(self) -> None:
        """Lets the threads go; a question still open is dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _new_pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="oracle")
