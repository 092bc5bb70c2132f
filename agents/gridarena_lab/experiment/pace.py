"""How long it takes: measured by the games that are over, cell by cell, for one budget is not another.

Also what fits into a time that somebody has: a round is one more pair of every cell, and none is begun that would not
be finished, so that the table is balanced when the time is up.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from statistics import fmean

from gridarena_lab.experiment.plan import Cell, Experiment


class Pace:
    """Seconds measured, games left."""

    def __init__(
        self,
        plan: Experiment,
        jobs: int,
        within_s: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begins to count the time.

        Args:
            plan: What is played.
            jobs: Games at once.
            within_s: The time there is for this run; None: as long as it takes.
            now: The clock.
        """
        self._plan = plan
        self.jobs = jobs
        self._now = now
        self._end = None if within_s is None else now() + within_s
        self._seconds: defaultdict[Cell, list[float]] = defaultdict(list)
        self._left = Counter(dict.fromkeys(plan.cells, 2 * plan.pairs))
        self.total = plan.games
        """Games there will be."""
        self.at_most = plan.stopping is not None
        """There may be fewer of them."""
        self.finished = 0
        """Games that are over, those of earlier runs included."""

    def ended(self, cell: Cell, seconds: float) -> None:
        """A game of the cell is over and took so long."""
        self.finished += 1
        self._left[cell] -= 1
        self._seconds[cell].append(seconds)

    @property
    def measured(self) -> bool:
        """Every budget has been measured, on some board: enough for an estimate."""
        return {cell.budget for cell in self._seconds} == {cell.budget for cell in self._plan.cells}

    def left_s(self) -> float | None:
        """About how long the rest takes; None while nothing is known."""
        return self._together_s(self._left)

    def out_of_time(self) -> bool:
        """There is no time left for anything."""
        return self._end is not None and self._now() >= self._end

    def fits(self) -> bool:
        """There is time for one more pair of every cell."""
        if self._end is None:
            return True
        round_s = self._together_s(dict.fromkeys(self._plan.cells, 2))
        return round_s is None or self._now() + round_s <= self._end

    def _together_s(self, games: Mapping[Cell, int]) -> float | None:
        if not self._seconds:
            return None
        return sum(count * self._game_s(cell) for cell, count in games.items()) / self.jobs

    def _game_s(self, cell: Cell) -> float:
        """A game of the cell; where none is over yet, one of those most like it."""
        if cell in self._seconds:
            return fmean(self._seconds[cell])
        for alike in (
            lambda other: (other.board, other.budget) == (cell.board, cell.budget),
            lambda other: other.budget == cell.budget,
            lambda other: True,
        ):
            found = [fmean(seconds) for other, seconds in self._seconds.items() if alike(other)]
            if found:
                return fmean(found)
        raise AssertionError("nothing is measured")
