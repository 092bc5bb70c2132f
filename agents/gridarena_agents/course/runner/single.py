"""A process prepared for one turn, where nothing can be forked: it imports the agent ahead of time, plays, and ends."""

from __future__ import annotations

import os
import signal
import sys
import threading

from . import child, frames, turn


def main() -> None:
    """Waits warm for its turn; ends with the keeper."""
    ways = child.Ways()
    plan = frames.read(ways.orders)
    if plan is None:
        return
    agent = child.load(plan, ways)
    order = frames.read(ways.orders)
    if order is None:
        child.leave(0)
        return
    threading.Thread(target=_end_with_keeper, args=(ways,), daemon=True).start()
    turn.play(agent, order, plan, ways.news)


def _end_with_keeper(ways: child.Ways) -> None:
    """The keeper never says more; the end of the pipe is its own end. On Windows the job does this."""
    frames.read(ways.orders)
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
