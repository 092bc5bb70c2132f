"""The private folder of one agent in one match: its working folder, room for temporary files, and reports.

The working folder looks like the one the framework runs in. The agent's own package is copied, so that it can read its
files by any path and write what it likes without touching what was handed in; whatever lies beside it (another team's
package, data) is linked, where the system can link. Everything is removed with the folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PREFIX = "gridarena-course-"
LARGE = 8 * 1024 * 1024
"""Bytes from which on a file is linked instead of copied."""
NEIGHBOURS = 500
"""Things beside the package that are linked at most."""
_LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*", "*.pyc", "node_modules")
_OURS = ("competitive_sudoku", "__pycache__", "-1.pkl", "1.pkl", "2.pkl")
"""Not linked: the modules are ours, and what an agent saved in an earlier game is no part of this one."""
_TRIES = 20
_AGAIN_S = 0.05


class Folder:
    """Made new, removed whole."""

    def __init__(self, root: str, place: Sequence[str], parts: Sequence[str]) -> None:
        """Makes it.

        Args:
            root: The folder that the framework would run in.
            place: The package's folder below it, part by part.
            parts: How the package is imported; another place where its folder was renamed after it was written.
        """
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        try:
            self._fill(root, place, parts)
        except BaseException:
            self.remove()
            raise

    def _fill(self, root: str, place: Sequence[str], parts: Sequence[str]) -> None:
        self.home, self.temporary, self.reports = (self.path / name for name in ("home", "tmp", "reports"))
        for one in (self.home, self.temporary, self.reports):
            one.mkdir()
        source, target = Path(root), self.home
        for part, name in zip(place, parts[:-1]):  # noqa: B905 - Python 3.8
            _link_neighbours(source, (part, name), target)
            source, target = source / part, target / name
            target.mkdir()
        _link_neighbours(source, (place[-1], parts[-1]), target)
        target = self.home.joinpath(*parts)
        shutil.copytree(
            Path(root, *place), target, ignore=_left_out, copy_function=_copy, symlinks=True, dirs_exist_ok=True
        )

    def remove(self) -> None:
        """Removes it; on Windows a file may stay in use for a moment after the process that had it."""
        for _ in range(_TRIES):
            shutil.rmtree(self.path, onerror=_allow)
            if not self.path.exists():
                return
            time.sleep(_AGAIN_S)


def _link_neighbours(folder: Path, taken: tuple[str, ...], target: Path) -> None:
    for entry in _listed(folder):
        if entry.name not in (*taken, *_OURS) and not entry.name.startswith("."):
            with contextlib.suppress(OSError):
                (target / entry.name).symlink_to(entry)


def _listed(folder: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        for count, entry in enumerate(sorted(folder.iterdir())):
            if count == NEIGHBOURS:
                return
            yield entry


def _left_out(folder: str, names: list[str]) -> set[str]:
    """Nobody reads what compilers and package managers have left, least of all an environment for another Python."""
    environments = {name for name in names if Path(folder, name, "pyvenv.cfg").exists()}
    return set(_LEFT_OUT(folder, names)) | environments


def _copy(source: str, target: str) -> None:
    if os.path.getsize(source) >= LARGE:  # noqa: PTH202 - copytree's own way
        with contextlib.suppress(OSError):
            Path(target).symlink_to(source)
            return
    shutil.copyfile(source, target)


def _allow(function: object, path: str, failure: object) -> None:
    """What the agent has made unreadable is made removable, and removed by the next try."""
    for one in (Path(path).parent, Path(path)):
        with contextlib.suppress(OSError):
            if not one.is_symlink():
                one.chmod(0o700)
