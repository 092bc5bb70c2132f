"""How an experiment goes, in lines: what is to come, an estimate by the first games, then how far it is."""

import time
from collections.abc import Callable

from gridarena.durations import spoken
from gridarena.running import say
from gridarena_lab.experiment.games import Game
from gridarena_lab.experiment.pace import Pace
from gridarena_lab.experiment.plan import Experiment

EVERY_S = 10.0
"""Between two lines about how far it is."""


class Lines:
    """A watcher that writes lines, not too many of them."""

    def __init__(self, write: Callable[[str], None] = say, now: Callable[[], float] = time.monotonic) -> None:
        self._write = write
        self._now = now
        self._told_at = now()
        self._estimated = False

    def say(self, line: str) -> None:
        """At once."""
        self._write(line)

    def begun(self, plan: Experiment, pace: Pace) -> None:
        """What is to come."""
        self._estimated = pace.measured
        self._write(heading(plan, pace))

    def ended(self, game: Game, pace: Pace) -> None:
        """The estimate, as soon as there can be one; then a line now and then, and one at the end."""
        if not self._estimated and pace.measured:
            self._estimated = True
            self._write(f"estimate by the first games: {left(pace)}")
        if self._now() - self._told_at >= EVERY_S or pace.finished == pace.total:
            self._told_at = self._now()
            self._write(f"{progress(pace)}; {told(game)}")


def heading(plan: Experiment, pace: Pace) -> str:
    """The plan in one line."""
    cells = f"{len(plan.cells)} cell{'s' * (len(plan.cells) != 1)}"
    opening = f", {plan.opening} random moves first" if plan.opening else ""
    games = f"{'at most ' * pace.at_most}{pace.total} games"
    words = f"{plan.kind}: {cells}, {games}, {pace.jobs} at once, seed {plan.seed}{opening}"
    if not pace.finished:
        return words
    return f"{words}; {pace.finished} are played already, about {spoken(pace.left_s() or 0)} to go"


def progress(pace: Pace) -> str:
    """How far it is."""
    return f"{pace.finished} of {pace.total} games" + (f", {left(pace)}" if pace.finished < pace.total else "")


def left(pace: Pace) -> str:
    """How long it still takes."""
    seconds = pace.left_s()
    return "not measured yet" if seconds is None else f"{'at most ' * pace.at_most}about {spoken(seconds)} to go"


def told(game: Game) -> str:
    """A game in one line."""
    return f"game {game.number}: {game.cell}: {game.reason}"
