"""Experiments from a script or a notebook: ``from gridarena_lab import matrix, sweep, compare``.

The functions are synchronous, take an agent's address or its class, and return plain records of all games. Called again
with the same words they play only what is missing.
"""

import asyncio
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from gridarena._awake import awake
from gridarena.agent import Agent
from gridarena.resolve import source_of
from gridarena.running import _loop_runs, _run_in_thread, refuse_in_worker
from gridarena_lab.contest import ContestError
from gridarena_lab.experiment.duration import seconds_of
from gridarena_lab.experiment.folder import made, settled, usual_folder
from gridarena_lab.experiment.games import Game, load
from gridarena_lab.experiment.job import Wanted as Driver
from gridarena_lab.experiment.load import cores
from gridarena_lab.experiment.plan import Experiment, Kind
from gridarena_lab.experiment.run import End, Setting, Watcher, run
from gridarena_lab.experiment.telling import Lines
from gridarena_lab.experiment.text import words
from gridarena_lab.experiment.wanted import BUDGET, SEED, Planned, Wanted, plan_of
from gridarena_lab.statistics.sprt import Hypotheses
from gridarena_server.errors import ArenaError as ServerError

AgentLike = str | type[Agent]
MOST_JOBS = 256


class Games(list[Game]):
    """The finished games of an experiment in the order of their numbers."""

    def __init__(self, plan: Experiment, folder: Path, games: Iterable[Game], end: End | None = None) -> None:
        super().__init__(games)
        self.plan = plan
        self.folder = folder
        self.end = end
        """Why no more were played; None: they were only read."""

    def __repr__(self) -> str:
        return f"{len(self)} of {self.plan.games} games in {self.folder}"

    def _repr_html_(self) -> str:
        """For the end of a notebook's cell: the answer, the plots, the tables."""
        from gridarena_lab.report.write import shown

        return shown(self.plan, self)


class What(TypedDict, total=False):
    """Whatever else an experiment can be told."""

    boards: str | Iterable[str]
    """Names or files, or ``suite``; the game's usual one by default."""
    budgets: str | Iterable[str]
    """``0.1s``, ``1000n`` (the default), ``untimed``."""
    games: int
    """Of each cell."""
    seed: int
    """Of everything random."""
    opening: int
    """Random moves at the start of every pair."""
    game: str
    """The game, where the boards do not say it."""
    options: Mapping[str, str]
    """The game's options."""
    name: str
    """What the experiment is called; part of the folder's name."""
    scale: float
    """Reduces games and budgets."""
    folder: str | Path | None
    """Where it is kept; by default a folder named by the plan, below ``gridarena-lab``."""
    jobs: int | None
    """Games at once; as many as there are processor cores by default."""
    driver: Driver
    """``auto``: direct where nodes are counted, the wire where there is a clock."""
    within: str | float | None
    """The time there is: ``6h``, ``20m``, or seconds."""
    executor: Executor | None
    """Who plays the games, instead of processes of our own."""
    watcher: Watcher | None
    """Who is told how it goes; None: standard error."""


def matrix(
    agents: AgentLike | Iterable[AgentLike], opponents: AgentLike | Iterable[AgentLike] = (), **what: Unpack[What]
) -> Games:
    """Every agent meets every opponent, or every other agent, on every board with every budget.

    Raises:
        ArenaError: it cannot be played; one line says why.
        GameError: there is no such game or board.
    """
    refuse_in_worker("matrix")
    return _play("matrix", agents, opponents, None, what)


def sweep(agent: str, *, vs: AgentLike | Iterable[AgentLike], **what: Unpack[What]) -> Games:
    """One agent with every value of an option or two: ``sweep("mcts?c=0.5:3.0:0.5", vs="greedy")``.

    Raises:
        ArenaError: as :func:`matrix`.
        GameError: as :func:`matrix`.
    """
    refuse_in_worker("sweep")
    return _play("sweep", agent, vs, None, what)


def compare(agent: AgentLike, rival: AgentLike, *, test: Hypotheses | None = None, **what: Unpack[What]) -> Games:
    """Is the agent better than its rival? With a ``test`` it ends as soon as that is decided.

    Raises:
        ArenaError: as :func:`matrix`.
        GameError: as :func:`matrix`.
    """
    refuse_in_worker("compare")
    return _play("compare", agent, rival, test, what)


def _play(
    kind: Kind,
    agents: AgentLike | Iterable[AgentLike],
    opponents: AgentLike | Iterable[AgentLike],
    stopping: Hypotheses | None,
    what: What,
) -> Games:
    if unknown := what.keys() - What.__annotations__.keys():
        known = ", ".join(What.__annotations__)
        raise TypeError(f"{kind} does not know {', '.join(sorted(unknown))}; it knows: {known}")
    wanted = Wanted(
        agents=_addresses(agents),
        opponents=_addresses(opponents),
        boards=words(what.get("boards", ())),
        budgets=words(what.get("budgets", BUDGET)),
        games=what.get("games", 10),
        seed=what.get("seed", SEED),
        opening=what.get("opening", 0),
        game=what.get("game", ""),
        options=what.get("options", {}),
        name=what.get("name", ""),
        kind=kind,
        stopping=stopping,
    )
    within = what.get("within")
    how = How(
        folder=None if (folder := what.get("folder")) is None else Path(folder),
        jobs=what.get("jobs"),
        driver=what.get("driver", "auto"),
        within_s=seconds_of(within) if isinstance(within, str) else within,
        executor=what.get("executor"),
    )
    return play(plan_of(wanted, what.get("scale", 1.0)), how, what.get("watcher") or Lines())


@dataclass(frozen=True, slots=True)
class How:
    """How a plan is played."""

    folder: Path | None = None
    jobs: int | None = None
    driver: Driver = "auto"
    within_s: float | None = None
    executor: Executor | None = None


def play(planned: Planned, how: How, watcher: Watcher) -> Games:
    """Plays what is missing and reads everything back.

    Raises:
        ArenaError: as :func:`matrix`.
    """
    jobs = how.jobs or min(cores(), MOST_JOBS)
    if not 1 <= jobs <= MOST_JOBS:
        raise ContestError(f"expected 1 to {MOST_JOBS} games at once, got {jobs}")
    for note in planned.notes:
        watcher.say(note)
    folder = how.folder or usual_folder(planned.plan)
    plan = settled(planned.plan, folder)
    ends: list[End] = []

    async def main() -> None:
        setting = Setting(folder, jobs, how.driver, how.within_s, how.executor)
        ends.append(await run(plan, setting, watcher))

    try:
        with awake("an experiment is played"), made(folder):
            if _loop_runs():
                _run_in_thread(main)
            else:
                asyncio.run(main())
    except ServerError as error:
        raise ContestError(str(error), error.exit_code) from error
    return Games(plan, folder, load(folder)[1], ends[0])


def _addresses(agents: AgentLike | Iterable[AgentLike]) -> tuple[str, ...]:
    """A class is where another process finds it.

    Raises:
        AddressError: no other process can.
    """
    many = (agents,) if isinstance(agents, str | type) else tuple(agents)
    return tuple(one if isinstance(one, str) else _address(one) for one in many)


def _address(agent: type[Agent]) -> str:
    source = source_of(agent)
    return f"{source.place}:{source.qualname}"
