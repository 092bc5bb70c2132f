"""No search outlives whoever started it, nor do the processes it has started itself.

Three things cannot be helped. What a worker has started is found as its descendants: it stays where the worker died by
itself (a crash, or the system killed it for its memory), and where compiled code of the worker holds the interpreter
while the network process is killed. Only Linux ends such a worker at all; elsewhere it goes on until its code lets the
interpreter go.
"""

import contextlib
import ctypes
import os
import signal
import sys
from typing import NoReturn

import psutil

_PR_SET_PDEATHSIG = 1


def kill_tree(pid: int) -> None:
    """Kills a process and all its descendants."""
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            _kill(one)


def leave(code: int) -> NoReturn:
    """Ends this process at once, whatever its threads are at, and all its descendants."""
    with contextlib.suppress(psutil.Error):
        for one in psutil.Process().children(recursive=True):
            _kill(one)
    os._exit(code)


def die_with_parent() -> None:
    """Linux ends this process 10 s after its parent, even while compiled code lets no Python run.

    That leaves time for :func:`leave`, which takes the descendants along. The kernel raises SIGUSR1; ``alarm`` is its
    handler, which the C library runs without the interpreter: it gets the signal's number, sets the clock to so many
    seconds, and SIGALRM ends the process.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            libc = ctypes.CDLL(None)
            libc.signal.argtypes = (ctypes.c_int, ctypes.c_void_p)
            libc.signal.restype = ctypes.c_void_p
            libc.signal(signal.SIGUSR1, ctypes.cast(libc.alarm, ctypes.c_void_p))
            libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGUSR1), 0, 0, 0)


def _kill(process: psutil.Process) -> None:
    with contextlib.suppress(psutil.Error):
        process.kill()
