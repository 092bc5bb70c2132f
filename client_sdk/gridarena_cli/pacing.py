"""How far a number of matches has come, and how long the rest will take.

On a terminal one line is drawn over while turns are played; everywhere each finished match says how many are left.
"""

import time
from collections.abc import Callable

from gridarena.durations import spoken
from gridarena_cli.overdrawn import Overdrawn


class Pace:
    """Counts matches; the rest is reckoned at the pace so far."""

    def __init__(self, total: int, now: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.done = 0
        self._now = now
        self._since = now()

    def step(self) -> None:
        """One more is over."""
        self.done += 1

    def left_s(self) -> float | None:
        """Seconds to the end; None before the first match is over."""
        return (self._now() - self._since) / self.done * (self.total - self.done) if self.done else None

    def __str__(self) -> str:
        left = self.left_s()
        return f"{self.done} of {self.total} matches" + (f", about {spoken(left)} left" if left else "")


class Meter(Overdrawn):
    """The matches that are being played, in one line."""

    def __init__(self, pace: Pace, *, drawn: bool) -> None:
        super().__init__(self._line, wanted=drawn)
        self._pace = pace
        self._turns: dict[int, int] = {}

    def turn(self, match: int, turn: int) -> None:
        """A turn of a match is over."""
        self._turns[match] = turn

    def ended(self, match: int) -> None:
        """A match is over."""
        self._turns.pop(match, None)
        self._pace.step()

    def _line(self) -> str:
        playing = ", ".join(f"match {match} in turn {turn}" for match, turn in sorted(self._turns.items()))
        return f"{self._pace}{': ' if playing else ''}{playing}"
