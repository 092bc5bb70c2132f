"""How long something takes, in words; the same everywhere."""

import math


def spoken(seconds: float) -> str:
    """Whole seconds, minutes or hours, whichever one would say."""
    if seconds < 90:
        return f"{math.ceil(seconds)} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
