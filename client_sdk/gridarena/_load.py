"""How busy this machine is, in the few words that a proposal can carry."""

import os
import time
from collections.abc import Callable

import psutil

FRESH_S = 0.25
"""A figure is given again for so long: many proposals come at once, and a busy share needs a span to be one of."""


class Load:
    """Says it whenever it is asked, at no cost worth mentioning."""

    def __init__(self, playing: Callable[[], int], now: Callable[[], float] = time.monotonic) -> None:
        """Begins to look.

        Args:
            playing: How many matches are being played here.
            now: The clock.
        """
        self._playing = playing
        self._now = now
        self._cores = os.cpu_count() or 1
        self._text = ""
        self._until = float("-inf")
        psutil.cpu_percent()

    def __call__(self) -> str:
        """For example ``machine: cpu 97 % of 2 cores, 3 matches``."""
        if self._now() >= self._until:
            self._until = self._now() + FRESH_S
            count = self._playing()
            matches = f"{count} match{'es' * (count != 1)}"
            self._text = f"machine: cpu {psutil.cpu_percent():.0f} % of {self._cores} cores, {matches}"
        return self._text
