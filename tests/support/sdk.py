"""Virtual time, a worker that only remembers, and small facts for tests of the SDK."""

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from gridarena._frames import Done, Offer, ToWorker
from gridarena._workers import PATIENCE_S, Listener, Worker
from gridarena_games.base import Answer, Seat
from gridarena_protocol.records import Clock, MatchHeader, Rules, TurnRecord

EMPTY_2X2 = "2 2\n" + " ".join("." * 16)
M = TypeVar("M")


def header(*, match: int = 17, setup: str = EMPTY_2X2, clock: Clock | None = None) -> MatchHeader:
    return MatchHeader(
        match=match,
        game="sudoku",
        setup=setup,
        options={},
        clock=clock or Clock("hidden", 500),
        rules=Rules(),
        agents=("ann", "bob"),
        versions=("1", "1"),
        tournament=None,
        pairing=None,
        leg=0,
        attempt=1,
        rated=True,
        started_at=1_000,
        board="empty-2x2",
    )


def record(turn: int, seat: Seat, move: str, **changes: object) -> TurnRecord:
    fields: dict[str, object] = {
        "turn": turn,
        "attempt": 1,
        "seat": seat,
        "move": move,
        "verdict": "accepted",
        "reason": "",
        "points": 0,
        "skip": None,
        "regions": (),
        "answer": Answer(True, "known"),
        "number": 1,
        "proposals": 1,
        "fallback": False,
        "opened_at": 1_000,
        "arrival_us": 10,
        "used_us": 20,
        "stall_us": 0,
        "rtt_us": 0,
    }
    return TurnRecord(**(fields | changes))  # type: ignore[arg-type]


class VirtualTimers:
    """An event loop's clock and timers, moved by the test."""

    def __init__(self) -> None:
        self.now = 0.0
        self._waiting: list[_Timer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], object]) -> TimerHandle:
        timer = _Timer(self.now + delay, callback)
        self._waiting.append(timer)
        return cast(TimerHandle, timer)

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [timer for timer in self._waiting if not timer.cancelled and timer.at <= end + 1e-12]:
            timer = min(due, key=lambda one: one.at)
            self._waiting.remove(timer)
            self.now = max(self.now, timer.at)
            timer.callback()
        self.now = end


class _Timer:
    def __init__(self, at: float, callback: Callable[[], object]) -> None:
        self.at = at
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class RecordingWorker:
    """Remembers what it was sent; says what the test makes it say."""

    patience_s = PATIENCE_S

    def __init__(self) -> None:
        self.listener: Listener | None = None
        self.sent: list[ToWorker] = []
        self.flag = False
        self.killed = False

    def report_to(self, listener: Listener | None) -> None:
        self.listener = listener

    def send(self, message: ToWorker) -> None:
        self.sent.append(message)

    def stop_search(self) -> None:
        self.flag = True

    def allow_search(self) -> None:
        self.flag = False

    async def kill(self) -> None:
        self.listener, self.killed = None, True

    def offer(self, turn: int, move: str, attempt: int = 1) -> None:
        assert self.listener is not None
        self.listener.worker_said(Offer(turn, attempt, move, None))

    def done(self, turn: int, attempt: int = 1) -> None:
        assert self.listener is not None
        self.listener.worker_said(Done(turn, attempt))

    def die(self, reason: str = "it died") -> None:
        assert self.listener is not None
        self.listener.worker_gone(reason)

    def of(self, kind: type[M]) -> list[M]:
        return [message for message in self.sent if isinstance(message, kind)]


class RecordingShop:
    """Where a search gets its workers from and where it sends them."""

    def __init__(self) -> None:
        self.wanted = 0
        self.returned: list[Worker] = []
        self.discarded: list[Worker] = []

    def want(self) -> None:
        self.wanted += 1

    def give_back(self, worker: Worker) -> None:
        self.returned.append(worker)

    def discard(self, worker: Worker) -> None:
        self.discarded.append(worker)


async def until(condition: Callable[[], bool], patience_s: float = 10.0) -> None:
    """Waits for something that no event tells of."""
    async with asyncio.timeout(patience_s):
        while not condition():  # noqa: ASYNC110 - it happens in another process
            await asyncio.sleep(0.01)


def write_agent(folder: Path, body: str, *, name: str = "mine.py") -> Path:
    """A student's file with the usual first line."""
    file = folder / name
    file.write_text("import gridarena\n" + body, encoding="utf-8")
    return file
