"""When to try again: soon at first, never later than every two seconds, and not all agents at once."""

import asyncio
import random

from gridarena_protocol.options import BACKOFF_FIRST_MS, BACKOFF_MOST_MS

JITTER = 0.25


class Backoff:
    """Doubles the pause from 0.2 s to 2 s; a success starts anew."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()
        self._failures = 0

    def reset(self) -> None:
        """Something worked."""
        self._failures = 0

    def next_s(self) -> float:
        """The next pause."""
        pause = min(BACKOFF_MOST_MS, BACKOFF_FIRST_MS << min(self._failures, 10)) / 1000
        self._failures += 1
        return pause * self._rng.uniform(1 - JITTER, 1.0)

    async def pause(self) -> None:
        """Waits that long."""
        await asyncio.sleep(self.next_s())
