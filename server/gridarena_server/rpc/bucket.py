"""A token bucket: so many at once, so many a second, and whoever wants more waits.

Waiting is the point. A stream whose reader sleeps fills its own flow-control window, and then its sender stands
still; so a flood costs its sender's turns and nobody else's. Nothing is thrown away.
"""

from collections.abc import Callable


class Bucket:
    """Filled to the brim at first; ``now_ns`` is monotonic nanoseconds."""

    def __init__(self, burst: int, per_s: float, now_ns: Callable[[], int]) -> None:
        self._burst = burst
        self._per_ns = per_s / 1e9
        self._now_ns = now_ns
        self._left = float(burst)
        self._at = now_ns()

    def fill(self) -> None:
        """Fills it to the brim."""
        self._left = float(self._burst)
        self._at = self._now_ns()

    def take(self) -> float:
        """Takes one; returns the seconds to wait for it, 0 while there were some left."""
        now = self._now_ns()
        left = min(float(self._burst), self._left + (now - self._at) * self._per_ns) - 1
        # Nobody owes more than a burst, whatever was given up while it waited.
        self._left = max(left, -float(self._burst))
        self._at = now
        return 0.0 if self._left >= 0 else -self._left / self._per_ns / 1e9
