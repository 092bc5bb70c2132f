"""Counts of pairs, and the interval of their score."""

import random

import pytest

from gridarena_lab.statistics.interval import interval
from gridarena_lab.statistics.pairs import score, tally, variance


def test_a_pair_is_counted_by_what_it_brought() -> None:
    """Two losses come first, two wins last."""
    assert tally([0, 2, 2, 1, 0.5, 1.5, 1]) == (1, 1, 2, 1, 2)


def test_no_pairs_have_no_score() -> None:
    """Nothing is no draw."""
    with pytest.raises(ValueError, match="at least one pair"):
        score([0, 0, 0, 0, 0])
    with pytest.raises(ValueError, match="at least one pair"):
        interval([0, 0, 0, 0, 0])


def test_pairs_tell_more_than_games_where_seats_decide() -> None:
    """Pairs that bring one win each have no spread, their games taken for themselves have the most there is."""
    assert variance([0, 0, 9, 0, 0]) == 0
    assert variance([9, 0, 9]) == 0.25


def test_an_interval_holds_its_score_and_stays_within_the_scale() -> None:
    """Also when all pairs ended alike, where it still leaves room."""
    for counts in ([0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [1, 2, 3, 4, 5]):
        low, high = interval(counts)
        assert 0 <= low <= score(counts) <= high <= 1
        assert high - low > 0.05


def test_a_pair_or_two_say_nothing() -> None:
    """Their interval is everything."""
    assert interval([0, 0, 0, 0, 2]) == (0, 1)


def test_of_many_pairs_it_is_the_normal_one() -> None:
    """Fishtest's Elo 2.95 +- 2.18 from 16,948 pairs, as scores."""
    assert interval([398, 4112, 7672, 4336, 430]) == pytest.approx((0.501113, 0.507383), abs=5e-6)


@pytest.mark.parametrize("pairs", [5, 12])
def test_it_misses_the_truth_as_rarely_as_it_says(pairs: int) -> None:
    """A skewed truth lies outside in at most 5 of 100 samples, give or take what 60 samples can tell."""
    shares = [0.02, 0.03, 0.15, 0.2, 0.6]
    draws = random.Random(7)
    missed = 0
    for _ in range(60):
        drawn = draws.choices(range(5), shares, k=pairs)
        low, high = interval([drawn.count(place) for place in range(5)])
        missed += not low <= score(shares) <= high
    assert missed <= 6
