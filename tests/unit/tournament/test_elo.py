"""Elo's arithmetic against independently computed figures."""

import pytest

from gridarena_server.tournament.elo import difference, expected, updated
from support.rating_vectors import rating_vectors


def test_expectation_follows_the_logistic_curve() -> None:
    """Every published difference gives its published expectation."""
    for row in rating_vectors("elo_expected"):
        assert expected(row["diff"]) == pytest.approx(row["expected"], abs=1e-12)


def test_difference_inverts_expectation() -> None:
    """Every published score gives its published difference, and leads back to itself."""
    for row in rating_vectors("elo_inverse"):
        assert difference(row["score"]) == pytest.approx(row["diff"], abs=1e-9)
        assert expected(difference(row["score"])) == pytest.approx(row["score"])


def test_update_moves_both_ratings_by_the_same_amount() -> None:
    """Every published update is met, and the sum of the ratings stays."""
    for row in rating_vectors("elo_update"):
        pair = updated(row["ra"], row["rb"], row["score_a"], row["k"])
        assert pair == pytest.approx((row["new_ra"], row["new_rb"]), abs=1e-9)
        assert sum(pair) == pytest.approx(row["ra"] + row["rb"])


@pytest.mark.parametrize("score", [0, 1, -0.1, 1.1])
def test_no_difference_explains_a_certain_score(score: float) -> None:
    """A score of 0 or 1 would need an infinite lead."""
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        difference(score)
