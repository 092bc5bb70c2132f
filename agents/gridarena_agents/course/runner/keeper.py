"""Keeps the processes of one agent in one match: has them play, ends them, and cleans up when the adapter is gone.

It detaches itself first. Whoever kills the adapter with all its children would else kill the one process that knows
what is to be cleaned up; so the end of the pipe from the adapter, however it came about, is its order to finish.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from . import crew, frames, tree
from .folder import Folder
from .forking import Forking
from .prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from .crew import Crew
    from .frames import Frame

DETACHED = "detached"


def main() -> None:
    """Leaves the adapter's family, then obeys its orders to their end."""
    if not _detached():
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tree.adopt_orphans()
    orders, news = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    plan = frames.read(orders)
    if plan is not None:
        with contextlib.suppress(BrokenPipeError):  # the adapter is gone
            _keep(plan, orders, news)
    os._exit(0)


def _keep(plan: Frame, orders: BinaryIO, news: int) -> None:
    try:
        folder = Folder(plan["root"], plan["place"], plan["parts"])
    except OSError as error:
        frames.tell(news, {"is": "broken", "text": f"the agent's files cannot be copied: {error}"})
        return
    try:
        frames.tell(news, {"is": "folder", "text": str(folder.path)})
        plan.update(home=str(folder.home), temporary=str(folder.temporary), reports=str(folder.reports))
        _obey(plan, orders, news)
    finally:
        folder.remove()


def _obey(plan: Frame, orders: BinaryIO, news: int) -> None:
    work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    made: Crew = Forking(plan, news, work.put) if plan["way"] == "fork" else Prepared(plan, news, work.put)
    over = []

    def order(frame: Frame | None) -> None:
        if frame is None:
            over.append(True)
        elif "state" in frame:
            made.open(frame)
        else:
            made.close(frame["turn"])

    made.start()
    try:
        crew.listen(orders, work.put, order)
        while not over:
            with contextlib.suppress(queue.Empty):
                work.get(timeout=crew.PATIENCE_S)()
            made.look()
    finally:
        made.end()


def _detached() -> bool:
    """True in a process that is no descendant of the adapter."""
    if hasattr(os, "fork"):
        if os.fork():
            os._exit(0)
        return True
    if sys.argv[-1] == DETACHED:
        return True
    command = [sys.executable, "-I", str(Path(__file__).parent), "keeper", DETACHED]
    subprocess.Popen(command, stdin=0, stdout=1, stderr=2, creationflags=crew.NO_WINDOW)
    return False
