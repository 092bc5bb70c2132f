"""Ending an agent with everything it has started, whatever it tries.

Every turn is a session of its own, which one signal ends. What has left the session is caught as well: on Linux the
keeper is a subreaper, so that every orphan becomes its child; on other POSIX systems psutil looks for descendants
before the kill. Windows has jobs for this (see :mod:`.job`).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LOOK_S = 0.0005
"""A killed process is usually gone by the first look; the next turn waits for this."""
PATIENCE_S = 1.0
"""How long dying processes are waited for, and forking ones chased."""

LINUX = sys.platform == "linux"
_LISTED = Path(f"/proc/self/task/{os.getpid()}/children").exists()
"""The kernel lists the children of a process; most do."""


def adopt_orphans() -> None:
    """From now on descendants that lose their parent become children of this process (Linux only)."""
    if LINUX:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """The system kills this process when its parent is gone (Linux only)."""
    if LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def kill_session(pid: int) -> None:
    """Kills a process that leads, or is about to lead, a session of its own, and all of that session's group."""
    outside = [] if LINUX else _descendants(pid)
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    for one in outside:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(one, signal.SIGKILL)


def kill_orphans(known: set[int]) -> None:
    """Kills and buries every child of this process but the known ones; what they leave behind comes here in turn."""
    if not LINUX:
        return
    end = time.monotonic() + PATIENCE_S
    while (orphans := _children() - known) and time.monotonic() < end:
        for pid in orphans:
            kill_session(pid)
        for pid in orphans:
            _bury(pid, end)


def _bury(pid: int, end: float) -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(pid, os.WNOHANG) == (0, 0) and time.monotonic() < end:
            time.sleep(_LOOK_S)


def _children() -> set[int]:
    """The children of all threads of this process, the dead ones among them."""
    found: set[int] = set()
    if _LISTED:
        for one in Path("/proc/self/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found.update(map(int, one.read_text("ascii").split()))
        return found
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            if int(stat.read_text("utf-8", "replace").rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(stat.parent.name))
    return found


def _descendants(pid: int) -> list[int]:
    try:
        import psutil
    except ImportError:
        return []
    with contextlib.suppress(psutil.Error):
        return [one.pid for one in psutil.Process(pid).children(recursive=True)]
    return []


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
