"""The sequential test, its planning and its words, against independently computed figures."""

import pytest

from gridarena_lab.statistics.pairs import eased, games, score
from gridarena_lab.statistics.planning import longest, plan
from gridarena_lab.statistics.sprt import Hypotheses, bounds, log_likelihood_ratio, verdict
from gridarena_lab.statistics.words import elo, fishtest_lines, normalised_elo, sentence, superiority
from support.rating_vectors import rating_vectors


def test_ratio_agrees_with_fishtest() -> None:
    """Every vector, logistic and normalised, of five counts and of three, gives its published ratio and state."""
    for row in rating_vectors("sprt"):
        asked = Hypotheses(row["elo0"], row["elo1"], model=row["elo_model"])
        assert log_likelihood_ratio(row["results"], asked) == pytest.approx(row["llr"], abs=1e-9)
        assert (verdict(row["results"], asked).state == "better") == (row["state"] == "accepted (H1)")


def test_figures_agree_with_fishtest() -> None:
    """Elo and normalised Elo with their intervals, superiority, score and games of every vector."""
    for row in rating_vectors("sprt"):
        counts = row["results"]
        assert score(eased(counts)) == pytest.approx(row["score"], abs=1e-12)
        assert games(counts) == row["games"]
        assert elo(counts) == pytest.approx((row["elo"], row["elo95_half"]), abs=1e-8)
        assert normalised_elo(counts) == pytest.approx((row["nelo"], row["nelo95_half"]), abs=1e-3)
        assert superiority(counts) == pytest.approx(row["los"], abs=1e-9)


def test_bounds_are_walds() -> None:
    """Every vector of error chances gives its published bounds."""
    for row in rating_vectors("sprt_bounds"):
        assert bounds(row["alpha"], row["beta"]) == pytest.approx((row["lower"], row["upper"]), abs=1e-12)


def test_planning_agrees() -> None:
    """Every vector of a true lead gives its published chance and length."""
    for row in rating_vectors("sprt_planning"):
        found = plan(Hypotheses(row["elo0"], row["elo1"]), row["true_elo"], row["pair_score_variance"])
        assert found.better == pytest.approx(row["p_accept"], abs=1e-12)
        assert found.pairs == pytest.approx(row["expected_pairs"], abs=1e-5)


def test_published_figures_without_the_shared_folder() -> None:
    """Fishtest's own unit test, the tests of an engine's change, and Wald's bounds."""
    assert log_likelihood_ratio([10789, 19328, 33806, 19402, 10543], Hypotheses(-3, 1)) == pytest.approx(2.1310678118)
    change = Hypotheses(0, 3, model="normalized")
    assert log_likelihood_ratio([398, 4112, 7672, 4336, 430], change) == pytest.approx(2.9583294903)
    assert log_likelihood_ratio([591, 2163, 716], Hypotheses(0, 5, model="normalized")) == pytest.approx(2.5722874632)
    assert bounds(0.05, 0.05) == pytest.approx((-2.94443898, 2.94443898))
    assert plan(Hypotheses(0, 10), 10).pairs == pytest.approx(2048.393762)


@pytest.mark.parametrize(("counts", "better"), [((0, 0, 0, 0, 3), 1.0), ((3, 0, 0, 0, 0), 0.0)])
def test_a_narrow_test_of_a_lopsided_match_can_be_planned(counts: tuple[int, ...], better: float) -> None:
    """Where the true lead is far outside, the end is as good as certain."""
    asked = Hypotheses(0, 2)
    found = plan(asked, elo(counts)[0], 1e-3)
    assert found.better == better
    assert 0 < found.pairs < longest(asked)
    assert sentence("a", "b", counts, asked).startswith("Undecided whether a is better than b")


def test_no_test_lasts_longer_on_average_than_between_its_suppositions() -> None:
    """The middle is where both explain the pairs equally well."""
    asked = Hypotheses(0, 20)
    assert longest(asked) == pytest.approx(plan(asked, 10).pairs, rel=1e-3)
    assert all(plan(asked, lead).pairs < longest(asked) for lead in (-50, 0, 5, 15, 100))


def test_what_was_reached_need_not_be_walked_again() -> None:
    """A test near its end is expected to take fewer pairs than one at its start."""
    asked = Hypotheses(0, 20)
    assert plan(asked, 30, reached=2).pairs < plan(asked, 30).pairs / 2


def test_fishtest_lines_read_as_published() -> None:
    """Clockwork's published test: Elo 2.95 +- 2.18, ratio 2.96."""
    lines = fishtest_lines([398, 4112, 7672, 4336, 430], Hypotheses(0, 3, model="normalized"))
    assert lines[0] == "Elo: 2.95 +- 2.18 (95%), nLLR: 2.96 (-2.94,2.94) [0.00,3.00]"
    assert lines[2] == "Games: 33896, Ptnml(0-2): 398, 4112, 7672, 4336, 430"


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((0, 0, 0, 0, 0), "Nothing is known of A against B yet"),
        ((0, 2, 10, 10, 48), "A is better than B: it made"),
        ((28, 10, 10, 2, 0), "A is not better than B by 20 Elo: it made"),
        ((1, 1, 3, 1, 2), "Undecided whether A is better than B"),
    ],
)
def test_a_test_ends_in_one_sentence(counts: tuple[int, ...], words: str) -> None:
    """The answer comes first."""
    said = sentence("A", "B", counts, Hypotheses(0, 20))
    assert said.startswith(words)
    assert said.endswith(".")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((0, 0, 5, 5, 10), "A is better than B"),
        ((10, 5, 5, 0, 0), "A is worse than B"),
        ((0, 10, 980, 10, 0), "A and B are about equally good"),
        ((2, 0, 1, 0, 2), "These games do not tell A and B apart"),
    ],
)
def test_a_fixed_number_of_pairs_is_judged_by_its_interval(counts: tuple[int, ...], words: str) -> None:
    """Only an interval that leaves one half out says who is better."""
    assert sentence("A", "B", counts).startswith(words)


def test_suppositions_have_an_order() -> None:
    """A test between a lead and itself would never end."""
    with pytest.raises(ValueError, match="elo0 below elo1"):
        Hypotheses(20, 20)
    with pytest.raises(ValueError, match="alpha and beta"):
        Hypotheses(0, 20, alpha=0)
