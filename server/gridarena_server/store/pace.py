"""How quick the disk and how many the callers have been of late: where and when is a group best committed?

*Where.* The way to SQLite's thread and back takes two thirds of the time of a commit on a quick disk, and more while
the event loop wants Python's lock as well. So the loop waits for the disk itself. Where commits are slow more than now
and then (carrying the log into the database is), or one takes really long, the thread takes over for a second, when
they still are after that for two, and so on: a disk that stays slow soon holds the loop up no more than once a minute.
Such a commit is a stall of the loop, and the referee treats it as one.

*When.* A group gathers for a pass of the loop. Where nobody ever joins, the pass is saved.
"""

import asyncio
from time import monotonic

QUICK_S = 0.003
"""The event loop may wait for so long."""
FORGIVEN = 16
"""Quick commits in a row after which a slow one is an exception..."""
FORGIVABLE_S = 0.05
"""...unless it took longer than this."""
REST_S = (1.0, 64.0)
"""How long the thread waits in the loop's place, at first and at most."""
SETTLED = 100
"""After so many commits in a row that were quick, or of one call each, they are expected to stay so."""


class Pace:
    """Watches the commits."""

    def __init__(self) -> None:
        self._quick = FORGIVEN
        self._rest_s, _ = REST_S
        self._rests_until = 0.0
        self._lone = 0
        self._in_this_pass = False

    @property
    def quick(self) -> bool:
        """The loop may wait for the disk."""
        return monotonic() >= self._rests_until

    def nobody_joins(self) -> bool:
        """Asked for each call that could go at once; who asks right behind a commit would have joined it."""
        if self._in_this_pass:
            self._lone = 0
        return self._lone >= SETTLED

    def waited(self, seconds: float) -> None:
        """The loop did, for so long."""
        if seconds < QUICK_S:
            self._quick += 1
            if self._quick == SETTLED:
                self._rest_s, _ = REST_S
            return
        if self._quick < FORGIVEN or seconds > FORGIVABLE_S:
            self._rests_until = monotonic() + self._rest_s
            self._rest_s = min(2 * self._rest_s, REST_S[1])
        self._quick = 0

    def committed(self, calls: int) -> None:
        """A group of so many calls is on the disk."""
        self._lone = self._lone + 1 if calls == 1 else 0
        self._in_this_pass = True
        asyncio.get_running_loop().call_soon(self._next_pass)

    def _next_pass(self) -> None:
        self._in_this_pass = False
