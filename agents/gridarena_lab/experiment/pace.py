"""How long it takes: measured by the games that are over, cell by cell, for one budget is not another.

Also what fits into a time that somebody has: a round is one more pair of every cell, and none is begun that would not
be finished, so that the table is balanced whenever the time is up.
"""

import time
from collections import defaultdict
from statistics import fmean

from gridarena_lab.experiment.plan import Experiment

Clock = time.monotonic


class Pace:
    """Seconds measured, seconds left."""

    def __init__(self, plan: Experiment, jobs: int, within_s: float | None = None) -> None:
        self._plan = plan
        self._jobs = jobs
        self._began = Clock()
        self._within_s = within_s
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)
        self._boards: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self.finished = 0
        """Games that are over, earlier runs' included."""

    def ended(self, cell: int, seconds: float) -> None:
        """A game of the cell took so long."""
        self.finished += 1

