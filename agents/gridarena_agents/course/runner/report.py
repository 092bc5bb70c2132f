"""What the agent did wrong, in one line and as a traceback in a file that the adapter takes away."""

from __future__ import annotations

import contextlib
import os
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

    from .frames import Frame

_OURS = str(Path(__file__).parent)
_LONGEST = 100_000
"""Characters of a traceback that are kept."""


def write(plan: Frame, name: str, error: BaseException) -> str:
    """Keeps the traceback as the report of this name; returns the line."""
    trace = _theirs(error.__traceback__)
    text = "".join(traceback.format_exception(type(error), error, trace))
    with contextlib.suppress(OSError):
        written = Path(plan["reports"], f"{name}-{os.getpid()}.tmp")
        written.write_text(_as_handed_in(plan, text[-_LONGEST:]), encoding="utf-8", errors="backslashreplace")
        os.replace(written, Path(plan["reports"], name + ".txt"))  # noqa: PTH105 - prepared processes report the same at once
    return _as_handed_in(plan, _line(plan, error, trace))


def _line(plan: Frame, error: BaseException, trace: TracebackType | None) -> str:
    try:
        text = " ".join(str(error).split())[:300]
    except Exception:  # noqa: BLE001 - student code
        text = ""
    kind = type(error).__name__
    if isinstance(error, MemoryError) and not text:
        text = f"a turn may take {plan['memory'] >> 20} MiB beyond the import; an address with ?memory=8G allows more"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{kind} in {Path(error.filename).name}, line {error.lineno}: {error.msg}"
    line = f"{kind}: {text}" if text else kind
    own = [frame for frame in traceback.extract_tb(trace) if frame.filename.startswith(plan["home"])]
    return f"{line} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else line


def _theirs(trace: TracebackType | None) -> TracebackType | None:
    """The traceback from the agent's own first line on."""
    start = trace
    while start is not None and (start.tb_frame.f_code.co_filename.startswith((_OURS, "<frozen importlib"))):
        start = start.tb_next
    return start or trace


def _as_handed_in(plan: Frame, text: str) -> str:
    """The paths of the files as the student knows them, not of the copies that were run."""
    run, handed_in = Path(plan["home"], *plan["parts"]), Path(plan["root"], *plan["place"])
    return text.replace(str(run), str(handed_in)).replace(plan["home"], plan["root"])
