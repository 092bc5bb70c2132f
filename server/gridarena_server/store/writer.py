"""The only writer: whatever is queued is committed as one group.

Nothing is acknowledged before its group is durable, and while one group is on its way to the disk the next one gathers,
so that a thousand waiting callers cost about as many disk flushes as one. A group of one kind of fact, nearly always
turns, is one INSERT of many rows, which SQLite commits by itself; other groups are a transaction of several statements.
While the disk is quick the event loop waits for it itself, otherwise SQLite's thread does; and where nobody else has
come for a while, a call is a group at once (see ``pace``).

A call that would count something twice must not take its neighbours with it: when a group breaks a constraint it is
rolled back and taken again call by call, each behind a savepoint. A full disk, a failing one, or another program that
holds the file, takes nobody's facts: the group waits, ``trouble`` says why, and it is written as soon as it can be.

Nobody cancels the task (a cancelled transaction would stay open). Should the event loop itself be torn down, the owner
closes the connection, which takes an unfinished group back; none of it was acknowledged.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Sequence
from itertools import count, groupby
from operator import attrgetter
from typing import Any

import aiosqlite

from gridarena_games.value import value
from gridarena_server.facts import Fact
from gridarena_server.failpoints import failpoint
from gridarena_server.store.base import DuplicateError, StoreError, StoreFullError
from gridarena_server.store.health import in_one_line, primary_code
from gridarena_server.store.pace import Pace
from gridarena_server.store.rows import Row, row

MOST_PARAMETERS = 30_000
"""Of one statement; SQLite's own limit is 32,766."""
MOST_ON_LOOP = 200
"""Facts of a group that the event loop writes itself."""
RETRY_S = (0.005, 0.5)
"""How long a group waits before it is tried again, at first and at most; each time twice as long."""
GRACE_S = 2.0
"""Trouble may last for so long before a store that closes gives its last facts up."""

_PASSING = {
    sqlite3.SQLITE_FULL: "paused: disk full",
    sqlite3.SQLITE_IOERR: "paused: the disk fails",
    sqlite3.SQLITE_BUSY: "paused: another program holds the database",
}
"""Troubles that pass, by primary result code."""


@value
class _Call:
    rows: list[Row]
    done: asyncio.Future[int]

    def resolve(self, outcome: int | StoreError) -> None:
        """Tells the caller, unless it was cancelled."""
        if self.done.done():
            return
        if isinstance(outcome, StoreError):
            self.done.set_exception(outcome)
        else:
            self.done.set_result(outcome)


@value
class _Step:
    """One statement; with ``many`` it has not one row of values but a list of them."""

    sql: str
    values: Sequence[Any]
    many: bool = False


