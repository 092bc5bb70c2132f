"""A crew where nothing can be forked: processes that have imported the agent ahead of time, one for each turn."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import TYPE_CHECKING, cast

from . import child, crew, frames, tree

if sys.platform == "win32":
    from .job import Job

if TYPE_CHECKING:
    from typing import BinaryIO

    from .frames import Frame

SPARE = 3
"""Processes that wait; the import of a usual agent takes longer than a fast turn."""


class Single:
    """One process, good for one turn."""

    def __init__(self, plan: Frame, news: int) -> None:
        self._process = crew.start("single", plan, stdin=subprocess.PIPE, stdout=news)
        self.pid = self._process.pid
        self.wait = self._process.wait
        self._stdin = cast("BinaryIO", self._process.stdin)
        if sys.platform == "win32":
            self._job = Job(plan["memory"])
            self._job.take(int(self._process._handle))
        self.say(plan)

    def say(self, frame: Frame) -> None:
        """Writes to it; one that is gone hears nothing, which is noticed elsewhere."""
        with contextlib.suppress(OSError):
            frames.send(self._stdin.fileno(), frame)

    def kill(self) -> None:
        """Ends it and everything it has started."""
        if sys.platform == "win32":
            self._job.end()
        else:
            tree.kill_session(self.pid)

    def close(self) -> None:
        """Lets go of it, once it is gone."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        if sys.platform == "win32":
            self._job.end()
            self._job.close()


class Prepared(crew.Crew):
    """Has some processes waiting, and starts others between turns."""

    def start(self) -> None:
        """Starts the first ones."""
        self._spare: list[Single] = []
        self._playing: Single | None = None
        self._played = self._ended = False
        self._fill()

    def begin(self, order: Frame) -> None:
        """Gives the turn to the process that has waited longest."""
        if not self._spare:
            self._add()
        self._playing = self._spare.pop(0)
        self._playing.say(order)
        frames.tell(self.news, {"is": "started", "turn": self.turn, "pid": self._playing.pid})

    def stop(self) -> None:
        """Kills the turn's process."""
        if self._playing is not None:
            self._playing.kill()

    def give_up(self) -> None:
        """Kills the turn's process again: it is a child of this one, so its end is noticed as soon as it is dead."""
        self.stop()

    def end(self) -> None:
        """Kills everything."""
        self._ended = True
        for single in (self._playing, *self._spare):
            if single is not None:
                single.kill()
                single.wait()
                single.close()
        tree.kill_orphans(set())

    def _fill(self) -> None:
        while len(self._spare) < SPARE and not self._ended:
            self._add()

    def _add(self) -> None:
        single = Single(self.plan, self.news)
        self._spare.append(single)
        crew.watch(single.wait, self.post, lambda code: self._gone(single, code))

    def _gone(self, single: Single, code: int) -> None:
        if self._ended:
            return
        single.kill()
        single.close()
        if single is self._playing:
            self._playing = None
            tree.kill_orphans({one.pid for one in self._spare})
            if code == child.EXIT_TOLD and not self.closing:
                self._replace(code)
            else:
                self._played = True
                self.over(code)
                self._fill()
            return
        self._spare.remove(single)
        self.lost += 1
        if self._played and self.lost <= crew.FRESH_STARTS:
            self._add()
        elif not self._spare and self._playing is None:
            self.broken(code)

    def _replace(self, code: int) -> None:
        """Who was to play could not even be imported: the next one plays the turn, where there is one."""
        self.lost += 1
        if self._spare:
            self.begin(self.order)
        else:
            self.broken(code)
