"""The adapter's end of a course agent: one keeper, and through it everything the agent runs in.

Two threads listen: one to what the processes tell, one to what they print. Both read on whatever happens, so that no
process below ever waits for this one, and go with the pipes.
"""

import codecs
import contextlib
import os
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

from gridarena_agents.course.runner import frames
from gridarena_agents.course.runner.frames import Frame

SCRIPT = Path(__file__).with_name("runner")
PENDING = 256
"""Proposals that wait at most for somebody to take them; older ones are overtaken."""
PRINTED = 4 * 1024 * 1024
"""Bytes of one match's prints that are kept."""
LAST_PRINTS_S = 1.0
"""How long they are waited for; they end with the processes, but for one that has got away."""
_CHUNK = 65536


class Inbox:
    """What the processes told and nobody has taken yet."""

    def __init__(self) -> None:
        self.lost = False
        """Nothing will come any more."""
        self.ready = 0
        """Processes that have told that they can play."""
        self._frames: deque[Frame] = deque(maxlen=PENDING)
        self._changed = threading.Condition()

    def put(self, frame: Frame | None) -> None:
        """Adds a frame; None is the end. Of too many proposals the oldest go."""
        with self._changed:
            if frame is None:
                self.lost = True
            else:
                self.ready += frame["is"] == "ready"
                if len(self._frames) == PENDING:
                    self._make_room()
                self._frames.append(frame)
            self._changed.notify()

    def take(self, timeout_s: float) -> list[Frame]:
        """Everything there is; waits for the first if there is nothing."""
        with self._changed:
            if not self._frames and not self.lost:
                self._changed.wait(timeout_s)
            frames_now = list(self._frames)
            self._frames.clear()
            return frames_now

    def _make_room(self) -> None:
        moves = [frame for frame in self._frames if frame["is"] == "move"]
        others = [frame for frame in self._frames if frame["is"] != "move"]
        self._frames.clear()
        self._frames.extend((*others, *moves[PENDING // 2 :]))


class Prints:
    """What an agent prints, handed on turn by turn and not without end."""

    def __init__(self, write: Callable[[str], None], limit: int = PRINTED) -> None:
        self.heading = ""
        """Written before the next print, once."""
        self._write = write
        self._left = limit
        self._decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode

    def take(self, data: bytes) -> None:
        """Hands on what fits."""
        if self._left <= 0:
            return
        text = self._decode(data[: self._left])
        self._left -= len(data)
        heading, self.heading = self.heading, ""
        if self._left <= 0:
            text += "\n-- that is all that is kept of this match's prints --\n"
        self._write(heading + text)


class Processes:
    """A keeper at work."""

    def __init__(self, plan: dict[str, Any], prints: Prints) -> None:
        """Starts it; the agent's import begins, and is told by a frame.

        Args:
            plan: What the runner's processes have to know.
            prints: Takes what the agent prints, in a thread.
        """
        self.inbox = Inbox()
        self.folder: Path | None = None
        """The agent's private folder, as soon as it is known."""
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-B", str(SCRIPT), "keeper"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._prepares = plan["way"] == "prespawn"
        self._opened = 0
        self._orders = cast(BinaryIO, self._process.stdin)
        self._ended = threading.Event()
        self._pump = self._start(_pump, cast(BinaryIO, self._process.stderr), prints)
        self._start(self._listen, cast(BinaryIO, self._process.stdout))
        self._say(plan)

    def open(self, turn: int, state: dict[str, Any]) -> None:
        """Has a turn played once the agent is there and the turn before is over."""
        self._opened += 1
        self._say({"turn": turn, "state": state})

    @property
    def warm(self) -> bool:
        """The next turn will not have to wait for a process."""
        return not self._prepares or self.inbox.ready > self._opened

    def close(self, turn: int) -> None:
        """Has everything killed that plays this turn."""
        self._say({"turn": turn})

    def report(self, name: str) -> str:
        """The traceback of this name; empty where there is none."""
        if self.folder is None:
            return ""
        try:
            return (self.folder / "reports" / f"{name}.txt").read_text(encoding="utf-8")
        except OSError:
            return ""

    def end(self, patience_s: float) -> bool:
        """Ends everything; True once the last process is gone and the folder with it."""
        with contextlib.suppress(OSError):
            self._orders.close()
        return self._ended.wait(patience_s)

    def _say(self, frame: Frame) -> None:
        with contextlib.suppress(OSError, ValueError):  # gone, as the inbox will tell
            frames.send(self._orders.fileno(), frame)

    def _listen(self, stream: BinaryIO) -> None:
        unready: Frame = {"text": "importing the agent failed"}
        with stream:
            while (frame := frames.read(stream)) is not None:
                if frame["is"] == "folder":
                    self.folder = Path(frame["text"])
                elif frame["is"] == "unready":
                    unready = frame
                elif frame["is"] == "broken" and not frame["text"]:
                    self.inbox.put({**unready, "is": "broken"})
                else:
                    self.inbox.put(frame)
        self._process.wait()  # long since: it only detached the keeper
        if self.folder is not None:  # still there if somebody has killed the keeper
            shutil.rmtree(self.folder, ignore_errors=True)
        self._pump.join(LAST_PRINTS_S)
        self.inbox.put(None)
        self._ended.set()

    def _start(self, run: Callable[..., None], *arguments: object) -> threading.Thread:
        thread = threading.Thread(target=run, args=arguments, name="gridarena course agent", daemon=True)
        thread.start()
        return thread


def _pump(stream: BinaryIO, prints: Prints) -> None:
    with stream:
        while data := os.read(stream.fileno(), _CHUNK):
            prints.take(data)
