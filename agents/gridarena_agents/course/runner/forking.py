"""A crew on Linux: one zygote, and a fork of it that is there before each turn."""

from __future__ import annotations

import os
import socket
import time
from typing import TYPE_CHECKING

from . import crew, frames, tree

if TYPE_CHECKING:
    import subprocess
    from typing import BinaryIO

    from .frames import Frame


class Forking(crew.Crew):
    """Has a zygote, and a new one when that is lost."""

    def start(self) -> None:
        """Starts the zygote."""
        self._pid: int | None = None
        self._warm, self._began = False, time.monotonic()
        ours, theirs = socket.socketpair()
        self._socket = ours
        self._zygote: subprocess.Popen[bytes] = crew.start("zygote", self.plan, stdin=theirs, stdout=self.news)
        theirs.close()
        self._say({**self.plan, "keeper": os.getpid()})
        stream: BinaryIO = ours.makefile("rb")
        zygote = self._zygote
        crew.listen(stream, self.post, lambda frame: self._heard(frame) if self._zygote is zygote else None)

    def begin(self, order: Frame) -> None:
        """Gives the turn to the fork that waits, or to the next one."""
        self._say(order)
        self._tell_pid()

    def stop(self) -> None:
        """Kills the turn's session."""
        if self._pid is not None:
            tree.kill_session(self._pid)

    def give_up(self) -> None:
        """Kills the zygote, which has been stopped or hangs in a fork; a new one takes its place.

        One that is importing may take its time: its fork is killed as soon as it is there.
        """
        if self._warm or time.monotonic() > self._began + crew.IMPORT_S:
            self._kill_zygote()

    def end(self) -> None:
        """Kills turn and zygote, and what they have left."""
        if self._pid is not None:
            tree.kill_session(self._pid)
        self._kill_zygote()
        self._zygote.wait()
        tree.kill_orphans(set())

    def _kill_zygote(self) -> None:
        if self._zygote.returncode is None:  # once it was waited for, its number may be anybody's
            tree.kill_session(self._zygote.pid)

    def _say(self, frame: Frame) -> None:
        try:
            frames.send(self._socket.fileno(), frame)
        except OSError:  # it is gone, which is heard in a moment
            return

    def _heard(self, frame: Frame | None) -> None:
        if frame is None:
            self._lost()
        elif "ended" in frame:
            self._ended(frame["pid"], frame["ended"])
        else:
            self._pid, self._warm = frame["pid"], True
            if self.turn is not None:
                self._tell_pid()
            if self.closing:
                self.kill()

    def _tell_pid(self) -> None:
        if self._pid is not None:
            frames.tell(self.news, {"is": "started", "turn": self.turn, "pid": self._pid})

    def _ended(self, pid: int, code: int) -> None:
        """The turn's process is dead and still has its number: now its session and its orphans follow."""
        tree.kill_session(pid)
        tree.kill_orphans({self._zygote.pid})
        self._pid = None
        if self.turn is None:
            self.lost += 1
        if self.lost > crew.FRESH_STARTS:  # forks of this agent die by themselves
            self.broken(code)
            return
        self._say({"bury": True})
        if self.turn is not None:
            self.over(code)

    def _lost(self) -> None:
        """The zygote is gone: the agent's import ended it, or a turn has killed it."""
        code = self._zygote.wait()
        pid, self._pid = self._pid, None
        if pid is not None:
            tree.kill_session(pid)
        tree.kill_orphans(set())
        self._socket.close()
        self.lost += 1
        if self.lost > crew.FRESH_STARTS or not self._warm:
            self.broken(code)
            return
        self.start()
        if self.turn is None:
            return
        if pid is not None or self.closing:
            self.over(code)
        else:  # nobody has read its order
            self.begin(self.order)
