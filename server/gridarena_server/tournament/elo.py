"""Elo's arithmetic: expectation, its inverse, the update after one match.

Elo (1978), with the logistic curve and a scale of 400, as everybody uses it today. Draws count one half. Nothing here
knows of agents or logs; :mod:`ratings` does.
"""

import math
from dataclasses import dataclass

SCALE = 400.0
"""A lead of this much means odds of ten to one."""


@dataclass(frozen=True, slots=True)
class Elo:
    """The two constants a host may choose."""

    k: float = 32.0
    """The most a single match can move a rating."""
    start: float = 1500.0
    """The rating of an agent that has not played."""


def expected(difference: float) -> float:
    """The score to be expected of the stronger by ``difference`` points; 0.5 when equal."""
    return 1 / (1 + 10 ** (-difference / SCALE))


def difference(score: float) -> float:
    """The lead that makes ``score`` the expectation; the inverse of :func:`expected`.

    Raises:
        ValueError: the score is not strictly between 0 and 1.
    """
    if not 0 < score < 1:
        raise ValueError(f"expected a score strictly between 0 and 1, got {score!r}")
    return -SCALE * math.log10(1 / score - 1)


def updated(first: float, second: float, score: float, k: float) -> tuple[float, float]:
    """Both ratings after a match in which the first made ``score``; their sum does not change."""
    gain = k * (score - expected(first - second))
    return first + gain, second - gain
