"""The search of one match: which worker does it, what that worker is doing, and when its patience ends.

The stop flag goes up when a turn closes. A search that is still running 50 ms later is killed with everything it
started, and the spare takes over with the whole history; a turn that opens within those 50 ms waits for the rest of
them, because a killed worker would cost an honest search more than it could gain.
"""

from asyncio import TimerHandle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from gridarena._frames import Begin, Broken, Done, End, FromWorker, Offer, Open, Tell, Trouble
from gridarena._workers import Timers, Worker
from gridarena.match import Match
from gridarena_protocol.records import MatchResult, TurnRecord

LATE = 0.2
"""Of its patience: a timer that is later than that may be in front of what the search has said in time."""
IDLE_DEATHS = 5
"""Workers of a match that may die between its turns; after so many it goes on without any."""


@dataclass(frozen=True, slots=True)
class Task:
    """A turn to search."""

    turn: int
    attempt: int
    deadline: float | None
    """By the timers' clock; None when the seat is not told."""


class Workshop(Protocol):
    """Where workers come from and go to."""

    def want(self) -> object:
        """Asks for a worker, to come by :meth:`Search.take`."""
        ...

    def give_back(self, worker: Worker) -> None:
        """Takes a worker whose match is over."""
        ...

    def discard(self, worker: Worker) -> None:
        """Takes a worker that must die."""
        ...


class Owner(Protocol):
    """Whose search it is."""

    def offered(self, offer: Offer) -> None:
        """The search proposes."""
        ...

    def came_back(self, turn: int, attempt: int) -> None:
        """The search of this turn is over."""
        ...

    def crashed(self, turn: int, attempt: int) -> bool:
        """The worker died in the middle of it; True when another one shall try."""
        ...

    def overran(self, turn: int) -> None:
        """The search of this turn did not stop, and was killed."""
        ...

    def troubled(self, trouble: Trouble) -> None:
        """The student's code has raised."""
        ...

    def died(self, reason: str) -> None:
        """The worker ended by itself; another one comes."""
        ...

    def do_without(self) -> None:
        """No worker comes any more: one after the other ended where nothing was asked of it."""
        ...


class Search:
    """Keeps one worker at work; replaces it when it dies or does not stop."""

    def __init__(self, match: Match, *, owner: Owner, workshop: Workshop, timers: Timers) -> None:
        self._match = match
        self._owner = owner
        self._workshop = workshop
        self._timers = timers
        self._turns: list[TurnRecord] = []
        self._worker: Worker | None = None
        self._busy: Task | None = None
        self._next: Task | None = None
        self._timer: TimerHandle | None = None
        self._due = 0.0
        """When that timer should go off."""
        self._idle_deaths = 0
        self._over = False
        self._result: MatchResult | None = None

    # --- what the match does ------------------------------------------------------------------------------------------

    def take(self, worker: Worker) -> None:
        """A warm worker sits down, with everything played so far."""
        if self._over:
            self._workshop.discard(worker)
            return
        self._worker = worker
        worker.report_to(self)
        worker.send(Begin(self._match.header, self._match.seat, tuple(self._turns)))
        self._start()

    def tell(self, record: TurnRecord) -> None:
        """A turn is over."""
        self._turns.append(record)
        if self._worker is not None:
            self._worker.send(Tell(record))

    def open(self, task: Task) -> None:
        """Searches this turn as soon as the worker is free; an older search is told to stop."""
        self._next = task
        self._interrupt()
        self._start()

    def close(self) -> None:
        """The open turn is closed, under search or not."""
        self._next = None
        self._interrupt()

    def end(self, result: MatchResult | None) -> None:
        """The match is over: the worker hears of it and goes back."""
        self._over, self._result = True, result
        self.close()
        self._dismiss()

    def drop(self) -> None:
        """Nobody plays this match any more."""
        self._over = True
        self._lose_worker()

    # --- what the worker does -----------------------------------------------------------------------------------------

    def worker_said(self, message: FromWorker) -> None:
        """A frame came."""
        match message:
            case Offer():
                self._owner.offered(message)
            case Done(turn, attempt):
                self._idle()
                self._owner.came_back(turn, attempt)
                self._start()
                self._dismiss()
            case Trouble():
                self._owner.troubled(message)
            case Broken(text):
                self._owner.died(text)

    def worker_gone(self, reason: str) -> None:
        """The worker died by itself; the spare searches the same turn, where that makes sense."""
        task, closing = self._busy, self._timer is not None
        self._lose_worker()
        if self._over:
            return
        self._owner.died(reason)
        if task is None:
            self._idle_deaths += 1
            if self._idle_deaths == IDLE_DEATHS:
                self._owner.do_without()
                return
        elif not closing and self._next is None and self._owner.crashed(task.turn, task.attempt):
            self._next = task
        self._workshop.want()

    def _interrupt(self) -> None:
        if self._worker is not None and self._busy is not None and self._timer is None:
            self._worker.stop_search()
            self._be_patient(self._worker, self._out_of_patience)

    def _be_patient(self, worker: Worker, then: Callable[[], None]) -> None:
        self._due = self._timers.time() + worker.patience_s
        self._timer = self._timers.call_later(worker.patience_s, then)

    def _start(self) -> None:
        worker, task = self._worker, self._next
        if worker is None or task is None or self._busy is not None:
            return
        self._busy, self._next = task, None
        remaining = None if task.deadline is None else max(0.0, task.deadline - self._timers.time())
        worker.allow_search()
        worker.send(Open(task.turn, task.attempt, remaining))

    def _idle(self) -> None:
        self._busy = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _dismiss(self) -> None:
        worker = self._worker
        if self._over and worker is not None and self._busy is None:
            self._worker = None
            worker.send(End(self._result))
            self._workshop.give_back(worker)

    def _out_of_patience(self) -> None:
        """An event loop that was held up has not yet read what the search said: it reads that first, once."""
        worker = self._worker
        if worker is not None and self._timers.time() > self._due + LATE * worker.patience_s:
            self._be_patient(worker, self._lose_patience)
        else:
            self._lose_patience()

    def _lose_patience(self) -> None:
        self._timer = None
        if self._busy is not None:
            self._owner.overran(self._busy.turn)
        self._lose_worker()
        if not self._over:
            self._workshop.want()

    def _lose_worker(self) -> None:
        self._idle()
        worker, self._worker = self._worker, None
        if worker is not None:
            self._workshop.discard(worker)
