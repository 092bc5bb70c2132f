"""A process becomes the agent's: its standard streams, folder, path and limits, then its module and one instance."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from . import frames, report

if TYPE_CHECKING:
    from typing import Any, BinaryIO, TextIO

    from .frames import Frame

EXIT_TOLD = 70
"""Exit code of a process that has told the adapter why the agent cannot play."""
NICENESS = 5
"""As every search here: keeper, adapter, network process and server must not wait for it."""
_WITH_ORACLE = ("random_player", "greedy_player", "random_save_player")
"""The framework's own players, which get the path of an oracle."""


class Ways:
    """Where a process hears orders and tells what happens; out of reach of whatever reads and prints."""

    def __init__(self) -> None:
        self.orders: BinaryIO = cast("BinaryIO", os.fdopen(os.dup(0), "rb", buffering=0))
        self.news = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
        sys.stdout, sys.stderr = _text(1), _text(2)


def load(plan: Frame, ways: Ways) -> Any:  # noqa: ANN401 - an agent need not inherit anything
    """The agent's instance; where there can be none the adapter is told why and the process ends.

    What that means is the keeper's to say: another process may have fared better, and be playing.
    """
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        with limited(plan["memory"]):
            agent = _instance(plan)
    except BaseException as error:  # noqa: BLE001 - student code; `sys.exit()` at import, too
        text = report.write(plan, "start", error)
        frames.tell(ways.news, {"is": "unready", "report": "start", "text": text})
        leave(EXIT_TOLD)
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()
    frames.tell(ways.news, {"is": "ready"})
    return agent


def leave(code: int) -> None:
    """Ends the process without what an orderly end would wait for."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)


@contextlib.contextmanager
def limited(memory: int) -> Any:  # noqa: ANN401 - a generator of Python 3.8
    """Within the block the process may take so many bytes more; after it the news of a failure has room."""
    try:
        import resource
    except ImportError:  # Windows, where the job has the limit
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        resource.setrlimit(resource.RLIMIT_AS, (_taken() + memory, before[1]))
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, before)


def _taken() -> int:
    """Bytes of address space in use; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _instance(plan: Frame) -> Any:  # noqa: ANN401 - as load
    os.chdir(plan["home"])
    home, parts = plan["home"], plan["parts"]
    sys.dont_write_bytecode = True
    sys.path[:0] = [plan["modules"], home]
    package, scripts = Path(home, *parts), Path(plan["modules"]).with_name("scripts")
    sys.path += [str(package), str(package.parent), plan["root"], str(scripts)]
    module = importlib.import_module(".".join((*parts, "sudokuai")))
    kind = getattr(module, "SudokuAI", None)
    if kind is None:
        raise AttributeError(f"expected a class SudokuAI in {module.__name__}, got none")
    agent = kind()
    if parts[-1] in _WITH_ORACLE:
        agent.solve_sudoku_path = str(Path(plan["modules"], "competitive_sudoku", "execute.py"))
    return agent


def _text(descriptor: int) -> TextIO:
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=True)
