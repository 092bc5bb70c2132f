"""What both ways of having a pristine process for every turn share: one turn at a time, ended whole, and told."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from . import child, frames

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from .frames import Frame

    Post = Callable[[Callable[[], None]], None]

WINDOWS = sys.platform == "win32"
PATIENCE_S = 1.0
"""How long the end of a killed process may stay unnoticed."""
IMPORT_S = 60.0
"""How long an import may take; one that takes longer hangs."""
FRESH_STARTS = 5
"""How often the agent's process may be lost and started again."""
NO_WINDOW = 0x08000000 if WINDOWS else 0
"""Windows opens no console for these processes."""
BELOW_NORMAL = 0x00004000 if WINDOWS else 0
"""Windows lets others go first; POSIX is asked by the process itself."""


class Crew(ABC):
    """Plays turns; everything is called on the keeper's one thread, through ``post`` where another thread notices."""

    def __init__(self, plan: Frame, news: int, post: Post) -> None:
        self.plan = plan
        self.news = news
        self.post = post
        self.turn: int | None = None
        """The turn that is being played, until all its processes are gone."""
        self.closing = False
        self.order: Frame = {}
        """Of that turn."""
        self.lost = 0
        self._closed_at = 0.0
        self._next: Frame | None = None

    @abstractmethod
    def start(self) -> None:
        """Starts what will play the first turn."""

    @abstractmethod
    def begin(self, order: Frame) -> None:
        """Starts this turn; none is being played."""

    @abstractmethod
    def stop(self) -> None:
        """Kills the turn's process as soon as it is known; its end is noticed elsewhere."""

    @abstractmethod
    def give_up(self) -> None:
        """Kills what should long have noticed that the turn's process is dead."""

    @abstractmethod
    def end(self) -> None:
        """Kills everything."""

    def open(self, order: Frame) -> None:
        """Plays a turn as soon as the one before is gone."""
        if self.turn is None:
            self._begin(order)
        else:
            self._next = order
            self.close(self.turn)

    def close(self, turn: int) -> None:
        """Ends a turn, begun or not."""
        if self._next is not None and self._next["turn"] == turn:
            self._next = None
        if self.turn == turn and not self.closing:
            self.closing = True
            self.kill()

    def kill(self) -> None:
        """Kills the turn's process, whose end has to be noticed soon."""
        self._closed_at = time.monotonic()
        self.stop()

    def look(self) -> None:
        """Called now and then: a turn whose end is not noticed has stopped, or never got, what would notice."""
        if self.closing and time.monotonic() > self._closed_at + PATIENCE_S:
            self._closed_at = time.monotonic()
            self.give_up()

    def over(self, code: int | None) -> None:
        """Nothing of the turn is left; ``code`` is how its process ended, negative for a signal."""
        turn, self.turn, self.closing = self.turn, None, False
        frames.tell(self.news, {"is": "exited", "turn": turn, "code": code})
        order, self._next = self._next, None
        if order is not None:
            self._begin(order)

    def broken(self, code: int | None) -> None:
        """Nothing is left that can play; where the last process has told why itself, that is the reason."""
        text = "" if code == child.EXIT_TOLD else f"importing the agent ended its process ({ending(code)})"
        frames.tell(self.news, {"is": "broken", "text": text})

    def _begin(self, order: Frame) -> None:
        self.turn, self.closing, self.order = order["turn"], False, order
        self.begin(order)


def start(role: str, plan: Frame, **streams: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401 - Popen's own
    """One of the agent's processes, with a session and an environment of its own."""
    main = str(Path(__file__).parent)
    return subprocess.Popen(
        [plan["python"], main, role],
        env=environment(plan),
        cwd=plan["home"],
        start_new_session=not WINDOWS,
        creationflags=NO_WINDOW | BELOW_NORMAL,
        **streams,
    )


def environment(plan: Frame) -> dict[str, str]:
    """The keeper's environment without secrets, with UTF-8, a private place for temporary files, and one thread."""
    variables = {name: value for name, value in os.environ.items() if not name.endswith("TOKEN")}
    variables.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(plan["temporary"])))
    variables.update(PYTHONUTF8="1", PYTHONIOENCODING="utf-8:backslashreplace", PYTHONDONTWRITEBYTECODE="1")
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        variables.setdefault(name, "1")
    return variables


def watch(wait: Callable[[], Any], post: Post, then: Callable[[Any], None]) -> None:
    """Waits in a thread, and hands what came of it to the keeper's."""

    def run() -> None:
        found = wait()
        post(lambda: then(found))

    threading.Thread(target=run, daemon=True).start()


def listen(stream: BinaryIO, post: Post, then: Callable[[Frame | None], None]) -> None:
    """Reads frames in a thread; the last one is None."""

    def run() -> None:
        frame: Frame | None = {}
        while frame is not None:
            try:
                frame = frames.read(stream)
            except (OSError, ValueError):
                frame = None
            post(lambda frame=frame: then(frame))  # type: ignore[misc]

    threading.Thread(target=run, daemon=True).start()


def ending(code: int | None) -> str:
    """How a process ended, for a person."""
    if code is None:
        return "killed"
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
