"""Time stands still at a breakpoint: while a person reads a prompt, no turn of an offline match closes.

Searches that run in this process (``inline``) may stop in the debugger. The referee of an offline match takes its
instants from a clock that can be held, and the debugger holds it for as long as its prompt is open; the event loop goes
on, so connections stay alive. A debugger of the student's own choice (``PYTHONBREAKPOINT``, an IDE) is left alone and
does not hold the clock.
"""

import _thread
import os
import pdb
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gridarena_server.clock import SystemClock


class PausableClock(SystemClock):
    """The machine's clock without the time it was held."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held_at: int | None = None
        self._held_ns = 0

    def now_ns(self) -> int:
        """Monotonic nanoseconds; the same again and again while it is held."""
        with self._lock:
            now = super().now_ns() if self._held_at is None else self._held_at
            return now - self._held_ns

    @contextmanager
    def held(self) -> Iterator[None]:
        """No time passes in this block; one block at a time."""
        with self._lock:
            self._held_at = began = super().now_ns()
        try:
            yield
        finally:
            with self._lock:
                self._held_at = None
                self._held_ns += super().now_ns() - began


class Debugger(pdb.Pdb):
    """pdb that holds a clock while its prompt is open; `q` ends the program, as it does in a script."""

    def __init__(self, clock: PausableClock) -> None:
        super().__init__(nosigint=True)
        self._clock = clock

    def interaction(self, *where: Any, **more: Any) -> None:  # noqa: ANN401 - differs between versions of Python
        """Shows the place and reads commands until one lets the program go on."""
        with self._clock.held():
            super().interaction(*where, **more)

    def set_quit(self) -> None:
        """Leaves the search, and with it the program."""
        super().set_quit()
        _thread.interrupt_main()


@contextmanager
def breakpoints(clock: PausableClock) -> Iterator[None]:
    """`breakpoint()` opens a debugger that holds this clock, unless the person wants another one."""
    before = sys.breakpointhook
    if before is not sys.__breakpointhook__ or "PYTHONBREAKPOINT" in os.environ:
        yield
        return

    def stop(*arguments: object, **options: object) -> None:
        with clock.held():
            debugger = Debugger(clock)
        debugger.set_trace(sys._getframe().f_back)

    sys.breakpointhook = stop
    try:
        yield
    finally:
        sys.breakpointhook = before
