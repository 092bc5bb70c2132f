"""Secrets that outlive the process: one line in a file of its own that only its owner may read.

The file is created with its mode, so it is never open to others for a moment. On Windows the folder's permissions count
instead.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from gridarena_server.errors import DATABASE_UNUSABLE, ArenaError


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """The file's secret, made now if there is none. Raises ArenaError when the file cannot be used."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise ArenaError(f"cannot write {path}: {error.strerror}", DATABASE_UNUSABLE) from error
    secret = make()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secret + "\n")
    return secret


def _read(path: Path) -> str:
    try:
        if sys.platform != "win32":
            path.chmod(0o600)
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(f"cannot read {path}: {error}", DATABASE_UNUSABLE) from error
    if not secret:
        raise ArenaError(f"{path} is empty; delete it and a new one is made", DATABASE_UNUSABLE)
    return secret
