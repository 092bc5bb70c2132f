"""One byte that two processes share: the network process raises it, the search polls it.

A file mapped by both works on every OS and needs no resource tracker. On POSIX the worker removes its name at once, so
that nothing is left behind whoever is killed; Windows cannot before both are done, so it is tried again at the end.
"""

import contextlib
import mmap
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

    def close(self) -> None:
        """Lets go of memory and file. Idempotent."""
        self._memory.close()
        _remove(self.path)


def open_view(path: Path) -> "NDArray[np.uint8]":
    """The worker's end, taken once: an array over the shared bytes."""
    import numpy as np  # the network process has no use for it

    with path.open("r+b") as file:
        memory = mmap.mmap(file.fileno(), SIZE)
    _remove(path)
    return np.frombuffer(memory, dtype=np.uint8)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
