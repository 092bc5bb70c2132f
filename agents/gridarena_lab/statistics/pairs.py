"""What a number of pairs says about two agents.

The two games of a pair share their opening, so they are no independent samples: a pair is the unit, counted by the five
scores it can have (pentanomial), as Stockfish's fishtest does. The same functions take the three counts of single
games (trinomial: losses, draws, wins), which shows what the pairing brought.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import NormalDist

NEVER_SEEN = 1e-3
"""Stands for a count of 0, without which no mean but the observed could be explained (fishtest's value)."""
Z95 = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors."""


def tally(pair_scores: Iterable[float]) -> tuple[int, int, int, int, int]:
    """The pairs by what they brought: 0, 0.5, 1, 1.5 and 2 points."""
    seen = Counter(round(2 * each) for each in pair_scores)
    return seen[0], seen[1], seen[2], seen[3], seen[4]


def values(counts: Sequence[float]) -> list[float]:
    """The score a game that each count stands for: evenly spaced from 0 to 1."""
    return [index / (len(counts) - 1) for index in range(len(counts))]


def eased(counts: Sequence[float]) -> list[float]:
    """The counts with :data:`NEVER_SEEN` in place of zeros."""
    return [count or NEVER_SEEN for count in counts]


def score(counts: Sequence[float]) -> float:
    """The mean score of a game, draws as half.

    Raises:
        ValueError: no pairs.
    """
    if sum(counts) <= 0:
        raise ValueError("expected at least one pair, got none")
    return sum(count * value for count, value in zip(counts, values(counts), strict=True)) / sum(counts)


def variance(counts: Sequence[float]) -> float:
    """Of a pair's score (the mean of its two games); of a game's for three counts."""
    mean = score(counts)
    return sum(count * (value - mean) ** 2 for count, value in zip(counts, values(counts), strict=True)) / sum(counts)


def games(counts: Sequence[float]) -> float:
    """How many games the counts stand for: two a pair."""
    return sum(counts) * (2 if len(counts) == 5 else 1)
