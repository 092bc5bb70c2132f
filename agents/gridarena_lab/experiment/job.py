"""One game as work for a worker process, wherever that is: everything it needs goes in, the whole record comes out.

A game's number says all: its cell, its pair, which seats; and everything random in it is drawn by the plan's seed.
"""

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from gridarena.errors import ArenaError
from gridarena_games.errors import GameError
from gridarena_lab.boards import start_board
from gridarena_lab.contest import Contest, ContestError, Report, entrants
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
    """One game."""

    number: int
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
    said: tuple[str, ...] = field(default=())
    """Lines for the person whose agents play."""


def job_of(
    plan: Experiment, number: int, known: dict[str, About], boards: dict[str, StartBoard], driver: Wanted, folder: Path
) -> Job:
    """The game of this number."""
    index, pair, leg = plan.place(number)
    cell = plan.cells[index]
    budget = cell.limit
    sides = (known[cell.agent], known[cell.rival])
    wanted = [
        {SEED: plan.seed_of(cell, pair, leg, role)} | ({} if budget.nodes is None else {NODES: budget.nodes})
        for role in ROLES
    ]
    wire = budget.timed or any(side.elsewhere for side in sides)
    return Job(
        number=number,
        agents=(sides[0].address_with(wanted[0]), sides[1].address_with(wanted[1])),
        board=boards[cell.board],
        plies=plan.opening,
        opening_seed=plan.seed_of("opening", cell.board, pair) % OPENINGS,
        game=plan.game,
        budget_ms=budget.clock.budget_ms,
        driver=("wire" if wire else "direct") if driver == "auto" else driver,
        log_folder=folder,
    )


def play_job(job: Job) -> Outcome:
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
            games=1,
            before=job.number - 1,
            fallback=job.budget_ms is not None,
            log_folder=job.log_folder,
        )
        started = time.perf_counter()
        (record,) = asyncio.run(play(contest, job.driver, Report(say=said.append)))
    except (ArenaError, GameError) as error:
        raise ContestError(str(error)) from None  # some of them cannot travel between processes
    return Outcome(record, time.perf_counter() - started, tuple(said))


def start_boards_of(plan: Experiment) -> dict[str, StartBoard]:
    """Every cell's board, read once.

    Raises:
        GameError: there is no such board.
    """
    return {word: start_board(plan.game, word, plan.options) for word in {cell.board: None for cell in plan.cells}}
