"""A time that somebody has, as people write it: ``90s``, ``20m``, ``6h``, ``1h30m``."""

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