class Writer:
    """Writes facts in the order of the calls; each fact's ``seq`` is one above the last."""

    def __init__(self, db: aiosqlite.Connection, direct: sqlite3.Connection, seq: int) -> None:
        """Takes what is open.

        Args:
            db: The writing connection; it begins no transaction by itself and waits for no other program.
            direct: The connection behind it, which may be used in any thread.
            seq: The newest one in the file.
        """
        self._db = db
        self._direct = direct
        self._seq = seq
        self._pace = Pace()
        self._writing = False
        self._queue: deque[_Call] = deque()
        self._wake = asyncio.Event()
        self._stopping = asyncio.Event()
        self.trouble: str | None = None
        """Why nothing can be written just now, for the host."""

    def put(self, facts: Sequence[Fact]) -> asyncio.Future[int]:
        """Takes facts to be written together; the future gives the last one's ``seq`` once they are durable.

        It may be so already: then the call waited for the disk.
        """
        call = _Call([row(fact) for fact in facts], asyncio.get_running_loop().create_future())
        if self._stopping.is_set():
            call.resolve(StoreError("the store is closed"))
        elif not self._commit_at_once(call):
            self._queue.append(call)
            self._wake.set()
        return call.done

    def stop(self) -> None:
        """What is queued is still written; then :meth:`run` returns."""
        self._stopping.set()
        self._wake.set()

    async def run(self) -> None:
        """Writes until it is told to stop."""
        try:
            while not self._stopping.is_set() or self._queue:
                await self._wake.wait()  # goes on a pass of the loop later: who else queues in this one joins the group
                self._wake.clear()
                calls = list(self._queue)
                self._queue.clear()
                if calls:
                    await self._write(calls)
        finally:
            self._stopping.set()  # the owner closes the connection now, however this ended

    def _commit_at_once(self, call: _Call) -> bool:
        """Where nobody is going to join. False leaves it to the task, which also knows what to do about trouble."""
        if self._writing or self._queue or not self._on_loop([call]) or not self._pace.nobody_joins():
            return False
        failpoint("commit.before")
        try:
            (outcome,) = self._commit_here([call])
        except Exception:  # noqa: BLE001  the task will meet it again, and tell
            if self._direct.in_transaction:
                self._direct.rollback()
            return False
        failpoint("commit.after")
        self.trouble = None
        call.resolve(outcome)
        failpoint("ack.after")
        return True

    async def _write(self, calls: list[_Call]) -> None:
        failpoint("commit.before")
        self._writing = True
        try:
            outcomes = await self._outlast_trouble(calls)
        except Exception as error:  # noqa: BLE001  a boundary: whatever fails, the writer lives and the callers are told
            self.trouble = f"failing: {in_one_line(error)}"
            outcomes = [StoreError(f"the database cannot be written: {in_one_line(error)}")] * len(calls)
            await self._db.rollback()
        self._writing = False
        failpoint("commit.after")
        for call, outcome in zip(calls, outcomes, strict=True):
            call.resolve(outcome)
        failpoint("ack.after")

    async def _outlast_trouble(self, calls: list[_Call]) -> Sequence[int | StoreError]:
        begun = time.monotonic()
        wait_s, longest_s = RETRY_S
        while True:
            try:
                outcomes = await self._commit(calls)
            except sqlite3.OperationalError as error:
                trouble = _PASSING.get(primary_code(error))
                if trouble is None:
                    raise
                self.trouble = trouble
                await self._db.rollback()
                if self._stopping.is_set() and time.monotonic() >= begun + GRACE_S:
                    return [StoreFullError(f"{trouble}; not written: {error}")] * len(calls)
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, longest_s)
            else:
                self.trouble = None
                return outcomes

    async def _commit(self, calls: list[_Call]) -> Sequence[int | StoreError]:
        try:
            return await self._commit_together(calls)
        except sqlite3.IntegrityError:
            await self._db.rollback()
            return await self._commit_apart(calls)

    async def _commit_together(self, calls: list[_Call]) -> list[int]:
        if self._on_loop(calls):
            return self._commit_here(calls)
        *steps, last = self._steps(calls)
        for step in steps:
            await self._take(step)
        failpoint("commit.within")
        await self._take(last)
        return self._counted(calls)

    def _on_loop(self, calls: list[_Call]) -> bool:
        return self._pace.quick and sum(len(call.rows) for call in calls) <= MOST_ON_LOOP

    def _commit_here(self, calls: list[_Call]) -> list[int]:
        *steps, last = self._steps(calls)
        begun = time.perf_counter()
        try:
            for step in steps:
                self._take_here(step)
            failpoint("commit.within")
            self._take_here(last)
        finally:
            self._pace.waited(time.perf_counter() - begun)
        return self._counted(calls)

    async def _take(self, step: _Step) -> None:
        await (self._db.executemany if step.many else self._db.execute_fetchall)(step.sql, step.values)

    def _take_here(self, step: _Step) -> None:
        (self._direct.executemany if step.many else self._direct.execute)(step.sql, step.values)

    def _steps(self, calls: list[_Call]) -> list[_Step]:
        rows = [fact for call in calls for fact in call.rows]
        if len(rows) == 1:  # a turn, nearly always, and everybody waits for it
            return [_Step(rows[0].insert, (self._seq + 1, *rows[0].values))]
        runs = [list(run) for _, run in groupby(rows, key=attrgetter("insert"))]
        numbers = count(self._seq + 1)
        if len(runs) == 1 and len(rows) * (width := 1 + len(rows[0].values)) <= MOST_PARAMETERS:
            more = f", ({', '.join('?' * width)})" * (len(rows) - 1)
            return [_Step(rows[0].insert + more, [part for fact in rows for part in (next(numbers), *fact.values)])]
        inserts = [_Step(run[0].insert, [(next(numbers), *fact.values) for fact in run], many=True) for run in runs]
        return [_Step("BEGIN IMMEDIATE", ()), *inserts, _Step("COMMIT", ())]

    def _counted(self, calls: list[_Call]) -> list[int]:
        self._pace.committed(len(calls))
        outcomes = []
        for call in calls:
            self._seq += len(call.rows)
            outcomes.append(self._seq)
        return outcomes

    async def _commit_apart(self, calls: list[_Call]) -> list[int | StoreError]:
        outcomes: list[int | StoreError] = []
        seq = self._seq
        await self._db.execute_fetchall("BEGIN IMMEDIATE")
        for call in calls:
            outcome = await self._try_call(call, seq)
            seq = outcome if isinstance(outcome, int) else seq
            outcomes.append(outcome)
        await self._db.commit()
        self._seq = seq
        return outcomes

    async def _try_call(self, call: _Call, seq: int) -> int | StoreError:
        await self._db.execute_fetchall("SAVEPOINT one_call")
        for fact in call.rows:
            seq += 1
            try:
                await self._db.execute_fetchall(fact.insert, (seq, *fact.values))
            except sqlite3.IntegrityError as error:
                await self._db.execute_fetchall("ROLLBACK TO one_call")
                await self._db.execute_fetchall("RELEASE one_call")
                return _refusal(fact, error)
        await self._db.execute_fetchall("RELEASE one_call")
        return seq


def _refusal(fact: Row, error: sqlite3.IntegrityError) -> StoreError:
    if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return StoreError(f"{fact.name} belongs to something that was never written")
    return DuplicateError(f"{fact.name} would count twice: {error}")
