"""Is one agent better than another? Wald's sequential test (SPRT) over pairs.

Two suppositions about the lead are weighed after every pair. As soon as one explains the pairs so much better than the
other that the allowed chance of a wrong answer is met, the test is over: on average long before as sure a fixed number
of games would be (Wald, "Sequential Analysis", 1947; in fishtest's generalised form).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gridarena_lab.statistics.likelihood import of_lead, of_score, ratio
from gridarena_lab.statistics.pairs import eased
from gridarena_server.tournament.elo import SCALE, expected

NORMALISED = 2 * SCALE / math.log(10)
"""Turns a lead in standard deviations of one game into normalised Elo (Van den Bergh, "Normalized Elo", 2020)."""
Model = Literal["logistic", "normalized"]
State = Literal["better", "not better", "undecided"]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is to be told apart, and how often the answer may be wrong."""

    elo0: float = 0.0
    """The lead of the supposition "not better"."""
    elo1: float = 50.0
    """The lead of the supposition "better"."""
    alpha: float = 0.05
    """How often "better" may be said when the lead is ``elo0``."""
    beta: float = 0.05
    """How often "not better" may be said when the lead is ``elo1``."""
    model: Model = "logistic"
    """Elo by the expected score, or in standard deviations of a game (then draws do not make the test longer)."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"expected elo0 below elo1, got {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"expected alpha and beta between 0 and 0.5, got {self.alpha:g} and {self.beta:g}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a test stands."""

    state: State
    ratio: float
    """The log-likelihood ratio so far: positive speaks for ``elo1``."""
    lower: float
    """At this ratio the answer is "not better"."""
    upper: float
    """At this ratio the answer is "better"."""


def verdict(counts: Sequence[float], asked: Hypotheses) -> Verdict:
    """Where the test stands after these pairs; undecided while there are none."""
    lower, upper = bounds(asked.alpha, asked.beta)
    found = log_likelihood_ratio(counts, asked) if sum(counts) else 0.0
    state: State = "better" if found >= upper else "not better" if found <= lower else "undecided"
    return Verdict(state, found, lower, upper)


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """The log-likelihood ratios at which Wald's test stops, for these chances of a wrong answer."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[float], asked: Hypotheses) -> float:
    """How much better ``elo1`` explains the counts than ``elo0``: positive speaks for ``elo1``."""
    seen = eased(counts)
    shares = [count / sum(seen) for count in seen]
    if asked.model == "logistic":
        return ratio(counts, of_score(shares, expected(asked.elo0)), of_score(shares, expected(asked.elo1)))
    a_pair = math.sqrt(2) if len(counts) == 5 else 1.0
    leads = [elo / NORMALISED * a_pair for elo in (asked.elo0, asked.elo1)]
    return ratio(counts, of_lead(shares, leads[0]), of_lead(shares, leads[1]))
