"""One byte that two processes share: the network process raises it, the search polls it.

A file mapped by both works on every OS and needs no resource tracker. POSIX lets go of the name as soon as the worker
has the file open; Windows cannot before both are done, so removal is tried again at the end.
"""

import contextlib
import mmap
import os
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SIZE = 64


class StopFlag:
    """The network process's end of the flag."""

    def __init__(self) -> None:
        descriptor, name = tempfile.mkstemp(prefix="gridarena-stop-")
        self.path = Path(name)
        try:
            os.write(descriptor, bytes(SIZE))
            self._memory = mmap.mmap(descriptor, SIZE)
        finally:
            os.close(descriptor)

    def up(self) -> None:
        """Tells the search to stop."""
        self._memory[0] = 1

    def down(self) -> None:
        """Lets a search run; only while none does."""
        self._memory[0] = 0

    def unlink(self) -> None:
        """Removes the file's name where the OS allows it by now."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Lets go of memory and file. Idempotent."""
        self._memory.close()
        self.unlink()


def open_view(path: Path) -> NDArray[np.uint8]:
    """The worker's end: an array over the shared bytes."""
    with path.open("r+b") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), SIZE), dtype=np.uint8)
