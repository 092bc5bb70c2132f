"""Plays an experiment: games in the order of their numbers, so many at once, each kept as soon as it is over.

A game is kept in one transaction or not at all; what is kept is never played again. So nothing has to be done well at
the end: Ctrl-C, a full disk or a power cut costs the games that were being played, and the same call goes on.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Literal, Protocol

from gridarena._pool import LOADING_S
from gridarena.errors import FILE_EXIT
from gridarena_games.registry import find_game
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.changes import change
from gridarena_lab.experiment.decision import Decision
from gridarena_lab.experiment.folder import keep_plan
from gridarena_lab.experiment.games import Game, game_of, measured_of, read_measured
from gridarena_lab.experiment.job import Dealer, Job, Outcome, Wanted, play_job, start_boards_of
from gridarena_lab.experiment.keeping import facts_of
from gridarena_lab.experiment.load import LoadMeter, meaningless
from gridarena_lab.experiment.machine import machine_text, this_machine
from gridarena_lab.experiment.pace import Pace
from gridarena_lab.experiment.plan import DATABASE, Experiment
from gridarena_lab.experiment.pool import WorkerDiedError, Workers
from gridarena_lab.experiment.seating import About, heeds_text, look, refusal, uncounted
from gridarena_protocol.records import MatchHeader
from gridarena_server.clock import SystemClock
from gridarena_server.facts import HostEvent
from gridarena_server.store.sqlite import SqliteStore

MOST_FAILURES = 3
"""So often a game may cost a worker its life, or be void, before it is taken for the game's own fault."""
PATIENCE_S = 5.0
"""How often a full disk is looked for."""
LOGS = "logs"
End = Literal["finished", "decided", "out of time"]


class Watcher(Protocol):
    """Who is told how it goes; called on the experiment's event loop, must not block."""

    def say(self, line: str) -> None:
        """Something a person should know."""
        ...

    def begun(self, plan: Experiment, pace: Pace) -> None:
        """The first game is about to be played."""
        ...

    def ended(self, game: Game, pace: Pace) -> None:
        """A game is over and kept."""
        ...


@dataclass(frozen=True, slots=True)
class Setting:
    """How it is played, which changes no result where nodes are counted."""

    folder: Path
    jobs: int
    driver: Wanted = "auto"
    within_s: float | None = None
    executor: Executor | None = None
    """Who plays the games; None: processes of our own."""


async def run(plan: Experiment, setting: Setting, watcher: Watcher) -> End:
    """Plays what is not played yet; returns when there is no more, or no more time.

    The plan is kept as soon as it is clear that it can be played and goes on with the games there are.

    Raises:
        ContestError: something cannot be played; one line says what.
        StoreError: the database cannot be used.
    """
    boards = start_boards_of(plan)
    for board in boards.values():
        find_game(plan.game).start(board.setup, board.options)
    store = await SqliteStore.open(setting.folder / DATABASE)
    async with store, _players(setting) as executor:
        with LoadMeter() as load:
            playing = _Run(plan, setting, watcher, store, executor, load)
            played = await playing.recall()
            known = await _known(plan, executor, watcher)
            if (changed := change(plan, played, known, boards)) is not None:
                raise ContestError(f"{changed}: name another folder with --out")
            keep_plan(plan, setting.folder)
            missing = playing.missing()
            if not missing:
                return await playing.play(iter(()))
            await playing.note_machine()
            await playing.note_agents(known.values())
            dealer = Dealer(plan, known, boards, setting.driver, setting.folder / LOGS)
            return await playing.play(dealer.jobs(missing))


@asynccontextmanager
async def _players(setting: Setting) -> AsyncIterator[Executor]:
    """The executor; our own processes end with the block, whatever they are at."""
    if setting.executor is not None:
        yield setting.executor
        return
    workers = Workers(setting.jobs, setting.folder / LOGS)
    try:
        yield workers
    finally:
        workers.kill()


async def _known(plan: Experiment, executor: Executor, watcher: Watcher) -> dict[str, About]:
    """Every agent looked at, in a worker process."""
    addresses = tuple({word: None for cell in plan.cells for word in (cell.agent, cell.rival)})
    known = {address: await _look(address, executor) for address in addresses}
    told: set[str] = set()
    for cell in plan.cells:
        for agent in (known[cell.agent], known[cell.rival]):
            if (refused := refusal(agent, plan.game, cell.limit)) is not None:
                raise ContestError(refused)
            line = uncounted(agent, cell.limit)
            if line is not None and agent.address not in told:
                told.add(agent.address)
                watcher.say(line)
    return known


async def _look(address: str, executor: Executor) -> About:
    try:
        async with asyncio.timeout(LOADING_S):
            return await asyncio.wrap_future(executor.submit(look, address))
    except TimeoutError:
        text = f"{address} is not loaded after {LOADING_S:g} s: does its import ever end?"
        raise ContestError(text, FILE_EXIT) from None


