"""A time that somebody has, as people write it: ``90s``, ``20m``, ``6h``, ``1h30m``."""

import math
import re

from gridarena_lab.contest import ContestError

_WORD = re.compile(r"(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,7})s)?", re.ASCII)


def seconds_of(text: str) -> float:
    """How many seconds that is.

    Raises:
        ContestError: it is no such time.
    """
    found = _WORD.fullmatch(text)
    hours, minutes, seconds = (int(part or 0) for part in (found.groups() if found else ("", "", "")))
    total = hours * 3600 + minutes * 60 + seconds
    if total == 0:
        raise ContestError(f"expected a time like 90s, 20m, 6h or 1h30m, got {text!r}")
    return float(total)


def spoken(seconds: float) -> str:
    """Whole seconds, minutes or hours, whichever one would say."""
    if seconds < 90:
        return f"{math.ceil(seconds)} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
