"""What `lab matrix`, `lab sweep` and `lab compare` do: plan, play what is missing, say what came of it."""

import shlex
import sys
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import cast, get_args

from rich.text import Text

from gridarena_cli.exits import CliError, Exit
from gridarena_cli.overdrawn import Overdrawn
from gridarena_cli.planning import game_options
from gridarena_cli.render import experiment as view
from gridarena_cli.reporting import written
from gridarena_cli.terminal import note, plain, put_json, show, show_line
from gridarena_lab.experiment.api import How
from gridarena_lab.experiment.api import play as play_experiment
from gridarena_lab.experiment.duration import seconds_of
from gridarena_lab.experiment.folder import usual_folder
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.job import Wanted as Driver
from gridarena_lab.experiment.pace import Pace
from gridarena_lab.experiment.plan import Experiment, Kind
from gridarena_lab.experiment.telling import Lines, progress, told
from gridarena_lab.experiment.wanted import BUDGET, SEED, Wanted, plan_of, read_wanted
from gridarena_lab.statistics.sprt import Hypotheses

GAMES = 10
COMPARED_OPENING = 4
"""Random moves before a comparison, so that two agents that always do the same play more than one pair."""


@dataclass(frozen=True, slots=True)
class Test:
    """When a comparison stops."""

    low: float
    high: float
    error: float
    most: int
    """Games."""

    def hypotheses(self) -> Hypotheses:
        """In the statistics' own terms.

        Raises:
            CliError: they cannot be told apart.
        """
        try:
            return Hypotheses(self.low, self.high, self.error, self.error)
        except ValueError as error:
            raise CliError(Exit.USAGE, f"--elo: {error}") from None


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody typed; empty and None: not said."""

    kind: Kind
    agents: tuple[str, ...]
    opponents: tuple[str, ...]
    boards: tuple[str, ...]
    budgets: tuple[str, ...]
    games: int | None
    opening: int | None
    seed: int
    game: str | None
    options: tuple[str, ...]
    name: str
    scale: float = 1.0
    test: Test | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How it shall be played."""

    folder: Path | None
    jobs: int | None
    driver: str
    within: str | None

    def how(self) -> How:
        """In the lab's own terms.

        Raises:
            CliError: there is no such driver.
        """
        if self.driver not in get_args(Driver):
            raise CliError(Exit.USAGE, f"expected --driver {', '.join(get_args(Driver))}, got {self.driver!r}")
        within_s = None if self.within is None else seconds_of(self.within)
        return How(self.folder, self.jobs, cast(Driver, self.driver), within_s)


def play(asked: Asked, way: Way, *, as_json: bool) -> None:
    """Plays what is missing and shows everything there is."""
    how = way.how()
    planned = plan_of(wanted(asked), asked.scale)
    folder = way.folder or usual_folder(planned.plan)
    try:
        with Drawn(folder) as watcher:
            games = play_experiment(planned, replace(how, folder=folder), watcher)
    except KeyboardInterrupt:
        if folder.exists():
            note(f"stopped; finished games are kept in {folder}, and the same command goes on")
        raise
    made = written(folder)
    if as_json:
        put_json(view.shape(games))
        return
    show(view.table(games))
    show_line(Text(plain(view.ending(games))))
    note(f"report: {made / 'report.html'}")


def wanted(asked: Asked) -> Wanted:
    """What was typed, with what was not typed filled in.

    Raises:
        ContestError: it means nothing.
    """
    command = shlex.join(("gridarena", *sys.argv[1:]))
    if asked.kind == "matrix" and len(asked.agents) == 1 and asked.agents[0].endswith(".toml"):
        silent = Asked("matrix", asked.agents, (), (), (), None, None, SEED, None, (), "", asked.scale)
        if said := [part.name for part in fields(asked) if getattr(asked, part.name) != getattr(silent, part.name)]:
            raise CliError(
                Exit.USAGE, f"expected {asked.agents[0]} to say everything, got {' and '.join(said)} beside it"
            )
        return replace(read_wanted(Path(asked.agents[0])), command=command)
    return Wanted(
        agents=asked.agents,
        opponents=asked.opponents,
        boards=asked.boards,
        budgets=asked.budgets or (BUDGET,),
        games=asked.games or (asked.test.most if asked.test else GAMES),
        seed=asked.seed,
        opening=(COMPARED_OPENING if asked.kind == "compare" else 0) if asked.opening is None else asked.opening,
        game=asked.game or "",
        options=game_options(asked.options),
        name=asked.name,
        kind=asked.kind,
        stopping=None if asked.test is None else asked.test.hypotheses(),
        command=command,
    )


class Drawn(Lines, Overdrawn):
    """On a terminal one line is drawn over; lines elsewhere."""

    def __init__(self, folder: Path | None = None) -> None:
        """``folder`` is where the games are kept, told before the first one; None: somebody else says so."""
        Lines.__init__(self, lambda line: note(plain(line)))
        Overdrawn.__init__(self, self._line)
        self._shown = ""
        self._folder = folder

    def begun(self, plan: Experiment, pace: Pace) -> None:
        """What can be played is going to be kept."""
        if self._folder is not None:
            note(f"kept in {self._folder}")
        super().begun(plan, pace)

    def ended(self, game: Game, pace: Pace) -> None:
        """A game is over."""
        self._shown = f"{progress(pace)}; {told(game)}"
        if not self.seen:
            super().ended(game, pace)

    def _line(self) -> Text:
        return Text(plain(self._shown), overflow="ellipsis", no_wrap=True)
