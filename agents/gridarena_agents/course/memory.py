"""The memory limit where the system does not keep one itself: macOS and other systems beside Linux and Windows."""

import re
import sys

import psutil

from gridarena.errors import AddressError

LEAST = 16 * 2**20
WATCHED = sys.platform not in ("linux", "win32")
LOOK_S = 0.1
_BYTES = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_UNITS = {"": 2**20, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def memory_bytes(value: object) -> int:
    """``512M``, ``4G``, or a number of mebibytes.

    Raises:
        AddressError: it is no amount, or too little to start in.
    """
    found = _BYTES.fullmatch(str(value).strip())
    size = round(float(found[1]) * _UNITS[found[2].lower()]) if found else 0
    if size < LEAST:
        raise AddressError(f"expected memory=512M or memory=4G, and at least 16M, got memory={value}")
    return size


def memory_text(size: int) -> str:
    """An amount as :func:`memory_bytes` reads it."""
    for unit in "TGM":
        if size % _UNITS[unit.lower()] == 0:
            return f"{size // _UNITS[unit.lower()]}{unit}"
    return f"{size // 2**20}M"


class MemoryWatch:
    """Looks now and then how much a process and its descendants have in memory."""

    def __init__(self, limit: int, *, watched: bool = WATCHED) -> None:
        self._limit = limit
        self._next = 0.0 if watched else float("inf")

    def exceeded(self, pid: int | None, now: float) -> bool:
        """True once they have more than they may."""
        if pid is None or now < self._next:
            return False
        self._next = now + LOOK_S
        try:
            process = psutil.Process(pid)
            return sum(_resident(one) for one in (process, *process.children(recursive=True))) > self._limit
        except psutil.Error:
            return False


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