class _Run:
    """One run of a plan."""

    def __init__(
        self,
        plan: Experiment,
        setting: Setting,
        watcher: Watcher,
        store: SqliteStore,
        executor: Executor,
        load: LoadMeter,
    ) -> None:
        self._plan = plan
        self._setting = setting
        self._watcher = watcher
        self._store = store
        self._executor = executor
        self._load = load
        self._pace = Pace(plan, setting.jobs, setting.within_s)
        self._decision = Decision(plan)
        self._kept: set[int] = set()
        self._failures: Counter[int] = Counter()
        self._complained: set[str] = set()
        self._trouble: str | None = None
        self._warned = False
        self._late = False

    async def recall(self) -> list[MatchHeader]:
        """Counts what earlier runs have played, and returns what those games began with."""
        notes = await self._store.host_events()
        measured = {note.match: read_measured(note.text) for note in notes if note.kind == "match.measured"}
        played = await self._store.played()
        for one in played:
            self._count(game_of(self._plan, one.header, one.result, measured[one.header.match]))
        return [one.header for one in played]

    def missing(self) -> list[int]:
        """The numbers of the games still to be played, in their order."""
        if self._decision.last is not None:
            return []
        return [number for number in range(1, self._plan.games + 1) if number not in self._kept]

    async def note_machine(self) -> None:
        """Keeps where it is played, and how busy the machine is before the first game."""
        machine = this_machine(self._setting.jobs, round(self._load.since(self._load.zero), 2))
        await self._store.append(HostEvent("machine.measured", machine_text(machine), SystemClock().utc_ms()))

    async def note_agents(self, known: Iterable[About]) -> None:
        """Keeps which of them can be told to play the same game again."""
        await self._store.append(HostEvent("agents.looked_at", heeds_text(known), SystemClock().utc_ms()))

    async def play(self, jobs: Iterator[Job]) -> End:
        """Keeps as many games going as there are workers."""
        self._watcher.begun(self._plan, self._pace)
        going: set[asyncio.Task[list[Game]]] = set()
        try:
            while self._decision.last is None:
                while len(going) < self._setting.jobs and (job := self._next(jobs)) is not None:
                    going.add(asyncio.create_task(self._play(job)))
                if not going:
                    return "out of time" if self._late else "finished"
                done, going = await asyncio.wait(going, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
                self._tell_trouble()
                for game in chain.from_iterable(task.result() for task in done):
                    self._take(game)
        finally:
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
        return "decided"

    def _next(self, jobs: Iterator[Job]) -> Job | None:
        """The next game there is time for; at the beginning of a round there has to be time for all of it."""
        if self._late or self._pace.out_of_time():
            self._late = True
            return None
        job = next(jobs, None)
        if job is not None and (job.numbers[0] - 1) % (2 * len(self._plan.cells)) == 0:
            self._late = not self._pace.fits()
        return None if self._late else job

    async def _play(self, job: Job) -> list[Game]:
        """Plays it until all of it is kept, with another worker where one has died over it."""
        while True:
            began = self._load.mark
            try:
                outcomes = await asyncio.wrap_future(self._executor.submit(play_job, job))
            except BrokenExecutor as error:
                self._mourn(job, error)
                continue
            if void := [outcome.record.void for outcome in outcomes if outcome.record.result is None]:
                self._retry(job, f"it was void: {void[0]}")
                continue
            return [await self._keep(outcome, self._load.since(began)) for outcome in outcomes]

    async def _keep(self, outcome: Outcome, load: float) -> Game:
        record = outcome.record
        assert record.result is not None
        self._pass_on(record.header.match, outcome.said)
        measured = measured_of(record, load, outcome.seconds)
        await self._store.append(*facts_of(record, measured))
        return game_of(self._plan, record.header, record.result, measured)

    def _mourn(self, job: Job, error: BrokenExecutor) -> None:
        if not isinstance(error, WorkerDiedError):
            raise ContestError(f"the executor is broken ({error}): the same call goes on where this one stopped")
        self._retry(job, str(error))

    def _retry(self, job: Job, why: str) -> None:
        number = job.numbers[0]
        self._failures[number] += 1
        cell = self._plan.cells[self._plan.place(number)[0]]
        if self._failures[number] >= MOST_FAILURES:
            raise ContestError(f"game {number} ({cell}) failed {MOST_FAILURES} times; the last time {why}")
        self._watcher.say(f"game {number} ({cell}) is played again: {why}")

    def _take(self, game: Game) -> None:
        self._count(game)
        self._watcher.ended(game, self._pace)
        doubt = meaningless(game.load, self._setting.jobs) if game.cell.limit.timed else None
        if doubt is not None and not self._warned:
            self._warned = True
            self._watcher.say(f"warning: {doubt}")

    def _count(self, game: Game) -> None:
        self._kept.add(game.number)
        self._pace.ended(game.cell, game.seconds)
        self._decision.add(game.number, game.score)

    def _pass_on(self, number: int, said: Iterable[str]) -> None:
        """What an agent complains of is told once for each agent; the rest is in its log."""
        for line in said:
            who = line.partition(":")[0]
            if who not in self._complained:
                self._complained.add(who)
                self._watcher.say(f"game {number}: {line}")

    def _tell_trouble(self) -> None:
        trouble = self._store.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            self._watcher.say(trouble or "games can be kept again")
