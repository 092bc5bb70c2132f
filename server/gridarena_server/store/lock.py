"""One server per database, by a lock the operating system drops with the process, however it dies.

The lock is on a file of its own beside the database: SQLite's own locks come and go with every transaction. The file
stays behind; removing it would race with the next server. On Windows the locked byte lies far behind the text, because
locked bytes cannot be read and the text tells the second server whom to look for.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from gridarena_server.store.base import StoreError, StoreInUseError

_LOCKED_BYTE = 1 << 20

if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> None:
        os.lseek(fd, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseLock:
    """Held from enter to exit; a second holder is refused at once."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._fd = -1

    def __enter__(self) -> Self:
        """Takes the lock or raises StoreInUseError."""
        with ExitStack() as undo, self._writable():
            self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            undo.callback(os.close, self._fd)
            self._take()
            os.ftruncate(self._fd, 0)
            os.write(self._fd, str(os.getpid()).encode())
            undo.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closing the file drops the lock."""
        os.close(self._fd)

    @contextmanager
    def _writable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError(f"cannot write {self._path}: {error.strerror}; name another place") from error

    def _take(self) -> None:
        try:
            _try_lock(self._fd)
        except OSError as error:
            raise StoreInUseError(
                f"{self._database} is in use by another gridarena server{self._holder()}; "
                "stop that one or name another database"
            ) from error

    def _holder(self) -> str:
        os.lseek(self._fd, 0, os.SEEK_SET)
        text = os.read(self._fd, 20).decode("ascii", "replace")
        return f" (process {text})" if text.isdigit() else ""
