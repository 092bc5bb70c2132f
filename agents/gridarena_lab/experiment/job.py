"""Games as work for a worker process, wherever that is: everything they need goes in, whole records come out.

A game's number says all: its cell, its pair, which seats; and everything random in it is drawn by the plan's seed. With
the direct driver a piece of work is one game. Over the wire it is both games of a pair, because every agent is started
in processes of its own for it, which takes seconds.
"""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from gridarena.boards import start_board
from gridarena.errors import ArenaError
from gridarena_games.errors import GameError
from gridarena_lab.contest import Contest, ContestError, Report, entrants
from gridarena_lab.experiment.budget import Budget
from gridarena_lab.experiment.plan import Experiment
from gridarena_lab.experiment.seating import NODES, SEED, About
from gridarena_lab.match import Driver, play
from gridarena_lab.openings import opening
from gridarena_protocol.records import Clock, Record
from gridarena_protocol.views import StartBoard

Wanted = Literal["auto", "wire", "direct"]
ROLES = ("agent", "rival")
OPENINGS = 1_000_000
"""So many different ones a board has: names of positions stay short."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game, or the two of a pair."""

    numbers: tuple[int, ...]
    agents: tuple[str, str]
    """Addresses of the cell's agent and its rival, with budget and seed."""
    board: StartBoard
    """From which the random moves begin."""
    plies: int
    opening_seed: int
    game: str
    budget_ms: int | None
    """Of the hidden clock; None: untimed."""
    driver: Driver
    log_folder: Path


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came back."""

    record: Record
    seconds: float
    """What one more such game would take."""
    said: tuple[str, ...] = field(default=())
    """Lines for the person whose agents play."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """Turns numbers into work."""

    plan: Experiment
    known: Mapping[str, About]
    boards: Mapping[str, StartBoard]
    driver: Wanted
    log_folder: Path

    def jobs(self, missing: Sequence[int]) -> Iterator[Job]:
        """The games of these numbers, in their order."""
        left = set(missing)
        for number in missing:
            if number in left:
                job = self._job(number, left)
                left.difference_update(job.numbers)
                yield job

    def _job(self, number: int, left: Set[int]) -> Job:
        index, pair, leg = self.plan.place(number)
        cell = self.plan.cells[index]
        limit = cell.limit
        sides = (self.known[cell.agent], self.known[cell.rival])
        nodes = {} if limit.nodes is None else {NODES: limit.nodes}
        seeds = [self.plan.seed_of(cell, pair, role) for role in ROLES]
        driver = self._driver(limit, sides)
        whole = driver == "wire" and leg == 0 and number + 1 in left
        return Job(
            numbers=(number, number + 1) if whole else (number,),
            agents=(sides[0].address_with(nodes | {SEED: seeds[0]}), sides[1].address_with(nodes | {SEED: seeds[1]})),
            board=self.boards[cell.board],
            plies=self.plan.opening,
            opening_seed=opening_seed(self.plan, cell.board, pair),
            game=self.plan.game,
            budget_ms=limit.clock.budget_ms,
            driver=driver,
            log_folder=self.log_folder,
        )

    def _driver(self, limit: Budget, sides: tuple[About, About]) -> Driver:
        if self.driver != "auto":
            return self.driver
        return "wire" if limit.timed or any(side.elsewhere for side in sides) else "direct"


def opening_seed(plan: Experiment, board: str, pair: int) -> int:
    """Says which random moves this pair of games begins with on that board, whoever plays them."""
    return plan.seed_of("opening", board, pair) % OPENINGS


def play_job(job: Job) -> list[Outcome]:
    """Plays it, in this process.

    Raises:
        ContestError: it cannot be played; one line says why.
    """
    said: list[str] = []
    try:
        contest = Contest(
            entrants(*job.agents),
            opening(job.game, job.board, job.plies, job.opening_seed),
            Clock("untimed") if job.budget_ms is None else Clock("hidden", job.budget_ms),
            game=job.game,
            games=len(job.numbers),
            before=job.numbers[0] - 1,
            fallback=job.budget_ms is not None,
            log_folder=job.log_folder,
        )
        started = time.perf_counter()
        records = asyncio.run(play(contest, job.driver, Report(say=said.append)))
    except (ArenaError, GameError) as error:
        raise ContestError.of(error) from None  # some of them cannot travel between processes
    each_s = (time.perf_counter() - started) / len(records)
    told = [tuple(said), *[()] * len(records)]
    return [
        Outcome(record, _played_s(record) if job.driver == "direct" else each_s, told[place])
        for place, record in enumerate(records)
    ]


def _played_s(record: Record) -> float:
    """How long a game took in a process that goes on: what its first game compiles is no measure of the next ones."""
    return 0.0 if record.result is None else (record.result.ended_at - record.header.started_at) / 1000


def start_boards_of(plan: Experiment) -> dict[str, StartBoard]:
    """Every cell's board, read once.

    Raises:
        GameError: there is no such board.
    """
    return {word: start_board(plan.game, word, plan.options) for word in {cell.board: None for cell in plan.cells}}
