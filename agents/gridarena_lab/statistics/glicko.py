"""Glickman's ratings that know how uncertain they are: Glicko-1 and Glicko-2.

Both take a *rating period*, the games an agent played since its last rating; all opponents are taken as they were
before it. Source: Glickman, "The Glicko system" and "Example of the Glicko-2 system", glicko.net; the steps below are
numbered as in the latter.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

_Q = math.log(10) / 400
_SCALE = 173.7178
"""400 / ln 10, rounded as in the paper."""
_CENTRE = 1500.0
_SETTLED = 1e-6
"""Glickman's own."""


@dataclass(frozen=True, slots=True)
class Glicko:
    """A rating and its deviation; the volatility is Glicko-2's."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Against:
    """One game of a period: the opponent as it was before, and what was scored."""

    opponent: Glicko
    score: float


def glicko1(before: Glicko, period: Sequence[Against]) -> Glicko:
    """The rating after a period; without games nothing changes (the growth of doubt over time is left out)."""
    if not period:
        return before
    precision, gain = 0.0, 0.0
    for game in period:
        damped = 1 / math.sqrt(1 + 3 * (_Q * game.opponent.deviation / math.pi) ** 2)
        chance = 1 / (1 + 10 ** (-damped * (before.rating - game.opponent.rating) / 400))
        precision += (_Q * damped) ** 2 * chance * (1 - chance)
        gain += damped * (game.score - chance)
    spread = 1 / (1 / before.deviation**2 + precision)
    return Glicko(before.rating + _Q * spread * gain, math.sqrt(spread), before.volatility)


def glicko2(before: Glicko, period: Sequence[Against], tau: float = 0.5) -> Glicko:
    """The rating after a period; without games the deviation grows by the volatility.

    Args:
        before: The rating until now.
        period: The games since.
        tau: How fast volatility may change: 0.3 to 1.2.
    """
    mean, deviation = (before.rating - _CENTRE) / _SCALE, before.deviation / _SCALE  # step 2
    if not period:
        return Glicko(before.rating, math.hypot(deviation, before.volatility) * _SCALE, before.volatility)
    precision, gain = 0.0, 0.0
    for game in period:  # steps 3 and 4
        damped = 1 / math.sqrt(1 + 3 * (game.opponent.deviation / _SCALE / math.pi) ** 2)
        chance = 1 / (1 + math.exp(-damped * (mean - (game.opponent.rating - _CENTRE) / _SCALE)))
        precision += damped**2 * chance * (1 - chance)
        gain += damped * (game.score - chance)
    volatility = _volatility(before.volatility, deviation, 1 / precision, gain / precision, tau)
    spread = 1 / (1 / (deviation**2 + volatility**2) + precision)  # steps 6 and 7
    return Glicko(_CENTRE + _SCALE * (mean + spread * gain), math.sqrt(spread) * _SCALE, volatility)


def _volatility(before: float, deviation: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the root of Glickman's function by the Illinois form of false position."""
    log_before = math.log(before**2)

    def function(x: float) -> float:
        grown = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - log_before) / tau**2

    low = log_before
    if delta**2 > deviation**2 + variance:
        high = math.log(delta**2 - deviation**2 - variance)
    else:
        steps = 1
        while function(log_before - steps * tau) < 0:
            steps += 1
        high = log_before - steps * tau
    at_low, at_high = function(low), function(high)
    while abs(high - low) > _SETTLED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = function(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
