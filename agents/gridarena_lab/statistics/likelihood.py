"""How well a supposed strength explains the counts, against the likeliest explanation there is.

For every supposition the distribution over the five scores of a pair is the one, among all that fit it, that makes the
counts likeliest (empirical likelihood: Owen, "Empirical Likelihood", 2001; the generalised SPRT of fishtest's LLRcalc).
Nothing is assumed about how draws come about.
"""

import math
from collections.abc import Sequence

from gridarena_lab.statistics.pairs import eased, score, values

_BISECTIONS = 200
_CLOSE = 1e-15
_ROUNDS = 10
_SETTLED = 1e-9


def likeliest(shares: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The likeliest distribution under which the mean of ``offsets`` is 0, for observed ``shares``.

    Lagrange: ``q = p / (1 + x a)``, where ``x`` is the root of ``sum p a / (1 + x a)``, which falls between its poles.
    """
    low, high = -1 / max(offsets), -1 / min(offsets)
    tilt = 0.0
    for _ in range(_BISECTIONS):
        tilt = (low + high) / 2
        if high - low <= _CLOSE * abs(tilt) or tilt in (low, high):
            break
        slope = sum(share * each / (1 + tilt * each) for share, each in zip(shares, offsets, strict=True))
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    return [share / (1 + tilt * each) for share, each in zip(shares, offsets, strict=True)]


def of_score(shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with this mean score."""
    return likeliest(shares, [value - mean for value in values(shares)])


def of_lead(shares: Sequence[float], lead: float) -> list[float]:
    """The likeliest distribution whose mean lies ``lead`` of its own standard deviations above one half.

    The condition is not linear; it is made so around the last answer until that no longer moves (Van den Bergh,
    "Normalized Elo", 2020), starting from the uniform distribution as fishtest does.
    """
    places = values(shares)
    found = [1 / len(shares)] * len(shares)
    for _ in range(_ROUNDS):
        mean = sum(share * place for share, place in zip(found, places, strict=True))
        spread = math.sqrt(sum(share * (place - mean) ** 2 for share, place in zip(found, places, strict=True)))
        offsets = [place - 0.5 - lead * spread * (1 + ((mean - place) / spread) ** 2) / 2 for place in places]
        last, found = found, likeliest(shares, offsets)
        if max(abs(new - old) for new, old in zip(found, last, strict=True)) < _SETTLED:
            break
    return found


def ratio(counts: Sequence[float], first: Sequence[float], second: Sequence[float]) -> float:
    """The logarithm of how much likelier ``second`` makes the counts than ``first``."""
    return sum(count * math.log(q1 / q0) for count, q0, q1 in zip(eased(counts), first, second, strict=True))


def doubt(counts: Sequence[float], mean: float) -> float:
    """How much the likeliest explanation beats the best one with this mean: 0 for the observed mean, in nats."""
    seen = eased(counts)
    shares = [count / sum(seen) for count in seen]
    if abs(mean - score(seen)) < 1e-12:
        return 0.0
    return ratio(counts, of_score(shares, mean), shares)
