"""Keeps this machine from falling asleep while it plays: a laptop that sleeps loses its matches.

Each system has its own way; where it has none, nothing is done and nothing is said, for a desktop that never sleeps is
no problem. However this process ends, `kill -9` included, the machine may sleep again: what holds it awake watches our
process (macOS), lives by a pipe of ours (Linux), or is a property of our thread (Windows).
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_CONTINUOUS, _SYSTEM_REQUIRED = 0x80000000, 0x00000001
"""Of SetThreadExecutionState."""
_SYSTEMD = Path("/run/systemd/system")
"""There only where systemd runs the machine: in a container its commands may be installed and do nothing."""
FAREWELL_S = 2.0


@contextlib.contextmanager
def awake(why: str) -> Iterator[None]:
    """While the block runs this machine does not fall asleep by itself; closing a laptop's lid still does it."""
    words = command(sys.platform, why)
    if sys.platform == "win32":
        _execution_state(_CONTINUOUS | _SYSTEM_REQUIRED)
    try:
        with _beside(words) if words else contextlib.nullcontext():
            yield
    finally:
        if sys.platform == "win32":
            _execution_state(_CONTINUOUS)


def command(platform: str, why: str) -> list[str] | None:
    """What runs beside us to hold the machine awake; None where nothing is needed or nothing can be had."""
    if platform == "darwin":
        return ["caffeinate", "-i", "-w", str(os.getpid())]
    if platform == "linux" and shutil.which("systemd-inhibit") and _SYSTEMD.is_dir():
        return ["systemd-inhibit", "--what=sleep:idle", "--who=gridarena", f"--why={why}", "--mode=block", "cat"]
    return None


@contextlib.contextmanager
def _beside(words: list[str]) -> Iterator[None]:
    """A command that ends when its standard input does; one that cannot be started is done without."""
    try:
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        yield
        return
    try:
        yield
    finally:
        if sys.platform == "darwin":
            process.terminate()
        try:
            process.communicate(timeout=FAREWELL_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _execution_state(flags: int) -> None:
    import ctypes

    ctypes.windll.kernel32.SetThreadExecutionState(flags)  # type: ignore[attr-defined, unused-ignore]
