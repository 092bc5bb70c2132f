"""Ctrl-C in the middle of a compiled search, which comes back to Python only when it is through or told to stop."""

import threading
from collections.abc import Callable
from typing import TypeVar

from gridarena_kernels.jit import Flat, octets

T = TypeVar("T")
_STEP_S = 0.2


def stoppable(search: Callable[[Flat], T]) -> T:
    """What the search returns; it runs in a thread of its own while this one waits for Ctrl-C.

    Args:
        search: is given a stop flag and ends soon after ``stop[0]`` is not 0 any more.

    Raises:
        KeyboardInterrupt: Ctrl-C; the search has ended. Whatever the search raises is raised, too.
    """
    stop, over = octets(bytearray(1)), threading.Event()
    found: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            found.append(search(stop))
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            failure.append(error)
        finally:
            over.set()

    try:
        threading.Thread(target=run, name="gridarena solver", daemon=True).start()
        _wait_for(over)
    except KeyboardInterrupt:
        stop[0] = 1
        _wait_for(over)
        raise
    if failure:
        raise failure[0]
    return found[0]


def _wait_for(over: threading.Event) -> None:
    """In short steps: on Windows nothing interrupts a wait without an end."""
    while not over.wait(_STEP_S):
        pass
