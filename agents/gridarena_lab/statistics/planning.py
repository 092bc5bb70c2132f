"""How long a sequential test will take: Wald's test seen as a Brownian motion between two walls.

The log-likelihood ratio gains a pair ``m = (s - (s0 + s1) / 2) (s1 - s0) / v`` on average, with variance
``(s1 - s0)**2 / v``, for a true score ``s``, suppositions ``s0`` and ``s1`` and the variance ``v`` of a pair's score
(Wald, "Sequential Analysis", 1947).
"""

import math
from dataclasses import dataclass

from gridarena_lab.statistics.sprt import Hypotheses, bounds
from gridarena_server.tournament.elo import expected

USUAL_VARIANCE = 0.08
"""Of a pair's score, before anything was played: as when half of the pairs end in a win each or two draws."""
_STILL = 1e-12


@dataclass(frozen=True, slots=True)
class Plan:
    """What to expect of a test, on average."""

    better: float
    """The chance that it ends with "better"."""
    pairs: float
    """How many more pairs it takes."""


def plan(asked: Hypotheses, true_elo: float, pair_variance: float = USUAL_VARIANCE, reached: float = 0.0) -> Plan:
    """The chances and the length of the test for a true (logistic) lead, from the ratio reached so far."""
    lower, upper = (bound - reached for bound in bounds(asked.alpha, asked.beta))
    low, high = expected(asked.elo0), expected(asked.elo1)
    spread = (high - low) ** 2 / pair_variance
    drift = (expected(true_elo) - (low + high) / 2) * (high - low) / pair_variance
    if abs(drift) < _STILL:
        return Plan(-lower / (upper - lower), -lower * upper / spread)
    pull = 2 * drift / spread
    better = _ends_above(lower, upper, pull)
    return Plan(better, (better * upper + (1 - better) * lower) / drift)


def _ends_above(lower: float, upper: float, pull: float) -> float:
    """The chance to reach the upper wall first; written so that no exponent is positive, for the pull may be huge."""
    if pull > 0:
        return math.expm1(pull * lower) / math.expm1(pull * (lower - upper))
    return math.exp(pull * upper) * math.expm1(-pull * lower) / math.expm1(pull * (upper - lower))


def longest(asked: Hypotheses, pair_variance: float = USUAL_VARIANCE) -> float:
    """The pairs expected at the worst: a true lead in the middle of the two suppositions."""
    lower, upper = bounds(asked.alpha, asked.beta)
    return -lower * upper * pair_variance / (expected(asked.elo1) - expected(asked.elo0)) ** 2
