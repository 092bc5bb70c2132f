"""A 95 % interval of the score that can be trusted from a few pairs on.

The scores that explain the pairs not much worse than the likeliest does (empirical likelihood), with the threshold of
Student's t that Owen advises for few samples. Unlike mean plus or minus two standard errors it never leaves 0 to 1, and
ten pairs that all ended alike still leave room: the unseen is merely unlikely.
"""

from collections.abc import Sequence
from functools import lru_cache

from gridarena_lab.statistics.likelihood import doubt
from gridarena_lab.statistics.pairs import Z95, eased, score

_HALVINGS = 18
"""Down to a thousandth of a percent."""
_EDGE = 1e-9
FEWEST = 3
"""Fewer pairs say nothing: their interval is everything."""


def interval(counts: Sequence[float]) -> tuple[float, float]:
    """The scores that the pairs leave possible, at 95 %.

    Raises:
        ValueError: no pairs.
    """
    score(counts)
    return _interval(tuple(counts))


@lru_cache(maxsize=4096)
def _interval(counts: tuple[float, ...]) -> tuple[float, float]:
    if sum(counts) < FEWEST:
        return 0.0, 1.0
    allowed = student95(sum(counts) - 1) ** 2 / 2
    middle = score(eased(counts))
    return _border(counts, middle, _EDGE, allowed, 0.0), _border(counts, middle, 1 - _EDGE, allowed, 1.0)


def student95(freedom: float) -> float:
    """Student's t for a two-sided 95 %, by Cornish and Fisher's expansion (within 3 % from 2 degrees of freedom on)."""
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def _border(counts: Sequence[float], inside: float, outside: float, allowed: float, end: float) -> float:
    """Where the doubt reaches what is allowed, between the likeliest mean and the end of the scale."""
    if doubt(counts, outside) <= allowed:
        return end
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if doubt(counts, middle) <= allowed else (inside, middle)
    return inside
